"""A whole spoken talk in Chromium, Firefox and WebKit: whatever keeps it from hearing is said on the page and mended, and

nothing is shown as heard that was not.
"""

import json
import os
import select
import socket
import threading
import time
import wave
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import browsers
import numpy as np
import pytest
from browsers import PITCH, Page
from test_what_a_tablet_shows import Sitting
from web_house import NAMES, PASSWORD, House, furnished, served

from voice_agent.archive.accounts import Role
from voice_agent.measuring.sound_card import SoundCard
from voice_agent.sound import RATE, Samples, Sound
from voice_agent.web.line import BUTTONS, SPEECH_RATE

RECORDS = "I am listening and recording."

STATE = "document.getElementById('state').textContent"
ASIDE = "document.getElementById('aside').textContent"
HEARING = "document.body.classList.contains('hearing')"

WATCHES = """
    const one = window.one = {contexts: [], streams: [], clips: [], wakes: 0, call: false, slow: 0, opening: 0};
    one.kept = [navigator.mediaDevices, navigator.wakeLock];  // else WebKit makes them anew, without our hand on them
    const {AudioContext: Context} = window;
    window.AudioContext = class extends Context {
        constructor(...wishes) { super(...wishes); one.contexts.push(this); }
        resume() { return one.call ? new Promise(() => {}) : super.resume(); }
        createBufferSource() { const clip = super.createBufferSource(); one.clips.push(clip); return clip; }
    };
    if (navigator.mediaDevices) {
        const take = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        navigator.mediaDevices.getUserMedia = async (wishes) => {
            if (one.refuses) throw new DOMException("", one.refuses);
            one.opening += 1;
            await new Promise((done) => setTimeout(done, one.slow));
            const stream = await take(wishes);
            one.streams.push(stream);
            one.opening -= 1;
            return stream;
        };
    }
    if (navigator.wakeLock) {
        const wake = navigator.wakeLock.request.bind(navigator.wakeLock);
        navigator.wakeLock.request = async (what) => { one.lock = await wake(what); one.wakes += 1; return one.lock; };
    }
"""
"""A hand on what the browser gives a page: a telephone call takes the sound (`call`), a microphone is refused, or slow to open."""


@dataclass
class Listened(Sitting):
    """A conversation that remembers what the microphone brought."""

    heard: list[Samples] = field(default_factory=list[Samples])

    def probability(self, frame: Sound) -> float:
        self.heard.append(frame.samples)
        return super().probability(frame)


@pytest.fixture(scope="module")
def tone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What Chromium's microphone plays."""
    path = tmp_path_factory.mktemp("tone") / "tone.wav"
    hum = np.sin(np.arange(48_000) * 2 * np.pi * PITCH / 48_000) * 0.3
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 48_000, 0, "NONE", ""))
        file.writeframes((hum * 32767).astype("<i2").tobytes())
    return path


