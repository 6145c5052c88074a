"""A chapter as the narrator approved it, as it was put in order, tidied, and word for word as it was heard; in every copy."""

import csv
import io
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from bookmaking import NOW, PLAN, Tones, agree, house, pitch, teller, told

from voice_agent.archive import own_words, passages
from voice_agent.archive.migrations.m016_approved_texts import m016_approved_texts
from voice_agent.archive.own_words import Changes
from voice_agent.archive.passages import Approval
from voice_agent.archive.record import Record
from voice_agent.memory.claims import Mention
from voice_agent.memory.rewording import Stretch
from voice_agent.sound import RATE
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId, Word
from voice_agent.storybook import print_pdf
from voice_agent.storybook.approval import read_back
from voice_agent.storybook.house import HouseBook, Wanted
from voice_agent.storybook.pages import Kind, Passage

HERS = "There was a goat, and it minded its own business."


@pytest.fixture
def voice(tmp_path: Path) -> Tones:
    return told(tmp_path / "state", teller())


@pytest.fixture
def record(tmp_path: Path, voice: Tones) -> Iterator[Record]:
    with Record.open(tmp_path / "state") as record:
        house(teller()).write(record, NOW)
        yield record


def goat(record: Record) -> tuple[Passage, Mention]:
    return next(
        (passage, sentence.spans[0])
        for passage in house(teller()).drafted(record).passages
        for sentence in passage.sentences
        if "goat walked in" in sentence.text
    )


def change(record: Record, span: Mention, text: str, *, misheard: bool = False) -> None:
    place = (str(span.session), int(span.turn))
    one = (Stretch(span.first, span.last, text),)
    saves = own_words.saves(record.read).get(place, 0)
    done = Changes(span.version, saves, one if misheard else (), () if misheard else one)
    own_words.save(record, {place: done}, NOW)
    house(teller()).write(record, NOW)


def test_every_copy_shows_what_was_approved_and_keeps_what_was_heard(
    record: Record, tmp_path: Path
) -> None:
    _, span = goat(record)
    change(record, span, HERS)
    agree(record, house(teller()))
    made = house(teller()).copy(record, Wanted("bundle", tmp_path / "bundle"), NOW)
    rows = list(csv.DictReader(io.StringIO((made / "sentences.csv").read_text(encoding="utf-8"))))
    (row,) = [each for each in rows if each["as_approved"] == HERS][:1]
    assert row["word_for_word"].startswith(span.words[:30]) and "goat walked in" in row["text"]
    others = [each for each in rows if each["as_approved"] != HERS]
    assert all(each["as_approved"] == each["text"] for each in others)
    captions = (made / "recordings" / f"{span.session}.vtt").read_text(encoding="utf-8")
    assert HERS not in captions and "goat walked in" in captions
    (page,) = [p for p in made.glob("*.html") if HERS in p.read_text(encoding="utf-8")]
    text = page.read_text(encoding="utf-8")
    sections = {
        name: text.split(f'class="text {name}"')[1].split("</section>")[0]
        for name in ("approved", "chapter", "tidied", "verbatim")
    }
    assert 'id="as-approved" checked' in text
    assert HERS in sections["approved"] and "goat walked in" not in sections["approved"]
    for name in ("chapter", "tidied", "verbatim"):
        assert HERS not in sections[name] and "goat walked in" in sections[name]
    beside = {name: _spans(part) for name, part in sections.items()}
    assert "play" in next(s for s in beside["verbatim"] if "goat walked in" in s)
    for name, words in (("approved", HERS), ("chapter", "goat walked"), ("tidied", "goat walked")):
        assert "play" not in next(s for s in beside[name] if words in s), name


def _bare(text: str) -> str:
    """Letters alone: a printed line may end anywhere."""
    return re.sub(r"\W", "", text).lower()


def _spans(part: str) -> list[str]:
    return [each.split("</span>")[0] for each in part.split('<span class="s')[1:]]


def test_print_and_epub_hold_what_was_approved_and_no_voice_beside_it(
    record: Record, tmp_path: Path, voice: Tones
) -> None:
    _, span = goat(record)
    change(record, span, HERS)
    agree(record, house(teller()))
    printed = house(teller()).copy(record, Wanted("pdf", tmp_path / "pdf"), NOW)
    text = _bare(" ".join(print_pdf.text_of((printed / "book.pdf").read_bytes())))
    assert _bare(HERS) in text and _bare("goat walked in") not in text
    assert _bare("wanted to read otherwise") in text
    epub = house(teller()).copy(record, Wanted("epub", tmp_path / "book.epub"), NOW)
    with zipfile.ZipFile(epub) as book:
        pages = "".join(
            book.read(n).decode() for n in book.namelist() if n.endswith((".xhtml", ".smil"))
        )
    assert HERS in pages and "goat walked in" not in pages
    told_as = next(p for words, p in voice.pitches.items() if "goat walked in" in words)
    for path in sorted((printed / "audio").glob("*.mp3")):
        samples, rate = soundfile.read(path, dtype="float32")
        assert rate == RATE
        step = RATE // 4
        heard = {
            round(pitch(np.asarray(samples[a : a + step], np.float32)))
            for a in range(0, len(samples) - step, step)
        }
        assert not any(abs(each - told_as) < 3 for each in heard), "it is not in the sound either"


