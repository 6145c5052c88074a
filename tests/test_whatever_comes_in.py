"""Whatever comes in from outside is read, or refused in a sentence; nothing else ever happens to whoever opens it.

Each reader is given files that are nearly right: a whole one with bytes changed, cut out, put in twice, and the beginnings that
such files have. Plain rubbish hardly gets past the first line of a parser.
"""

import io
import json
import tarfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest
import soundfile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from often import times
from PIL import Image

from voice_agent import settings as house
from voice_agent.archive import backups, journal, sealing, seat_verdicts, server_leave
from voice_agent.audio import files
from voice_agent.errors import VoiceAgentError
from voice_agent.interview.seat import proposal
from voice_agent.language.one_object import one_object
from voice_agent.memory import imported
from voice_agent.memory.distil import Distiller
from voice_agent.memory.events import weave
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.thread import Setting
from voice_agent.reading import by_model
from voice_agent.scheduler.calendar_file import read as read_calendar
from voice_agent.sound import RATE
from voice_agent.story import SessionId, Speaker, Turn, TurnId
from voice_agent.web import pictures
from voice_agent.web.guard import Refused

NOW = datetime(2026, 11, 29, tzinfo=UTC)
KEY = sealing.new_key()


def wav() -> bytes:
    out = io.BytesIO()
    soundfile.write(out, np.zeros(400, np.float32), RATE, format="WAV")
    return out.getvalue()


def picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (9, 7), "red").save(out, "JPEG", exif=b"Exif\x00\x00MM\x00*\x00\x00\x00\x08")
    return out.getvalue()


def tar() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as packed:
        for name, held in (("record.db", b"SQLite format 3\x00"), ("sessions/a/x.txt", b"words")):
            info = tarfile.TarInfo(name)
            info.size = len(held)
            packed.addfile(info, io.BytesIO(held))
    return out.getvalue()


def sealed() -> bytes:
    out = io.BytesIO()
    with sealing.sealed(out, KEY.public) as plain:
        plain.write(tar())
    return out.getvalue()


CALENDAR = b"""BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VEVENT\r\nUID:1@x\r\nDTSTAMP:20261101T100000Z\r\n\
DTSTART;TZID=Europe/London:20261130T100000\r\nDTEND;TZID=Europe/London:20261130T110000\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=9\r\n\
EXDATE:20261207T100000\r\nSUMMARY:Chiropodist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"""

CHAT = json.dumps(
    [
        {"speaker": "Ann", "text": "We kept pigeons.", "date": "1938-03-04"},
        {"from": "Tom", "text": "No."},
    ]
).encode()

VTT = (
    b"WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ann>We kept pigeons.\n\n00:05.000 --> 00:06.000\nNo.\n"
)

ANSWER = json.dumps(
    {
        "reading": {"danger": "none", "wish": "keep from", "asks": "none", "about": "Ann", "story": "told", "hook": "pigeons"},
        "replies": [{"kind": "follow", "hook": "pigeons", "to": "", "say": "Who kept the pigeons?"}],
    }
).encode()  # fmt: skip


def calendar(path: Path) -> None:
    read_calendar(path.read_bytes(), ZoneInfo("Europe/London"), NOW)


def answered(path: Path) -> None:
    """What a language model wrote."""
    try:
        found = json.loads(one_object(path.read_text(encoding="utf-8", errors="replace")))
    except ValueError:
        return  # how wire.py takes it, too
    answer: Mapping[str, Any] = found if isinstance(found, dict) else {}
    reading, replies = answer.get("reading"), answer.get("replies")
    if isinstance(reading, dict):
        by_model.live(reading, "We kept pigeons, Ann and I.")
    for each in replies if isinstance(replies, list) else []:
        if isinstance(each, dict):
            proposal.read(each, "We kept pigeons, Ann and I.")


def verdicts(path: Path) -> None:
    for read, name in (
        (seat_verdicts.read, seat_verdicts.FILE),
        (server_leave._said, server_leave.FILE),
    ):  # pyright: ignore
        (path.parent / name).write_bytes(path.read_bytes())
        read(path.parent)


