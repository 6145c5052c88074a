"""What somebody of the family wants asked is not asked where the narrator has told it already; the asker has the last word."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import anyio
import numpy as np
import pytest
from fakes import BagOfWords
from heard import weights
from household import Household
from interviews import TEMPLATES
from kitchen import in_place
from numpy.typing import NDArray
from written_house import MIND

from voice_agent.archive import accounts, family, keeping_back, letting_in
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.book import Book
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.record import Record
from voice_agent.conversation import past
from voice_agent.conversation.told_before import ToldBefore, answers
from voice_agent.conversation.turn_context import TurnContext
from voice_agent.interview.progress import Coverage, Progress, Stage
from voice_agent.interview.questions import Cache, State
from voice_agent.language.embedding import MiniLM
from voice_agent.memory.privacy import PRIVATE
from voice_agent.sound import Sound
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

pytestmark = pytest.mark.anyio

BEGAN = datetime(2026, 11, 20, 10, tzinfo=UTC)
TODAY = date(2026, 11, 21)
ONE = SessionId("2026-11-20T10-00-00Z-0001")
ASKED = "What was your wedding like?"
WEDDING = (
    "Our wedding was in the March, with snow on the ground, and the wedding cake was made out of everybody's "
    "ration coupons."
)
HARBOUR = (
    "That was the summer when we all went down to the harbour, and my sister fell into the water."
)
SILENCE = Sound(np.zeros(160, np.float32))


class Alike(BagOfWords):
    """Whatever speaks of a wedding is near it."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.size), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[0 if "wedding" in text.lower() else 1] = 1
        return rows


def house(state: Path, *lines: str, asks: str = ASKED) -> Account:
    """A house in which these lines were told in one talk, and in which Ann wonders something afterwards."""
    with Record.open(state) as record:
        record.begin(Session(ONE, "Ida", BEGAN))
        for number, line in enumerate(lines, 1):
            record.turn(
                Turn(TurnId(number), ONE, Speaker.NARRATOR, line, number, number + 0.5, BEGAN)
            )
    with Book(state) as book:
        ann = letting_in.welcomed(book, "Ann", Role.FAMILY, "x", BEGAN)
        assert family.wonder(book, ann, asks, BEGAN) == ""
    return ann


def noticed(record: Record, on: datetime = BEGAN) -> ToldBefore:
    """Everything told so far is looked through, as when memory opens."""
    found = ToldBefore(record, past.wondered(record, on.date()))
    found.look(Alike(), on)
    return found


def test_what_was_told_in_another_talk_is_noticed_and_not_asked_at_once(tmp_path: Path) -> None:
    house(tmp_path, HARBOUR, WEDDING)
    with Record.open(tmp_path) as record:
        assert noticed(record).open == ()
        (question,) = family.waiting(record)
        assert (question.state, question.place) == ("waiting", (ONE, 2))
        assert past.before(record, TODAY).grown == ()


def test_what_was_not_told_is_asked(tmp_path: Path) -> None:
    house(tmp_path, HARBOUR)
    with Record.open(tmp_path) as record:
        assert [each.asker for each in noticed(record).open] == ["Ann"]
        assert len(past.before(record, TODAY).grown) == 1


def test_what_is_kept_back_answers_nobody(tmp_path: Path) -> None:
    """Else Ann would learn from her page that there is something."""
    house(tmp_path, WEDDING)
    with Record.open(tmp_path) as record:
        keeping_back.put(record, [KeptBack((ONE, TurnId(1)), PRIVATE, (ONE, TurnId(1)))], BEGAN)
        assert len(noticed(record).open) == 1
        assert family.waiting(record)[0].place is None


def test_nothing_is_asked_that_the_very_answer_tells_whose_turn_is_not_yet_remembered(
    tmp_path: Path,
) -> None:
    house(tmp_path)
    with Record.open(tmp_path) as record:
        before = noticed(record)
        grown = past.before(record, TODAY).grown
        assert before.now(grown, WEDDING, Alike()) == ()
        assert before.now(grown, HARBOUR, Alike()) == grown
        assert before.open, "half a sentence changes nothing"


async def test_the_interviewer_is_not_offered_it_right_after_the_story(tmp_path: Path) -> None:
    house(tmp_path, HARBOUR)
    with Record.open(tmp_path) as record:
        from_family = ToldBefore(record, past.wondered(record, TODAY))
        context = TurnContext(
            record, TEMPLATES, in_place, now=lambda: BEGAN, from_family=from_family
        )
        worker = MemoryWorker(
            record, str(tmp_path / "memory"), lambda: replace(MIND, embedder=Alike()),
            in_place, lambda says: None, session=ONE, now=lambda: BEGAN, after=context.remembered,
        )  # fmt: skip
        context.memory_worker = worker
        kinds = list[set[str]]()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(worker.work)
            worker.wake()
            await worker.caught_up()
            kinds = [
                {each.kind for each in (await context(line, SILENCE)).grown or ()}
                for line in (HARBOUR, WEDDING)
            ]
            worker.close()
    assert [past.QUESTION in each for each in kinds] == [True, False]


