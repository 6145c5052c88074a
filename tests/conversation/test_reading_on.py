"""Each turn is read once more behind the talk: what the model finds is noted without words, and nobody waits for it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio import sleep_forever, wait_all_tasks_blocked
from anyio.lowlevel import checkpoint
from interviews import TEMPLATES
from kitchen import BEGAN, SESSION, in_place
from seated_house import ready

from voice_agent.archive import redaction
from voice_agent.archive.notebook import Notebook
from voice_agent.archive.record import Record
from voice_agent.archive.redaction import Cut
from voice_agent.backends import JsonSchema, Message
from voice_agent.conversation import readings
from voice_agent.conversation.reading_on import ReadingOn
from voice_agent.conversation.years import puts_right
from voice_agent.errors import DiskFull, EngineUnavailable
from voice_agent.interview.questions import Candidate
from voice_agent.language.full_reading import ToRead, prompt, read_fully
from voice_agent.language.gate import Gate, Look, nobody
from voice_agent.language.scripted import Line, Scripted
from voice_agent.memory.kept_words import kept_words
from voice_agent.memory.thread import Setting
from voice_agent.reading.full_by_model import FullByModel
from voice_agent.reading.reading import Reading
from voice_agent.story import CONFIDED, TO_US, WITH_A_WISH, Session, Speaker, Turn, TurnId

pytestmark = pytest.mark.anyio

SHOP = "We got the shop in 1952, the two of us, with the bell over the door."
LATER = "My sister did the ladder. And it was 1953 we got it, it was the year after."
FOUND: Mapping[str, Any] = {
    "hard": "none",
    "answers": "none",
    "asks_us": "",
    "hooks": ["My sister did the ladder", "the goat"],
    "mentions": [{"words": "My sister", "sort": "person", "role": ""}],
    "claims": [],
    "corrections": [{"wrong": "1952", "right": "1953"}],
    "old_story": "",
}


async def gate(engine: Scripted, look: Look = nobody) -> Gate:
    return Gate(await ready(engine), look)


@dataclass
class Desk:
    """A talk that is written down, and what comes of it."""

    record: Record
    notebook: Notebook
    asked: list[tuple[Candidate, frozenset[Any]]] = field(default_factory=list[Any])
    count: int = 0

    def reading(self, engine: Gate, **more: Any) -> ReadingOn:
        fixed = prompt()

        async def reads(one: ToRead) -> FullByModel | None:
            return await read_fully(engine, fixed, one)

        given: dict[str, Any] = {
            "now": lambda: BEGAN,
            "templates": TEMPLATES,
            "doubt": lambda question, places: self.asked.append((question, places)),
        }
        return ReadingOn(reads, self.notebook, in_place, **{**given, **more})

    def said(self, on: ReadingOn, *lines: str, kind: str = "", ours: bool = False) -> None:
        for text in lines:
            self.count += 1
            who = Speaker.INTERVIEWER if ours else Speaker.NARRATOR
            at = float(self.count)
            turn = Turn(TurnId(self.count), SESSION, who, text, at, at, BEGAN, kind=kind)
            self.notebook.turn(turn)
            on.turn(turn)

    @property
    def noted(self) -> list[dict[str, Any]]:
        lines = (self.record.folder(SESSION) / "journal.jsonl").read_text().splitlines()
        return [one for one in map(json.loads, lines) if one["kind"] == "read by model"]


@pytest.fixture
def desk(tmp_path: Path) -> Any:
    with Record.open(tmp_path) as record:
        yield Desk(record, Notebook(record, Session(SESSION, "Ida", BEGAN), agreed=True))


async def worked(on: ReadingOn) -> None:
    """Until nothing is left to do."""
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(on.work)
        while on.behind:
            await checkpoint()  # a thread looks up what is kept back
        tasks.cancel_scope.cancel()


async def test_what_is_found_is_noted_with_its_turn_and_without_a_word(desk: Desk) -> None:
    on = desk.reading(await gate(Scripted([{}, FOUND])))
    desk.said(on, SHOP)
    desk.said(on, "What was behind the counter?", ours=True, kind="question")
    desk.said(on, LATER)
    await worked(on)
    (one,) = [each for each in desk.noted if each["turn"] == 3]
    assert one["read"]["hooks"] == [[0, 24]]
    assert one["read"]["corrections"] == [[1, [19, 23], [37, 41]]]
    assert "sister" not in json.dumps(desk.noted) and "1953" not in json.dumps(desk.noted)


async def test_each_turn_is_read_once_with_what_came_before_it(desk: Desk) -> None:
    engine = Scripted([FOUND, FOUND])
    on = desk.reading(await gate(engine), stories=lambda: [("k-1", "The goat in the yard.")])
    desk.said(on, SHOP)
    desk.said(on, "What was behind the counter?", ours=True, kind="question")
    desk.said(on, LATER)
    await worked(on)
    first, second = (asked[-1].text for asked in engine.asked)
    assert "ladder" not in first and first.endswith(SHOP)
    assert f"Narrator: {SHOP}\nInterviewer: What was behind the counter?" in second
    assert "s1: The goat in the yard." in second and second.endswith(LATER)


@pytest.mark.parametrize("kind", [TO_US, WITH_A_WISH, CONFIDED, "withheld", "aside"])
async def test_a_wish_and_what_is_withheld_is_neither_read_nor_shown_with_another(
    desk: Desk, kind: str
) -> None:
    engine = Scripted([FOUND])
    on = desk.reading(await gate(engine))
    desk.said(on, "Keep from Ann that I sold the Quillfeather ring.", kind=kind)
    desk.said(on, LATER)
    await worked(on)
    assert len(engine.asked) == 1 and "Quillfeather" not in engine.asked[0][-1].text


async def test_the_answer_to_whether_this_may_be_recorded_is_not_read(desk: Desk) -> None:
    engine = Scripted([FOUND])
    on = desk.reading(await gate(engine))
    desk.said(on, "May I record what you tell?", ours=True, kind="consent")
    desk.said(on, "Yes, you may do that.")
    await worked(on)
    assert not engine.asked


async def test_nothing_is_read_before_the_yes_nor_where_nothing_may_be_remembered(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        desk = Desk(record, Notebook(record, Session(SESSION, "Ida", BEGAN), agreed=False))
        engine = Scripted([FOUND])
        on = desk.reading(await gate(engine))
        desk.said(on, SHOP)
        desk.notebook.refuse()
        forbidden = desk.reading(await gate(engine), may=lambda: False)
        desk.said(forbidden, SHOP)
        await worked(on)
        await worked(forbidden)
    assert not engine.asked


class Kept:
    """One sentence is kept back."""

    def __init__(self, text: str) -> None:
        self._words, self._text = kept_words([text], [SHOP, LATER]), text

    def __call__(self) -> "Kept":
        return self

    def holds(self, text: str) -> bool:
        return self._words.hold(text)

    def closes(self, said: str) -> bool:
        return said == self._text


async def test_what_is_private_is_not_asked_about_and_left_out_of_what_came_before(
    desk: Desk,
) -> None:
    secret = "My brother Quillfeather stole the rent."
    engine = Scripted([FOUND, FOUND])
    on = desk.reading(await gate(engine, Kept(secret)), stories=lambda: [("k-1", secret)])
    desk.said(on, SHOP, secret, LATER)
    await worked(on)
    assert len(engine.asked) == 2
    assert "Quillfeather" not in str(engine.asked)
    assert [each["turn"] for each in desk.noted] == [1, 3]


class Never(Scripted):
    """A model that never answers."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = anyio.Event()

    def looking(self, look: Any) -> "Never":
        return self

    async def json(
        self, messages: Sequence[Message], schema: JsonSchema, *, limit: int = 400
    ) -> Mapping[str, Any]:
        self.asked.append(tuple(messages))
        self.begun.set()
        await sleep_forever()
        raise AssertionError


