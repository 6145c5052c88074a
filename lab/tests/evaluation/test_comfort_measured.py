"""What no answer to a hard moment may do is found where it is done."""

import pytest
from heard import weights
from interviews import rules

from lab.evaluation.interview import comfort
from lab.evaluation.interview.comfort import Moment, broken
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.language.feeling import Tuned
from voice_agent.resources import resource
from voice_agent.story import AnswerKind, Bearing, Emotion, Feeling

GRIEF = Moment("fresh grief", "What was he like?", "He died in the spring.", "He was kind.")
WHEN = Candidate("In which year was that?", Wants.WHEN, Source.GRAPH, kind="no_date")
SCENE = Candidate("What was your school like?", Wants.SCENE, Source.PROTOCOL, "school")


@pytest.mark.parametrize(
    ("kind", "move", "rule"),
    [
        ("tears", Move(Act.QUESTION, "", "Who was there?"), "a question at once"),
        ("shame", Move(Act.QUESTION, "", "What came of it?"), "a question at once"),
        ("fresh grief", Move(Act.QUESTION, "", SCENE.ask, question=SCENE), "another subject at once"),
        ("fresh grief", Move(Act.QUESTION, "", WHEN.ask, question=WHEN), "asks for a date while it hurts"),
        ("tears", Move(Act.ANSWER, "That is good to hear."), "merry while it hurts"),
        ("fresh grief", Move(Act.ANSWER, "That made you laugh."), "merry while it hurts"),
        ("refusal", Move(Act.QUESTION, "All right.", GRIEF.asked), "asked again what was not wanted"),
        ("the dead as living", Move(Act.ANSWER, "He died, you know."), "announced or affirmed"),
        ("the dead as living", Move(Act.ANSWER, "He will be home soon."), "announced or affirmed"),
        ("anger at us", Move(Act.ANSWER, "But I asked you kindly."), "argued"),
        ("pride", Move(Act.ANSWER, "I feel so proud of that."), "claims a feeling"),
        ("pride", Move(Act.ANSWER, "Well done, that was amazing."), "praises"),
        ("confusion", Move(Act.ANSWER, "Calm down, it is nothing."), "talks down"),
        ("fresh grief", Move(Act.ANSWER, "You should see a doctor."), "gives advice"),
        ("joy", Move(Act.ANSWER, "Where was it? And who was there?"), "more than one question"),
        ("joy", Move(Act.ANSWER, "Was Margaret there?"), "a name or place the narrator has not said"),
    ],
)  # fmt: skip
def test_a_planted_bad_answer_is_found(kind: str, move: Move, rule: str) -> None:
    moment = Moment(kind, GRIEF.asked, GRIEF.words, GRIEF.next)
    assert rule in broken(moment, move, first=True)


def test_the_second_answer_is_judged_too_but_may_ask() -> None:
    tears = Moment("tears", GRIEF.asked, GRIEF.words, GRIEF.next)
    assert broken(tears, Move(Act.QUESTION, "", "What did he like?"), first=False) == ()
    assert "praises" in broken(tears, Move(Act.ANSWER, "Well done."), first=False)


def test_what_was_felt_before_is_felt_in_the_second_answer_and_in_no_other_moment() -> None:
    heard: list[list[str]] = []

    def feels() -> comfort.Feel:
        heard.append([])

        def feel(words: str) -> tuple[Feeling, Bearing]:
            heard[-1].append(words)
            return Feeling(Emotion.SADNESS, 0.5, -0.4), Bearing()

        return feel

    met = comfort.meet(rules(), GRIEF, feels)
    comfort.meet(rules(), GRIEF, feels)
    assert heard == [[GRIEF.words, GRIEF.next]] * 2
    assert "(sadness 0.5, -0.4)" in comfort.page([met])


def test_what_feeling_along_changes_is_counted_beside_who_is_deaf_to_it() -> None:
    def feels() -> comfort.Feel:
        slow = Bearing(
            tone="heavy",
            answer=AnswerKind.QUIET,
            pace=0.8,
            patience=1.5,
            acknowledge="acknowledge_sad",
        )
        return lambda words: (Feeling(Emotion.SADNESS, 0.7, -0.4), slow)

    told = Moment("joy", "What did you do there?", "We sang in the hall.", "It was cold.")
    figures, _ = comfort.evaluate(rules(), feels, [told])
    deaf, ours = figures.rows
    assert deaf["answered otherwise than deaf"] == 0 and ours["answered otherwise than deaf"] == 1
    assert deaf["pace"] == 1.0 and ours["pace"] == pytest.approx(0.8)
    assert deaf["patience"] == 1.0 and ours["patience"] == 1.5
    assert (deaf["murmurs not plain"], ours["murmurs not plain"]) == (0, 2)


def test_a_silence_is_waited_through_before_it_ends() -> None:
    silence = Moment("silence", "What was your mother like?", "", "She sang.")
    met = comfort.meet(rules(), silence, comfort.no_feelings)
    assert [move.act for move in met.waiting] == [Act.CUE] * 3
    assert all(move.text in comfort.page([met]) for move in met.waiting)


@pytest.mark.models
def test_with_every_feeling_read_no_hard_moment_breaks_a_rule() -> None:
    reader = Tuned(resource("models/emotion"), weights("minilm-int8"))
    figures, met = comfort.evaluate(rules(), comfort.felt_by(reader), comfort.read())
    assert figures.more["broken"] == []
    assert sum(each.before.category is Emotion.SADNESS for each in met) >= 10
