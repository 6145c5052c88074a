"""Whoever looks at the pages of a soaked house: the narrator, a caregiver and a daughter, each with a browser of their own."""

import re
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx

from lab.evaluation.soak.home import PASSWORD
from voice_agent.web.guard import COOKIE

PAGES: Mapping[str, tuple[str, ...]] = {
    "Rose": ("/me", "/me/stories", "/me/book", "/me/looks"),
    "Carol": ("/care",),
    "Ann": ("/family", "/family/life", "/family/book"),
}
"""Who looks at what: home, stories, the book; the caregiver's page; shared stories, the time line, the book."""

PATIENCE = 120.0
"""Seconds for a page: what takes so long is no page."""


@dataclass
class Visitors:
    """Their browsers. Blocking; asks only this computer."""

    address: str
    times: dict[str, list[float]] = field(
        default_factory=lambda: defaultdict[str, list[float]](list)
    )
    """Milliseconds that each page took since somebody last looked at this."""

    refused: Counter[str] = field(default_factory=Counter[str])
    """Pages that were not shown, and with which answer."""

    _browsers: dict[str, httpx.Client] = field(default_factory=dict[str, httpx.Client])
    _one: threading.RLock = field(default_factory=threading.RLock)
    # guards the browsers: whoever talks must not take the cookies of one that is just signing in

    def sign_in(self, name: str) -> httpx.Client:
        """With a password, in the browser that is known here. Raises httpx.HTTPError."""
        with self._one:
            browser = self._browsers.get(name) or httpx.Client(
                base_url=self.address, headers={"Origin": self.address}, timeout=PATIENCE
            )
            self._browsers[name] = browser
            if COOKIE in browser.cookies:
                browser.cookies.delete(COOKIE)
            found = re.search(r'name="mark" value="(\w+)"', browser.get("/sign-in").text)
            form = {"mark": found[1] if found else "", "name": name, "password": PASSWORD}
            began = time.monotonic()
            answer = browser.post("/sign-in", data=form)
            self._note("sign-in", began, answer.status_code, 303)
            return browser

    def look(self, name: str, page: str) -> None:
        """Ask for one page. Raises httpx.HTTPError."""
        with self._one:
            browser = self._browsers.get(name) or self.sign_in(name)
            began = time.monotonic()
            answer = browser.get(page)
            if answer.status_code == 303:  # signed out meanwhile
                browser = self.sign_in(name)
                began = time.monotonic()
                answer = browser.get(page)
            self._note(page, began, answer.status_code, 200)

    def round(self) -> None:
        """Every page once."""
        for name, pages in PAGES.items():
            for page in pages:
                self.look(name, page)

    def cookies(self, name: str) -> str:
        """What the browser of `name` sends along, for a line of its own."""
        with self._one:
            browser = self._browsers.get(name) or self.sign_in(name)
            return "; ".join(f"{each.name}={each.value}" for each in browser.cookies.jar)

    def taken(self) -> dict[str, list[float]]:
        """What was noted since the last time, which is forgotten."""
        times, self.times = self.times, defaultdict(list)
        return dict(times)

    def close(self) -> None:
        """Close every browser."""
        for each in self._browsers.values():
            each.close()

    def _note(self, page: str, began: float, status: int, wanted: int) -> None:
        if status != wanted:
            self.refused[f"{page} {status}"] += 1
        self.times[page].append(round((time.monotonic() - began) * 1000, 2))
