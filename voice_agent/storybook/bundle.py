"""A copy for an archive: the book's folder, and beside it sound without loss, captions, tables and checksums.

    FOLDER/README.txt   what this is, for people in thirty years
    FOLDER/index.html    the book as any browser opens it
    FOLDER/recordings/  FLAC and WebVTT, one of each a session; what was not given away is silent in them
    FOLDER/sentences.csv, timeline.csv, people.csv, consents.csv, checksums.sha256

Times in the tables count on the session's clock, as in the house's own record.
"""

import csv
import hashlib
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import numpy as np
import soundfile

from voice_agent.archive import own_words, sound_track
from voice_agent.archive.record import Record
from voice_agent.archive.who_sees import Reader, is_about
from voice_agent.memory.claims import Mention
from voice_agent.sound import RATE
from voice_agent.story import Session, SessionId, Turn, TurnId
from voice_agent.storybook.clips import edges
from voice_agent.storybook.copying import Making
from voice_agent.storybook.index import sentence_id
from voice_agent.storybook.layout import Layout
from voice_agent.storybook.pages import Book

READ_ME = """The story of {narrator}, told {told}
{line}

This folder was made on {day}{reader}. It needs no program of ours and no network.

index.html           Open it in a web browser: the book, with a mark at every sentence that plays it.
audio/               The narrator's voice, one MP3 file a chapter, cut to the sentences of the book.
recordings/          The same voice without loss (FLAC, 16 kHz, 16 bit, one channel), one file for each sitting,
                     on that sitting's own clock: second 61.5 here is second 61.5 of the original recording. What
                     the narrator did not give away is silent here. Beside each file its captions (WebVTT).
sentences.csv        Every sentence of the book: where it stands, what was heard word for word, in which sitting,
                     and between which seconds; as the narrator wants it to read, where that is not what was said; and
                     beside it what the recogniser had made of it where it misheard, and what was put right later.
                     UTF-8, comma separated, first line names the columns.
timeline.csv         What happened when. Dates are EDTF (Library of Congress, 2019): 1952 a year, 195X the fifties,
                     1952~ about 1952, 1955-21 the spring of 1955, ../1954 until 1954.
people.csv           Who is spoken of, and where.
consents.csv         What the narrator was asked about recording and sharing, and what the answer was.
checksums.sha256     SHA-256 of every other file. Check with: sha256sum -c checksums.sha256

How it was made: the narrator told; a program listened, wrote down and put in order. The chapter text is the
narrator's own sentences without "um" and false starts{edited}; the word-for-word text is in the
pages and in sentences.csv. Lines marked "link" are the book's and not the narrator's. Speech recognition makes
mistakes: where the text and the voice differ, believe the voice. Where the narrator wanted a sentence to read otherwise
than it was said, the pages show that first; the voice is heard with the word-for-word text.
"""


def write(
    book: Book,
    layout: Layout,
    sessions: Sequence[Session],
    record: Record,
    making: Making,
    reader: Reader,
    now: datetime,
) -> None:
    """Write everything beside the pages, which are there already. Raises BookRefused, SoundFileError."""
    turns = {(s.id, t.id): t for s in sessions for t in s.turns}
    spans = _by_session(book)
    silent = own_words.unheard(record.read)
    heard = {s.spans[0]: s.text for p in book.passages for s in p.verbatim}
    for session, some in spans.items():
        some = [each for each in some if (each.session, each.turn) not in silent]
        _recording(record, session, some, turns, making)
        making.text(f"recordings/{session}.vtt", _captions(some, heard))
    making.text("sentences.csv", _table(_sentences(book, heard)))
    making.text(
        "timeline.csv",
        _table(
            [("edtf", "when", "what"), *((e.edtf, e.when, e.text) for e in layout.index.timeline)]
        ),
    )
    making.text(
        "people.csv",
        _table(
            [
                ("name", "relation", "chapters"),
                *(
                    (p.name, p.relation, " ".join(str(each.chapter) for each in p.places))
                    for p in layout.index.people
                ),
            ]
        ),
    )
    # the sentence in which a consent was given may tell more than the answer: it stays at home
    consents = [
        (
            each.at.isoformat(),
            each.kind,
            "yes" if each.given else "no",
            each.about,
            each.asked,
        )
        for each in record.consents()
        if not each.about or is_about(each, reader)
    ]
    making.text("consents.csv", _table([("at", "what", "answer", "for", "asked"), *consents]))
    title = f"The story of {layout.narrator}, told {layout.told}"
    making.text(
        "README.txt",
        READ_ME.format(
            narrator=layout.narrator,
            told=layout.told,
            line="=" * len(title),
            day=f"{now.day} {now:%B %Y}",
            reader=f" for {reader.name or layout.narrator}",
            edited=", smoothed in places by a language model and held against what was said"
            if layout.edited
            else "",
        ),
    )
    making.text("checksums.sha256", _checksums(making.at))


