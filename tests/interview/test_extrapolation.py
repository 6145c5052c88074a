"""A model may think of questions; whatever it thinks of is checked like any other."""

import pytest

from voice_agent.errors import SettingsError
from voice_agent.interview.known import Event, Known
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Source
from voice_agent.interview.wording import extrapolation
from voice_agent.resources import resource

FILE = resource("config/prompts/extrapolation.md")
PROMPT = extrapolation.parse(FILE.read_text(encoding="utf-8"), "extrapolation.md")
KNOWN = Known(
    (
        Event(
            "e-1", "we moved to Leeds", (1952, 1952), "1952", ("Alfred",), ("Leeds",), weight=0.8
        ),
        Event("e-2", "I worked in the mill as a bobbin girl"),
    )
)


def kept(*questions: str) -> list[str]:
    answer = {"questions": list(questions)}
    return [each.ask for each in extrapolation.kept(answer, KNOWN, PROMPT)]


def test_what_the_narrator_has_said_may_be_asked_about() -> None:
    fine = (
        "What was the mill like in the morning?",
        "Where did Alfred sleep when you moved to Leeds?",
    )
    assert kept(*fine, fine[0]) == list(fine)
    found = extrapolation.kept({"questions": [fine[1]]}, KNOWN, PROMPT)
    assert (found[0].source, found[0].wants) == (Source.MODEL, Wants.WHERE)


@pytest.mark.parametrize(
    "question",
    [
        "What did Margaret do at the mill?",
        "What happened in Leeds in 1960?",
        "What did your husband say about Leeds?",
        "Who was at the mill, and what did they do?",
        "Who was at the mill? And why?",
        "How did the mill make you feel?",
        "What a lovely mill. Who was there?",
        "Tell me about Leeds.",
        "What became of the boat in the mill?",
        "What is your favourite colour?",
        "What " + "really " * 20 + "happened at the mill?",
        "",
    ],
)
def test_what_may_not_be_asked_is_dropped(question: str) -> None:
    assert kept(question) == []


@pytest.mark.parametrize("answer", [None, [], {}, {"questions": 3}, {"questions": [None, 3, {}]}])
def test_nonsense_gives_no_questions(answer: object) -> None:
    assert extrapolation.kept(answer, KNOWN, PROMPT) == ()


def test_the_model_sees_what_is_known_last_so_that_the_beginning_can_stay_in_its_cache() -> None:
    asked = extrapolation.messages(PROMPT, KNOWN)
    assert asked[0].role == "system" and asked[-1].role == "user"
    assert "1952 | Alfred | Leeds | we moved to Leeds" in asked[-1].text
    assert asked[:-1] == extrapolation.messages(PROMPT, Known())[:-1]


def test_a_prompt_without_its_parts_is_refused() -> None:
    with pytest.raises(SettingsError, match="system"):
        extrapolation.parse("## known\nx\n", "extrapolation.md")
