"""A message goes only to whom it may, is tried again, and what is said about it is true."""

import json
from pathlib import Path

import anyio
import pytest
from interviews import rules
from kitchen import Rest, Say, hold, in_place

from voice_agent.conversation.alarm import HOLD, Alarm
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import Progress, SafetyCheck, Stage, ToldInTalk
from voice_agent.interview.rules import Opening
from voice_agent.interview.safety.contacts import Contact, Contacts
from voice_agent.interview.steering.outcome import Outcome
from voice_agent.notifying.by_apprise import ByApprise
from voice_agent.notifying.to_file import ToFile
from voice_agent.reading.danger import safety
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.resources import resource

pytestmark = pytest.mark.anyio

NET = safety.read(resource("config/safety.toml"), "US")
BY = rules()
CRY = "I've got a terrible pain in my chest"


class Line:
    """A Notifier that fails for some, and remembers what went through."""

    def __init__(self, *, dead: frozenset[str] = frozenset(), bad: int = 0) -> None:
        self._dead, self._bad = dead, bad
        self.sent = list[tuple[str, str, str]]()
        self.tries = 0

    def send(self, address: str, title: str, text: str) -> bool:
        self.tries += 1
        if address in self._dead or self.tries <= self._bad:
            return False
        self.sent.append((address, title, text))
        return True


async def no_time(seconds: float) -> None:
    """Sleep on a clock that is not watched."""
    await anyio.lowlevel.checkpoint()


def alarm(line: Line, *, consented: bool = False, advocate: bool = True) -> Alarm:
    people = Contacts(
        (Contact("Ann", "daughter", "mill lane", "ann"), Contact("Tom", "son", "", "tom")),
        Contact("Ruth", "friend", "", "ruth") if advocate else None,
    )
    return Alarm(NET, people, line, in_place, name="Margaret", consented=consented, sleep=no_time)


async def test_the_first_who_can_be_reached_is_told_and_named() -> None:
    line = Line(dead=frozenset({"ann"}))
    outcome = await alarm(line).sound("3m", CRY)
    assert [address for address, *_ in line.sent] == ["tom"]
    assert outcome.startswith("I have sent a message to Tom.") and "911" in outcome
    assert line.tries == 4  # three times Ann, once Tom


async def test_a_line_that_hiccups_is_tried_again() -> None:
    line = Line(bad=1)
    assert "Ann" in await alarm(line).sound("3", CRY)
    assert [address for address, *_ in line.sent] == ["ann"]


async def test_a_failure_is_said_as_it_is() -> None:
    line = Line(dead=frozenset({"ann", "tom"}))
    outcome = await alarm(line).sound("3", CRY)
    assert outcome.startswith("I could not reach Ann or Tom.") and line.sent == []


async def test_with_nobody_named_it_says_so() -> None:
    nobody = Alarm(NET, Contacts(), Line(), in_place, sleep=no_time)
    assert (await nobody.sound("3m", CRY)).startswith("There is nobody I can send a message to.")


async def test_no_message_holds_a_word_of_what_was_said() -> None:
    line = Line()
    await alarm(line).sound("3m", CRY)
    ((_, title, text),) = line.sent
    assert "chest" not in title + text and "pain" not in title + text and "Margaret" in title


async def test_abuse_reaches_the_advocate_alone_and_is_not_spoken_of() -> None:
    line = Line()
    assert await alarm(line).sound("A", "My daughter hits me.") == ""
    assert [address for address, *_ in line.sent] == ["ruth"]


async def test_without_consent_a_wish_to_die_goes_to_nobody() -> None:
    line = Line()
    assert await alarm(line).sound("2", "I want to die.") == "" and line.sent == []


async def test_with_consent_a_message_waits_a_little_and_can_be_stopped_by_voice() -> None:
    line, waited = Line(), list[float]()
    begun = anyio.Event()

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        begun.set()
        await anyio.sleep_forever()

    people = Contacts((Contact("Ann", "daughter", "", "ann"),))
    one = Alarm(NET, people, line, in_place, consented=True, sleep=wait)
    outcomes = list[str]()

    async def sound() -> None:
        outcomes.append(await one.sound("2", "I want to die."))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(sound)
        await begun.wait()
        assert one.cancel() == NET.alerts["cancelled"]
    assert outcomes == [""] and waited == [HOLD] and line.sent == []


async def test_what_has_gone_cannot_be_called_back_and_that_is_said() -> None:
    line = Line()
    one = alarm(line)
    await one.sound("3", CRY)
    assert one.cancel() == NET.alerts["too-late"]


async def test_whoever_calls_it_back_while_it_is_tried_hears_that_one_may_be_on_its_way() -> None:
    line = Line(bad=9)
    begun = anyio.Event()

    async def wait(_: float) -> None:
        begun.set()
        await anyio.sleep_forever()

    people = Contacts((Contact("Ann", "daughter", "", "ann"),))
    one = Alarm(NET, people, line, in_place, sleep=wait)
    outcomes = list[str]()

    async def sound() -> None:
        outcomes.append(await one.sound("3", CRY))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(sound)
        await begun.wait()
        assert one.cancel() == NET.alerts["stopping"]
    assert outcomes == [""] and line.sent == []
    assert one.cancel() == NET.alerts["cancelled"]


