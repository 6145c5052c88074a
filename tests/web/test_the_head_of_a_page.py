"""The head of each page: one row on a telephone, links as large as the text, and letters that come from the house itself."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from test_in_a_browser import browser, tablet
from web_house import TALK, House, furnished, printed, remembered, served, shared

from voice_agent.archive.accounts import Role

__all__ = ["browser"]

PAGES = {
    Role.NARRATOR: (
        *("/me", "/me/stories", f"/me/stories/{TALK}/4", f"/me/stories/{TALK}/4/forget"),
        *("/me/book", "/me/book/chapters/childhood", "/me/book/read/childhood", "/me/away"),
        *("/me/post", "/me/people", "/me/who", "/me/looks", "/me/agreed", "/me/known", "/talk"),
    ),
    Role.CAREGIVER: ("/care", "/care/people"),
    Role.FAMILY: (
        *("/family", "/family/book", "/family/book/childhood", "/family/book/years"),
        *("/family/book/people", "/family/life"),
    ),
    Role.ADVOCATE: ("/advocate",),
}

PHONE = 390

ONE_ROW = 90
"""Pixels: one button with the room around it."""

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


def pixels(page: Page, what: str) -> float:
    return float(page.evaluate(f"() => {what}"))


@pytest.mark.parametrize("role", PAGES, ids=str)
def test_on_a_telephone_nothing_is_wider_than_the_screen_and_the_head_is_one_row(
    browser: Browser, house: House, role: Role
) -> None:
    with tablet(browser, house, role, scripts=True, width=PHONE) as page:
        for address in PAGES[role]:
            page.goto(address)
            assert pixels(page, "document.documentElement.scrollWidth") <= PHONE, address
            head = pixels(page, "document.querySelector('header').offsetHeight")
            assert head < ONE_ROW, address


@pytest.mark.parametrize("role", PAGES, ids=str)
def test_the_menu_opens_without_a_script_and_each_link_in_it_can_be_hit(
    browser: Browser, house: House, role: Role
) -> None:
    with tablet(browser, house, role, width=PHONE) as page:
        links = page.get_by_role("navigation", name="Pages").get_by_role("link")
        expect(links).to_have_count(0)
        page.locator("summary", has_text="Menu").click()
        assert links.count() >= 1
        for each in links.all():
            box = each.bounding_box()
            assert box and box["height"] >= LEAST and box["x"] + box["width"] <= PHONE
        expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def test_the_menu_closes_where_something_else_is_pressed_and_with_escape(
    browser: Browser, house: House
) -> None:
    with tablet(browser, house, Role.CAREGIVER, scripts=True, width=PHONE) as page:
        menu, links = page.locator("summary", has_text="Menu"), page.locator(".menu nav")
        for closes in (
            lambda: page.mouse.click(PHONE / 2, page.evaluate("innerHeight") - 8),
            lambda: page.keyboard.press("Escape"),
        ):
            menu.click()
            expect(links).to_be_visible()
            closes()
            expect(links).to_be_hidden()
        menu.click()
        links.get_by_role("link", name="House").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("How it is for Rose")
        expect(links).to_be_hidden()
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Rose’s talks")
        expect(links).to_be_hidden()


@pytest.mark.parametrize("width", [PHONE, 1280])
def test_no_link_of_the_head_is_smaller_than_the_text(
    browser: Browser, house: House, width: int
) -> None:
    size = "parseFloat(getComputedStyle(document.querySelector('{}')).fontSize)"
    for role in PAGES:
        with tablet(browser, house, role, scripts=True, width=width) as page:
            link = "header .menu nav a" if width == PHONE else "header .row-of-links a"
            assert pixels(page, size.format(link)) >= pixels(page, size.format("main"))
            if width != PHONE:
                assert pixels(page, "document.querySelector('header').offsetHeight") < ONE_ROW


def test_the_letters_come_from_the_house_itself(house: House) -> None:
    with house.visitor() as client:
        for face in ("Regular", "Bold", "Italic", "BoldItalic"):
            address = f"/static/AtkinsonHyperlegible-{face}.ttf"
            assert address in client.get("/static/style.css").text
            answer = client.get(address)
            assert answer.headers["content-type"] == "font/ttf"
            assert answer.content[:4] == b"\x00\x01\x00\x00"
            assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert client.get("/static/metadata.ttf").status_code >= 400


def test_a_page_is_shown_in_those_letters(browser: Browser, house: House) -> None:
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:
        page.evaluate("() => document.fonts.ready")
        assert page.evaluate(
            "() => [...document.fonts].filter(each => each.status === 'loaded')"
            ".some(each => each.family.includes('Atkinson Hyperlegible'))"
        )


def test_stop_is_in_view_on_the_smallest_telephones(browser: Browser, house: House) -> None:
    """Upright or on its side, with a long talk above it."""
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:
        page.goto("/talk")
        page.evaluate(
            """() => {
                document.body.classList.add('held');
                document.getElementById('begin').hidden = true;
                document.getElementById('during').hidden = false;
                const said = document.getElementById('captions');
                for (let n = 0; n < 60; n += 1) said.append(Object.assign(
                    document.createElement('p'), {textContent: 'And then we went down to the sea.'}));
            }"""
        )
        for width, height in ((320, 568), (390, 844), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            for scrolled in (0, 10_000):
                page.evaluate(f"() => window.scrollTo(0, {scrolled})")
                box = page.get_by_role("button", name="Stop the talk").bounding_box()
                assert box and box["y"] >= 0 and box["y"] + box["height"] <= height
                assert box["x"] >= 0 and box["x"] + box["width"] <= width