async def test_a_model_that_never_answers_holds_up_neither_the_talk_nor_its_end(desk: Desk) -> None:
    engine = Never()
    on = desk.reading(await gate(engine))
    with anyio.fail_after(10):
        async with anyio.create_task_group() as meanwhile:
            meanwhile.start_soon(on.work)
            desk.said(on, SHOP)
            await wait_all_tasks_blocked()
            desk.said(on, LATER)  # written down while the model thinks
            await engine.begun.wait()
            meanwhile.cancel_scope.cancel()
    assert len(engine.asked) == 1 and not desk.noted
    assert [each.text for each in desk.record.session(SESSION).turns] == [SHOP, LATER]


async def test_one_that_is_late_is_given_up_and_the_next_turn_is_read(desk: Desk) -> None:
    fixed, engine = prompt(), await gate(Never())

    async def reads(one: ToRead) -> FullByModel | None:
        if one.turn.text == SHOP:
            return await read_fully(engine, fixed, one, patience=0.01)
        return FullByModel(hard="tears")

    on = ReadingOn(reads, desk.notebook, in_place, now=lambda: BEGAN)
    desk.said(on, SHOP, LATER)
    await worked(on)
    assert [(each["turn"], each["read"]) for each in desk.noted] == [(2, {"hard": "tears"})]


