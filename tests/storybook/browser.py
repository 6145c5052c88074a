"""A real Chromium without a window, spoken to through a pipe, for clicking where a reader clicks."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def program() -> str:
    """The first Chromium there is; "" where there is none."""
    return next((found for each in PROGRAMS if (found := shutil.which(each))), "")


class Page:
    """One tab. Speaks the DevTools protocol: JSON messages that end with a zero byte."""

    def __init__(self, to: int, back: int) -> None:
        self._to = to
        self._back = os.fdopen(back, "rb")
        self._number = 0
        self._session: str | None = None
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

    def open(self, path: Path) -> None:
        """Open a file from the disk and wait until it is there."""
        self.ask("Page.navigate", url=path.resolve().as_uri())
        self.run(
            "new Promise(done => document.readyState === 'complete' ? done() : addEventListener('load', done))"
        )

    def run(self, script: str) -> Any:
        """Run a script; a promise is waited for."""
        answer = self.ask(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def click(self, selector: str) -> None:
        """Click in the middle of the first line of what `selector` names, as a mouse would."""
        place = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
            " const r = e.getClientRects()[0]; return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.ask(
                "Input.dispatchMouseEvent",
                type=kind,
                x=place[0],
                y=place[1],
                button="left",
                clickCount=1,
            )

    def _read(self) -> dict[str, Any]:
        data = bytearray()
        while (byte := self._back.read(1)) != b"\0":
            assert byte, "Chromium has gone"
            data += byte
        return json.loads(data)

    def close(self) -> None:
        self._back.close()


@contextmanager
def page(profile: Path) -> Iterator[Page]:
    """A tab of a Chromium of its own."""
    theirs, to = os.pipe()
    back, ours = os.pipe()
    arguments = [
        *("--headless=new", "--no-sandbox", "--disable-gpu", "--mute-audio", "--no-first-run"),
        *(
            "--disable-background-networking",
            "--disable-dev-shm-usage",
            f"--user-data-dir={profile}",
        ),
        *("--window-size=1100,1400", "--remote-debugging-pipe", "about:blank"),
    ]
    command = f'exec "$@" 3<&{theirs} 4>&{ours}'
    process = subprocess.Popen(
        ["bash", "-c", command, "chromium", program(), *arguments],
        pass_fds=(theirs, ours),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    os.close(ours)
    try:
        tab = Page(to, back)
        try:
            yield tab
        finally:
            tab.close()
    finally:
        os.close(to)
        process.terminate()
        process.wait()
