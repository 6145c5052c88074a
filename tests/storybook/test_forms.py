"""The family tree, the document to edit and the audiobook: made of the same yes as every other copy."""

import re
from dataclasses import replace
from pathlib import Path

import av
import docx
import numpy as np
import pillow_heif
import pytest
from bookmaking import NOW, PLAN, Tones, agree, evening, house, teller, told
from PIL import Image

from voice_agent.archive.record import Record
from voice_agent.errors import BookRefused
from voice_agent.memory.reading import PlainReader
from voice_agent.sound import RATE
from voice_agent.storybook import gedcom, photographs, tellers
from voice_agent.storybook.compose import compose
from voice_agent.storybook.gathering import gather
from voice_agent.storybook.gedcom_dates import written
from voice_agent.storybook.house import Wanted, indexed
from voice_agent.storybook.pages import Sentence
from voice_agent.storybook.release import Reader

SECRET = ("drank", "Keep that between us", "lost his place", "two cups")


@pytest.fixture
def record(tmp_path: Path) -> Record:
    told(tmp_path / "state", teller())
    with Record.open(tmp_path / "state") as record:
        house(teller()).write(record, NOW)
        agree(record, house(teller()))
        yield record  # pyright: ignore[reportReturnType]


LINE = re.compile(r"(\d+) (?:(@\w+@) )?([A-Z][A-Z0-9]*)(?: (.*))?$")
INSIDE = {
    "HEAD": {"GEDC", "SOUR", "DATE", "NOTE"},
    "GEDC": {"VERS"},
    "INDI": {"NAME", "SEX", "BIRT", "DEAT", "BURI", "GRAD", "EVEN", "FAMC", "FAMS", "ASSO", "NOTE"},
    "FAM": {"HUSB", "WIFE", "CHIL", "MARR", "NOTE"},
    **{tag: {"DATE", "PLAC", "NOTE"} for tag in ("BIRT", "DEAT", "BURI", "GRAD", "MARR")},
    "EVEN": {"TYPE", "DATE", "PLAC", "NOTE", "CONT"},
    "DATE": {"PHRASE"},
    "ASSO": {"ROLE"},
    "ROLE": {"PHRASE"},
    "NOTE": {"CONT"},
}
"""What may stand in what, of the parts of GEDCOM 7 that we write."""


def test_a_family_tree_is_well_formed_and_names_the_kin_that_was_told(
    record: Record, tmp_path: Path
) -> None:
    made = house(teller()).copy(record, Wanted("gedcom", tmp_path / "family.ged"), NOW)
    text = made.read_text(encoding="utf-8")
    rows = [LINE.match(line) for line in text.splitlines()]
    assert all(rows), [line for line, row in zip(text.splitlines(), rows, strict=True) if not row]
    above: list[str] = []
    records: dict[str, list[tuple[str, str]]] = {}
    here = ""
    for row in rows:
        assert row is not None
        level, address, tag, payload = int(row[1]), row[2], row[3], row[4] or ""
        assert level <= len(above), "a line hangs on one a single step above it"
        del above[level:]
        if level:
            assert tag in INSIDE[above[-1]], f"{tag} in {above[-1]}"
        else:
            here = address or tag
            records[here] = []
        records[here].append((tag, payload))
        above.append(tag)
    assert text.startswith("0 HEAD\n1 GEDC\n2 VERS 7.0\n") and text.endswith("0 TRLR\n")
    pointers = set(re.findall(r"^\d+ [A-Z]+ (@\w+@)$", text, re.MULTILINE))
    assert pointers and pointers <= records.keys()
    for family in (key for key in records if key.startswith("@F")):
        for tag, whose in records[family]:
            if tag in ("HUSB", "WIFE", "CHIL"):
                assert ("FAMC" if tag == "CHIL" else "FAMS", family) in records[whose]
    named = {rows[1][1]: key for key, rows in records.items() if rows[0][0] == "INDI"}
    assert ("CHIL", named["Ann"]) in records["@F2@"] and ("CHIL", named["Walter"]) in records[
        "@F1@"
    ]
    assert "2 DATE MAR 1965" in text and "Told in the talk of 20 October 2026." in text
    assert "there was no money" not in text, "a year that was worked out is in no tree"
    assert not [each for each in SECRET if each in text]


@pytest.mark.parametrize(
    ("edtf", "wanted"),
    [
        ("1941", "1941"),
        ("1965-03", "MAR 1965"),
        ("1965-03-07", "7 MAR 1965"),
        ("1952~", "ABT 1952"),
        ("195X", "BET 1950 AND 1959"),
        ("1940/1945", "BET 1940 AND 1945"),
        ("../1954", "BEF 1955"),
        ("1960/..", "AFT 1959"),
        ("1959-21", "BET 1 MAR 1959 AND 31 MAY 1959"),
    ],
)
def test_a_date_keeps_its_doubt_in_the_family_tree(edtf: str, wanted: str) -> None:
    assert written(edtf) == wanted