def typed(path: Path) -> None:
    """What somebody typed, or a recogniser made of noise, as memory reads it."""
    text = path.read_text(encoding="utf-8", errors="replace")
    turn = Turn(TurnId(1), SessionId("s"), Speaker.NARRATOR, text, 0.0, 1.0, NOW)
    distiller = Distiller(PlainReader(), Setting(birth="1938"), [], 1)
    weave(distiller.hear(turn).claims)


READERS: Mapping[str, tuple[Callable[[], bytes], Callable[[Path], object]]] = {
    "sound": (wav, files.read),
    "calendar": (lambda: CALENDAR, calendar),
    "import of a chat": (
        lambda: CHAT,
        lambda path: imported.parse(path.read_bytes(), "a.json", narrator="Ann"),
    ),
    "import of captions": (
        lambda: VTT,
        lambda path: imported.parse(path.read_bytes(), "a.vtt", narrator="Ann"),
    ),
    "import of a text": (
        lambda: b"CHAPTER I.\n\n4 March 1938\n\nANN: I was born in Cork.\n",
        lambda path: imported.parse(path.read_bytes(), "life.md", narrator="Ann"),
    ),
    "typed turn": (
        lambda: (
            b"I was born on 4 March 1938 in Cork, 12 miles out. My brother Tom married Rose on 3/6/1960, at half past 9, for 1,200 pounds."
        ),
        typed,
    ),
    "photograph": (picture, lambda path: pictures.anew(path.read_bytes())),
    "settings": (
        lambda: b'profile = "starter"\n[narrator]\nname = "Rose"\n[speaking]\nvolume = 1.3\n',
        lambda path: house.load(path, environ={}),
    ),
    "backup": (tar, lambda path: backups.restore(path, path.parent / "state", NOW)),
    "sealed backup": (
        sealed,
        lambda path: backups.restore(path, path.parent / "state", NOW, secret=KEY.secret),
    ),
    "key of a backup": (
        lambda: KEY.file(NOW).encode(),
        lambda path: sealing.secret_in(path.read_text(encoding="utf-8", errors="replace")),
    ),
    "journal": (
        lambda: b'{"at": 0, "kind": "turn", "turn": 1}\n{"at": 9, "kind": "level", "number": 2}\n',
        journal.salvage,
    ),
    "answer of a model": (lambda: ANSWER, answered),
    "what was measured and allowed": (
        lambda: (
            b'{"ollama a": {"figures": {"valid": 1.0}, "on": "2026-11-29", "machine": "x"}, "http://x": true}'
        ),
        verdicts,
    ),
}

WHOLE = {name: make() for name, (make, _) in READERS.items()}


@st.composite
def nearly(draw: st.DrawFn, whole: bytes) -> bytes:
    """`whole`, with a few things done to it."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        match draw(st.integers(0, 4)):
            case 0:
                data[at : at + 1] = draw(st.binary(min_size=1, max_size=4))
            case 1:
                del data[at : at + draw(st.integers(1, 64))]
            case 2:
                data[at:at] = data[at : at + draw(st.integers(1, 64))]
            case 3:
                data[at:at] = draw(
                    st.sampled_from(
                        [
                            b"\x00",
                            b"\xff" * 4,
                            b"9" * 20,
                            b"[" * 300,
                            b"-1",
                            b"\r\n",
                            b'"',
                            "é".encode(),
                        ]
                    )
                )
            case _:
                data = data[:at]
    return bytes(data)


@pytest.mark.parametrize("name", READERS)
@settings(
    max_examples=times(40), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(data=st.data())
def test_it_is_read_or_refused_in_a_sentence(
    name: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("in") / "file"
    path.write_bytes(data.draw(nearly(WHOLE[name])))
    try:
        READERS[name][1](path)
    except VoiceAgentError as error:
        assert error.what.strip()
    except Refused as error:
        assert error.says.strip() and 400 <= error.status < 600


@pytest.mark.parametrize(
    "name", [each for each in READERS if each not in ("backup", "sealed backup")]
)
def test_what_nothing_was_done_to_is_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(WHOLE[name])
    READERS[name][1](path)
