"""How long pages take, as somebody's browser waits for them: run in a process of its own beside a session.

    python -m lab.evaluation.page_times < plan.json > times.json

The plan: {"address", "seconds", "every": seconds between two pages, "visitors": [{"name", "password",
"pages": [...]}]}. The answer: {"page": [milliseconds, ...]}. Only this computer is asked.
"""

import json
import re
import sys
import time
from collections import defaultdict
from itertools import cycle
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx


class Visit(NamedTuple):
    """One page, and whose browser asks for it."""

    browser: httpx.Client
    page: str


def measure(plan: dict[str, Any]) -> dict[str, list[float]]:
    """Ask for one page after another until the time is over. Raises httpx.HTTPError, ValueError."""
    address = str(plan["address"])
    if urlsplit(address).hostname not in ("127.0.0.1", "localhost"):
        raise ValueError("only pages on this computer are measured")
    visits = list[Visit]()
    for each in plan["visitors"]:
        browser = httpx.Client(base_url=address, headers={"Origin": address}, timeout=30)
        mark = re.search(r'name="mark" value="(\w+)"', browser.get("/sign-in").text)
        form = {"mark": mark[1] if mark else "", "name": each["name"], "password": each["password"]}
        answer = browser.post("/sign-in", data=form)
        if answer.status_code != 303:
            raise ValueError(f"{each['name']} was not let in: {answer.status_code}")
        visits += [Visit(browser, page) for page in each["pages"]]
    times: dict[str, list[float]] = defaultdict(list)
    end = time.monotonic() + float(plan["seconds"])
    for visit in cycle(visits):
        began = time.monotonic()
        if began >= end:
            break
        answer = visit.browser.get(visit.page)
        times[visit.page].append(round((time.monotonic() - began) * 1000, 2))
        if answer.status_code != 200:
            raise ValueError(f"{visit.page} answered {answer.status_code}")
        time.sleep(max(0.0, float(plan["every"]) - (time.monotonic() - began)))
    for each in {visit.browser for visit in visits}:
        each.close()
    return dict(times)


if __name__ == "__main__":
    json.dump(measure(json.load(sys.stdin)), sys.stdout)