def test_the_aunt_who_edits_gets_headings_and_paragraphs_and_nothing_that_was_kept_back(
    record: Record, tmp_path: Path
) -> None:
    made = house(teller()).copy(record, Wanted("docx", tmp_path / "book.docx"), NOW)
    book = docx.Document(str(made))
    heads = [p.text for p in book.paragraphs if p.style and p.style.name == "Heading 1"]
    assert heads[0] == "When I Was Small" and {"Timeline", "Family and people"} <= {*heads}
    text = "\n".join(each.text for each in book.paragraphs)
    assert "It floated for about a minute, and then it didn't." in text
    assert not [each for each in SECRET if each in text]
    assert len(book.inline_shapes) == 1, "the cover"
    assert book.core_properties.author == "Margaret"
    assert made.stat().st_mode & 0o077 == 0


def test_an_audiobook_has_the_narrators_own_sound_and_a_mark_at_each_chapter(
    record: Record, tmp_path: Path
) -> None:
    said: list[str] = []
    voice = Tones()

    def say(text: str) -> np.ndarray:
        said.append(text)
        return voice("word " * 8)

    wanted = Wanted("audiobook", tmp_path / "book.m4b", say=say)
    made = house(teller()).copy(record, wanted, NOW)
    with av.open(str(made)) as book:
        marks = book.chapters()
        titles = [mark["metadata"]["title"] for mark in marks]
        samples = np.concatenate(
            [frame.to_ndarray()[0] for frame in book.decode(audio=0)]  # pyright: ignore[reportAttributeAccessIssue]
        )
        assert book.metadata["artist"] == "Margaret"
    assert titles[:2] == ["The Story of Margaret", "When I Was Small"]
    seconds = [float(m["start"] * m["time_base"]) for m in marks]
    assert seconds == sorted(seconds) and len(set(seconds)) == len(seconds)
    assert float(marks[-1]["end"] * marks[-1]["time_base"]) == pytest.approx(
        len(samples) / RATE, abs=0.2
    )
    first = samples[round(seconds[1] * RATE) : round(seconds[2] * RATE)]
    assert abs(first).max() > 0.1
    assert "What do you remember of the house?" in said and "When I Was Small" in said
    own = [each for each in said if "stairs" in each or "goat" in each]
    assert not own, "what she said is heard in her voice alone"
    assert not [each for each in SECRET if each in " ".join(said)]


def test_a_talk_in_writing_makes_no_audiobook(tmp_path: Path) -> None:
    who = teller()
    with Record.open(tmp_path / "state") as record:
        tellers.tell(record, who, PlainReader())
        house(who).write(record, NOW)
        agree(record, house(who))
        with pytest.raises(BookRefused, match="can be heard"):
            house(who).copy(record, Wanted("audiobook", tmp_path / "b.m4b", say=Tones()), NOW)
    assert not (tmp_path / "b.m4b").exists()


@pytest.mark.parametrize("kind", ["gedcom", "docx", "audiobook", "large-print"])
def test_no_form_goes_to_somebody_whom_the_narrator_has_not_named(
    record: Record, tmp_path: Path, kind: str
) -> None:
    wanted = Wanted(kind, tmp_path / "copy", Reader("Bill"), say=Tones())
    with pytest.raises(BookRefused, match="copy for Bill"):
        house(teller()).copy(record, wanted, NOW)
    assert not (tmp_path / "copy").exists()


def test_a_tree_says_what_she_wants_it_to_read_and_not_what_she_struck_out() -> None:
    source = evening(
        "[Tell me of your brother.]",
        "My brother Harold died in 1952, drunk as a lord and full of whisky.",
        "[And then?]",
        "In 1961 I worked at the factory as a typist and earned little money.",
    )
    book = compose(gather(source), "Walter", PLAN)

    def put(sentence: Sentence) -> Sentence:
        reads = "My brother Harold died in 1952."
        return replace(sentence, reads=reads) if "Harold" in sentence.text else sentence

    chapters = tuple(
        replace(
            c,
            passages=tuple(replace(p, sentences=tuple(map(put, p.sentences))) for p in c.passages),
        )
        for c in book.chapters
    )
    index = indexed(source, replace(book, chapters=chapters))
    every = {str(each.id): each for each in source.claims}
    tree = gedcom.text(gedcom.Tree("Walter", gedcom.as_worded(index), every), NOW)
    assert "Harold died in 1952" in tree
    assert "whisky" not in tree


def test_two_pictures_of_one_name_are_two_pictures(tmp_path: Path) -> None:
    pillow_heif.register_heif_opener()
    folder = tmp_path / "photos"
    folder.mkdir()
    Image.new("RGB", (40, 30), "red").save(folder / "wedding.jpg")
    Image.new("RGB", (40, 30), "blue").save(folder / "wedding.png")
    Image.new("RGB", (40, 30), "green").save(folder / "garden.heic")
    found = photographs.bring(folder, tmp_path / "copy")
    assert [each.file for each in found] == [
        "photos/garden.jpg",
        "photos/wedding.jpg",
        "photos/wedding-2.jpg",
    ]
    colours = [
        max(range(3), key=Image.open(tmp_path / "copy" / each.file).getpixel((5, 5)).__getitem__)
        for each in found
    ]
    assert colours == [1, 0, 2], "green, red, blue"
