"""A cry for help is heard on the half that rules were written from, the right people are told, and calm talk stays calm."""

import pytest

from lab import LABELLED, utterances
from lab.evaluation.feeling import calm_talk, danger
from lab.evaluation.feeling.danger import CASES
from lab.utterances import Utterance, as_heard
from voice_agent.errors import SettingsError
from voice_agent.interview.safety import contacts
from voice_agent.reading.danger import safety
from voice_agent.resources import resource

NET = safety.read(resource("config/safety.toml"), "GB")
SAID = utterances.read(LABELLED / "safety.tsv")


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
    turns = calm_talk.turns(LABELLED / "calm_open.txt")
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


def test_a_recogniser_writes_the_same_words_in_the_same_way() -> None:
    said = "Oh, I can't get up off the floor, dear."
    assert as_heard(said) == as_heard(said)
    assert as_heard(said).islower() and "," not in as_heard(said)


def test_a_line_without_a_label_is_named(tmp_path) -> None:
    file = tmp_path / "mine.tsv"
    file.write_text("# mine\n2\tI am so tired of it all.\nno tab here\n")
    with pytest.raises(SettingsError, match="line 3"):
        utterances.read(file)
    file.write_text("2\tI am so tired of it all.\n")
    assert utterances.read(file) == (Utterance("2", "I am so tired of it all."),)


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