async def test_a_model_that_is_gone_ends_no_talk(desk: Desk) -> None:
    gone = EngineUnavailable("scripted", "No model answers.", retryable=True)
    on = desk.reading(await gate(Scripted([gone])))
    desk.said(on, SHOP, LATER)
    await worked(on)
    assert not desk.noted and not desk.asked


@pytest.mark.parametrize(
    "line",
    [
        "Certainly! Here is the JSON you asked for.",
        {"hooks": "the ladder"},
        {**FOUND, "hard": "delighted"},
        {**FOUND, "claims": [{"what": 7}]},
    ],
    ids=str,
)
async def test_what_a_hostile_model_writes_is_left_and_the_next_turn_is_read(
    desk: Desk, line: Line
) -> None:
    on = desk.reading(await gate(Scripted([line, FOUND])))
    desk.said(on, LATER, LATER)
    await worked(on)
    assert [each["turn"] for each in desk.noted] == [2] and not desk.asked


async def test_a_full_disk_ends_the_reading_of_that_turn_alone(desk: Desk) -> None:
    async def full_disk(work: Any) -> Any:
        raise DiskFull("The disk is full.")

    async def reads(one: ToRead) -> FullByModel | None:
        return FullByModel(hard="tears")

    on = ReadingOn(reads, desk.notebook, full_disk, now=lambda: BEGAN)
    desk.said(on, SHOP)
    await worked(on)
    assert not desk.noted


async def corrected(desk: Desk, **more: Any) -> None:
    on = desk.reading(await gate(Scripted([{**FOUND, "corrections": []}, FOUND, FOUND])), **more)
    desk.said(on, SHOP)
    desk.said(on, "What was behind the counter?", ours=True, kind="question")
    desk.said(on, LATER, LATER)
    await worked(on)


async def test_a_year_put_right_becomes_one_question_a_talk_and_no_deed(desk: Desk) -> None:
    await corrected(desk)
    ((question, places),) = desk.asked
    assert question.kind == "conflict" and "when you got the shop?" in question.ask
    assert "1952" in question.ask and "1953" in question.ask
    assert places == {(SESSION, 1), (SESSION, 3)}


async def test_what_the_rules_find_themselves_is_not_asked_twice(desk: Desk) -> None:
    rules = puts_right(Setting(), lambda: BEGAN)
    on = desk.reading(await gate(Scripted([{**FOUND, "corrections": []}, FOUND])), puts_right=rules)
    desk.said(on, SHOP)
    desk.said(on, "No, sorry, it was 1953 that we got the shop.")
    await worked(on)
    assert rules([SHOP], "", "No, sorry, it was 1953 that we got the shop.") is not None
    assert [each["read"]["corrections"] for each in desk.noted if "corrections" in each["read"]]
    assert not desk.asked


@pytest.mark.parametrize("cut", [1, 3])
async def test_where_either_turn_loses_something_the_reading_goes(desk: Desk, cut: int) -> None:
    await corrected(desk)
    path = desk.record.folder(SESSION) / "journal.jsonl"
    before = [each["turn"] for each in desk.noted]
    gone = {cut: Cut("", (), "gone")}
    redaction.redact_journal(path, gone, (), lambda text: False, lambda text: False)
    left = [each["turn"] for each in desk.noted]
    assert 3 in before and 3 not in left


async def test_it_is_shown_beside_the_rules_reading_where_they_differ(desk: Desk) -> None:
    on = desk.reading(await gate(Scripted([{**FOUND, "hard": "tears", "answers": "yes"}])))
    desk.said(on, LATER)
    rules = Reading(words=17, hard="tears", hooks=())
    desk.notebook.note(
        "reading", 1, read=rules.as_note(), begins=0, guard="", reason="", considered=[]
    )
    await worked(on)
    (one,) = readings.had(desk.record, SESSION, desk.record.session(SESSION).turns)
    assert one.by_model is not None and one.differs == {"answers", "hooks"}
    assert one.by_model_words(one.by_model.hooks[0]) == "My sister did the ladder"
