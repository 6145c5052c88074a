"""Evenings of the whole program with a language server that keeps every byte: what is kept back stays in the house.

It is in no request, in nothing that later commands print, in no complaint and in the name of no file.
"""

import json
from pathlib import Path

import pytest
from heard import weights
from household import Evening, Household
from ollama_server import MODEL, Mood, ollama_server
from openai_server import openai_server
from served_house import obliging

from voice_agent.archive.record import Record
from voice_agent.memory.forgetting import bare
from voice_agent.story import Speaker

pytestmark = pytest.mark.models

YES = "yes you may record me\n"
GOAT = "We had a goat in the yard that ate the washing off the line every Monday.\n"
HIDDEN = "My brother Quillfeather took the marzipan tin with the rent in it and hid it under the floor at Thistledown.\n"
SCHOOL = "I walked to the school at Easton every morning with my sister Rosa, and she carried both the slates.\n"
SECRET = ("quillfeather", "marzipan", "thistledown", "between us")


def held(text: str) -> list[str]:
    return [each for each in SECRET if f" {each} " in f" {bare(text)} "]


@pytest.mark.long
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


@pytest.mark.long
def test_a_language_server_that_misbehaves_is_never_heard(tmp_path: Path) -> None:
    home = Household(tmp_path)
    told = (YES, GOAT, SCHOOL, HIDDEN, "In winter the ink froze in the wells on our desks.\n", GOAT)
    moods = (Mood.WELL, Mood.WELL, Mood.RUBBISH, Mood.SILENT, Mood.CUTS, Mood.BUSY)
    with ollama_server(Mood.WELL) as server:
        home.more |= {
            "VOICE_AGENT_LANGUAGE__MODEL": "ollama",
            "VOICE_AGENT_LANGUAGE__OLLAMA_HOST": server.url,
            "VOICE_AGENT_LANGUAGE__OLLAMA_MODEL": MODEL,
        }
        with home.start("talk", "--text") as program:
            assert program.stdin
            assert program.stdout
            for line, mood in zip(
                told, moods, strict=True
            ):  # every answer finds it in another mood
                while (new := program.stdout.read(1)) != "›":
                    assert new, "it ended by itself"
                server.mood = mood
                program.stdin.write(line)
                program.stdin.flush()
            _, complaint = program.communicate("Goodbye.\n")
        assert server.requests
    assert program.returncode == 0, complaint
    assert "Traceback" not in complaint
    with Record.look(home.state) as record:
        turns = record.session(record.sessions()[-1].id).turns
    said = [t.text for t in turns if t.speaker is Speaker.NARRATOR]
    assert said[: len(told)] == [each.strip() for each in told]
    ours = [t.text for t in turns if t.speaker is Speaker.INTERVIEWER]
    assert len(ours) >= len(told)
    assert all(text.count("?") <= 1 for text in ours)
    assert not any("not the protocol" in text for text in ours)
