"""What a model returns is trimmed kindly and refused clearly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.language.schema import (
    LONGEST_STRING_CHARACTERS,
    MOST_ITEMS,
    bounded,
    faults,
    fitted,
)

EVENT = {
    "type": "object",
    "properties": {
        "what": {"type": "string", "maxLength": 30},
        "who": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        "year": {"anyOf": [{"type": "integer", "minimum": 1900}, {"type": "null"}]},
        "said": {"enum": ["told", "hearsay"]},
    },
    "required": ["what", "said"],
}


def test_everything_a_model_may_write_has_an_end():
    sent = bounded(EVENT)
    assert sent["properties"]["who"]["maxItems"] == MOST_ITEMS
    assert sent["properties"]["who"]["items"]["maxLength"] > LONGEST_STRING_CHARACTERS
    assert sent["additionalProperties"] is False
    assert "uniqueItems" not in sent["properties"]["who"]


def test_what_we_could_not_check_we_do_not_ask_for():
    with pytest.raises(ValueError, match="pattern"):
        bounded({"type": "string", "pattern": "a+"})


def test_a_long_answer_is_cut_at_the_end_of_a_word():
    cut = fitted({"what": "We walked to the harbour in the morning"}, EVENT)
    assert cut == {"what": "We walked to the harbour in"}


def test_one_endless_word_is_cut_all_the_same():
    assert fitted("a" * 50, {"type": "string", "maxLength": 10}) == "a" * 10


def test_a_repeated_name_is_kept_once():
    assert fitted({"who": ["Ann", "Tom", "Ann"]}, EVENT) == {"who": ["Ann", "Tom"]}


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"what": "the flood", "said": "told"}, None),
        ({"what": "the flood", "said": "told", "year": 1952}, None),
        ({"what": "the flood", "said": "told", "year": None}, None),
        ({"what": "the flood", "said": "told", "year": 12}, "none of the forms"),
        ({"what": "the flood", "said": "guessed"}, "choices"),
        ({"what": "the flood"}, "lacks “said”"),
        ({"what": 7, "said": "told"}, "not a string"),
        ({"what": "the flood", "said": "told", "who": "Ann"}, "not an array"),
        ({"what": "x" * 31, "said": "told"}, "too long"),
        (["the flood"], "not an object"),
    ],
)
def test_an_answer_of_the_wrong_form_is_named(value: object, fault: str | None):
    found = faults(value, EVENT)
    assert (not found) if fault is None else any(fault in one for one in found)


def test_yes_is_not_a_number():
    assert faults(True, {"type": "integer"})
    assert not faults(True, {"type": "boolean"})


def test_a_fault_never_repeats_what_was_said():
    assert not any("Margaret" in one for one in faults({"what": ["Margaret"]}, EVENT))


@given(st.lists(st.text(max_size=60), max_size=20), st.integers(1, 40))
def test_what_was_trimmed_always_fits(texts: list[str], longest: int):
    schema = {
        "type": "array",
        "items": {"type": "string", "maxLength": longest},
        "maxItems": 5,
        "uniqueItems": True,
    }
    assert not faults(fitted(texts, schema), schema)


def test_trimming_twice_is_trimming_once():
    once = fitted({"what": "We walked to the harbour in the morning", "who": ["a", "a"]}, EVENT)
    assert fitted(once, EVENT) == once
