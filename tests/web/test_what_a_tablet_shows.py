"""What the talk page says is what the record does, in a real Chromium; and the invitation is there at its hour.

The conversation is the real one, with its floor, its planner and its record; only its ears and its voice are scripted.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from interviews import rules
from kitchen import Ear, EndsWithStop, Nobody
from often import some
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from test_in_a_browser import browser, tablet
from web_house import House, furnished, served

from voice_agent.archive.accounts import Role
from voice_agent.archive.notebook import Notebook
from voice_agent.archive.record import Record
from voice_agent.assemble import Threads
from voice_agent.audio.echo import NoEcho
from voice_agent.conversation.house import Controls, Ears
from voice_agent.conversation.house import House as Talk
from voice_agent.conversation.session import Conversation
from voice_agent.dialogue.patience import Pauses
from voice_agent.dialogue.tempo import Tempo
from voice_agent.dialogue.voiceprint import Voiceprint
from voice_agent.interview.planner import Opening
from voice_agent.scheduler.plan import Kind
from voice_agent.settings_sections import Endpoint
from voice_agent.sound import RATE, Clip, Sound
from voice_agent.story import Session, SessionId, Word
from voice_agent.web.line import Line

__all__ = ["browser"]

TEN = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)  # a planned Friday of the house

LISTENS = "I am listening. Nothing is kept yet."
RECORDS = "I am listening and recording."

SIZES = {"telephone": (390, 844), "tablet": (820, 1180), "computer": (1280, 800)}


class Murmur:
    """Speech that lasts a fiftieth of a second a word: nobody waits for it."""

    def clauses(self, text: str) -> list[str]:
        return [text]

    def render(self, clause: str, pace: float) -> Clip:
        return Clip(np.full(len(clause.split()) * RATE // 50, 0.1, np.float32), RATE, clause)

    def murmur(self, kind: str, seed: int) -> Clip | None:
        return None


@dataclass
class Sitting:
    """A conversation at the other end of the line. `say` is the narrator."""

    state: Path
    agreed: bool = True
    line: Line | None = None
    ear: Ear = field(default_factory=lambda: Ear(()))
    stretches: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    held: int = 0
    louder: list[float] = field(default_factory=list[float])

    def say(self, text: str, seconds: float = 1.5) -> None:
        assert self.line is not None
        now, words = self.line.clock.now / RATE + 0.4, text.split()
        each = seconds / len(words)
        self.ear.words += [
            Word(word, now + n * each, now + (n + 1) * each) for n, word in enumerate(words)
        ]
        self.stretches.append((now, now + seconds))

    def probability(self, frame: Sound) -> float:
        at = frame.start / RATE
        return float(any(begins <= at < ends for begins, ends in self.stretches))

    def reset(self) -> None: ...

    def opening(self, record: Record) -> Opening:
        """With what this talk begins."""
        return Opening(consented=self.agreed)

    async def talk(self, line: Line) -> None:
        self.line, self.held, controls = line, self.held + 1, Controls()
        self.ear.words.clear()
        self.stretches.clear()
        line.obey(controls)
        id = SessionId(f"2026-11-20T10-00-00Z-{self.held:04}")
        with Record.open(self.state) as record:
            book = Notebook(record, Session(id, "Rose", TEN), agreed=self.agreed)
            house = Talk(
                session=id,
                ears=Ears(line.microphone, self, NoEcho(), self.ear, EndsWithStop(), Nobody()),
                loudspeaker=line.loudspeaker,
                speech=Murmur(),
                rules=rules(),
                opening=self.opening(record),
                notebook=book,
                labour=Threads(),
                patience=Endpoint(),
                now=lambda: TEN,
                watch=line.watch(),
                controls=controls,
                loudness=self.louder.append,
            )
            talk = Conversation(house, voiceprint=Voiceprint(), pauses=Pauses(), tempo=Tempo())
            await talk.hold()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = furnished(tmp_path / "state")
    with served(made) as open_house:
        yield open_house


@pytest.fixture
def sitting(house: House) -> Sitting:
    made = Sitting(house.book.state)
    house.desk.talk = made.talk
    return made


def begun(page: Page) -> list[WebSocketRoute]:
    """The talk page with its button pressed; returns its connections as they are made."""
    lines = list[WebSocketRoute]()

    def connect(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/talk/line*", connect)
    page.goto("/talk")
    page.get_by_role("button", name="Begin our talk").click()
    return lines


def kept(house: House) -> list[str]:
    """The talks of this morning that are in the record."""
    rows = house.book.read("SELECT id FROM sessions WHERE id LIKE '2026-11-20%'")
    return [id for (id,) in rows]


def test_a_first_talk_says_that_nothing_is_kept_until_the_yes_and_then_that_it_records(
    browser: Browser, house: House, sitting: Sitting
) -> None:
    sitting.agreed = False
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:
        begun(page)
        state = page.get_by_role("status")
        expect(state).to_have_text(LISTENS)
        assert kept(house) == []
        expect(page.get_by_role("log")).to_contain_text("computer program")
        page.get_by_role("button", name="Mute").click()
        expect(state).to_have_text("Muted: nothing is heard or kept.")
        page.get_by_role("button", name="press to go on").click()
        expect(state).to_have_text(LISTENS)
        sitting.say("yes please do record it all")
        expect(state).to_have_text(RECORDS)
        assert len(kept(house)) == 1
        page.get_by_role("button", name="Stop the talk").click()
        expect(state).to_have_text("Our talk is over. Thank you.")


def test_a_later_talk_says_that_it_records_at_once_and_after_every_interruption(
    browser: Browser, house: House, sitting: Sitting
) -> None:
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:
        lines = begun(page)
        state = page.get_by_role("status")
        expect(state).to_have_text(RECORDS)
        assert len(kept(house)) == 1
        assert page.evaluate("() => document.body.classList.contains('recording')")
        lines[0].close(code=1011, reason="somebody tripped over the cable")
        expect(state).to_contain_text("nothing you say is lost")
        expect(state).to_have_text(RECORDS)
        page.get_by_role("button", name="Mute").click()
        expect(state).to_have_text("Muted: nothing is heard or kept.")
        assert not page.evaluate("() => document.body.classList.contains('recording')")
        lines[1].close(code=1011, reason="and once more")
        expect(state).to_have_text("Muted: nothing is heard or kept.")
        page.get_by_role("button", name="press to go on").click()
        expect(state).to_have_text(RECORDS)
        page.get_by_role("button", name="Mute").click()
        page.reload()  # the talk goes on, and so does the mute
        page.get_by_role("button", name="Begin our talk").click()
        expect(state).to_have_text("Muted: nothing is heard or kept.")
        page.get_by_role("button", name="press to go on").click()
        expect(state).to_have_text(RECORDS)
        sitting.say("I don't want to be recorded any more")
        expect(state).to_have_text("I have stopped listening. Nothing more is kept.")
        expect(state).to_have_text("Our talk is over. Thank you.")
        assert not page.evaluate("() => document.body.classList.contains('recording')")
    assert sitting.held == 1


def test_a_talk_that_ended_behind_a_page_is_not_begun_again_by_it(
    browser: Browser, house: House, sitting: Sitting
) -> None:
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:
        lines = begun(page)
        state = page.get_by_role("status")
        expect(state).to_have_text(RECORDS)
        assert sitting.line is not None
        lines[0].close(code=1011, reason="somebody tripped over the cable")
        sitting.line.told({"kind": "stop"})  # as by a key in the room
        expect(state).to_have_text("Our talk is over. Thank you.")
        page.wait_for_timeout(1000)
    assert sitting.held == 1


def test_a_house_that_began_anew_gets_every_frame_from_the_first(
    browser: Browser, house: House
) -> None:
    """The service was started again behind an open page: it must not sit there saying that it records, and be deaf."""
    numbers: list[list[int]] = []
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:

        def connect(line: WebSocketRoute) -> None:
            heard = list[int]()
            numbers.append(heard)

            def took(message: str | bytes) -> None:
                if isinstance(message, bytes):
                    first = int.from_bytes(message[:4], "little")
                    heard.extend(range(first, first + (len(message) - 4) // 640))
                    if len(numbers) == 1:
                        line.send(json.dumps({"kind": "heard", "next": heard[-1] + 1}))

            line.on_message(took)
            line.send(json.dumps({"kind": "next", "next": 0, "muted": False}))
            line.send(json.dumps({"kind": "state", "state": "recording"}))
            lines.append(line)

        lines = list[WebSocketRoute]()
        page.route_web_socket("**/talk/line*", connect)
        page.goto("/talk")
        page.get_by_role("button", name="Begin our talk").click()
        expect(page.get_by_role("status")).to_have_text(RECORDS)
        page.wait_for_timeout(1500)
        lines[0].close(code=1011, reason="it was started again")
        expect(page.get_by_role("status")).to_contain_text("nothing you say is lost")
        expect(page.get_by_role("status")).to_have_text(RECORDS)
        page.wait_for_timeout(1500)
    assert len(numbers[0]) > 20
    assert numbers[1] == list(range(len(numbers[1])))
    assert len(numbers[1]) > 20


def test_the_invitation_comes_by_itself_to_a_page_that_is_open(
    browser: Browser, house: House, sitting: Sitting
) -> None:
    house.desk.now = lambda: TEN - timedelta(minutes=1)
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:
        page.goto("/me")
        expect(page.get_by_role("link", name="Talk now")).to_be_visible()
        house.desk.now = lambda: TEN + timedelta(seconds=5)
        begin = page.get_by_role("link", name="Begin")
        expect(begin).to_be_visible()
        expect(page.get_by_role("link", name="Talk now")).to_be_hidden()
        begin.click()
        expect(page.get_by_role("status")).to_have_text(RECORDS)
        assert page.url.endswith("/talk"), "loading it anew must not begin by itself"
        expect(page.get_by_text("it is time for our talk")).to_have_count(0)
        page.wait_for_timeout(300)
        told = house.desk.diary.history(house.desk.now())
        assert [each.kind for each in told if each.slot == TEN] == [Kind.HELD]
        page.get_by_role("button", name="Stop the talk").click()
        expect(page.get_by_role("status")).to_contain_text("over")


def test_one_tap_begins_on_the_talk_page_too(
    browser: Browser, house: House, sitting: Sitting
) -> None:
    house.desk.now = lambda: TEN + timedelta(seconds=5)
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:
        page.goto("/talk")
        expect(page.get_by_role("button", name="Begin our talk")).to_be_hidden()
        page.get_by_role("link", name="Begin").click()
        expect(page.get_by_role("status")).to_have_text(RECORDS)
        page.get_by_role("button", name="Stop the talk").click()
        expect(page.get_by_role("status")).to_contain_text("over")


@pytest.mark.parametrize("answer", ["Later", "Not today"])
def test_without_scripts_the_invitation_can_be_answered_too(
    browser: Browser, house: House, answer: str
) -> None:
    house.desk.now = lambda: TEN + timedelta(seconds=5)
    with tablet(browser, house, Role.NARRATOR) as page:
        page.goto("/me")
        page.get_by_role("button", name=answer).click()
        expect(page.get_by_role("status")).to_be_visible()
        expect(page.get_by_text("it is time for our talk")).to_have_count(0)


@pytest.mark.parametrize("size", some(SIZES))
def test_begin_is_large_and_in_view_at_once_on_every_screen(
    browser: Browser, house: House, size: str, tmp_path: Path
) -> None:
    house.desk.now = lambda: TEN + timedelta(seconds=5)
    width, height = SIZES[size]
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:
        page.set_viewport_size({"width": width, "height": height})
        for address in ("/me", "/talk"):
            page.goto(address)
            box = page.get_by_role("link", name="Begin").bounding_box()
            assert box is not None
            assert box["height"] >= 64
            assert box["y"] + box["height"] <= height, "in view without scrolling"
            for each in ("Later", "Not today"):
                other = page.get_by_role("button", name=each).bounding_box()
                assert other is not None
                assert other["height"] >= 64
            wide = page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth")
            assert not wide, address
            assert Axe().run(page).violations_count == 0, address
            page.screenshot(path=tmp_path / f"{size}{address.replace('/', '-')}.png")
    with tablet(browser, house, Role.CAREGIVER, scripts=True) as page:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/care")
        for what in (
            page.get_by_text("Next: "),
            page.get_by_label("First day"),
            page.get_by_role("button", name="Plan it"),
        ):
            box = what.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, "in view without scrolling"
        page.get_by_label("First day").fill("2026-11-24")
        planner = page.get_by_label("Tue").first  # each series has such a box, to be changed
        planner.check()
        page.get_by_role("button", name="Plan it").click()
        expect(page.get_by_role("alert")).to_contain_text("planned already")
        expect(planner).to_be_checked()
        assert Axe().run(page).violations_count == 0
        page.screenshot(path=tmp_path / f"{size}-care.png", full_page=True)
        wide = page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth")
        assert not wide
