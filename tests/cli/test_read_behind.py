"""A whole evening with a language model in the house: it reads behind the talk, and one that never answers delays no goodbye."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from household import Household
from ollama_server import MODEL, Emit, Request, Served
from openai_server import openai_server

from voice_agent.language.schema import least

YES = "yes you may record me\n"
LADDER = "We had the shop with the drawers up to the ceiling, and my sister did the ladder.\n"
READS = "You read what an old person, the narrator, has just said"


def reader(request: Request, emit: Emit) -> str:
    """Reads the ladder out of it, and does the least for every other request."""
    form = request.form
    if form is None:
        emit("Mm.", [("yes", -0.1), ("no", -2.0)] if request.likeliest else [])
        return "stop"
    answer = least(form)
    if (
        request.messages[0]["content"].startswith(READS)
        and "ladder" in request.messages[-1]["content"]
    ):
        answer |= {"hooks": ["my sister did the ladder", "the goat"], "hard": "tears"}
    emit(json.dumps(answer), [])
    return "stop"


class Deaf:
    """A pen that writes nothing, for ever, where it is to read a turn."""

    def __init__(self) -> None:
        self.served: Served | None = None
        self.asked = 0

    def __call__(self, request: Request, emit: Emit) -> str:
        if request.form is not None and request.messages[0]["content"].startswith(READS):
            self.asked += 1
            while not emit(" ", []):
                time.sleep(0.1)
            return "stop"
        return reader(request, emit)


def home(folder: Path, served: Served) -> Household:
    told = {"MODEL": "openai", "OPENAI_URL": served.url, "OPENAI_MODEL": MODEL, "LEADS": "no"}
    return Household(folder, {f"VOICE_AGENT_LANGUAGE__{key}": text for key, text in told.items()})


def noted(there: Household) -> Iterator[dict[str, object]]:
    (journal,) = there.state.glob("sessions/*/journal.jsonl")
    for line in journal.read_text().splitlines():
        one = json.loads(line)
        if one["kind"] == "read by model":
            yield one


@pytest.mark.long
@pytest.mark.models
def test_what_it_read_is_shown_beside_what_the_rules_read(tmp_path: Path) -> None:
    with openai_server(pen=reader) as served:
        there = home(tmp_path, served)
        talk = there.run_slowly(
            "talk", "--text", lines=(YES, LADDER, "It was warm in there.\n", "Goodbye.\n")
        )
        assert talk.code == 0, talk.complaint
    read = [*noted(there)]
    assert read and "ladder" not in json.dumps(read)
    why = there.run("sessions", "show", "--why")
    assert "by model:" in why.out, why.complaint
    assert "≠ hard tears" in why.out and "“my sister did the ladder”" in why.out


@pytest.mark.models
@pytest.mark.long
def test_a_model_that_never_answers_delays_no_goodbye(tmp_path: Path) -> None:
    deaf = Deaf()
    with openai_server(pen=deaf) as served:
        there = home(tmp_path, served)
        talk = there.run_slowly(
            "talk", "--text", lines=(YES, LADDER, "It was warm.\n", "Goodbye.\n")
        )
    assert talk.code == 0, talk.complaint
    assert deaf.asked and not [*noted(there)]
    assert "warm" in "".join(path.read_text() for path in there.state.glob("sessions/*/*.jsonl"))
