"""The pages as people see them, at three widths and in two browsers, kept beside the documentation.

    PYTHONPATH=tests:tests/web .venv/bin/python tests/web/photographed.py docs/pages

Minutes. What is shown is the invented house of the tests; a file is named PAGE-WIDTH-BROWSER.webp.
"""

import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import browsers
from browsers import Page
from PIL import Image
from web_house import (
    NAMES,
    NOW,
    PASSWORD,
    House,
    furnished,
    library,
    printed,
    remembered,
    served,
    shared,
)

from voice_agent.archive.accounts import Role

WIDTHS = (390, 820, 1280)
"""CSS pixels: a telephone, a tablet, a computer."""

TALLEST = 2600
"""CSS pixels of one picture; what stands below is not shown."""

PAGES = {
    Role.NARRATOR: {
        "home": "/me",
        "my-stories": "/me/stories",
        "a-story": "",
        "my-book": "/me/book",
        "from-the-family": "/me/post",
        "people": "/me/people",
        "talk": "/talk",
    },
    Role.CAREGIVER: {"calendar": "/care", "house": "/care/house", "backup": "/care/backup"},
    Role.FAMILY: {
        "family": "/family",
        "family-book": "/family/book",
        "chapter": "/family/book/childhood",
    },
}
"""Role -> name of the picture -> address; "" for the first story."""


def photograph(to: Path) -> Iterator[Path]:
    """Yield each picture as it is kept in `to`."""
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="voice-agent-pages-") as folder:
        house = furnished(Path(folder) / "state")
        remembered(house)
        shared(house)
        library(house).write(NOW)
        printed(house, Role.FAMILY)
        with served(house) as there:
            with there.visitor(Role.NARRATOR) as rose:
                stories = rose.get("/me/stories").text
            story = next(iter(re.findall(r'"(/me/stories/[^"/]+/\d+)"', stories)))
            for browser in ("chromium", "firefox"):
                for role, pages in PAGES.items():
                    profile = Path(folder) / f"{browser}-{role}"
                    profile.mkdir()
                    with browsers.page(browser, profile) as page:
                        _sign_in(page, there, role)
                        yield from _of_one(page, there, pages, to, browser, story)


def _of_one(
    page: Page, house: House, pages: dict[str, str], to: Path, browser: str, story: str
) -> Iterator[Path]:
    for name, address in pages.items():
        for width in WIDTHS:
            page.size(width, 1200)
            page.open(house.address + (address or story))
            tall = int(page.run("document.documentElement.scrollHeight"))
            page.size(width, max(700, min(tall, TALLEST)))
            shot = to / f"{name}-{width}-{browser}.webp"
            with tempfile.NamedTemporaryFile(suffix=".png") as raw:
                page.picture(Path(raw.name))
                with Image.open(raw.name) as image:
                    image.convert("RGB").save(shot, quality=40, method=6)
            yield shot


def _sign_in(page: Page, house: House, role: Role) -> None:
    page.open(house.address + "/sign-in")
    page.run(
        f"(() => {{ document.querySelector('[name=name]').value = '{NAMES[role]}';"
        f" document.querySelector('[name=password]').value = '{PASSWORD}';"
        " document.querySelector('main form').submit(); })()"
    )
    waits = time.monotonic() + browsers.PATIENCE
    while page.run("location.pathname") not in ("/me", "/care", "/family"):
        assert time.monotonic() < waits, "nobody was let in"
        time.sleep(0.2)


if __name__ == "__main__":
    for kept in photograph(Path(sys.argv[1])):
        print(kept.name, f"{kept.stat().st_size / 1000:.0f} kB", flush=True)
