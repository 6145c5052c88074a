"""Wishes are understood on the half that rules were written from, and hard moments are met without breaking a rule."""

from interviews import rules

from lab import LABELLED, utterances
from lab.evaluation.feeling import wishes_heard
from lab.evaluation.interview import comfort
from voice_agent.reading.wishes import commands
from voice_agent.reading.wishes.commands import Command

SAID = utterances.read(LABELLED / "commands.tsv")


def test_every_wish_can_be_said_in_twenty_ways() -> None:
    names = {each.label for each in SAID} - {"story"}
    assert names == {str(each) for each in Command} - set(
        map(str, commands.ANSWERS | commands.BY_FORM)
    )
    for name in names:
        assert sum(each.label == name for each in SAID) >= 20


def test_wishes_are_understood_on_the_half_the_rules_were_written_from() -> None:
    found = wishes_heard.evaluate(SAID, (), held=False)
    asked = sum(int(str(row["n"])) for row in found.rows)
    right = sum(float(str(row["as text"])) * int(str(row["n"])) for row in found.rows)
    assert right / asked >= 0.97
    assert found.more["fooled"] == []


def test_sixty_hard_moments_break_no_rule() -> None:
    moments = comfort.read()
    assert len(moments) == 60
    figures, met = comfort.evaluate(rules(), comfort.no_feelings, moments)
    assert figures.more["broken"] == []
    assert all(each.moment.words in comfort.page(met) for each in met)


def test_ordinary_answers_break_no_rule_and_are_mostly_gone_on_from() -> None:
    moments = comfort.read(comfort.ORDINARY)[::3]
    figures, met = comfort.evaluate(rules(), comfort.no_feelings, moments)
    assert figures.more["broken"] == []
    assert all(row["another subject at once"] <= len(met) / 5 for row in figures.rows)
    assert comfort.page(met, ordinary=True).startswith("# How ordinary answers are met")
