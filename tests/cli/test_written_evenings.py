"""An evening in writing, the whole program: it remembers, does what it was asked, and may be left at any line."""

import json
import signal
from pathlib import Path

import pytest
from heard import weights
from household import Household

from voice_agent.archive.record import Record

YES = "yes you may record me\n"
BAKERY = "My father had the bakery on Mill Street in Leeds, and the floor was always warm.\n"
BREAD = "I carried the bread to the big houses before school, and the cook gave me an apple.\n"


@pytest.fixture
def home(tmp_path: Path) -> Household:
    return Household(tmp_path)


@pytest.mark.long
@pytest.mark.models
def test_what_was_told_one_evening_is_known_the_next_and_why_says_so(home: Household) -> None:
    weights("minilm-int8")
    weights("spacy-en")
    first = home.run("talk", "--text", typed=YES + BAKERY + BREAD + "Goodbye.\n")
    assert first.code == 0, first.complaint
    asks = "What did I tell you about the bakery?\n"
    second = home.run("talk", "--text", typed=asks + "Goodbye.\n")
    assert "My father had the bakery on Mill Street" in second.out, second.complaint
    said = "On Saturdays my mother did all the baking, eight loaves of bread. Well, that's it."
    why = home.run("memory", "why", said)
    assert "bakery" in why.out and why.code == 0, why.complaint
    found = json.loads(home.run("memory", "why", said, "--json").out)["memories"]
    assert any("bakery" in each["text"] for each in found)
    assert not any(each["text"] in each["perhaps relevant"] for each in found)


BAKING = (
    "On Saturdays my mother did all the baking in our kitchen, eight loaves of bread.\n",
    "She kneaded the dough on the table, and the whole house smelled of the bread.\n",
    "Well, that is it.\n",
)


@pytest.mark.long
@pytest.mark.models
def test_a_story_that_is_told_leads_back_to_the_one_of_the_other_evening(home: Household) -> None:
    weights("minilm-int8")
    weights("mpnet-int8")
    weights("spacy-en")
    first = home.run("talk", "--text", typed=YES + BAKERY + BREAD + "Goodbye.\n")
    assert first.code == 0, first.complaint
    # no answer waits for memory, which reads the other evening meanwhile: this is somebody who types slowly
    second = home.run_slowly("talk", "--text", lines=(*BAKING, "Goodbye.\n"))
    assert second.code == 0, second.complaint
    bridge = next(line for line in second.out.splitlines() if "the bakery" in line)
    assert "the bread" in bridge.lower() and bridge.endswith("?")
    assert "your father had the bakery on Mill Street" in bridge
    _, journal = sorted(home.state.glob("sessions/*/journal.jsonl"))
    notes = map(json.loads, journal.read_text().splitlines())
    thoughts = [each for each in notes if each["kind"] == "thought"]
    # a father's bakery weighs on nobody who tells of it so: one simply goes over
    assert [each["verdict"] for each in thoughts] == ["no", "no", "yes"]
    assert [each["veto"] for each in thoughts] == ["mid-story", "not ready", ""]
    last = thoughts[-1]
    assert last["topic"].startswith("k-") and last["sure"] > 0.6 and last["ready"] >= 1
    assert "closer" in last["signs"] and "bakery" not in json.dumps(thoughts)
    why = home.run("memory", "why")
    assert why.code == 0, why.complaint
    assert why.out.count("“My father had the bakery on Mill Street in Leeds") == 3
    for says in ("no (mid-story)", "  yes", "it is of their own life", "they closed it"):
        assert says in why.out, why.out
    assert "not thought of" not in why.out


@pytest.mark.models
def test_what_is_forgotten_in_writing_is_gone_when_the_talk_is_over(home: Household) -> None:
    weights("minilm-int8")
    weights("spacy-en")
    evening = home.run(
        "talk", "--text", typed=YES + BAKERY + BREAD + "Forget that.\nYes.\nGoodbye.\n"
    )
    assert evening.code == 0, evening.complaint
    kept = home.run("sessions", "show")
    assert "apple" not in (home.state / "record.db").read_bytes().decode("latin-1")
    assert "apple" not in kept.out


@pytest.mark.long
def test_whoever_leaves_in_the_middle_of_a_line_finds_the_evening_closed(home: Household) -> None:
    with home.start("talk", "--text") as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(YES)
        program.stdin.flush()
        while "recording now" not in (line := program.stdout.readline()):
            assert line, "the talk ended by itself"
        program.send_signal(signal.SIGINT)
        out, complaint = program.communicate()
    assert program.returncode == 0, complaint
    assert "transcript" in out
    with Record.look(home.state) as record:
        assert record.unfinished() is None
