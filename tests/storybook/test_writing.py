from collections.abc import Mapping
from typing import Any

import anyio
import pytest
from bookmaking import PLAN, teller

from voice_agent.errors import EngineError
from voice_agent.language.scripted import Line, Scripted
from voice_agent.memory.reading import PlainReader
from voice_agent.resources import resource
from voice_agent.storybook import tellers, writing
from voice_agent.storybook.compose import compose
from voice_agent.storybook.gathering import gather
from voice_agent.storybook.grounding import Atom, faults
from voice_agent.storybook.pages import Book, Kind, Passage, Sentence
from voice_agent.storybook.writing import Edited

PROMPT = writing.read(resource("config/prompts/chapter.md"))
SOURCE = tellers.source(teller(), PlainReader())
BOOK = compose(gather(SOURCE), "Margaret", PLAN, birth="1941")


def raft() -> Book:
    """The book with nothing in it but the raft."""
    chapter = BOOK.chapters[0]
    passage = next(p for p in chapter.passages if any("raft" in s.text for s in p.sentences))
    return Book("Margaret", (type(chapter)(chapter.key, chapter.title, passages=(passage,)),))


def edited(*lines: Line) -> tuple[Edited, Passage, Scripted]:
    model = Scripted(lines)
    made = anyio.run(lambda: writing.edit(raft(), model, SOURCE.claims, PLAN, PROMPT))
    return made, made.book.passages[0], model


def answer(*sentences: tuple[str, list[int]]) -> Mapping[str, Any]:
    return {"sentences": [{"text": text, "cites": cites} for text, cites in sentences]}


def told(passage: Passage) -> list[Sentence]:
    return [each for each in passage.sentences if each.told]


def test_a_model_may_join_what_was_said() -> None:
    made, passage, model = edited(
        answer(
            (
                "One summer Walter and I built a raft out of old fence boards and tied it up with rope from the barn.",
                [1, 2],
            ),
            (
                "We pushed it out on the pond behind the church, and it floated for about a minute.",
                [2, 3],
            ),
        )
    )
    assert [s.kind for s in told(passage)] == [Kind.WRITTEN] * 2
    assert not made.refused and made.book.writer == "scripted"
    prompt = model.asked[0][-1].text
    assert "Childhood: the house" in prompt and "1. Walter and I" in prompt


@pytest.mark.parametrize(
    ("lie", "atom"),
    [
        ("One summer Walter, Ruth and I built a raft out of old fence boards.", Atom.NAME),
        ("In 1949 Walter and I built a raft out of old fence boards.", Atom.DATE),
        ("Walter and I built a raft one summer, and I was proud.", Atom.FEELING),
        ("Walter and I built a raft one summer, and learned to trust each other.", Atom.LESSON),
    ],
)
def test_a_sentence_with_a_lie_in_it_gives_way_to_the_narrators_own(lie: str, atom: Atom) -> None:
    made, passage, _ = edited(answer((lie, [1]), ("We tied it up with rope from the barn.", [2])))
    assert [each.atom for each in made.refused] == [atom]
    own = told(passage)[0]
    assert own.kind is Kind.OWN and own.text.startswith("Walter and I, we built a raft")
    assert all(not faults(each) for each in told(passage))


def test_what_a_model_leaves_out_is_put_back_in_its_place() -> None:
    _, passage, _ = edited(answer(("It floated for about a minute.", [3])))
    text = " ".join(s.text for s in told(passage))
    assert text.index("raft") < text.index("rope") < text.index("floated")


@pytest.mark.parametrize(
    "line",
    [
        answer(("We sang.", [9])),
        answer(("", [1])),
        EngineError("scripted", "is gone", retryable=False),
        answer(("Ruth sang.", [1])),
    ],
)
def test_whatever_a_model_answers_the_passage_is_whole(line: Line) -> None:
    _, passage, _ = edited(line)
    assert told(passage) == told(raft().passages[0])


def test_when_the_night_is_over_her_own_sentences_stay_as_they_were() -> None:
    model = Scripted(())
    made = anyio.run(
        lambda: writing.edit(raft(), model, SOURCE.claims, PLAN, PROMPT, may=lambda: False)
    )
    assert made.late == 1 and made.book.passages == raft().passages and not model.asked
