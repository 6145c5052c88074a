"""Whatever a language model writes of a turn, only what was said in it is believed, and no word of it is noted."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from voice_agent.language.full_reading import prompt
from voice_agent.language.schema import bounded, faults
from voice_agent.reading.full_by_model import FULL, Answers, FullByModel, How, Sort, full, stands
from voice_agent.reading.reading import Span

BEFORE = (
    (1, "We got the shop in 1952, with the bell over the door."),
    (5, "It rang in 1952 as well."),
)
SAID = "My sister did the ladder. It was 1953 we got it, and they say the bell was cursed."
READ: dict[str, Any] = {
    "hard": "old grief",
    "answers": "beside",
    "asks_us": "",
    "hooks": ["did the ladder", "the goat"],
    "mentions": [
        {"words": "My sister", "sort": "person", "role": "my sister"},
        {"words": "Margaret", "sort": "person", "role": ""},
        {"words": "1953", "sort": "time", "role": "my sister"},
    ],
    "claims": [
        {"what": "the bell was cursed", "who": "they", "how": "hearsay"},
        {"what": "we sold the shop", "who": "we", "how": "said"},
    ],
    "corrections": [
        {"wrong": "1952", "right": "1953"},
        {"wrong": "1951", "right": "1953"},
        {"wrong": "1952", "right": "1954"},
    ],
    "old_story": "s2",
}


def words(place: Span | None) -> str:
    assert place is not None
    return SAID[place.begin : place.end]


def test_what_was_not_said_is_dropped_and_the_rest_stands() -> None:
    read = full(READ, SAID, BEFORE, ["k-one", "k-two"])
    assert read.hard == "oldgrief" and read.answers is Answers.BESIDE
    assert [words(each) for each in read.hooks] == ["did the ladder"]
    assert [(each.sort, words(each.words)) for each in read.mentions] == [
        (Sort.PERSON, "My sister"),
        (Sort.TIME, "1953"),
    ]
    assert [each.role is None for each in read.mentions] == [False, True]
    assert [(words(each.what), each.how) for each in read.claims] == [
        ("the bell was cursed", How.HEARSAY)
    ]
    assert read.old_story == "k-two"
    # said last before the right words
    ((turn, wrong, right),) = read.corrections
    assert (turn, BEFORE[1][1][wrong.begin : wrong.end], words(right)) == (5, "1952", "1953")


def test_wrong_words_of_the_same_turn_stand_before_the_right_ones() -> None:
    said = "In 1948, no, in 1949, not 1950."
    one = {"corrections": [{"wrong": "1948", "right": "1949"}, {"wrong": "1950", "right": "1949"}]}
    read = full(one, said)
    assert [said[each.wrong.begin : each.wrong.end] for each in read.corrections] == ["1948"]
    assert [each.turn for each in read.corrections] == [0]


@pytest.mark.parametrize("story", ["s0", "s3", "s", "k-one", "2", "s-1"])
def test_an_old_story_that_was_not_shown_is_none(story: str) -> None:
    assert full({"old_story": story}, SAID, (), ["k-one", "k-two"]).old_story == ""


@pytest.mark.parametrize(
    "quotation", ["he", "sis", "ladde", "", "  ", "...", None, 7, ["My sister"]]
)
def test_a_piece_of_a_word_or_nothing_is_no_quotation(quotation: object) -> None:
    assert stands(quotation, SAID) is None


def test_no_word_is_noted_and_what_is_noted_is_read_again() -> None:
    read = full(READ, SAID, BEFORE, ["k-one", "k-two"])
    noted = json.dumps(read.as_note())
    for word in ("sister", "ladder", "1953", "1952", "bell", "cursed"):
        assert word not in noted
    assert FullByModel.noted(json.loads(noted)) == read


JSON = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text() | some.sampled_from([SAID, "s1"]),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(), inner, max_size=3),
    max_leaves=6,
)
FIELDS = some.sampled_from(sorted(READ))
INNER = some.dictionaries(
    some.sampled_from(["words", "sort", "role", "what", "who", "how", "wrong", "right"]), JSON
)


@given(some.dictionaries(FIELDS, JSON | some.lists(INNER, max_size=3)))
def test_nothing_a_model_writes_is_an_error_and_every_place_lies_in_the_turn(
    answer: dict[str, Any],
) -> None:
    read = full(answer, SAID, BEFORE, ["k-one"])
    places = [*read.hooks, *(each.words for each in read.mentions)]
    places += [each.what for each in read.claims]
    places += [each.right for each in read.corrections]
    assert all(0 <= each.begin < each.end <= len(SAID) for each in places)
    assert FullByModel.noted(json.loads(json.dumps(read.as_note()))) == read


def test_the_examples_of_the_prompt_pass_the_checks_whole_and_the_form_can_be_sent() -> None:
    bounded(FULL)
    for shown, answer in prompt().examples:
        before, said = shown.split("THE NARRATOR SAID\n")
        told = [line.partition(": ")[2] for line in before.splitlines() if line[:8] == "Narrator"]
        stories = [line for line in before.splitlines() if line[:1] == "s" and line[2:3] == ":"]
        written = json.loads(answer)
        assert not faults(written, FULL)
        read = full(written, said, [*enumerate(told, 1)], stories)
        for name in ("hooks", "mentions", "claims", "corrections"):
            assert len(getattr(read, name)) == len(written[name]), name
        assert bool(read.asks_us) is bool(written["asks_us"])
        assert bool(read.old_story) is bool(written["old_story"])