async def test_word_of_abuse_goes_on_its_way_and_nothing_is_said_of_it() -> None:
    line = Line()
    one = alarm(line)
    await one.sound("A", "My daughter hits me.")
    assert line.sent
    # true, and it says nothing of what has gone
    assert one.cancel() == NET.alerts["cancelled"] and "sent" not in NET.alerts["cancelled"]


@pytest.mark.parametrize(
    "said",
    ["Ruthie hits me.", "ruthie pulls my hair", "Ruth hits me.", "Ruth is here. She hits me."],
)
async def test_whoever_is_called_by_a_short_form_hears_nothing_of_it(said: str) -> None:
    line = Line()
    assert await alarm(line).sound("A", said) == ""
    assert line.sent == []


async def test_the_same_danger_is_told_once() -> None:
    line = Line()
    one = alarm(line)
    await one.sound("3m", CRY)
    assert await one.sound("3m", CRY) == "" and len(line.sent) == 1


@pytest.mark.parametrize("notifier", [ToFile(), ByApprise()], ids=["file", "apprise"])
async def test_every_notifier_writes_to_a_file_that_only_we_can_read(
    notifier: ToFile | ByApprise, tmp_path: Path
) -> None:
    file = tmp_path / "box.jsonl"
    assert notifier.send(file.as_uri(), "Please call", "At once.") is True
    assert json.loads(file.read_text()) == {"title": "Please call", "text": "At once."}
    assert file.stat().st_mode & 0o777 == 0o600
    assert notifier.send((tmp_path / "no" / "such").as_uri(), "a", "b") is False


async def test_an_address_that_nobody_understands_is_a_failure_not_an_error() -> None:
    assert ByApprise().send("carrier-pigeon://loft", "a", "b") is False
    assert ToFile().send("https://example.org", "a", "b") is False


async def test_in_a_talk_the_message_goes_the_outcome_is_said_and_no_word_is_kept(
    tmp_path: Path,
) -> None:
    line = Line()
    told = await hold(
        tmp_path,
        [Rest(16), Say("we lived by the river", 2), Rest(12), Say(CRY, 3), Rest(40)],
        alarm=alarm(line).sound,
    )
    told.record.close()
    assert [address for address, *_ in line.sent] == ["ann"]
    assert any("I have sent a message to Ann." in text for _, text in told.lines)
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"river" in kept and b"in my chest" not in kept


def test_a_disclosure_is_routed_by_what_was_said_before_it_too() -> None:
    progress = Progress(
        stage=Stage.TALK, tellings=ToldInTalk(heard=("I had hens.", "Ruth comes on Mondays."))
    )
    _, move = planner.reply(BY, progress, Heard("She hits me when I am slow."), Opening(True))
    assert move.alert == "A" and "Ruth" in move.about
    teeth = "Somebody keeps my teeth in her pocket till I say sorry. It is Ruth."
    asked = Progress(
        stage=Stage.TALK, safety=SafetyCheck(checking="A"), tellings=ToldInTalk(last=teeth)
    )
    _, move = planner.reply(BY, asked, Heard("No."), Opening(True))
    assert move.alert == "A" and "Ruth" in move.about


@pytest.mark.parametrize(
    "said",
    [
        "Please don't send a message to anybody.",
        "Don't tell Ann.",
        "Cancel the message.",
        "do not send the message",
        "Don't tell anybody.",
    ],
)
def test_a_message_is_called_back_right_after_the_question_and_the_care_goes_on(said: str) -> None:
    opening = Opening(True)
    progress, move = planner.reply(BY, Progress(stage=Stage.TALK), Heard("I want to die."), opening)
    assert move.alert == "2"
    progress, move = planner.reply(BY, progress, Heard(said), opening)
    assert move.say == NET.say("2-yes")
    assert move.wish == Wish(Command.CANCEL)


async def test_in_a_talk_a_message_that_waits_is_called_back_by_voice(tmp_path: Path) -> None:
    line = Line()
    one = Alarm(NET, Contacts((Contact("Ann", "daughter", "", "ann"),)), line, in_place,
                consented=True, sleep=lambda _: anyio.sleep_forever())  # fmt: skip
    said = list[str]()

    async def grant(wish: Wish, words: str) -> Outcome:
        said.append(one.cancel())
        return Outcome(more=said[-1])

    told = await hold(
        tmp_path,
        [Rest(16), Say("i want to die", 2), Rest(30), Say("do not send the message", 2), Rest(40)],
        alarm=one.sound,
        grant=grant,
    )
    told.record.close()
    assert said == [NET.alerts["cancelled"]] and line.sent == []
    assert any(NET.say("2-yes") in text for _, text in told.lines)
    assert any(NET.alerts["cancelled"] in text for _, text in told.lines)