def _by_session(book: Book) -> dict[SessionId, list[Mention]]:
    found: dict[SessionId, set[Mention]] = defaultdict(set)
    for passage in book.passages:
        for span in passage.spans:
            found[span.session].add(span)
    return {
        session: sorted(some, key=lambda m: (m.turn, m.first))
        for session, some in sorted(found.items())
    }


def _recording(
    record: Record,
    session: SessionId,
    spans: Iterable[Mention],
    turns: Mapping[tuple[SessionId, TurnId], Turn],
    making: Making,
) -> None:
    """The session's track, silent everywhere but in `spans`."""
    track = record.state / "sessions" / session / "narrator.wav"
    if not track.is_file():
        return
    samples = np.zeros(sound_track.length(track), np.int16)
    for span in spans:
        turn = turns.get((session, span.turn))
        if span.began is None or turn is None:
            continue
        first, last = (round(each * RATE) for each in edges(turn, span))
        sound = sound_track.read(track, first, last).samples
        samples[first : first + len(sound)] = np.clip(np.rint(sound * 32768), -32768, 32767)
    path = making.at / "recordings" / f"{session}.flac"
    path.parent.mkdir(mode=0o700, exist_ok=True)
    soundfile.write(path, samples, RATE, subtype="PCM_16", format="FLAC")
    path.chmod(0o600)
    making.tick(f"recordings/{path.name}")


def _captions(spans: Iterable[Mention], heard: Mapping[Mention, str]) -> str:
    cues = [
        f"{_stamp(span.began)} --> {_stamp(span.ended)}\n{heard.get(span, span.words)}\n"
        for span in spans
        if span.began is not None and span.ended is not None
    ]
    return "WEBVTT\n\n" + "\n".join(cues)


def _stamp(seconds: float) -> str:
    whole = round(seconds * 1000)
    return f"{whole // 3_600_000:02d}:{whole // 60_000 % 60:02d}:{whole // 1000 % 60:02d}.{whole % 1000:03d}"


def _sentences(book: Book, heard: Mapping[Mention, str]) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = [
        (
            *("id", "chapter", "kind", "text", "word_for_word", "session", "turn", "began"),
            *("ended", "as_approved", "beside"),
        )
    ]
    beside = {s.spans[0]: s.beside for p in book.passages for s in p.verbatim}
    for number, chapter in enumerate(book.chapters, start=1):
        count = 0
        for passage in chapter.passages:
            for each in passage.sentences:
                count += 1
                id = sentence_id(number, count)
                reads = each.text if each.reads is None else each.reads
                for span in each.spans or (None,):
                    place = (
                        (
                            heard.get(span, span.words),
                            span.session,
                            span.turn,
                            span.began,
                            span.ended,
                        )
                        if span
                        else ("", "", "", "", "")
                    )
                    note = beside.get(span, each.beside) if span else ""
                    rows.append((id, chapter.title, each.kind, each.text, *place, reads, note))
    return rows


def _table(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _checksums(folder: Path) -> str:
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}"
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    ]
    return "\n".join(lines) + "\n"
