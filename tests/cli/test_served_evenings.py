"""Evenings of the whole program with a language server that keeps every byte: what is kept back stays in the house.

It is in no request, in nothing that later commands print, in no complaint and in the name of no file.
"""

import json
from pathlib import Path

import pytest
from heard import weights
from household import Evening, Household
from ollama_server import MODEL, Mood
from openai_server import openai_server
from served_house import obliging

from voice_agent.archive.record import Record
from voice_agent.memory.forgetting import bare

pytestmark = pytest.mark.models

YES = "yes you may record me\n"
GOAT = "We had a goat in the yard that ate the washing off the line every Monday.\n"
HIDDEN = "My brother Quillfeather took the marzipan tin with the rent in it and hid it under the floor at Thistledown.\n"
SCHOOL = "I walked to the school at Easton every morning with my sister Rosa, and she carried both the slates.\n"
SECRET = ("quillfeather", "marzipan", "thistledown", "between us")


def held(text: str) -> list[str]:
    return [each for each in SECRET if f" {each} " in f" {bare(text)} "]


def test_a_secret_is_in_no_request_no_print_no_complaint_and_no_name(tmp_path: Path) -> None:
    for each in ("minilm-int8", "mpnet-int8", "spacy-en"):
        weights(each)
    home = Household(tmp_path)
    with openai_server(pen=obliging) as served:
        home.more |= {
            "VOICE_AGENT_LANGUAGE__MODEL": "openai",
            "VOICE_AGENT_LANGUAGE__OPENAI_URL": served.url,
            "VOICE_AGENT_LANGUAGE__OPENAI_MODEL": MODEL,
        }
        first = home.run(
            "talk", "--text", typed=f"{YES}{GOAT}{HIDDEN}Keep that between us.\nGoodbye.\n"
        )
        assert first.code == 0 and served.requests, first.complaint
        served.requests.clear()
        later = [home.run("talk", "--text", typed=f"{SCHOOL}Goodbye.\n")]
        later.append(home.run("chapters", "write", "--model"))
        sent = json.dumps(served.requests)
        served.mood = Mood.RUBBISH
        later.append(home.run("talk", "--text", typed=f"{GOAT}Goodbye.\n"))
        later.append(home.run("chapters", "write", "--model"))
    later += [home.run("sessions", "list"), home.run("chapters", "list")]
    assert "slates" in sent and not held(sent)
    for evening in (first, *later):
        assert evening.code == 0, evening.complaint
        assert not held(evening.complaint)
    assert not held(printed(later))
    assert not held(" . ".join(str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*")))
    with Record.look(home.state) as record:
        told = record.session(record.sessions()[0].id)
        # the record itself has every word
        assert HIDDEN.strip() in [turn.text for turn in told.turns]
        assert not held(" . ".join(each.summary for each in record.sessions()))


def printed(evenings: list[Evening]) -> str:
    return " . ".join(each.out for each in evenings)
