"""A real browser that nobody sees: Chromium, Firefox or WebKit, each spoken to in its own protocol, with one page in front."""

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

PROGRAMS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "firefox": ("firefox-esr", "firefox"),
    "webkit": ("WebKitWebDriver",),
}

PATIENCE = 60.0
"""Seconds that a browser on a busy machine may take; nothing is measured."""

PITCH = 1000
"""Hertz of what the microphones of Chromium, which is given a file of it, and of Firefox hear."""


def program(name: str) -> str:
    """Where that browser is; "" where it is not on this machine."""
    if name == "webkit" and not shutil.which("xvfb-run"):
        return ""  # it has no way to be without a screen
    return next((found for each in PROGRAMS[name] if (found := shutil.which(each))), "")


def needed(name: str) -> str:
    """The same, for a test that cannot do without: skipped at a desk, and failed where nobody would read of it."""
    if found := program(name):
        return found
    says = f"{name} is not on this machine, so nobody can look at the pages"
    if os.environ.get("CI") and name != "webkit":  # which needs a screen and much room
        pytest.fail(f"{says}: `.ci/system-packages test` brings it")
    pytest.skip(says)


class Page(ABC):
    """One page of one browser."""

    pitch = PITCH
    """Hertz of what its microphone hears most of."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Go there and wait until it is loaded."""

    @abstractmethod
    def before(self, script: str) -> None:
        """Run a script in every page that is opened from now on, before its own."""

    @abstractmethod
    def run(self, script: str) -> Any:
        """What an expression comes to; a promise is waited for."""

    @abstractmethod
    def press(self, x: float, y: float) -> None:
        """Click there, as a hand would."""

    @abstractmethod
    def size(self, width: int, height: int) -> None:
        """Be as large as that screen, in CSS pixels."""

    @abstractmethod
    def picture(self, to: Path) -> None:
        """Keep what is in view as a PNG."""

    def click(self, selector: str) -> None:
        """Click in the middle of the first line of what `selector` names."""
        place = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
            " const r = e.getClientRects()[0]; return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        self.press(*place)

    def until(self, script: str) -> Any:
        """Wait until an expression is true, and return it."""
        waits = time.monotonic() + PATIENCE
        while not (found := self.run(script)):
            assert time.monotonic() < waits, (
                f"never came true: {script}\n{self.run('document.body.innerText')}"
            )
            time.sleep(0.05)
        return found


class Chromium(Page):
    """Speaks the DevTools protocol through a pipe: JSON messages that end with a zero byte."""

    def __init__(self, to: int, back: int) -> None:
        self._to, self._back = to, os.fdopen(back, "rb")
        self._number, self._session = 0, ""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self.ask("Page.enable")

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send one command and wait for its answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                return answer["result"]

    def _read(self) -> dict[str, Any]:
        data = bytearray()
        while (byte := self._back.read(1)) != b"\0":
            assert byte, "Chromium has gone"
            data += byte
        return json.loads(data)

    def open(self, address: str) -> None:
        self.ask("Page.navigate", url=address)
        self.run(
            "new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', done))"
        )

    def before(self, script: str) -> None:
        self.ask("Page.addScriptToEvaluateOnNewDocument", source=script)

    def run(self, script: str) -> Any:
        answer = self.ask(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, x: float, y: float) -> None:
        where = {"x": x, "y": y, "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, **where)

    def size(self, width: int, height: int) -> None:
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.ask("Emulation.setDeviceMetricsOverride", **screen)

    def picture(self, to: Path) -> None:
        to.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot")["data"]))

    def close(self) -> None:
        self._back.close()


class Firefox(Page):
    """Speaks WebDriver BiDi over a websocket."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._number = line, 0
        self.ask("session.new", capabilities={})
        (tree, *_) = self.ask("browsingContext.getTree")["contexts"]
        self._context = tree["context"]

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send one command and wait for its answer."""
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._line.recv(PATIENCE))
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def before(self, script: str) -> None:
        self.ask("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")

    def run(self, script: str) -> Any:
        # as JSON, which needs no second reader: the protocol has a notation of its own for values
        answer = self.ask(
            "script.evaluate",
            expression=f"Promise.resolve({script}).then((it) => JSON.stringify(it ?? null))",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def press(self, x: float, y: float) -> None:
        self.ask("input.performActions", context=self._context, actions=[_click(x, y)])

    def size(self, width: int, height: int) -> None:
        screen = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=self._context, viewport=screen)

    def picture(self, to: Path) -> None:
        seen = self.ask("browsingContext.captureScreenshot", context=self._context)
        to.write_bytes(base64.b64decode(seen["data"]))


