"""A model does in a talk what was found that it may, and says so at the beginning."""

from functools import partial
from typing import Any

import pytest
from interviews import AGREED, rules
from ollama_server import MODEL, ollama_server
from openai_server import openai_server
from seated_house import READING, ready

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.seat.proposal import Led
from voice_agent.interview.seat.verdict import TRUSTED, Role, Verdict
from voice_agent.language import seating
from voice_agent.language.choice import choose
from voice_agent.language.gate import Gate
from voice_agent.language.scripted import Scripted
from voice_agent.language.standing import LEADS, MEASURE, NOTHING, READS, does, standing
from voice_agent.settings_sections import Language

pytestmark = pytest.mark.anyio

GOOD = Verdict(Role.LEADS, frozenset({"hooks"}))
FAIR = Verdict(Role.READS)
UNFIT = Verdict(Role.NEITHER)


@pytest.mark.parametrize(
    ("leads", "verdict", "model", "says"),
    [
        ("auto", GOOD, "ollama a", LEADS),
        ("auto", GOOD, "embedded a", LEADS),
        ("auto", FAIR, "ollama a", READS),
        ("auto", FAIR, "embedded a", NOTHING),
        ("auto", UNFIT, "ollama a", NOTHING),
        ("auto", None, "ollama a", READS),
        ("auto", None, "embedded a", NOTHING),
        ("yes", UNFIT, "embedded a", LEADS),
        ("no", GOOD, "ollama a", READS),
        ("no", UNFIT, "ollama a", NOTHING),
    ],
)
def test_what_a_model_does(leads: Any, verdict: Verdict | None, model: str, says: str) -> None:
    assert does(model, standing(leads, {model: verdict} if verdict else {})) == says


async def test_the_first_sentence_is_true_and_says_what_to_do_where_nobody_has_measured() -> None:
    heard: list[str] = []
    with ollama_server() as served:
        wanted = Language(ollama_host=served.url, ollama_model=MODEL)
        yes = partial(choose, leave=lambda address: True)
        await yes(wanted, None, heard.append)
        verdicts = standing("auto", {f"ollama {MODEL}": GOOD, "ollama other": FAIR})
        await yes(wanted, None, heard.append, standing=verdicts)
        await yes(wanted.model_copy(update={"leads": "no"}), None, heard.append)
    called = f"{MODEL} on the Ollama server at {served.url}"
    called = called[0].upper() + called[1:]
    assert heard == [
        f"{called} {READS}. {MEASURE}",
        f"{called} {LEADS}.",
        f"{called} {READS}.",
    ]


async def test_a_server_that_was_given_no_model_is_asked_for_its_name() -> None:
    heard: list[str] = []
    with openai_server() as served:
        wanted = Language(model="openai", openai_url=served.url)
        await choose(
            wanted, None, heard.append, standing=standing("auto", {f"openai {MODEL}": GOOD})
        )
    assert heard == [f"The language server at {served.url} {LEADS}."]


# ---- the seat obeys

SAID = "We had a goat called Nanny, and she ate the bread."


async def led(verdict: Verdict | None, **reading: str) -> tuple[Led | None, Scripted]:
    model = Scripted(
        [
            {
                "reading": READING | reading,
                "replies": [{"kind": "follow", "hook": "she ate the bread", "to": "", "say": "She ate the bread. Who saw it?"}],
            }
        ]
    )  # fmt: skip

    gate = Gate(await ready(model))
    seat = seating.Seat(
        gate, seating.prompt(), standing=standing("auto", {"scripted": verdict} if verdict else {})
    )
    by = rules()
    before, _ = planner.open_session(by, AGREED)
    heard = Heard(SAID)
    _, move = planner.reply(by, before, heard, AGREED)
    return await seat(by, before, move, heard), model


@pytest.mark.parametrize("verdict", [None, FAIR, UNFIT])
async def test_whoever_may_not_lead_is_not_even_asked(verdict: Verdict | None) -> None:
    found, model = await led(verdict)
    assert found is None and not model.asked


async def test_whoever_may_lead_is_asked_and_says_it() -> None:
    found, _ = await led(GOOD)
    assert found is not None and found.reply is not None
    assert found.reply.text == "She ate the bread. Who saw it?"
    assert found.covers == {"hooks"}


async def test_danger_that_a_model_sees_counts_only_where_it_reads_danger_well() -> None:
    shadow, _ = await led(GOOD, danger="wants to die", about="ate the bread")
    assert shadow is not None and shadow.reply is not None and shadow.reading.danger == "2"
    counts, _ = await led(TRUSTED, danger="wants to die", about="ate the bread")
    assert counts is not None
    by = rules()
    before, _ = planner.open_session(by, AGREED)
    assert _guard(by, before, shadow) != "danger"
    assert _guard(by, before, counts) == "danger"


def _guard(by: Any, before: Progress, found: Led) -> str:
    move: Move
    _, move = planner.reply(by, before, Heard(SAID, led=found), AGREED)
    return move.guard


async def test_a_wish_to_stop_recording_is_heard_by_rules_alone() -> None:
    found, _ = await led(TRUSTED, wish="stop recording")
    assert found is not None and found.reply is not None and found.reading.wish is not None
    by = rules()
    before, _ = planner.open_session(by, AGREED)
    assert _guard(by, before, found) == "the seat"
