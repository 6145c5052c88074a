"""Splitting, rating, the graph's places, the picture and the narrator's own copy."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from evening import BEGAN, at_once, finish, memory_engines, remembered, session, tell
from hypothesis import given
from hypothesis import strategies as st
from word_vectors import WordVectors

from voice_agent.archive import family, letting_in
from voice_agent.archive.accounts import Role
from voice_agent.archive.book import Book
from voice_agent.archive.deleting import delete_everything
from voice_agent.archive.giving import HOUSE, export_everything
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.record import Record
from voice_agent.errors import RecordError
from voice_agent.memory import saliency
from voice_agent.memory.graph_vectors import GraphVectors
from voice_agent.memory.picture import picture
from voice_agent.memory.splitting import LONGEST_PIECE_WORDS, split

pytestmark = pytest.mark.anyio


def test_a_text_is_cut_where_its_meaning_changes() -> None:
    bread = ["We baked bread in the oven before dawn.", "The bread from that oven was dark and warm.",
             "Father sold the bread from a cart.", "Nobody baked bread like my father."]  # fmt: skip
    war = ["The soldiers marched into the harbour at night.", "At night we heard soldiers and guns.",
           "The guns in the harbour never stopped.", "When the soldiers left, the harbour burned."]  # fmt: skip
    both = [*bread, *war]
    assert split(both, WordVectors().embed(both)) == [(0, 4), (4, 8)]


@given(st.lists(st.integers(1, 60), max_size=30))
def test_pieces_cover_the_text_in_order(lengths: list[int]) -> None:
    texts = [" ".join(f"w{n}x{k}" for k in range(length)) for n, length in enumerate(lengths)]
    pieces = split(texts, WordVectors().embed(texts))
    assert [n for first, last in pieces for n in range(first, last)] == list(range(len(texts)))
    for first, last in pieces[:-1]:
        assert last - first == 1 or sum(lengths[first:last]) <= LONGEST_PIECE_WORDS


def test_a_death_stands_out_more_than_an_errand() -> None:
    death = saliency.rate("My father died that winter, and I held his hand to the end.")
    errand = saliency.rate("I have a dentist appointment on the ninth about the bill.")
    assert death.score > errand.score
    assert "turning point" in death.reason
    assert 1 <= errand.score <= death.score <= 10
    assert saliency.rate("We had soup with the others that day in spring.", tellings=3).score > 3


def test_a_new_node_starts_between_its_text_and_what_it_is_tied_to() -> None:
    one, other, text = np.eye(3, dtype=np.float32)
    graph = GraphVectors()
    graph.add("a", one)
    graph.add("b", other)
    placed = graph.add("new", text, ["a", "b"])
    assert placed is not None
    assert placed @ text > 0.6
    assert placed @ one == pytest.approx(placed @ other)
    assert graph.vectors["a"] @ placed > one @ placed
    person = graph.add("person", None, ["a"])
    assert person is not None
    assert person @ graph.vectors["a"] > 0.99
    assert graph.add("nobody", None) is None
    assert [name for name, _ in graph.recommend("new", ["a", "b", "person"], least=0.3)]
    graph.drop("new")
    assert "new" not in graph.ties["a"]


async def test_the_picture_needs_no_network_and_holds_no_private_word(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(
            record,
            [
                "My sister Rosalind married a butcher </script> in nineteen fifty-two in Toledo.",
                "My brother Lambert went to prison in nineteen sixty-one. Keep that between us.",
            ],
        )
        memory = await remembered(record, tmp_path)
        page = picture("Ida & <i>", memory.memories)
        assert "Rosalind" in page
        assert "prison" not in page
        assert page.count("</script>") == 1
        assert "Ida &amp; &lt;i&gt;" in page
        assert "http:" not in page and "https:" not in page and "src=" not in page
        assert picture("", ()).startswith("<!doctype html>")
        await memory.close()


async def test_the_narrator_can_take_everything_and_leave_nothing(tmp_path: Path) -> None:
    state = tmp_path / "state"
    record = Record.open(state)
    tell(record, ["My sister Rosalind married a butcher in nineteen fifty-two."])
    finish(record)
    memory = await remembered(record, state)
    await memory.close()
    ann = letting_in.welcomed(record, "Ann", Role.FAMILY, "a digest of her password", BEGAN)
    family.wonder(record, ann, "What did the pigeons eat?", BEGAN)
    with Book(state) as book:
        id = family.send_photograph(book, ann, b"\xff\xd8 a picture", "The canal", BEGAN)
    to = export_everything(record, tmp_path / "copy", BEGAN)
    life = json.loads((to / "life.json").read_text())
    assert life["claims"] and life["events"] and life["people"]
    assert (to / "sessions" / session().id / "narrator.wav").is_file()
    house = json.loads((to / "house.json").read_text())
    assert [each["question"] for each in house["family_questions"]] == ["What did the pigeons eat?"]
    assert [each["caption"] for each in house["photographs"]] == ["The canal"]
    assert (to / "photographs" / f"{id}.jpg").read_bytes() == b"\xff\xd8 a picture"
    assert "digest" not in (to / "house.json").read_text()
    assert {oct(p.stat().st_mode & 0o777) for p in to.rglob("*") if p.is_file()} == {"0o600"}
    with pytest.raises(RecordError):
        export_everything(record, to, BEGAN)
    delete_everything(record)
    assert list(state.iterdir()) == []


async def test_nothing_is_left_in_a_cache_or_an_index_elsewhere_either(tmp_path: Path) -> None:
    state, cache, away = tmp_path / "state", tmp_path / "cache", tmp_path / "away" / "index"
    cache.mkdir()
    (cache / "clause.wav").write_bytes(b"So Rosalind married a butcher?")
    record = Record.open(state)
    tell(record, ["My sister Rosalind married a butcher in nineteen fifty-two."])
    memory = await MemoryStore.open(record, str(away), memory_engines(), at_once)
    await memory.close()
    aside = away.with_name("index.damaged-1")
    shutil.copytree(away, aside)
    (away / "mine.txt").write_text("not of this program")
    assert list(away.glob("*.lance"))
    assert delete_everything(record, str(away), (cache,)) == ()
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert left == [away / "mine.txt"]


async def test_an_index_out_of_reach_is_named(tmp_path: Path) -> None:
    record = Record.open(tmp_path)
    tell(record, ["My sister Rosalind married a butcher in nineteen fifty-two."])
    (said,) = delete_everything(record, "s3://attic/index")
    assert "s3://attic/index" in said


def test_every_table_of_the_house_is_given_or_left_out_for_a_reason(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        rows = record.read("SELECT name FROM sqlite_schema WHERE type = 'table'")
    elsewhere = {
        *("sessions", "turns", "wordings", "latencies", "consents"),  # in sessions/ and life.json
        *("claims", "mentions", "labels", "decisions", "hidden"),  # in life.json
        *("distilled", "meanings", "passage_turns", "copy_turns", "migrations"),  # derived
        *("readings", "compared", "woven"),  # derived, and gone with the first word that is erased
        *("sign_ins", "devices", "forgotten", "reached", "calendar_addresses"),  # digests
        *("chapter_news", "chapters_told"),  # whom a message reaches: an address holds a password
        *("invites", "tombstones"),  # digests, and where something was that is gone
        *("chain", "unchained", "decided"),  # digests of the wordings, and a count of decisions
    }
    assert {name for (name,) in rows} == HOUSE.keys() | elsewhere
