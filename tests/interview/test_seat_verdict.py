"""What a language model may do by what was measured of it, and how what it wrote is marked."""

from dataclasses import replace

import pytest
from interviews import rules
from seat_answers import does_not_listen, listens

from voice_agent.errors import SettingsError
from voice_agent.interview.seat import moments
from voice_agent.interview.seat.measured import Answer, Marked, figures, heads, mark
from voice_agent.interview.seat.moments import NONE, Moment
from voice_agent.interview.seat.verdict import LEADS, Figures, Role, judge
from voice_agent.measuring.seat import scene, shipped
from voice_agent.reading import merge
from voice_agent.reading.wishes.commands import Command

BY = rules()
MOMENTS = shipped()

CAPABLE = Figures(
    moments=60,
    valid=0.98,
    quoted=0.99,
    struck=0.1,
    hooks=0.8,
    quiet=0.9,
    leading=0.02,
    danger_read=0.97,
    danger_false=0,
    wish_read=0.9,
    wish_false=1,
    hook_read=0.8,
    returned=0.75,
    first_ms=900,
)
"""Invented."""


def marked(moment: Moment, **reply: str) -> Marked:
    """`moment`, read rightly and answered with `reply`."""
    said = {"kind": "follow", "hook": "", "to": "", **reply}
    answer = Answer(listens(moment)["reading"], (said,), valid=True)
    return mark(moment, scene(BY, moment), answer)


def of(kind: str) -> Moment:
    return next(each for each in MOMENTS if each.kind == kind)


# ---- the table


def test_a_model_that_does_all_this_leads_and_fills_every_field_it_may() -> None:
    found = judge(CAPABLE)
    assert found.leads and not found.missed
    assert found.fields == {*merge.BY_MODEL}
    assert found.sentence("quill") == (
        "quill may lead the talk. Fields of the reading that it may fill: danger, hooks, no danger, old story, questions to us, wishes."
    )


@pytest.mark.parametrize(
    ("figure", "value"),
    [("struck", 0.26), ("hooks", 0.69), ("quiet", 0.79), ("leading", 0.05), ("danger_false", 3),
     ("said_invented", 1), ("first_ms", 2001)],
)  # fmt: skip
def test_whoever_misses_one_bar_only_reads_and_is_told_why(figure: str, value: float) -> None:
    found = judge(replace(CAPABLE, **{figure: value}))
    assert found.role is Role.READS
    assert len(found.missed) == 1
    assert f"{value:.3g}" in found.sentence("quill")


@pytest.mark.parametrize("figure", ["valid", "quoted"])
def test_without_the_form_or_with_words_that_were_not_said_it_does_neither(figure: str) -> None:
    found = judge(replace(CAPABLE, **{figure: 0.94}))
    assert found.role is Role.NEITHER and not found.fields


def test_a_field_that_it_does_not_read_well_runs_in_the_shadow() -> None:
    every = {*merge.BY_MODEL}
    assert judge(replace(CAPABLE, danger_read=0.7)).fields == every - {"danger", "no danger"}
    assert judge(replace(CAPABLE, danger_read=0.9)).fields == every - {"no danger"}
    assert judge(replace(CAPABLE, wish_false=3)).fields == every - {"wishes", "questions to us"}
    assert judge(replace(CAPABLE, unfit=1)).fields == every - {"old story"}


def test_nothing_measured_is_nothing_allowed() -> None:
    assert judge(Figures()).role is Role.NEITHER


def test_every_bar_asks_for_a_figure_that_there_is() -> None:
    assert all(hasattr(CAPABLE, bar.figure) for bar in LEADS)
    assert all((bar.least is None) != (bar.most is None) for bar in LEADS)


# ---- who fills a field


def test_consent_and_stop_are_never_a_models() -> None:
    everything = frozenset({*merge.WHO, *merge.BY_MODEL})
    assert not merge.fills("answers", everything)
    assert not merge.fills("asks_us", everything)
    assert not merge.fills_wish(Command.NO_RECORDING, everything)
    assert not merge.fills_wish(Command.STOP, everything)
    assert merge.fills_wish(Command.NOT_FOR, everything)
    assert not merge.fills_wish(Command.NOT_FOR, ["danger"])


# ---- the moments