@pytest.fixture(
    scope="module",
    params=["chromium", *(pytest.param(e, marks=pytest.mark.long) for e in ("firefox", "webkit"))],
)
def page(
    request: pytest.FixtureRequest, tone: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """One browser for the whole module, beside a sound card: without one Firefox plays nothing at all."""
    browsers.needed(request.param)
    sound_card: SoundCard = request.getfixturevalue("sound_card")
    before = {name: os.environ.get(name) for name in sound_card.environ}
    os.environ.update(sound_card.environ)
    try:
        with browsers.page(request.param, tmp_path_factory.mktemp("profile"), hears=tone) as opened:
            opened.before(WATCHES)
            opened.size(390, 844)
            yield opened
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(furnished(tmp_path_factory.mktemp("house") / "state")) as open_house:
        yield open_house


@pytest.fixture
def sitting(house: House, page: Page) -> Iterator[Listened]:
    """Rose sits down at the talk page. Whatever happened, the talk is over afterwards."""
    ((talks,),) = house.book.read("SELECT COUNT(*) FROM sessions")
    made = Listened(house.book.state, held=talks)
    house.desk.talk = made.talk
    sit_down(page, house.address)
    yield made
    if made.line is not None:
        made.line.told({"kind": "stop"})
        page.until(
            "document.querySelector('#begin').checkVisibility() || !document.querySelector('#after').hidden"
        )


def sit_down(page: Page, address: str) -> None:
    page.open(f"{address}/talk")
    if page.run("location.pathname") != "/talk":
        name, password = json.dumps(NAMES[Role.NARRATOR]), json.dumps(PASSWORD)
        page.run(
            f"(f => {{ f.elements.name.value = {name}; f.elements.password.value = {password};"
            " f.requestSubmit(); })(document.querySelector('form[action=\"/sign-in\"]'))"
        )
        page.until("location.search.includes('welcome')")
        page.open(f"{address}/talk")


def begin(page: Page) -> None:
    page.click("#begin")
    page.until(f"{STATE} === '{RECORDS}'")


def grows(heard: list[Samples], many: int) -> None:
    """Wait for so many more frames."""
    wanted, waits = len(heard) + many, time.monotonic() + browsers.PATIENCE
    while len(heard) < wanted:
        assert time.monotonic() < waits, "nothing more was heard"
        time.sleep(0.02)


def test_she_is_heard_at_her_own_pitch_presses_louder_and_stops(
    page: Page, sitting: Listened
) -> None:
    begin(page)
    assert page.run("document.getElementById('loading').hidden")
    grows(sitting.heard, 100)
    sound = np.concatenate(sitting.heard[-50:])
    most = float(np.argmax(np.abs(np.fft.rfft(sound)))) * RATE / len(sound)
    assert most == pytest.approx(page.pitch, abs=3), "whatever rate the browser has"
    assert np.abs(sound).max() > 0.05
    page.click("[data-wish=louder]")
    page.until(f"document.getElementById('captions').textContent.includes('{BUTTONS['louder']}')")
    assert [factor > 1 for factor in sitting.louder] == [True]
    page.click("#stop")
    page.until(f"{STATE} === 'Our talk is over. Thank you.'")
    assert not page.run(HEARING)
    after = len(sitting.heard)
    time.sleep(0.3)
    assert len(sitting.heard) == after


def deaf(page: Page, sitting: Listened, because: str) -> None:
    """It says that it cannot hear, and why; and nothing is heard."""
    page.until(f"{STATE}.startsWith('I cannot hear you') && {STATE}.includes('{because}')")
    assert not page.run(HEARING)
    waits = time.monotonic() + browsers.PATIENCE
    before = -1
    while len(sitting.heard) > before:  # what was on its way
        assert time.monotonic() < waits
        before = len(sitting.heard)
        time.sleep(1.5)


def hears_again(page: Page, sitting: Listened) -> None:
    """It says so, it does, and it says what it has missed."""
    page.until(f"{STATE} === '{RECORDS}' && {HEARING}")
    grows(sitting.heard, 20)
    page.until(f"{ASIDE}.startsWith('I did not hear you for about')")
    page.run("document.getElementById('aside').textContent = ''")


def test_whatever_keeps_it_from_hearing_is_said_and_mended(page: Page, sitting: Listened) -> None:
    begin(page)
    grows(sitting.heard, 20)
    page.run("one.call = true")  # the telephone rings
    page.run("one.contexts.at(-1).suspend()")
    deaf(page, sitting, "a call")
    page.run("one.call = false")
    hears_again(page, sitting)
    page.run("one.refuses = 'NotAllowedError'")  # somebody takes the permission away
    page.run("one.streams.at(-1).getTracks()[0].stop()")
    deaf(page, sitting, "microphone")
    page.click("#go-on")
    deaf(page, sitting, "no longer lets me")
    page.run("one.refuses = ''")
    page.click("#go-on")
    hears_again(page, sitting)
    muted = "(to) => { const t = one.streams.at(-1).getTracks()[0]; Object.defineProperty(t, 'muted', {value: to, configurable: true}); t.dispatchEvent(new Event(to ? 'mute' : 'unmute')); }"
    page.run(f"({muted})(true)")  # a switch on the device itself
    deaf(page, sitting, "switched off")
    page.run(f"({muted})(false)")
    hears_again(page, sitting)


def lets_go(page: Page) -> None:
    """Three seconds after the talk, and whatever is plugged in then, no microphone is open."""
    page.until("!document.querySelector('#after').hidden && !one.opening")
    time.sleep(2.5)  # twice in a row it is not tried
    page.run("navigator.mediaDevices.dispatchEvent(new Event('devicechange'))")
    time.sleep(3)
    assert not page.run("one.opening")
    tracks = page.run("one.streams.flatMap((s) => s.getTracks()).map((t) => t.readyState)")
    assert set(tracks) == {"ended"}
    assert set(page.run("one.contexts.map((c) => c.state)")) == {"closed"}


@pytest.mark.parametrize("by", ["herself", "the house"])
def test_the_microphone_stays_closed_once_the_talk_is_over(
    page: Page, sitting: Listened, by: str
) -> None:
    begin(page)
    grows(sitting.heard, 20)
    if by == "herself":
        page.click("#stop")
    else:
        assert sitting.line is not None
        sitting.line.told({"kind": "stop"})
    lets_go(page)


def test_a_microphone_that_opens_after_she_pressed_stop_is_let_go_at_once(
    page: Page, sitting: Listened
) -> None:
    begin(page)
    grows(sitting.heard, 20)
    page.run("one.refuses = 'NotAllowedError'")
    page.run("one.streams.at(-1).getTracks()[0].stop()")
    page.until("document.getElementById('go-on').checkVisibility()")
    page.run("(one.slow = 4000, one.refuses = '')")
    page.click("#go-on")
    page.until("one.opening")
    page.click("#stop")
    assert page.run("one.opening"), "pressed while it was still opening"
    lets_go(page)


def test_what_we_say_while_the_microphone_is_opened_anew_is_heard_afterwards(
    page: Page, sitting: Listened
) -> None:
    begin(page)
    grows(sitting.heard, 20)
    page.run("one.refuses = 'NotAllowedError'")
    page.run("one.streams.at(-1).getTracks()[0].stop()")
    page.until("document.getElementById('go-on').checkVisibility()")
    page.run("(one.slow = 2000, one.refuses = '')")
    page.click("#go-on")
    page.until("one.opening && one.contexts.at(-1).state === 'closed'")
    assert sitting.line is not None
    sitting.line.send_clip(77, np.full(SPEECH_RATE // 2, 0.1, np.float32))
    page.until("one.contexts.at(-1).state === 'running'")
    page.until("one.clips.at(-1)?.context === one.contexts.at(-1)")
    assert page.run("one.clips.at(-1).buffer.duration") == pytest.approx(0.5)


def test_a_page_out_of_sight_says_that_it_went_on_and_keeps_the_screen_awake(
    page: Page, sitting: Listened
) -> None:
    begin(page)
    hide = "(to) => { Object.defineProperty(document, 'hidden', {value: to, configurable: true}); document.dispatchEvent(new Event('visibilitychange')); }"
    page.until("one.wakes")
    page.run(f"({hide})(true)")
    page.run("one.lock.release()")  # as the browser does
    assert page.run("document.title").startswith(RECORDS)
    time.sleep(5.2)
    page.run(f"({hide})(false)")
    page.until(f"{ASIDE} === 'While this page was out of sight I went on listening.'")
    page.until("one.wakes > 1 && !one.lock.released")


def test_what_is_said_while_the_network_is_gone_for_ten_seconds_is_heard_afterwards(
    page: Page, house: House, sitting: Listened
) -> None:
    with wire(house.address) as line:
        sit_down(page, line.address)
        begin(page)
        grows(sitting.heard, 50)
        line.cut.set()
        before, talk = len(sitting.heard), sitting.held
        page.until(f"{STATE}.includes('nothing you say is lost')")
        time.sleep(5)  # it took as long again to notice
        line.cut.clear()
        page.until(f"{STATE} === '{RECORDS}'")
        while len(sitting.heard) < before + 480:
            time.sleep(0.05)
        assert not page.run(ASIDE), "nothing was missed, so nothing is said to be"
        assert sitting.held == talk
        assert sitting.line is not None
        sitting.line.told({"kind": "stop"})
        page.until(f"{STATE} === 'Our talk is over. Thank you.'")


ANSWER = "document.getElementById('answer').textContent"


def test_what_she_asks_for_while_the_network_is_gone_is_promised_aloud_and_kept(
    page: Page, house: House, sitting: Listened
) -> None:
    with wire(house.address) as line:
        sit_down(page, line.address)
        begin(page)
        grows(sitting.heard, 50)
        line.cut.set()
        page.click("[data-wish=louder]")  # nobody knows yet that it is gone
        assert page.run(ANSWER) == "Yes, as soon as nobody is speaking."
        page.until(f"{STATE}.includes('nothing you say is lost')")
        for _ in range(3):
            page.click("[data-wish=louder]")
        assert page.run(ANSWER) == "Yes, as soon as the connection is there."
        assert page.run("document.getElementById('answer').getAttribute('aria-live')") == "polite"
        line.cut.clear()
        page.until(f"{STATE} === '{RECORDS}'")
        page.until(
            f"document.getElementById('captions').textContent.includes('{BUTTONS['louder']}')"
        )
        grows(sitting.heard, 50)
        assert [factor > 1 for factor in sitting.louder] == [True], "once"
        assert sitting.line is not None
        sitting.line.told({"kind": "stop"})
        page.until(f"{STATE} === 'Our talk is over. Thank you.'")


REFUSED = {
    "NotAllowedError": "I may not use the microphone.",
    "NotFoundError": "I find no microphone.",
    "NotReadableError": "Another program is using the microphone.",
    "AbortError": "Something in the browser did not work.",
}


def test_whatever_fails_at_the_beginning_is_said_and_can_be_tried_again(
    page: Page, sitting: Listened
) -> None:
    for refuses, says in REFUSED.items():
        page.run(f"one.refuses = '{refuses}'")
        page.click("#begin")
        page.until(f"{STATE}.startsWith('{says}')")
        assert not page.run("document.getElementById('begin').disabled")
    page.run("one.refuses = ''")
    page.run(
        "(window.Whole = AudioContext, window.AudioContext = class { constructor() { throw new DOMException('', 'NotSupportedError'); } }, 0)"
    )
    page.click("#begin")
    page.until(f"{STATE}.startsWith('Something in the browser did not work.')")
    assert page.run("one.streams.at(-1).getTracks()[0].readyState") == "ended", "it let go of it"
    page.run("(window.AudioContext = Whole, 0)")
    begin(page)


BUTTONS_IN_VIEW = """[...document.querySelectorAll('#during button')].filter(b => b.checkVisibility()).map(b => {
    const r = b.getBoundingClientRect(); return [b.textContent, r.top, r.bottom, r.height]; })"""


def test_stop_is_always_in_view_and_every_button_can_be_hit(
    page: Page, sitting: Listened, tmp_path: Path
) -> None:
    begin(page)
    page.until("document.getElementById('captions').textContent")
    for width, height in ((1280, 800), (390, 844)):
        page.size(width, height)
        for zoom in (1, 2):
            page.run(f"document.documentElement.style.fontSize = '{18 * zoom}px'")
            page.picture(tmp_path / f"talk-{width}-{zoom}.png")
            buttons = page.run(BUTTONS_IN_VIEW)
            assert len(buttons) == 7
            assert all(high >= 64 for *_, high in buttons)
            if zoom == 1:
                assert all(top >= 0 and bottom <= height for _, top, bottom, _ in buttons)
            (stop,) = [button for button in buttons if button[0].startswith("Stop")]
            assert stop[1] >= 0 and stop[2] <= height
            assert not page.run("document.documentElement.scrollWidth > innerWidth"), (width, zoom)


@dataclass
class Wire:
    """A network between a browser and the house. It is gone while `cut` is set, and says nothing of it."""

    address: str
    cut: threading.Event


@contextmanager
def wire(house: str) -> Iterator[Wire]:
    there = ("127.0.0.1", int(house.rpartition(":")[2]))
    over, cut, lines = threading.Event(), threading.Event(), dict[socket.socket, socket.socket]()
    with socket.create_server(("127.0.0.1", 0)) as door:

        def carry() -> None:
            while not over.is_set():
                ready, *_ = select.select([] if cut.is_set() else [door, *lines], [], [], 0.05)
                for each in ready:
                    if each is door:
                        here, far = door.accept()[0], socket.create_connection(there)
                        lines.update({here: far, far: here})
                    elif each in lines:
                        with suppress(OSError):
                            if data := each.recv(65536):
                                lines[each].sendall(data)
                                continue
                        for end in (each, lines.pop(each)):
                            lines.pop(end, None)
                            end.close()

        thread = threading.Thread(target=carry)
        thread.start()
        try:
            yield Wire(f"http://127.0.0.1:{door.getsockname()[1]}", cut)
        finally:
            over.set()
            thread.join()
            for each in lines:
                each.close()