def test_it_is_read_back_with_what_was_said(record: Record) -> None:
    _, span = goat(record)
    change(record, span, HERS)
    passage = next(p for p in house(teller()).drafted(record).passages if p.otherwise)
    aloud = read_back(passage)
    assert HERS in aloud.splitlines()[0] and "goat walked in" not in aloud.splitlines()[0]
    assert f"You want it to read: “{HERS}” You said: “{span.words}”" in aloud
    assert [s.kind for s in passage.approved if s.text == HERS] == [Kind.PUT]


def test_a_passage_that_reads_otherwise_waits_for_her_and_the_others_stay_approved(
    record: Record,
) -> None:
    agree(record, house(teller()))
    passage, span = goat(record)
    change(record, span, HERS)
    said = passages.approvals(record.read)
    waiting = [p for p in house(teller()).drafted(record).passages if p.id not in said]
    assert [HERS in [s.text for s in p.approved] for p in waiting] == [True]
    assert passage.id in said and waiting[0].id != passage.id


LONG = (
    "My uncle Mary Gold kept pigeons in the yard behind the house. He fed them every morning at six. "
    "They were white, and one of them was called Duchess. In the evening he whistled and they came. "
    "My aunt sold the eggs at the market in Galena. She wore a green hat there. "
    "We children carried the baskets up the hill. I was never allowed to hold Duchess. "
    "My brother Walter painted the loft blue one summer. The paint came from the boat yard. "
    "It lasted for eleven winters and nobody painted it again."
)


def test_what_was_said_after_a_mishearing_stays_approved_though_it_stands_elsewhere_now(
    tmp_path: Path,
) -> None:
    id, who = SessionId("2026-11-20T10-00-00Z-0001"), HouseBook("Rose", PLAN)
    times = tuple(Word(w, n / 2, n / 2 + 0.4) for n, w in enumerate(LONG.split()))
    with Record.open(tmp_path / "state") as record:
        record.begin(Session(id, "Rose", NOW, topic="childhood"))
        record.turn(Turn(TurnId(1), id, Speaker.NARRATOR, LONG, 0.0, 60.0, NOW, times))
        who.write(record, NOW)
        before = who.drafted(record).passages
        assert len(before) >= 2
        for each in before:
            passages.approve(record, Approval(each.id, True, NOW))
        gold = Stretch(LONG.index("Mary"), LONG.index(" kept"), "Marigold")
        own_words.save(record, {(id, 1): Changes(1, 0, (gold,))}, NOW)
        who.write(record, NOW)
        after, said = who.drafted(record).passages, passages.approvals(record.read)
    assert [each.id in said for each in after] == [False, *(True for _ in after[1:])]
    assert not {each.id for each in before} & {each.id for each in after}, "they stand elsewhere"


def test_in_an_older_house_the_pieces_that_read_as_before_stay_approved(tmp_path: Path) -> None:
    """Her wording had become what she said, and every piece had been approved with it."""
    id, who = SessionId("2026-11-20T10-00-00Z-0001"), HouseBook("Rose", PLAN)
    with Record.open(tmp_path / "state") as record:
        record.begin(Session(id, "Rose", NOW, topic="childhood"))
        record.turn(Turn(TurnId(1), id, Speaker.NARRATOR, LONG, 0.0, 60.0, NOW))
        hers = LONG.replace("My uncle Mary Gold kept pigeons", "An uncle of mine kept doves")
        record.correct(id, TurnId(1), hers, (), "the narrator")
        who.write(record, NOW)
        for each in who.drafted(record).passages:
            passages.approve(record, Approval(each.id, True, NOW))

        def migrate(db: sqlite3.Connection) -> None:
            db.execute("DROP TABLE approved_texts")
            db.execute("DROP TABLE meant_for")
            m016_approved_texts(db)

        record.commit(migrate)
        who.write(record, NOW)
        after, said = who.drafted(record).passages, passages.approvals(record.read)
    assert [each.id in said for each in after] == [False, *(True for _ in after[1:])]
    first = after[0].sentences[0]
    assert first.text.startswith("My uncle Mary Gold") and (first.reads or "").startswith(
        "An uncle"
    )
    assert first.text == after[0].verbatim[0].text


def test_what_was_kept_back_is_not_let_out_by_writing_it_otherwise(record: Record) -> None:
    """She rewrites an answer in which a part was between the two of them."""
    session = next(
        s for s in record.sessions() for t in record.session(s.id).turns if "drank" in t.text
    )
    turn = next(t for t in record.session(session.id).turns if "drank" in t.text)
    done = Changes(1, 0, otherwise=(Stretch(0, len(turn.text), "My father was fond of Ottokar."),))
    own_words.save(record, {(str(session.id), int(turn.id)): done}, NOW)
    book = house(teller()).write(record, NOW)
    assert not any("Ottokar" in s.text for p in book.passages for s in p.approved)
    assert not any(
        turn.id == s.turn and session.id == s.session for p in book.passages for s in p.spans
    )
    assert any("Ottokar" in each for each in book.left_out)


def test_word_for_word_is_what_was_heard_though_it_was_put_right_later(record: Record) -> None:
    """ "We got married in nineteen sixty-two." And later: "No, wait, it was nineteen sixty-three." """
    (heard,) = [
        (passage, s)
        for passage in house(teller()).drafted(record).passages
        for s in passage.verbatim
        if "We got married" in s.text
    ]
    passage, said = heard
    assert said.text == said.spans[0].words and "sixty-two" in said.text
    assert said.beside == "put right later: “nineteen sixty-three”"
    reads = next(s.text for s in passage.sentences if "got married" in s.text)
    assert "sixty-two" in reads and "sixty-three" not in reads, "no text changes a word of hers"
