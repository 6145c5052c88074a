"""A cry for help is heard on the half that rules were written from, and a story is left a story."""

import re
from dataclasses import replace

import pytest

from voice_agent import labelled
from voice_agent.errors import SettingsError
from voice_agent.evaluation.feeling import calm_talk, danger
from voice_agent.evaluation.feeling.danger import CASES
from voice_agent.evaluation.scores import wilson
from voice_agent.interview.safety import contacts, safety
from voice_agent.interview.safety.cries import Reading
from voice_agent.labelled import Utterance, as_heard
from voice_agent.resources import resource

NEVER = (re.compile(r"(?!)"),)
NET = safety.read(resource("config/safety.toml"), "GB")
SAID = labelled.read(resource("tests/interview/labelled/safety.tsv"))


def test_every_class_has_sixty_utterances_and_both_halves() -> None:
    for label in ("ordinary", "idiom", "0", "1", "2", "3", "3m", "A"):
        there = [each for each in SAID if each.label == label]
        assert len(there) >= 60
        assert len({each.held_back for each in there}) == 2
    assert len({each.words for each in SAID}) == len(SAID) >= 480


def test_most_cries_are_heard_and_no_story_is_taken_for_one() -> None:
    found = danger.evaluate(NET, SAID, (), held=False, show=True)
    for row in found.rows:
        assert float(str(row["as text"])) >= 0.95
        assert float(str(row["as heard"])) >= 0.9
    assert found.more["false"] == []


def test_talk_that_comes_near_the_words_of_a_cry_is_left_alone_by_the_rules() -> None:
    turns = calm_talk.turns(resource("tests/interview/labelled/calm_open.txt"))
    assert len(turns) == 396
    # what is left is for the reading by meaning to doubt
    assert sum(NET.level(each) is not None for each in turns) <= 14


def test_what_was_missed_is_shown_to_nobody_who_did_not_ask() -> None:
    said = [Utterance("2", "I have had my fill."), Utterance("ordinary", "I want to die.")]
    hidden, shown = (danger.evaluate(NET, said, (), held=None, show=show) for show in (False, True))
    assert [each["label"] for each in hidden.more["missed"]] == ["2", "2"]
    assert not any(each["words"] for each in hidden.more["missed"]) and hidden.more["false"] == [""]
    assert shown.more["missed"][0]["words"] == said[0].words
    assert shown.more["false"] == [said[1].words]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.level}: {case.said}")
def test_only_the_right_people_are_told(case: danger.Case) -> None:
    people = (danger.ANN, danger.TOM, danger.BEN, danger.PETER) if case.contacts else ()
    advocates = {"Ruth": danger.RUTH, "Tom": danger.TOM, "Ann": danger.ANN, "": None}
    told = contacts.Contacts(people, advocates[case.advocate]).route(
        case.level, case.said, consented=case.consented
    )
    assert tuple(each.name for each in told) == case.told


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


def test_a_recogniser_writes_the_same_words_in_the_same_way() -> None:
    said = "Oh, I can't get up off the floor, dear."
    assert as_heard(said) == as_heard(said)
    assert as_heard(said).islower() and "," not in as_heard(said)


def test_a_share_of_none_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(60, 60)
    assert 0.93 < low < 0.95 and high == pytest.approx(1.0)
    assert wilson(30, 60)[0] < 0.5 < wilson(30, 60)[1]


def test_a_line_without_a_label_is_named(tmp_path) -> None:
    file = tmp_path / "mine.tsv"
    file.write_text("# mine\n2\tI am so tired of it all.\nno tab here\n")
    with pytest.raises(SettingsError, match="line 3"):
        labelled.read(file)
    file.write_text("2\tI am so tired of it all.\n")
    assert labelled.read(file) == (Utterance("2", "I am so tired of it all."),)


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


def test_what_is_said_of_a_message_on_a_dead_line_is_what_came_of_it() -> None:
    right, cases = danger.delivering(NET)
    assert right == cases >= 8


class Claims:
    """A Notifier that sends nothing and says that it did."""

    def send(self, address: str, title: str, text: str) -> bool:
        return True


def test_a_line_that_claims_what_it_has_not_sent_is_counted() -> None:
    right, _ = danger.delivering(NET, Claims())
    assert right == 1  # nothing sent to the advocate, and nothing said of it


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
