"""What a family holds in its hands: a cover, letters that an old reader can read, pictures in their place, codes that work."""

import importlib.util
import re
import zipfile
from collections import Counter
from pathlib import Path

import pypdf
import pytest
import typst
from bookmaking import NOW, agree, house, teller, told
from often import some
from PIL import Image

from voice_agent.archive.record import Record
from voice_agent.errors import BookRefused
from voice_agent.memory.reading import PlainReader
from voice_agent.resources import resource
from voice_agent.storybook import print_pdf, scripts, tellers
from voice_agent.storybook.house import Wanted
from voice_agent.storybook.pages import Chapter, Passage, Sentence
from voice_agent.storybook.subtitle import subtitle
from voice_agent.storybook.together import together


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    state = tmp_path_factory.mktemp("house") / "state"
    told(state, teller())
    with Record.open(state) as record:
        house(teller()).write(record, NOW)
        agree(record, house(teller()))
        yield record  # pyright: ignore[reportReturnType]


def sizes(pdf: Path) -> Counter[float]:
    """Letters of each size, in points, as they stand on paper."""
    found = Counter[float]()

    def see(text: str, _cm: list[float], tm: list[float], _font: object, size: float) -> None:
        found[round(abs(tm[3]) * size, 1)] += len(text.strip())

    for page in pypdf.PdfReader(pdf).pages:
        page.extract_text(visitor_text=see)
    return Counter({size: count for size, count in found.items() if count})


@pytest.mark.parametrize(("kind", "body", "small"), some([("pdf", 11, 9), ("large-print", 14, 12)]))
def test_no_letter_on_paper_is_too_small_for_old_eyes(
    record: Record, tmp_path: Path, kind: str, body: float, small: float
) -> None:
    wanted = Wanted(kind, tmp_path / kind, listen_at="https://192.168.1.20:8443/family/book")
    made = house(teller()).copy(record, wanted, NOW)
    found = sizes(made / "book.pdf")
    assert min(found) >= small, found
    assert found.most_common(1)[0][0] >= body, found


def test_no_letter_of_the_ebook_is_set_small() -> None:
    css = (resource("config/book/pages/epub/book.css")).read_text(encoding="utf-8")
    set_at = [float(each) for each in re.findall(r"font-size: ([\d.]+)em", css)]
    assert set_at and min(set_at) * 12 >= 9


def test_the_ebook_has_a_cover_that_a_shelf_can_show(record: Record, tmp_path: Path) -> None:
    made = house(teller()).copy(record, Wanted("epub", tmp_path / "book.epub"), NOW)
    with zipfile.ZipFile(made) as book:
        package = book.read("EPUB/package.opf").decode()
        (item,) = re.findall(r'<item [^>]*properties="cover-image"[^>]*>', package)
        name = re.search(r'href="([^"]+)"', item)
        assert name
        with book.open(f"EPUB/{name[1]}") as file, Image.open(file) as cover:
            assert cover.height > cover.width >= 1000
            assert len(cover.convert("RGB").getcolors(1 << 24) or ()) > 100, "something is drawn"
        assert "cover.xhtml" in package


def test_a_picture_stands_where_its_caption_is_told_and_says_nothing_of_where_it_was_taken(
    record: Record, tmp_path: Path
) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    exif = Image.Exif()
    exif[0x010E] = "behind the chapel"
    for name, caption in (
        ("raft", "The pond behind the church, where the raft sank"),
        ("tuba", "Josephine with a tuba"),
        ("cover", ""),
    ):
        Image.new("RGB", (60, 40), "grey").save(pictures / f"{name}.jpg", exif=exif)
        (pictures / f"{name}.txt").write_text(caption)
    wanted = Wanted("epub", tmp_path / "book.epub", photos=pictures)
    made = house(teller()).copy(record, wanted, NOW)
    with zipfile.ZipFile(made) as book:
        childhood = book.read("EPUB/01-childhood.xhtml").decode()
        apart = book.read("EPUB/photos.xhtml").decode()
        assert "photos/raft.jpg" in childhood and "where the raft sank</figcaption>" in childhood
        assert childhood.index("built a raft") < childhood.index("photos/raft.jpg")
        assert "tuba" in apart and "raft" not in apart
        assert b"chapel" not in book.read("EPUB/photos/raft.jpg")
        assert "EPUB/photos/cover.jpg" not in book.namelist(), "it is on the cover, once"


def test_a_file_that_is_no_picture_is_named_and_nothing_is_written(
    record: Record, tmp_path: Path
) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    (pictures / "wedding.jpg").write_text("no picture")
    wanted = Wanted("epub", tmp_path / "book.epub", photos=pictures)
    with pytest.raises(BookRefused, match=r"wedding\.jpg"):
        house(teller()).copy(record, wanted, NOW)
    assert not (tmp_path / "book.epub").exists()


def test_no_sentence_stands_twice_at_the_head_of_something(record: Record, tmp_path: Path) -> None:
    made = house(teller()).copy(record, Wanted("folder", tmp_path / "folder"), NOW)
    pages = [each.read_text(encoding="utf-8") for each in sorted(made.glob("*.html"))]
    quoted = [
        each
        for page in pages
        for each in re.findall(r'(?:<blockquote>|class="opening">)“([^”]+)”', page)
    ]
    assert quoted and len(set(quoted)) == len(quoted)