def test_it_is_asked_after_all_when_nobody_says_anything_for_two_weeks(tmp_path: Path) -> None:
    house(tmp_path, WEDDING)
    with Record.open(tmp_path) as record:
        noticed(record)
        assert past.wondered(record, TODAY) == ()
        later = BEGAN + family.REST + timedelta(days=1)
        assert len(past.wondered(record, later.date())) == 1


def test_whoever_asked_may_have_it_asked_all_the_same(tmp_path: Path) -> None:
    house(tmp_path, WEDDING)
    with Record.open(tmp_path) as record:
        noticed(record)
        (question,) = family.waiting(record)
        family.ask_anyway(record, question.number)
        assert len(noticed(record).open) == 1, "and nothing that was told holds it back again"
        assert family.waiting(record)[0].place is None


def asked_and_told(record: Record, *after: tuple[Speaker, str]) -> family.FamilyQuestion:
    """Ann's question is asked in a talk; what follows is said. What is kept of the question."""
    (question,) = past.wondered(record)
    said = ((Speaker.INTERVIEWER, f"Thank you. {question.ask}"), *after)
    for number, (who, text) in enumerate(said, 1):
        record.turn(Turn(TurnId(number), ONE, who, text, number, number + 0.5, BEGAN))
    cache = Cache().mark(question, State.ASKED, TODAY)
    past.keep(record, Progress(stage=Stage.OVER, coverage=Coverage(cache=cache)), ONE)
    ((number,),) = record.read("SELECT number FROM family_questions")
    (kept,) = family.asked_by(record, _ann(record))
    assert kept.number == number
    return kept


def _ann(record: Record) -> Account:
    return accounts.family(record)[0]


def test_a_question_that_was_asked_is_answered_by_the_story_that_followed(tmp_path: Path) -> None:
    house(tmp_path)
    with Record.open(tmp_path) as record:
        kept = asked_and_told(
            record,
            (Speaker.NARRATOR, "Oh, lovely."),
            (Speaker.INTERVIEWER, "What comes back to you first?"),
            (Speaker.NARRATOR, WEDDING),
        )
        assert (kept.state, kept.place) == ("answered", (ONE, 4))


def test_a_story_told_after_other_questions_is_not_taken_for_the_answer(tmp_path: Path) -> None:
    house(tmp_path)
    with Record.open(tmp_path) as record:
        kept = asked_and_told(
            record,
            (Speaker.NARRATOR, "I do not remember."),
            (Speaker.INTERVIEWER, "What else comes to mind?"),
            (Speaker.NARRATOR, "Nothing."),
            (Speaker.INTERVIEWER, "Then where did you go in the summer?"),
            (Speaker.NARRATOR, HARBOUR),
        )
        assert (kept.state, kept.place) == ("asked", None)


def test_a_question_that_was_turned_down_waits_no_longer(tmp_path: Path) -> None:
    house(tmp_path)
    with Record.open(tmp_path) as record:
        (question,) = past.wondered(record)
        cache = Cache().mark(question, State.ASKED, TODAY).refuse(question, TODAY)
        past.keep(record, Progress(stage=Stage.OVER, coverage=Coverage(cache=cache)), ONE)
        assert family.asked_by(record, _ann(record))[0].state == "declined"


@pytest.mark.models
@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            ASKED,
            "We were married in the snow; it was a small wedding with a cake made from coupons.",
        ),
        (
            "Did you ever have a dog?",
            "We had an old collie, a dog called Fly, when I was a girl on the farm.",
        ),
        (
            "Who taught you to knit?",
            "My grandmother taught me to knit by the fire, and by Christmas I had made a whole scarf.",
        ),
    ],
)
def test_what_was_meant_and_said_in_the_same_words_is_known_as_the_answer(
    question: str, told: str
) -> None:
    embedder = MiniLM(weights("minilm-int8"))
    assert answers(question, told, embedder)
    assert not answers(question, HARBOUR, embedder)


@pytest.mark.long
@pytest.mark.models
def test_a_whole_talk_does_not_ask_what_was_told_the_evening_before(tmp_path: Path) -> None:
    weights("minilm-int8")
    weights("spacy-en")
    home = Household(tmp_path)
    told = "Our wedding was in March, it was a small wedding with snow on the ground and a cake made from coupons."
    first = home.run("talk", "--text", typed=f"yes you may record me\n{told}\nGoodbye.\n")
    assert first.code == 0, first.complaint
    with Book(home.state) as book:
        ann = letting_in.welcomed(book, "Ann", Role.FAMILY, "x", BEGAN)
        family.wonder(book, ann, ASKED, BEGAN)
    lines = ("It rained all day.\n", "We had soup at noon.\n", "Nothing else.\n") * 3
    second = home.run_slowly("talk", "--text", lines=(*lines, "Goodbye.\n"))
    assert second.code == 0, second.complaint
    assert "Ann wonders" not in second.out
    with Book(home.state) as book:
        (kept,) = family.asked_by(book, ann)
    assert kept.state == "waiting" and kept.perhaps is not None and kept.place is not None
