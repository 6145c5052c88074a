import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bookmaking import NOW, agree, house, pitch, teller, told

from voice_agent.archive import book_copies, memory_tables
from voice_agent.archive.book_copies import copies
from voice_agent.archive.erasing import erase
from voice_agent.archive.passages import Approval, approve
from voice_agent.archive.record import Record
from voice_agent.audio import files
from voice_agent.errors import BookRefused
from voice_agent.memory.events import weave
from voice_agent.memory.forgetting import What, Wish
from voice_agent.sound import RATE
from voice_agent.storybook.house import Wanted
from voice_agent.storybook.pages import Kind
from voice_agent.storybook.release import Reader
from voice_agent.storybook.tidied import part_of

MARGARETS = house(teller())


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    """All that Margaret told, and her book written of it."""
    told(tmp_path / "state", teller())
    with Record.open(tmp_path / "state") as record:
        MARGARETS.write(record, NOW)
        yield record


def test_the_book_is_the_narrators_own_sentences_in_the_order_of_the_life(tmp_path: Path) -> None:
    who = teller()
    told(tmp_path, who)
    with Record.open(tmp_path) as record:
        book = house(who).write(record, NOW)
        assert house(who).drafted(record) == type(book)(book.narrator, book.chapters, book.writer)
    own = [s for p in book.passages for s in p.sentences if s.kind is Kind.OWN]
    assert len(own) > 60
    for sentence in own:
        assert part_of(sentence.text, sentence.spans[0].words)
    text = " ".join(s.text for s in own)
    assert "married in nineteen sixty-two" in text, "her words stay as she said them"
    assert "drank" not in text
    assert text.index("Clementine") < text.index("milk truck") < text.index("set two cups")
    # the goat is told once, with what another evening added to it
    assert text.count("pie") == 1
    assert text.index("We laughed and laughed.") < text.index("She took a chair")


def test_a_sentence_plays_its_own_seconds_and_no_others(tmp_path: Path) -> None:
    who = teller()
    voice = told(tmp_path / "state", who)
    with Record.open(tmp_path / "state") as record:
        house(who).write(record, NOW)
        agree(record, house(who))
        made = house(who).copy(record, Wanted("folder", tmp_path / "book"), NOW)
    page = (made / "01-childhood.html").read_text(encoding="utf-8")
    heard = re.findall(
        r'data-file="([^"]+)" data-from="([\d.]+)" data-to="([\d.]+)"[^>]*>▸</a>([^<]+)</span>',
        page,
    )
    assert len(heard) > 40
    sound = files.read(made / "audio/01-childhood.mp3").samples
    wanted = {part: hz for part, hz in voice.pitches.items()}
    for file, began, ended, text in heard:
        assert file == "audio/01-childhood.mp3"
        clip = sound[round(float(began) * RATE) : round(float(ended) * RATE)]
        said = next(s for s in wanted if part_of(text.replace("&#39;", "'"), s))
        assert pitch(clip) == pytest.approx(wanted[said], abs=4)


def test_nothing_leaves_that_was_not_approved_or_is_not_for_this_reader(
    record: Record, tmp_path: Path
) -> None:
    book = MARGARETS.drafted(record)
    with pytest.raises(BookRefused, match="nothing yet"):
        MARGARETS.copy(record, Wanted("folder", tmp_path / "none"), NOW)
    with pytest.raises(BookRefused, match="has not said yes to a copy for Tom"):
        MARGARETS.copy(record, Wanted("folder", tmp_path / "tom", Reader("Tom")), NOW)
    agree(record, MARGARETS, "Ann", "Tom")
    raft = next(p for p in book.passages if any("raft" in s.text for s in p.sentences))
    approve(record, Approval(raft.id, False, NOW))
    goat = next(p for p in book.passages if any("Elizabeth" in s.text for s in p.sentences))
    approve(record, Approval(goat.id, True, NOW, readers=("Ann",)))
    toms = MARGARETS.copy(record, Wanted("folder", tmp_path / "tom", Reader("Tom")), NOW)
    anns = MARGARETS.copy(record, Wanted("folder", tmp_path / "ann", Reader("Ann")), NOW)
    for_tom, for_ann = _text(toms), _text(anns)
    assert "angry with him" in for_ann and "angry with him" not in for_tom
    assert "Elizabeth" in for_ann and "Elizabeth" not in for_tom
    for text in (for_tom, for_ann):
        assert "raft" not in text and "drank" not in text
        assert "milk truck" in text


def test_what_is_forgotten_goes_from_every_copy_and_what_is_out_of_reach_is_said(
    record: Record, tmp_path: Path
) -> None:
    agree(record, MARGARETS, "Ann")
    here = MARGARETS.copy(record, Wanted("folder", tmp_path / "ann", Reader("Ann")), NOW)
    file = MARGARETS.copy(record, Wanted("epub", tmp_path / "book.epub"), NOW)
    gone = MARGARETS.copy(record, Wanted("pdf", tmp_path / "printed"), NOW)
    gone.rename(tmp_path / "carried away")
    claims = memory_tables.claims(record.read)
    raft = next(c for c in claims if "raft" in c.what)
    done, _ = erase(record, Wish(What.TELLING, raft.id), weave(claims), claims, NOW)
    assert not here.exists() and not file.exists()
    assert set(done.copies) >= {here.resolve(), file.resolve()}
    assert any("Ann was given a folder" in each for each in done.beyond)
    assert any("is not at" in each for each in done.beyond)
    assert all(each.withdrawn for each in copies(record.read))
    left = MARGARETS.drafted(record)
    assert not any("raft" in s.text for p in left.passages for s in p.sentences)


def test_a_copy_withdrawn_because_something_was_put_away_is_made_again_without_it(
    record: Record, tmp_path: Path
) -> None:
    agree(record, MARGARETS, "Ann")
    to = tmp_path / "ann"
    MARGARETS.copy(record, Wanted("folder", to, Reader("Ann")), NOW)
    raft = next(c for c in memory_tables.claims(record.read) if "raft" in c.what)
    memory_tables.put_away(record, raft.session, raft.turn, NOW)
    book_copies.withdraw(record, {(raft.session, raft.turn)}, (), NOW)
    assert not to.exists()
    made, refused = MARGARETS.copy_again(record, NOW)
    assert made == (to.resolve(),) and refused == ()
    assert "raft" not in _text(to) and "milk truck" in _text(to)
    assert MARGARETS.copy_again(record, NOW) == ((), ())


def _text(folder: Path) -> str:
    return " ".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.html")))
