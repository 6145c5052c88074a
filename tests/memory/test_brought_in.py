"""A letter or a book comes in as tellings of one subject each, marked as written."""

from pathlib import Path

import pytest
from evening import BEGAN, memory_engines, remembered
from word_vectors import WordVectors

from voice_agent.archive.importing import bring_in
from voice_agent.archive.record import Record
from voice_agent.memory.claims import WRITTEN
from voice_agent.memory.imported import parse

pytestmark = pytest.mark.anyio

BREAD = (
    "We baked bread in the oven before dawn. The bread from that oven was dark and warm. "
    "Father sold the bread from a cart in Cleveland in nineteen fifty. "
    "Nobody baked bread like my father and his oven."
)
WAR = (
    "The soldiers marched into the harbour at night. At night we heard soldiers and guns. "
    "The guns in the harbour never stopped. When the soldiers left, the harbour burned in nineteen forty-four."
)


async def test_a_book_becomes_tellings_of_one_subject_each(tmp_path: Path) -> None:
    written = parse(f"CHAPTER I.\n\n{BREAD} {WAR}\n".encode(), "book.txt")
    with Record.open(tmp_path) as record:
        done = bring_in(
            record,
            written,
            memory_engines().reader,
            memory_engines().setting,
            narrator="Ida",
            now=BEGAN,
            embedder=WordVectors(),
        )
        assert done.turns == 2
        session = record.session(done.sessions[0])
        assert [turn.text for turn in session.turns] == [BREAD, WAR]
        assert {turn.kind for turn in session.turns} == {WRITTEN}
        assert session.summary
        memory = await remembered(record, tmp_path)
        assert memory.bubbles
        assert all(u.turn in (1, 2) for bubble in memory.bubbles for u in bubble.utterances)
        assert memory.memories
        await memory.close()


def test_without_an_embedder_prose_is_cut_by_length_and_talk_is_never_recut(tmp_path: Path) -> None:
    written = parse(f"CHAPTER I.\n\n{BREAD} {WAR}\n".encode(), "book.txt")
    talk = parse(f"Interviewer: Well?\nIda: {BREAD} {WAR}\n".encode(), "talk.txt", narrator="Ida")
    with Record.open(tmp_path) as record:
        engines = memory_engines()
        for each, embedder in ((written, None), (talk, WordVectors())):
            done = bring_in(
                record,
                each,
                engines.reader,
                engines.setting,
                narrator="Ida",
                now=BEGAN,
                embedder=embedder,
            )
            assert record.session(done.sessions[0]).turns[-1].text == f"{BREAD} {WAR}"
