"""What an earlier talk told is called up by this one, unless it must not be."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import anyio
import numpy as np
import pytest
from evening import at_once, finish, remembered, session, tell
from numpy.typing import NDArray
from word_vectors import WordVectors

from voice_agent.archive import keeping_back
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.record import Record
from voice_agent.conversation.bringing_back import (
    BringingBack,
    Lately,
    longest_pause,
    sureness,
    taken,
    taught,
    thought_of,
)
from voice_agent.conversation.talks_read import TalksRead
from voice_agent.conversation.turn_context import TurnContext
from voice_agent.interview.returning.offers import Offer, OfferOutcome, Verdict
from voice_agent.memory.forgetting import What, Wish
from voice_agent.memory.privacy import Privacy
from voice_agent.memory.topics.topic_measures import MEASURES
from voice_agent.reading.heads.shifted import ShiftHead
from voice_agent.sound import Sound
from voice_agent.story import Feeling, SessionId, Speaker, Turn, TurnId

pytestmark = pytest.mark.anyio

T = TypeVar("T")

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
TODAY = SessionId("2026-11-21T12-00-00Z-0009")

BAKERY = (
    "We lived over my father's bakery in Leith, and the floor was always warm from the ovens.",
    "My sister Rosalind and I carried the bread from the bakery to the big houses before school.",
)
DANCE = (
    "Q: Let us talk about something else. How did you meet your husband?",
    "I met Harold at a dance in 1957, and he trod on my foot and bought me lemonade.",
    "We danced at the Palais every Saturday after that, and the band played until midnight.",
)
SAID = (
    "My mother baked the bread for the bakery, and the smell of the ovens went through the house."
)


async def test_a_talk_calls_up_what_was_told_another_day(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, (*BAKERY, *DANCE))
        finish(record)
        memory = await remembered(record, tmp_path)
        back = BringingBack(at_once, session=TODAY, now=lambda: NOW)
        await back.learn(memory)
        called = await back.call_up(SAID, Feeling())
        assert called.topics and "bread" in called.topics[0].text
        assert called.topics[0].features and called.topics[0].reasons
        assert "dance" not in called.topics[0].text
        await memory.close()


async def test_what_only_this_talk_has_told_is_no_topic_of_another_day(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, BAKERY)
        finish(record)
        memory = await remembered(record, tmp_path)
        back = BringingBack(at_once, session=session().id, now=lambda: NOW)
        await back.learn(memory)
        assert (await back.call_up(SAID, Feeling())).topics == ()
        await memory.close()


async def test_what_is_put_away_in_the_middle_of_a_talk_is_called_up_no_more(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        tell(record, BAKERY)
        finish(record)
        memory = await remembered(record, tmp_path)
        back = BringingBack(at_once, session=TODAY, now=lambda: NOW)
        await back.learn(memory)
        assert (await back.call_up(SAID, Feeling())).topics
        await memory.hide(Wish(What.SESSION, session().id), NOW)
        await back.learn(memory)
        assert (await back.call_up(SAID, Feeling())).topics == ()
        assert record.session(session().id).summary == ""
        await memory.close()


async def test_what_is_kept_from_somebody_in_the_middle_of_a_talk_is_called_up_no_more(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        tell(record, BAKERY)
        finish(record)
        memory = await remembered(record, tmp_path)
        back = BringingBack(at_once, session=TODAY, now=lambda: NOW)
        await back.learn(memory)
        assert (await back.call_up(SAID, Feeling())).topics
        place = (session().id, TurnId(1))
        row = KeptBack(place, Privacy(but=frozenset({"ann"})), place)
        keeping_back.put(record, [row], NOW)
        await back.learn(memory)
        assert (await back.call_up(SAID, Feeling())).topics == ()
        await memory.close()


async def test_talk_is_cut_where_the_head_hears_something_else_and_that_is_heard_once(
    tmp_path: Path,
) -> None:
    asked: list[str] = []

    class Hears(ShiftHead):
        """Hears something else begin with Rosalind."""

        def __init__(self) -> None:
            self.digest = "1"

        def probability(self, before: Sequence[str], said: str) -> float:
            asked.append(said)
            return float("Rosalind" in said)

    with Record.open(tmp_path) as record:
        tell(record, BAKERY)  # nobody says that something else comes
        finish(record)
        memory = await remembered(record, tmp_path)

        def topics(head: ShiftHead | None = None) -> list[str]:
            read = TalksRead(memory, head)
            found = [each.text for talk in read.talks for each in read.topics(talk)]
            read.keep()
            return found

        assert topics() == [" ".join(BAKERY)]
        assert topics(Hears()) == [*BAKERY]
        heard = len(asked)
        assert heard and topics(Hears()) == [*BAKERY]
        assert len(asked) == heard, "what was heard before is not listened to again"
        rows = record.read("SELECT * FROM readings")
        assert rows and "bread" not in str(rows) and b"bread" not in b"".join(r[3] for r in rows)
        await memory.close()


async def test_before_memory_is_open_nothing_is_called_up() -> None:
    back = BringingBack(at_once, session=TODAY, now=lambda: NOW)
    assert (await back.call_up(SAID, Feeling())).topics == ()
    back.turn(Turn(TurnId(1), TODAY, Speaker.NARRATOR, SAID, 0, 1, NOW))
    back.turn(Turn(TurnId(2), TODAY, Speaker.SOMEONE_ELSE, "Tea?", 0, 1, NOW))
    assert back.before == (SAID,)


async def test_a_talk_goes_on_where_the_ranker_is_not_there(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, BAKERY)
        finish(record)
        memory = await remembered(record, tmp_path)
        missing = taught(tmp_path / "weights.json", ())
        back = BringingBack(at_once, session=TODAY, now=lambda: NOW, ranker=missing)
        await back.learn(memory)
        assert (await back.call_up(SAID, Feeling())).topics == ()
        await memory.close()


async def test_a_model_that_is_late_does_not_take_with_it_what_came_to_mind(tmp_path: Path) -> None:
    asked: list[float] = []

    async def finished(before: Sequence[str], said: str) -> float:
        asked.append(anyio.current_effective_deadline())
        return 0.7

    with Record.open(tmp_path) as record:
        tell(record, (*BAKERY, *DANCE))
        finish(record)
        memory = await remembered(record, tmp_path)
        back = BringingBack(at_once, session=TODAY, now=lambda: NOW)
        await back.learn(memory)
        bring = TurnContext(
            record, {}, at_once, now=lambda: NOW, bringing_back=back, finished=finished
        )
        bring.memory_worker = MemoryWorker(
            record, str(tmp_path), lambda: memory.engines, at_once, print, session=TODAY
        )
        with anyio.move_on_after(600) as patience:
            brought = await bring(SAID, Sound(np.zeros(160, np.float32)))
            assert brought.topics and brought.finished == 0.7
        assert asked and asked[0] < patience.deadline
        bring.memory_worker.close()
        await bring.memory_worker.work()
        await memory.close()


async def test_why_says_what_would_be_thought(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, BAKERY)
        finish(record)
        memory = await remembered(record, tmp_path)
        back = BringingBack(at_once, session=TODAY, now=lambda: NOW)
        await back.learn(memory)
        told = f"{SAID} Well, that's it."
        called = await back.call_up(told, Feeling())
        thought = thought_of(
            told, [replace(each, sure=0.9) for each in called.topics], (), NOW.date()
        )
        assert thought.verdict is Verdict.YES and thought.why
        assert thought_of("And then", called.topics, (), NOW.date()).verdict is Verdict.NO
        await memory.close()


def test_a_pause_counts_where_little_came_after_it() -> None:
    words = [0.1, 0.5, 7.0, 7.4]
    assert longest_pause([(1.0, 7.0)], words) == pytest.approx(6.0)
    assert longest_pause([(1.0, 7.0)], [7.0 + n / 2 for n in range(20)]) == 0.0
    assert longest_pause([], words) == 0.0


def test_what_was_taken_up_teaches_the_ranker_and_what_was_measured_otherwise_does_not() -> None:
    row = tuple(float(n) for n in range(len(MEASURES)))
    offers = [
        Offer("k-1", NOW.date(), OfferOutcome.WELCOME, {}, (row, row)),
        Offer("k-2", NOW.date(), OfferOutcome.REFUSED, {}, (row, row)),
        Offer("k-3", NOW.date(), OfferOutcome.WELCOME, {}, ((1.0,), (2.0,))),
        Offer("k-4", NOW.date(), OfferOutcome.WELCOME),
    ]
    assert [each.welcome for each in taken(offers)] == [True, False]
    assert [Offer.from_json(each.as_json()) for each in offers] == offers


def test_a_text_is_embedded_once_while_it_is_fresh() -> None:
    asked: list[str] = []

    class Counting(WordVectors):
        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            asked.extend(texts)
            return super().embed(texts)

    lately = Lately(Counting())
    assert np.array_equal(lately.embed(["bread"]), lately.embed(["bread"]))
    assert asked == ["bread"] and lately.size == WordVectors.size


async def test_what_knows_kindred_stories_is_asked_for_what_belongs(tmp_path: Path) -> None:
    class Kin:
        """An Embedder for which the sea and a dance are one thing."""

        size = 2

        def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
            rows = [(1.0, 0.0) if "danc" in each or "sea" in each else (0.0, 1.0) for each in texts]
            return np.array(rows, np.float32).reshape(-1, 2)

    with Record.open(tmp_path) as record:
        tell(record, [*BAKERY, *DANCE])
        finish(record)
        memory = await remembered(record, tmp_path)
        back = BringingBack(at_once, session=TODAY, now=lambda: NOW, near=lambda own: Kin())
        await back.learn(memory)
        told = await back.call_up("We went down to the sea and looked at it.", Feeling())
        assert "dance" in told.topics[0].text and told.topics[0].sure > 0.9
        await memory.close()


async def test_without_what_knows_kindred_stories_plain_likeness_is_asked(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, [*BAKERY, *DANCE])
        finish(record)
        memory = await remembered(record, tmp_path)
        back = BringingBack(at_once, session=TODAY, now=lambda: NOW, near=lambda own: None)
        await back.learn(memory)
        told = await back.call_up("We went dancing at the hall on a Saturday.", Feeling())
        assert "dance" in told.topics[0].text
        await memory.close()


def test_nearness_makes_surer_and_rivals_less_sure() -> None:
    flat = {"bakery": 0.0, "dance": 0.0}
    alone = sureness({"bakery": 0.5}, {"bakery": 0.0})["bakery"]
    both = sureness({"bakery": 0.5, "dance": 0.5}, flat)
    assert alone > 0.9 > both["bakery"] == both["dance"] > 0.4
    assert sum(sureness({"bakery": 0.0, "dance": 0.0}, flat).values()) < 0.5
    higher = sureness({"bakery": 0.3, "dance": 0.3}, {"bakery": 1.0, "dance": 0.0})
    assert higher["bakery"] > higher["dance"] and sureness({}, {}) == {}


class Busy:
    """Labour that is never done, once it has become busy."""

    def __init__(self) -> None:
        self.now = False

    async def __call__(self, work: Callable[[], T], /) -> T:
        if self.now:
            await anyio.sleep_forever()
        return work()


async def test_what_is_late_takes_only_itself_with_it(tmp_path: Path) -> None:
    stirred = Feeling(arousal=0.5)
    with Record.open(tmp_path) as record:
        tell(record, BAKERY)
        finish(record)
        memory = await remembered(record, tmp_path)
        busy = Busy()
        back = BringingBack(busy, session=TODAY, now=lambda: NOW)
        await back.learn(memory)
        bring = TurnContext(
            record,
            {},
            at_once,
            now=lambda: NOW,
            bringing_back=back,
            feels=lambda said, sound: stirred,
        )
        bring.memory_worker = MemoryWorker(
            record, str(tmp_path), lambda: memory.engines, at_once, print, session=TODAY
        )
        busy.now = True
        with anyio.move_on_after(0.1):
            brought = await bring(SAID, Sound(np.zeros(160, np.float32)))
            assert brought.late and brought.feeling == stirred and not brought.topics
        bring.memory_worker.close()
        await bring.memory_worker.work()
        await memory.close()