def test_the_shipped_moments_are_whole() -> None:
    assert len(MOMENTS) <= moments.MOST
    assert all(5 <= len(each.says.split()) <= 120 for each in MOMENTS)
    assert all(heads([hook]) for each in MOMENTS for hook in each.hooks)
    assert sum(bool(each.stories) for each in MOMENTS) == 6
    assert len({each.says for each in MOMENTS}) == len(MOMENTS)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [('hooks = ["a whale"]', "a hook does not stand"), ('danger = "bored"', "no such danger"),
     ('wish = "tea"', "no such wish"), ("belongs = 1", "no such old story"),
     ('wish = "keep from"\nabout = "Ann"', "does not stand")],
)  # fmt: skip
def test_a_broken_moment_is_refused_with_what_is_wrong(wrong: str, why: str) -> None:
    text = f'[[moment]]\nkind = "work"\nsays = "We had a goat and a cart."\n{wrong}\n'
    with pytest.raises(SettingsError, match=f"moments.toml, moment 1: .*{why}"):
        moments.parse(text, "moments.toml")


def test_a_file_that_is_no_toml_is_refused() -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        moments.parse("[[moment]", "moments.toml")


# ---- how an answer is marked


def test_a_question_about_what_matters_counts_and_one_about_the_weather_does_not() -> None:
    moment = of("work")
    good = marked(moment, hook="A brass one", say="And the brass one, who had that from you?")
    assert figures([good]).hooks == figures([good]).hooks_asked == 1.0
    said_back = marked(moment, hook="A brass one", say="A brass one. What did she do?")
    assert (figures([said_back]).hooks, figures([said_back]).hooks_asked) == (1.0, 0.0)
    beside = marked(moment, hook="forty girls", say="How was the weather?")
    assert figures([beside]).hooks == 0.0


def test_a_question_in_fresh_grief_is_not_quiet() -> None:
    quiet = next(each for each in MOMENTS if each.quiet)
    assert figures([marked(quiet, kind="quiet", say="I am listening.")]).quiet == 1.0
    assert figures([marked(quiet, kind="quiet", say="What did you do then?")]).quiet == 0.0


def test_a_quotation_that_was_not_said_is_counted_and_struck() -> None:
    found = figures([marked(of("work"), hook="a blue whale", say="What of the whale?")])
    assert found.quoted == pytest.approx(1 / 2)  # what the reading quotes was said
    assert found.struck == 1.0


def test_names_made_up_are_counted_and_never_said() -> None:
    found = figures([marked(of("work"), hook="A brass one", say="Was the brass one for Gertrude?")])
    assert (found.invented, found.said_invented) == (1, 0)


def test_an_old_story_that_belongs_and_one_that_does_not() -> None:
    moment = of("old story")
    told = marked(moment, kind="return", to="s1", say="The hooter again. Did your mother hear it?")
    other = marked(moment, kind="return", to="s2", say="The sea, like a tap. Who was there?")
    assert (figures([told]).returned, figures([told]).unfit) == (1.0, 0)
    assert (figures([other]).returned, figures([other]).unfit) == (0.0, 1)


def test_a_wish_counts_only_with_the_person_who_was_meant() -> None:
    moment = next(each for each in MOMENTS if each.about)
    reading = listens(moment)["reading"]
    look = scene(BY, moment)
    assert figures([mark(moment, look, Answer(reading))]).wish_read == 1.0
    wrong = Answer({**reading, "about": "tell you"})
    assert figures([mark(moment, look, wrong)]).wish_read == 0.0


def test_danger_where_there_is_none_is_false_and_another_kind_is_not_right() -> None:
    calm, danger = of("calm"), of("danger")
    false = mark(calm, scene(BY, calm), Answer(does_not_listen(calm)["reading"]))
    other = mark(danger, scene(BY, danger), Answer({"danger": "is harmed by somebody"}))
    found = figures([false, other])
    assert (found.danger_false, found.danger_read, found.dangers) == (1, 0.0, 1)
    assert danger.danger != NONE


def test_what_wrote_nothing_has_no_time_and_no_share() -> None:
    found = figures([mark(each, scene(BY, each), Answer()) for each in MOMENTS[:2]])
    assert found.valid == 0.0 and found.struck == 1.0
    assert found.first_ms == float("inf")
    assert judge(found).role is Role.NEITHER