class WebKit(Page):
    """Speaks the older WebDriver, one request a command."""

    pitch = 150  # a hum of its own, and a short high sound now and then

    def __init__(self, driver: httpx.Client) -> None:
        self._driver, self._session = driver, ""
        self._before = list[str]()
        browser = {
            "binary": str(mini_browser()),
            "args": ["--automation", "--enable-mock-capture-devices=true"],
        }
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": browser}}
        self._session = f"/session/{self.ask('/session', capabilities=wanted)['sessionId']}"

    def ask(self, path: str, **parameters: Any) -> Any:
        """Send one command and wait for its answer."""
        answer = self._driver.post(f"{self._session}{path}", json=parameters).json()["value"]
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer

    def open(self, address: str) -> None:
        self.ask("/url", url=address)
        for script in self._before:
            self.run(f"(() => {{ {script} }})()")

    def before(self, script: str) -> None:
        self._before.append(
            script
        )  # as good as before, for what a page does when a button is pressed

    def run(self, script: str) -> Any:
        answered = (
            f"Promise.resolve({script}).then((it) => arguments[0](JSON.stringify(it ?? null)))"
        )
        return json.loads(self.ask("/execute/async", script=answered, args=[]))

    def press(self, x: float, y: float) -> None:
        self.ask("/actions", actions=[_click(x, y)])

    def size(self, width: int, height: int) -> None:
        for _ in range(2):  # the window has edges of its own
            inside = self.run("[outerWidth - innerWidth, outerHeight - innerHeight]")
            self.ask("/window/rect", width=width + inside[0], height=height + inside[1])

    def picture(self, to: Path) -> None:
        seen = self._driver.get(f"{self._session}/screenshot").json()["value"]
        to.write_bytes(base64.b64decode(seen))

    def close(self) -> None:
        self._driver.delete(self._session)


def _click(x: float, y: float) -> dict[str, Any]:
    moves = [
        {"type": "pointerMove", "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return {"type": "pointer", "id": "mouse", "actions": moves}


@contextmanager
def page(name: str, profile: Path, *, hears: Path | None = None) -> Iterator[Page]:
    """A page of a browser of its own, which lets every page listen to a microphone that is none.

    `hears`: what Chromium's microphone plays, again and again; the others hum by themselves.
    """
    profile.mkdir(parents=True, exist_ok=True)
    match name:
        case "chromium":
            opening = _chromium(profile, hears)
        case "firefox":
            opening = _firefox(profile)
        case _:
            opening = _webkit(profile)
    with opening as opened:
        yield opened


@contextmanager
def _chromium(profile: Path, hears: Path | None) -> Iterator[Page]:
    theirs, to = os.pipe()
    back, ours = os.pipe()
    arguments = [
        *("--headless=new", "--no-sandbox", "--disable-gpu", "--mute-audio", "--no-first-run"),
        *(
            "--disable-background-networking",
            "--disable-dev-shm-usage",
            f"--user-data-dir={profile}",
        ),
        *("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"),
        *([f"--use-file-for-fake-audio-capture={hears}"] if hears else []),
        *("--window-size=1100,1400", "--remote-debugging-pipe", "about:blank"),
    ]
    command = f'exec "$@" 3<&{theirs} 4>&{ours}'
    process = subprocess.Popen(
        ["bash", "-c", command, "chromium", program("chromium"), *arguments],
        pass_fds=(theirs, ours),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    os.close(ours)
    try:
        tab = Chromium(to, back)
        try:
            yield tab
        finally:
            tab.close()
    finally:
        os.close(to)
        process.terminate()
        process.wait()


HUMS = {
    "media.navigator.streams.fake": True,
    "media.navigator.permission.disabled": True,
    "media.navigator.audio.fake_frequency": PITCH,
    "media.autoplay.default": 1,  # nothing sounds before a button was pressed
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
}


@contextmanager
def _firefox(profile: Path) -> Iterator[Page]:
    wanted = (f"user_pref({json.dumps(name)}, {json.dumps(to)});" for name, to in HUMS.items())
    (profile / "user.js").write_text("\n".join(wanted))
    port = _free_port()
    process = subprocess.Popen(
        [
            *(program("firefox"), "--headless", "--no-remote", "--profile", str(profile)),
            *("--remote-debugging-port", str(port), "about:blank"),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with _line(f"ws://127.0.0.1:{port}/session", process) as line:
            yield Firefox(line)
    finally:
        process.terminate()
        process.wait()


def _line(address: str, process: subprocess.Popen[bytes]) -> ClientConnection:
    """The line to a browser that is starting."""
    waits = time.monotonic() + PATIENCE
    while True:
        try:
            # a picture of a page is larger than what is read by default
            return connect(address, max_size=None, ping_interval=None)
        except (OSError, WebSocketException):
            assert process.poll() is None and time.monotonic() < waits, "Firefox does not answer"
            time.sleep(0.1)


def mini_browser() -> Path:
    """The small browser that comes with WebKitGTK."""
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))


@contextmanager
def _webkit(profile: Path) -> Iterator[Page]:
    """On a screen that nobody sees."""
    port = _free_port()
    home = os.environ | {"HOME": str(profile), "XDG_RUNTIME_DIR": str(profile)}
    command = ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1400x1800x24"]
    process = subprocess.Popen(
        [*command, program("webkit"), f"--port={port}"],
        env=home,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as driver:
            _answers(driver, process)
            tab = WebKit(driver)
            try:
                yield tab
            finally:
                tab.close()
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # the screen and the driver on it
        process.wait()


def _answers(driver: httpx.Client, process: subprocess.Popen[bytes]) -> None:
    waits = time.monotonic() + PATIENCE
    while True:
        try:
            driver.get("/status")
            return
        except httpx.TransportError:
            assert process.poll() is None and time.monotonic() < waits, "WebKit does not answer"
            time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]