def test_beneath_a_title_stand_the_places_and_years_of_the_chapter(
    record: Record, tmp_path: Path
) -> None:
    made = house(teller()).copy(record, Wanted("folder", tmp_path / "folder"), NOW)
    page = (made / "01-childhood.html").read_text(encoding="utf-8")
    opening = re.search(r'<p class="opening">([^<]*)</p>', page)
    assert opening and "Galena" in opening[1] and opening[1].endswith("1941 to 1954")
    places = (made / "places.html").read_text(encoding="utf-8")
    assert "Hanover" in places and "Stockton" in places
    assert subtitle(["1956", "1959-21"], ["Scales Mound"]) == "Scales Mound, 1956 to 1959"
    assert subtitle(["", "../1954"], []) == ""


def chapter(key: str, sentences: int, when: str) -> Chapter:
    span = next(s for p in _some().passages for s in p.spans)
    line = Sentence("I was there.", spans=(span,))
    return Chapter(key, f"The {key}", key.title(), (Passage(tuple([line] * sentences), when),))


def _some() -> Chapter:
    from bookmaking import PLAN

    from voice_agent.storybook.compose import compose
    from voice_agent.storybook.gathering import gather

    source = tellers.source(teller(), PlainReader())
    return compose(gather(source), "Margaret", PLAN).chapters[0]


def test_a_chapter_of_a_few_lines_joins_the_neighbour_of_its_own_years() -> None:
    made = together(
        [chapter("school", 12, "1956"), chapter("work", 5, "1980"), chapter("family", 9, "1981")]
    )
    assert [each.key for each in made] == ["school", "work_family"]
    assert made[1].title == "Work and Family"
    assert sum(len(p.sentences) for each in made for p in each.passages) == 26
    alone = together([chapter("school", 2, "1956")])
    assert [each.title for each in alone] == ["The school"], "a short life has its own title"


def printed(record: Record, to: Path, listen_at: str) -> str:
    made = house(teller()).copy(record, Wanted("pdf", to, listen_at=listen_at), NOW)
    pages = pypdf.PdfReader(made / "book.pdf").pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize("listen_at", ["", "http://127.0.0.1:8080/family/book"])
def test_no_code_is_printed_that_a_telephone_could_not_open(
    record: Record, tmp_path: Path, listen_at: str
) -> None:
    text = printed(record, tmp_path / "book", listen_at)
    assert "telephone" not in text and ".mp3" not in text and "127.0.0.1" not in text


def test_a_code_says_in_which_house_it_works(record: Record, tmp_path: Path) -> None:
    text = printed(record, tmp_path / "book", "https://192.168.1.20:8443/family/book")
    assert "own network" in text
    assert "https://192.168.1.20:8443/family/book/childhood" in text.replace(" ", "")
    away = printed(record, tmp_path / "away", "https://rose.example/book")
    assert "own network" not in away
    assert "https://rose.example/book/01-childhood.html" in away.replace(" ", "")


@pytest.mark.parametrize("kind", some(["pdf", "epub", "folder"]))
def test_a_talk_in_writing_claims_no_sound(tmp_path: Path, kind: str) -> None:
    who = teller()
    with Record.open(tmp_path / "state") as record:
        tellers.tell(record, who, PlainReader())
        house(who).write(record, NOW)
        agree(record, house(who))
        wanted = Wanted(kind, tmp_path / "copy", listen_at="https://rose.example/book")
        made = house(who).copy(record, wanted, NOW)
    if kind == "pdf":
        text = " ".join(p.extract_text() for p in pypdf.PdfReader(made / "book.pdf").pages)
    elif kind == "epub":
        with zipfile.ZipFile(made) as book:
            names = [n for n in book.namelist() if n.endswith(("xhtml", "opf"))]
            text = " ".join(book.read(n).decode() for n in names)
    else:
        text = " ".join(p.read_text(encoding="utf-8") for p in made.glob("*.html"))
    for claim in ("can be heard", "▸", "own voice", "telephone", "plays it"):
        assert claim not in text, claim


@pytest.mark.parametrize(
    "name", ["Łucja", "Иван", "Ελένη", "שלום", "محمد علی", "मेरा घर", "Nguyễn Thị", "ქეთი"]
)
def test_a_name_in_its_own_script_is_printed(name: str) -> None:
    assert scripts.set_in({"text": f"My friend {name}."}) == ({"text": f"My friend {name}."}, ())


@pytest.mark.parametrize(
    ("package", "name"),
    [
        ("fontpkg_noto_sans_thai", "สมชาย"),
        ("fontpkg_noto_sans_tamil", "முருகன்"),
        ("fontpkg_noto_sans_telugu", "వెంకట"),
        ("fontpkg_noto_sans_khmer", "សុភា"),
        ("fontpkg_hind_siliguri", "রবীন্দ্রনাথ"),
    ],
)
def test_a_friend_from_far_away_is_printed_and_can_be_read_back(package: str, name: str) -> None:
    assert importlib.util.find_spec(package), "pip install -e . brings it"
    friend = {"text": f"My friend {name} wrote."}
    assert scripts.set_in(friend) == (friend, ())
    families = ", ".join(f'"{each}"' for each in scripts.FAMILIES)
    page = typst.compile(
        f"#set text(font: ({families}))\n{friend['text']}".encode(),
        format="pdf",
        pdf_standards="a-2b",
        font_paths=scripts.fonts(),
    )
    # marks may be read back in another order than they were written
    said = " ".join(print_pdf.text_of(page))
    assert {*name} <= {*said} and "My friend" in said


def test_a_name_that_no_font_has_costs_no_book_and_is_said() -> None:
    content, unset = scripts.set_in({"names": ["Li Wei (李伟) 😀", "김민준"], "large": True})
    assert content == {
        "names": ["Li Wei ([in Chinese characters]) ", "[in Korean letters]"],
        "large": True,
    }
    assert unset == ("Chinese characters", "Korean letters")
