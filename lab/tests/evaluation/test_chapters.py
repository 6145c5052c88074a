import anyio
import pytest

from lab.evaluation.book import chapters, fabrications
from lab.evaluation.book.chapter_judge import CHAPTERS, pairs
from lab.evaluation.interview.judging import judge
from voice_agent.language.scripted import Scripted
from voice_agent.memory.reading import PlainReader
from voice_agent.resources import resource
from voice_agent.storybook import plan
from voice_agent.storybook.grounding import Atom
from voice_agent.storybook.pages import Text

PLAN = plan.read(resource("config/book/chapters.toml"))


@pytest.fixture(scope="module")
def cases() -> list[chapters.Case]:
    return chapters.invented(PlainReader(), PLAN, lambda _: None)


def test_nothing_is_in_the_books_that_was_not_said_and_nothing_is_left_out(
    cases: list[chapters.Case],
) -> None:
    figures = chapters.evaluate(cases, PLAN, writer="none")
    assert [row["narrator"] for row in figures.rows] == ["Arthur", "Margaret", "Rosa"]
    for row in figures.rows:
        assert row["atoms"] == 0 and row["leaks"] == 0 and row["omitted"] == 0
        assert row["quotes"] == row["support"] == row["own"] == 1.0
    gate = figures.more["gate"]
    assert gate["atoms blocked"] == 1.0
    assert gate["feelings and lessons blocked"] >= 0.9
    assert gate["false blocks"] < 0.05


def test_the_same_seed_tells_the_same_lies(cases: list[chapters.Case]) -> None:
    told = cases[0].told
    assert fabrications.lies(told, 40, 3) == fabrications.lies(told, 40, 3)
    assert fabrications.lies(told, 40, 3) != fabrications.lies(told, 40, 4)
    assert {lie.atom for lie in fabrications.lies(told, 40, 3)} >= {Atom.NAME, Atom.FEELING}


def test_a_sentence_that_lies_is_counted(cases: list[chapters.Case]) -> None:
    case = chapters.beginning(cases[0], 3)
    lie = fabrications.lies(case.told, 8, 1)[0].sentence
    passage = case.book.passages[0]
    worse = type(passage)((*passage.sentences, lie), passage.when, passage.verbatim, passage.tidied)
    chapter = case.book.chapters[0]
    book = type(case.book)("Arthur", (type(chapter)(chapter.key, chapter.title, "", (worse,)),))
    bad = chapters.Case(case.name, case.source, case.material, book)
    (row,) = chapters.evaluate([bad], PLAN, writer="none", count=8).rows
    assert row["atoms"] >= 1 and row["support"] < 1.0


def test_a_judge_that_prefers_the_place_decides_nothing(cases: list[chapters.Case]) -> None:
    book = cases[0].book
    model = Scripted([[0.9, 0.1]] * 60)
    two = pairs((book, Text.CHAPTER), (book, Text.TIDIED))
    verdicts = anyio.run(lambda: judge(model, CHAPTERS, two))
    assert verdicts and {each.wins for each in verdicts} == {"undecided"}
