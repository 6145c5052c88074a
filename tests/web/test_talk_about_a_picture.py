"""She presses “Talk about this picture” on her page, and the talk begins with a question about it, said aloud."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from interviews import rules
from PIL import Image
from playwright.sync_api import Browser, expect
from test_in_a_browser import browser, tablet
from test_what_a_tablet_shows import TEN, Sitting
from web_house import House, furnished, served

from voice_agent.archive import family
from voice_agent.archive.accounts import Role
from voice_agent.archive.record import Record
from voice_agent.assemble import Readers, opened
from voice_agent.interview.planner import Opening
from voice_agent.settings import Settings

__all__ = ["browser"]

ASKED = "Ann sent a photograph, The harbour at Whitby: what comes back to you?"


@dataclass
class Beginning(Sitting):
    """A talk that begins as a real one does: with what the house holds, and the picture that the line names."""

    def opening(self, record: Record) -> Opening:
        assert self.line is not None
        zone = Settings.model_validate({"narrator": {"time_zone": "Europe/London"}})
        found = opened(zone, record, rules(), Readers(), TEN, picture=self.line.picture)
        return replace(found, consented=self.agreed)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = furnished(tmp_path / "state")
    made.desk.talk = Beginning(made.book.state).talk
    with served(made) as open_house:
        yield open_house


def test_a_talk_that_was_begun_at_a_picture_asks_about_it_first(
    browser: Browser, house: House
) -> None:
    ann, image = house.people[Role.FAMILY], io.BytesIO()
    Image.new("RGB", (400, 300), "teal").save(image, "JPEG")
    for caption in ("Our wedding", "The harbour at Whitby"):
        family.send_photograph(house.book, ann, image.getvalue(), caption, TEN)
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:
        page.goto("/me/post")
        page.get_by_role("link", name=re.compile("Talk about this picture.*harbour")).click()
        expect(page.get_by_role("img", name="The picture Ann sent")).to_be_visible()
        page.get_by_role("button", name="Talk about this picture").click()
        spoken = page.get_by_role("log")
        expect(spoken).to_contain_text(ASKED)
        assert "Our wedding" not in spoken.inner_text()
        expect(page.get_by_role("img", name="The picture Ann sent")).to_be_visible()
        page.get_by_role("button", name="Stop the talk").click()
        expect(page.get_by_role("status")).to_contain_text("over")
