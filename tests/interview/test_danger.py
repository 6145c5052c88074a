"""A cry for help is heard for what it is, and a story is left a story."""

import re
from dataclasses import replace

import pytest

from voice_agent.errors import SettingsError
from voice_agent.interview.safety import contacts
from voice_agent.reading.danger import safety
from voice_agent.reading.danger.cries import Reading
from voice_agent.resources import resource

NEVER = (re.compile(r"(?!)"),)
NET = safety.read(resource("config/safety.toml"), "GB")


class Sure:
    """A Meaning that is certain of one level."""

    def __init__(self, level: str) -> None:
        self._level = level
        self.agrees = {level: 0.9}

    def read(self, sentences: list[str]) -> list[Reading]:
        return [{self._level: 1.0} for _ in sentences]

    def whole(self, said: str) -> Reading:
        return {self._level: 1.0} if said else {"": 1.0}


def test_what_no_rule_spells_out_is_heard_by_its_meaning() -> None:
    said = "I have had my fill, my love, and tonight is when I see to it."
    assert NET.level(said) is None
    assert NET.reading(Sure("3")).level(said) == "3"


def test_each_level_is_believed_from_its_own_threshold() -> None:
    said = "I have had my fill, my love, and tonight is when I see to it."
    cries = replace(NET.cries, hints={"2": NEVER, "3": NEVER}, believed={"3": 1.0})
    own = replace(NET, cries=cries)
    assert own.reading(Sure("3")).level(said) == "3"
    assert own.reading(Sure("2")).level(said) is None


class Calm:
    """A Meaning to which everything is calm."""

    agrees: dict[str, float] = {}  # noqa: RUF012 (a fake without a constructor)

    def read(self, sentences: list[str]) -> list[Reading]:
        return [{"": 1.0} for _ in sentences]

    def whole(self, said: str) -> Reading:
        return {"": 1.0}


def test_what_a_rule_finds_and_nothing_else_is_asked_about_but_an_emergency_never_waits() -> None:
    calm = NET.reading(Calm())
    for level, said in (
        ("2", "I want to die."),
        ("A", "My brother beats me."),
        ("3", "I'm going to kill myself."),
    ):
        assert NET.level(said) == level
        assert calm.level(said) is None and calm.asks_about(said) == level
        assert calm.holds(said), "written down nowhere before it is answered"
    fallen = "I've fallen and I can't get up."
    assert calm.level(fallen) == NET.level(fallen) == "3m"
    assert not calm.holds("We had rice on Sunday.")
    sad = "I can't stop crying."
    assert calm.hear(sad) == NET.hear(sad)


def test_meaning_alone_never_makes_a_cry_of_a_story_long_past() -> None:
    said = "When I was a boy in nineteen thirty I was beaten and I lay there."
    for level in ("2", "3", "3m", "A"):
        assert NET.reading(Sure(level)).level(said) is None


@pytest.mark.parametrize("said", ["I miss him.", "I can't stop crying."])
def test_sadness_is_met_and_kept_like_any_story(said: str) -> None:
    cry = NET.hear(said)
    assert cry is not None and cry.level in ("0", "1")
    assert NET.level(said) is None


@pytest.mark.parametrize("line", ["Ann", "Ann | daughter | mill lane", " | daughter | a | b"])
def test_a_contact_that_cannot_be_read_is_refused(line: str) -> None:
    with pytest.raises(SettingsError, match="is not written as name"):
        contacts.parse([line], "")


def test_contacts_are_read_in_order() -> None:
    people = contacts.parse(
        ["Ann | daughter | mill lane | file:///tmp/ann", "Tom | | mill lane |"],
        "Ruth | | | file:///r",
    )
    assert people.names == "Ann"
    assert people.advocate is not None and people.advocate.name == "Ruth"


@pytest.mark.parametrize("what", ["engine", "truck", "brigade dance"])
def test_a_joke_about_a_red_coat_is_no_fire(what: str) -> None:
    said = f"I wore my red coat, and Harold says, there's a fire {what} in the choir!"
    assert NET.level(said) is None
    assert NET.level("There's a fire in the kitchen!") == "3m"


@pytest.mark.parametrize(
    ("said", "level"),
    [
        ("I'm all in bits since the phone rang.", "1"),
        ("I feel like I'm going to pieces.", "1"),
        ("My nerves are in bits.", "1"),
        ("I am falling apart here.", "1"),
        ("I thought he would be in bits, but he had his own television.", None),
        ("The telly was face down, and the sideboard was in bits.", None),
        ("I was chuffed to bits.", None),
        ("I went up to the loft and took the wireless to bits.", None),
        ("The old bus was falling apart.", None),
        ("I said it was falling apart, and he sat on it all the same.", None),
        ("I was left with the clock all in bits.", None),
        ("My head feels like it's going to pieces, I am all to bits.", "1"),
    ],
)
def test_whoever_goes_to_pieces_is_met_and_what_lies_in_pieces_is_a_story(
    said: str, level: str | None
) -> None:
    cry = NET.hear(said)
    assert (cry and cry.level) == level
