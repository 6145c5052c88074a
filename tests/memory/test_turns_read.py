"""Readers of names: the plain one and spaCy pass the same tests as far as both claim to."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from storyteller_of_lives import tell

from voice_agent.errors import ModelMissing
from voice_agent.language.names import SpacyReader
from voice_agent.memory.reading import PlainReader, Reader, Tag
from voice_agent.settings import Settings

WEIGHTS = Settings().weights / "spacy-en"


@pytest.fixture(scope="module", params=["plain", pytest.param("spacy", marks=pytest.mark.models)])
def reader(request: pytest.FixtureRequest) -> Reader:
    if request.param == "plain":
        return PlainReader()
    if not WEIGHTS.is_dir():
        pytest.skip("the weights spacy-en are not on this machine")
    return SpacyReader(WEIGHTS)


def test_names_stand_where_they_say(reader: Reader) -> None:
    text = "Then my brother Tom Doyle went to Dayton with Rose."
    found = reader.read(text)
    assert {"Tom Doyle", "Dayton"} <= {each.text for each in found.names}
    for each in (*found.names, *found.words):
        assert text[each.first : each.last] == each.text


def test_a_verb_in_the_past_is_known(reader: Reader) -> None:
    words = {each.text: each.tag for each in reader.read("We sold the farm and moved away.").words}
    assert words["sold"] is Tag.PAST
    assert words["moved"] is Tag.PAST


def test_a_short_life_comes_out_the_same(reader: Reader) -> None:
    told = tell(
        ["I was born in Cork in 1938. We moved to Boston when I was seven."],
        ["My brother Tom married Rose in 1960. No, it was 1961."],
        reader=reader,
    )
    assert [event.when for event in told.life.events] == ["1938", "1945/1946", "1961"]


def test_anything_can_be_read(reader: Reader) -> None:
    for text in ("", " ", "?!", "\n\n", "ALL CAPS HERE", "é à ü", "🙂 Tom 🙂", "a" * 5000):
        reader.read(text)


@given(st.text())
def test_the_plain_reader_never_stumbles(text: str) -> None:
    for each in PlainReader().read(text).names:
        assert text[each.first : each.last] == each.text


def test_missing_weights_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing) as error:
        SpacyReader(tmp_path)
    assert "models fetch" in error.value.mend


@pytest.mark.long
@pytest.mark.models
def test_reading_names_leaves_the_large_library_of_other_models_out() -> None:
    if not WEIGHTS.is_dir():
        pytest.skip("the weights spacy-en are not on this machine")
    said = (
        "import sys; from pathlib import Path; from voice_agent.language.names import SpacyReader"
    )
    look = "print('torch' in sys.modules); import torch; print(torch.ones(1).item())"
    run = [sys.executable, "-c", f"{said}; SpacyReader(Path({str(WEIGHTS)!r})); {look}"]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "1.0"]
