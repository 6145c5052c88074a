"""A session as something to read: plain text for people, WebVTT for players beside the sound."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from voice_agent.archive import session_tables
from voice_agent.archive.book import Keeper
from voice_agent.archive.private import replacing, write_all
from voice_agent.story import Session, Speaker, Turn, TurnId


def as_text(session: Session, marks: Mapping[TurnId, str] | None = None) -> str:
    """Who said what and when, a paragraph a turn. `marks`: what stands beside a turn, such as "private: kept back"."""
    marks = marks or {}
    day = f"{session.began:%A, %d %B %Y, %H:%M} UTC"
    head = [day, *([f"Topic: {session.topic}"] if session.topic else [])]
    return (
        "\n".join(head)
        + "\n\n"
        + "\n".join(_paragraph(session, turn, marks.get(turn.id, "")) for turn in session.turns)
    )


def as_vtt(session: Session, marks: Mapping[TurnId, str] | None = None) -> str:
    """WebVTT (W3C) with a voice tag a cue. Times are those of conversation.wav. `marks`: as for `as_text`."""
    marks = marks or {}
    cues = ["WEBVTT\n"]
    for turn in session.turns:
        who = _escaped(name(session, turn.speaker))
        # a cue may not be empty of time
        span = f"{_clock(turn.began)} --> {_clock(max(turn.ended, turn.began + 0.001))}"
        beside = f"({_escaped(mark)}) " if (mark := marks.get(turn.id)) else ""
        said = _escaped(" ".join(turn.text.split()))
        cues.append(f"{turn.id}\n{span}\n<v {who}>{beside}{said}\n")
    return "\n".join(cues)


def write(session: Session, folder: Path) -> Path:
    """Write transcript.txt and transcript.vtt into `folder`; return the former. Raises DiskFull."""
    for suffix, text in (("vtt", as_vtt(session)), ("txt", as_text(session))):
        with replacing(folder / f"transcript.{suffix}") as file:
            write_all(file, text.encode("utf-8"), 0)
    return folder / "transcript.txt"


def anew(keeper: Keeper, state: Path, sessions: Iterable[str]) -> None:
    """Write those of `sessions` anew that have been written: something was put away, or brought back. Raises DiskFull."""
    for id in sorted({*sessions}):
        folder = state / "sessions" / id
        if (folder / "transcript.txt").is_file():
            write(session_tables.seen(keeper.read, session_tables.session(keeper.read, id)), folder)


def name(session: Session, speaker: Speaker) -> str:
    """What the speaker is called in something to read."""
    if speaker is Speaker.NARRATOR and session.narrator:
        return session.narrator
    return speaker.value.capitalize()


def _paragraph(session: Session, turn: Turn, mark: str) -> str:
    minutes, seconds = divmod(int(turn.began), 60)
    text = " ".join(turn.text.split()) + ("" if turn.finished else " …")
    beside = f" ({mark})" if mark else ""
    return f"[{minutes:02}:{seconds:02}] {name(session, turn.speaker)}{beside}: {text}\n"


def _clock(seconds: float) -> str:
    thousandths = round(max(0.0, seconds) * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest // 1000:02}.{rest % 1000:03}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
