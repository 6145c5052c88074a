"""Hearing a story or a chapter: buttons that can be hit, a place one can go back to, and the sentence that sounds is marked."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect
from test_in_a_browser import browser, tablet
from web_house import TALK, House, furnished, printed, remembered, served, shared

from voice_agent.archive.accounts import Role

__all__ = ["browser"]

STORY = f"/me/stories/{TALK}/2"

SOUND = f"{STORY}/sound"

LEAST = 44
"""Pixels of whatever a finger is to hit."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = furnished(tmp_path_factory.mktemp("house") / "state")
    remembered(made)
    shared(made)
    printed(made, Role.FAMILY)
    with served(made) as open_house:
        yield open_house


ONE_LINE = 66
"""Pixels that a player may cover of what is read."""


def large(each: Locator) -> bool:
    box = each.bounding_box()
    return box is not None and box["height"] >= LEAST and box["width"] >= LEAST


def test_a_browser_may_ask_for_the_middle_of_a_sound_and_so_can_go_back_in_it(
    house: House,
) -> None:
    with house.visitor(Role.NARRATOR) as client:
        whole = client.get(SOUND)
        assert whole.status_code == 200 and whole.headers["accept-ranges"] == "bytes"
        some = client.get(SOUND, headers={"Range": "bytes=1000-1999"})
        assert (some.status_code, some.content) == (206, whole.content[1000:2000])
        assert some.headers["content-range"] == f"bytes 1000-1999/{len(whole.content)}"
        rest = client.get(SOUND, headers={"Range": f"bytes={len(whole.content) - 9}-"})
        assert rest.content == whole.content[-9:]
        for odd in ("bytes=9-3", f"bytes={len(whole.content)}-", "bytes=-5", "apples=1-2"):
            assert client.get(SOUND, headers={"Range": odd}).content == whole.content, odd


def test_she_hears_her_story_with_large_buttons_and_sees_which_sentence_sounds(
    browser: Browser, house: House
) -> None:
    with tablet(browser, house, Role.NARRATOR, scripts=True, width=390) as page:
        page.goto(STORY)
        player = page.get_by_role("group", name="Hear yourself tell it")
        hear = player.get_by_role("button", name="Hear it")
        back = player.get_by_role("button", name="Back 10 seconds")
        slider = player.get_by_role("slider")
        assert all(map(large, (hear, back, slider)))
        expect(page.locator("audio")).to_be_hidden()
        silent = player.bounding_box()
        hear.click()
        expect(page.locator(".s[aria-current]")).to_have_text(
            "My grandmother Marigold had the kitchen by the millpond."
        )
        sounding = player.bounding_box()
        assert silent and sounding and silent["height"] == sounding["height"] <= ONE_LINE
        player.get_by_role("button", name="Pause").click()
        expect(page.locator(".s[aria-current]")).to_have_count(0)
        assert Axe().run(page).violations_count == 0


@pytest.mark.parametrize("width", [390, 820])
def test_a_chapter_is_heard_from_one_line_on_every_screen(
    browser: Browser, house: House, width: int
) -> None:
    with tablet(browser, house, Role.NARRATOR, scripts=True, width=width) as page:
        page.goto("/me/book/read/childhood")
        player = page.get_by_role("group", name="This chapter")
        silent = player.bounding_box()
        player.get_by_role("button", name="Hear this chapter").click()
        expect(page.locator(".s[aria-current]")).to_have_count(1)
        sounding = player.bounding_box()
        assert silent and sounding and silent["height"] == sounding["height"] <= ONE_LINE
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nobody_leaves_a_chapter_unasked_with_an_answer_that_is_not_kept(
    browser: Browser, house: House
) -> None:
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:
        page.goto("/me/book/chapters/childhood")
        page.get_by_label("No, leave it out").first.check()
        with page.expect_event("dialog") as asked:
            page.once("dialog", lambda dialog: dialog.dismiss())
            page.get_by_role("link", name="My book").first.click(no_wait_after=True)
        assert asked.value.type == "beforeunload"
        expect(page.get_by_label("No, leave it out").first).to_be_checked()
        page.get_by_role("button", name="Keep my answers").click()
        expect(page.get_by_role("status")).to_be_visible()


def test_the_place_in_a_story_is_said_in_words_and_moved_by_keys(
    browser: Browser, house: House
) -> None:
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:
        page.goto(STORY)
        slider = page.get_by_role("slider")
        expect(slider).to_have_attribute("aria-valuetext", "0 sec of 9 sec")
        slider.focus()
        for key in ("End", "ArrowLeft", "ArrowLeft"):
            page.keyboard.press(key)
        page.keyboard.press("Tab")
        expect(page.get_by_text("6 sec of 9 sec")).to_be_visible()
        page.get_by_role("button", name="Go on").click()
        expect(page.locator(".s[aria-current]")).to_contain_text("blue enamel pot")
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Back 10 seconds").click()
        expect(slider).to_have_attribute("aria-valuetext", "0 sec of 9 sec")


def test_on_the_familys_list_the_sentence_that_sounds_is_marked_in_its_own_story(
    browser: Browser, house: House
) -> None:
    with tablet(browser, house, Role.FAMILY, scripts=True) as page:
        page.goto("/family")
        told = page.locator("article").first
        told.get_by_role("button", name="Hear it").click()
        expect(told.locator(".s[aria-current]")).to_have_text(
            "My grandmother Marigold had the kitchen by the millpond."
        )
        told.get_by_role("button", name="Pause").click()
        expect(page.locator(".s[aria-current]")).to_have_count(0)


@pytest.mark.long
def test_a_chapter_has_the_same_buttons_and_can_be_entered_in_its_middle(
    browser: Browser, house: House
) -> None:
    with tablet(browser, house, Role.FAMILY, scripts=True) as page:
        page.goto("/family/book/childhood")
        sentences = page.locator(".s:has(> a.play)")
        slider = page.get_by_role("slider")
        page.get_by_role("button", name="Listen to this chapter").click()
        expect(sentences.first).to_have_attribute("aria-current", "true")
        page.get_by_role("button", name="Pause").click()
        slider.focus()
        page.keyboard.press("End")
        page.get_by_role("button", name="Go on").click()
        expect(sentences.first).not_to_have_attribute("aria-current", "true")
        assert Axe().run(page).violations_count == 0


def test_without_a_script_the_plain_player_of_the_browser_stays(
    browser: Browser, house: House
) -> None:
    for role, address in ((Role.NARRATOR, STORY), (Role.FAMILY, "/family")):
        with tablet(browser, house, role) as page:
            page.goto(address)
            expect(page.locator("audio[controls]").first).to_be_visible()
            expect(page.get_by_role("slider")).to_have_count(0)
