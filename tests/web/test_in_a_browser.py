"""Each person's day in a real Chromium on a tablet, without a script but for the talk; and whether the pages can be

read, tabbed through and understood by everybody (axe-core). Screenshots of every page are kept by the test run.
"""

import io
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, time
from pathlib import Path

import anyio
import browsers
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from often import some
from PIL import Image
from playwright.sync_api import Browser, FilePayload, Page, WebSocketRoute, expect, sync_playwright
from web_house import (
    NAMES,
    NOW,
    PASSWORD,
    PIN,
    TALK,
    House,
    furnished,
    printed,
    remembered,
    served,
    shared,
)

from voice_agent.archive import accounts, ended_plans, family, invitations, sharing
from voice_agent.archive.accounts import Role
from voice_agent.conversation.house import Controls
from voice_agent.sound import FRAME, RATE, Clip
from voice_agent.story import Speaker
from voice_agent.web.line import Line

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    "--autoplay-policy=no-user-gesture-required",
)

expect.set_options(timeout=60_000)

TABLET = {"width": 768, "height": 1024}


@dataclass
class Interviewer:
    """Stands at the other end of the line: says one clip, and counts what it hears."""

    controls: Controls | None = None
    frames: int = 0
    loud: float = 0.0
    times: list[int] | None = None

    async def talk(self, line: Line) -> None:
        self.controls, self.times = Controls(), []
        line.obey(self.controls)
        watch = line.watch()
        watch.state("recording")
        hum = np.sin(np.arange(RATE) * 2 * math.pi * 330 / RATE).astype(np.float32) * 0.3
        async with anyio.create_task_group() as tasks:

            async def say() -> None:
                watch.words(Speaker.INTERVIEWER, "Whose kitchen do you remember best?", True)
                await line.loudspeaker.play(Clip(hum, RATE, "Whose kitchen"))
                watch.words(Speaker.NARRATOR, "My grandmother's.", True)

            tasks.start_soon(say)
            async for sound in line.microphone:
                self.times.append(sound.start)
                self.frames += 1
                self.loud = max(self.loud, float(np.abs(sound.samples).max()))
                if self.controls.stopping:
                    break
            tasks.cancel_scope.cancel()


@pytest.fixture(scope="module")
def screenshots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("screenshots")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = browsers.needed("chromium")
    with sync_playwright() as chromium:
        opened = chromium.chromium.launch(executable_path=program, args=list(QUIET))
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def interviewer() -> Interviewer:
    return Interviewer()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, interviewer: Interviewer) -> Iterator[House]:
    made = furnished(tmp_path_factory.mktemp("house") / "state")
    made.desk.talk = interviewer.talk
    remembered(made)
    with served(made) as open_house:
        yield open_house


@contextmanager
def tablet(
    browser: Browser,
    house: House,
    role: Role | None = None,
    *,
    scripts: bool = False,
    width: int = TABLET["width"],
) -> Iterator[Page]:
    """Somebody's tablet, signed in by hand where a role is named. Scripts are off unless asked for."""
    context = browser.new_context(
        viewport={"width": width, "height": TABLET["height"]},
        java_script_enabled=scripts,
        base_url=house.address,
    )
    page = context.new_page()
    page.set_default_timeout(60_000)  # a busy machine is no fault of the page's
    complaints = list[str]()
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    try:
        page.goto("/sign-in")
        if role is not None:
            page.get_by_label("Your name").fill(NAMES[role])
            page.get_by_label("Your password").fill(PASSWORD)
            page.get_by_role("button", name="Sign in").click()
            page.wait_for_url("**said=welcome")
        yield page
        assert [said for said in complaints if "the server responded" not in said] == []
    finally:
        context.close()


def test_a_caregiver_plans_a_talk_pauses_and_tries_the_contacts(
    browser: Browser, house: House
) -> None:
    with tablet(browser, house, Role.CAREGIVER) as page:
        planning = page.locator("form[action='/care/plan']")
        planning.get_by_label("First day").fill("2026-11-23")
        planning.get_by_label("At, Rose’s time").fill("15:30")
        planning.get_by_label("Mon").check()
        planning.get_by_role("button", name="Plan it").click()
        expect(page.get_by_role("status")).to_have_text(
            "It is planned. The first talk is on Monday, 23 November, at 15:30."
        )
        coming = page.get_by_role("region", name="Coming")
        expect(coming.get_by_text("Monday, 23 November, 15:30")).to_be_visible()
        page.get_by_text("Pause for some days").click()
        pausing = page.locator("form[action='/care/pause']")
        pausing.get_by_label("From").fill("2026-11-23")
        pausing.get_by_label("To, with that day").fill("2026-11-24")
        page.get_by_role("button", name="Pause", exact=True).click()
        expect(coming.get_by_text("Monday, 23 November, 15:30")).to_have_count(0)
        page.get_by_text("Other calendars").click()
        page.get_by_label("Who will follow this calendar").fill("my phone")
        page.get_by_role("button", name="Make an address for it").click()
        expect(page.get_by_text("/feed/")).to_be_visible()
        page.get_by_role("link", name="People").click()
        page.get_by_role("button", name="Try it").click()
        expect(
            page.get_by_text("A test message went to Tom. Please ask whether it arrived.")
        ).to_be_visible()


KEEPS_WHAT_IS_HANDED_OVER = """
    window.handed = [];
    Object.defineProperty(navigator, "clipboard", {value: {writeText: async (text) => { handed.push(text); }}});
    Object.defineProperty(navigator, "share", {value: async (what) => { handed.push(what.url); }});
"""
"""A browser whose clipboard and whose sharing can be looked at."""


def test_an_invitation_is_copied_and_sent_on_with_one_press_each(
    browser: Browser, house: House
) -> None:
    house.desk.outside = "https://192.168.1.7:8470"
    try:
        for scripts in (True, False):
            with tablet(browser, house, Role.CAREGIVER, scripts=scripts) as page:
                page.add_init_script(KEEPS_WHAT_IS_HANDED_OVER)
                page.goto(f"{house.address}/care/people")
                page.get_by_label("Their name").fill(f"Leo {scripts}")
                page.get_by_label("What they are to Rose").fill("grandson")
                page.get_by_role("button", name="Make an invitation").click()
                address = page.locator("p.address code").inner_text()
                assert address.startswith("https://192.168.1.7:8470/invite/")
                copy = page.get_by_role("button", name="Copy it")
                if not scripts:
                    expect(copy).to_have_count(0)
                    continue
                copy.click()
                expect(page.get_by_text("Copied.")).to_be_visible()
                page.get_by_role("button", name="Send it on").click()
                page.wait_for_function("handed.length === 2")
                assert page.evaluate("handed") == [address, address]
    finally:
        house.desk.outside = ""


@pytest.mark.parametrize("scripts", [False, True])
def test_a_caregiver_whose_calendar_form_is_refused_sees_why_without_scrolling(
    browser: Browser, house: House, scripts: bool
) -> None:
    diary = house.desk.diary
    before, tuesday = diary.plan().series[0], date(2026, 11, 24)
    diary.leave_out(before.id, tuesday, NOW)
    other = diary.add(tuesday, time(10, 30), NOW)
    bad: FilePayload = {"name": "her.ics", "mimeType": "text/calendar", "buffer": b"no calendar"}
    with tablet(browser, house, Role.CAREGIVER, scripts=scripts, width=390) as page:
        page.get_by_text("Other calendars").click()
        page.get_by_label("When Rose is busy").set_input_files(bad)
        page.get_by_role("button", name="Read busy times").click()
        expect(page.get_by_role("alert")).to_contain_text("not a calendar file")
        expect(page.get_by_role("alert")).to_be_in_viewport()
        page.goto(f"{house.address}/care")
        page.get_by_role("button", name="Put it in again").click()
        expect(page.get_by_role("alert")).to_contain_text("less than an hour from the talk")
        expect(page.get_by_role("alert")).to_be_in_viewport()
    ended_plans.end(house.book, other.id, NOW)
    diary.keep(before, NOW)


def test_the_narrator_reads_hears_changes_shares_and_takes_back(
    browser: Browser, house: House
) -> None:
    with tablet(browser, house, Role.NARRATOR) as page:
        page.get_by_label("good", exact=True).check()
        page.get_by_label("a little tired").check()
        page.get_by_role("button", name="That is how it was").click()
        assert sharing.ratings(house.book) == {TALK: (4, 3)}
        page.locator("summary", has_text="Menu").click()
        page.get_by_role("navigation").get_by_role("link", name="My stories").click()
        page.get_by_role("link", name="My grandmother Marigold").click()
        expect(page.locator("audio")).to_be_visible()
        page.get_by_role("link", name="Change the words").click()
        page.get_by_label("I want it to read otherwise").fill(
            "My grandmother had the kitchen by the mill, and let me stir."
        )
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("article").first).to_contain_text("kitchen by the mill, and")
        expect(page.get_by_role("article").last).to_contain_text("a blue enamel pot")
        expect(page.get_by_label("They may hear my voice")).to_have_count(0)
        page.get_by_label("Ann").check()
        page.get_by_role("button", name="Let them see it").click()
        expect(page.get_by_role("status")).to_have_text("They can see it now.")
        (told,) = sharing.shared_with(house.book, house.people[Role.FAMILY])
        assert told.text.startswith("My grandmother had") and not told.voice
        page.get_by_role("button", name="Take it back").click()
        expect(page.get_by_role("status")).to_have_text("Nobody else sees it any more.")
        assert sharing.shared_with(house.book, house.people[Role.FAMILY]) == []


def test_somebody_of_the_family_asks_sends_a_picture_and_reads(
    browser: Browser, house: House, tmp_path: Path
) -> None:
    shared(house, 4)
    picture = tmp_path / "us.png"
    out = io.BytesIO()
    Image.linear_gradient("L").resize((640, 400)).save(out, "PNG")
    picture.write_bytes(out.getvalue())
    with tablet(browser, house, Role.FAMILY) as page:
        expect(page.get_by_role("article")).to_contain_text("my brother Bartholomew")
        page.get_by_label("Ann wonders").fill("What did the ferry cost?")
        page.get_by_role("button", name="Send the question").click()
        expect(page.get_by_text("What did the ferry cost?", exact=True)).to_be_visible()
        page.get_by_label("The picture").set_input_files(picture)
        page.get_by_label("What you know about it").fill("Mum and Aunt Rose, about 1962")
        page.get_by_role("button", name="Send the picture").click()
        expect(page.get_by_role("figure")).to_contain_text("Mum and Aunt Rose")
    assert family.waiting(house.book)[-1].question == "What did the ferry cost?"


def test_the_narrator_lets_pieces_of_the_book_stand_with_scripts_and_without(
    browser: Browser, house: House
) -> None:
    library = house.desk.library
    assert library is not None
    library.write(NOW)
    many = len(library.waiting())
    assert many >= 2
    for scripts in (True, False):
        with tablet(browser, house, Role.NARRATOR, scripts=scripts) as page:
            page.get_by_role("link", name="My book").first.click()
            expect(page.get_by_label("Yes, keep it in")).to_be_visible()
            if scripts:
                page.evaluate("() => { window.kept = 'since before' }")
            before = page.get_by_role("article").inner_text()
            page.get_by_label("Yes, keep it in").check()
            page.get_by_role("button", name="Keep my answer").click()
            expect(page.get_by_role("status")).to_have_text("Thank you. It is in your book.")
            if scripts:  # only the middle of the page was drawn anew
                assert page.evaluate("() => window.kept") == "since before"
            assert before not in page.get_by_role("main").inner_text()
    assert len(library.waiting()) == many - 2


MARKS_SOUNDING = """() => {
    window.sounding = 0;
    new MutationObserver(changes => changes.forEach(change => {
        if (change.target.matches('.s.now')) window.sounding += 1;
    })).observe(document, {subtree: true, attributeFilter: ['class']});
}"""
"""Counts the sentences that are marked while they sound: a short one may be over before anybody looks."""


def test_somebody_of_the_family_clicks_a_sentence_and_hears_it(
    browser: Browser, house: House
) -> None:
    printed(house, Role.FAMILY)
    with tablet(browser, house, Role.FAMILY, scripts=True) as page:
        page.get_by_role("link", name="The book", exact=True).click()
        page.get_by_role("main").get_by_role("listitem").get_by_role("link").first.click()
        mark = page.locator("a.play").first
        expect(mark).to_be_visible()
        page.evaluate(MARKS_SOUNDING)
        with page.expect_response(lambda answer: "/family/book/sound/" in answer.url) as heard:
            mark.click()
        assert heard.value.status in (200, 206)
        assert heard.value.headers["content-type"] == "audio/wav"
        page.wait_for_function("() => window.sounding")
        expect(page.locator(".s.now")).to_have_count(0)  # it has been heard to its end
        second = page.locator("a.play").nth(1).get_attribute("href")
        with page.expect_response(lambda answer: answer.url.endswith(second or "-")):
            page.get_by_role("button", name="Go on").click()  # behind what was heard alone
        page.wait_for_function("() => window.sounding > 1")
        page.goto("/family/book/years")
        page.get_by_role("main").locator("summary").first.click()
        page.get_by_label("Your note").first.fill("His papers say 1953.")
        page.get_by_role("button", name="Put it beside").first.click()
        expect(page.get_by_text("Ann: His papers say 1953.")).to_be_visible()


@pytest.mark.parametrize(("width", "scripts"), some([(390, True), (820, False), (1280, True)]))
def test_two_pages_are_open_and_no_word_of_hers_is_lost(
    browser: Browser, screenshots: Path, tmp_path: Path, width: int, scripts: bool
) -> None:
    """She has the chapter open twice, as happens: in the kitchen and by her bed."""
    made = furnished(tmp_path / "state")
    remembered(made)
    with served(made) as house:
        _two_pages(browser, house, screenshots, width, scripts)


def _two_pages(
    browser: Browser, house: House, screenshots: Path, width: int, scripts: bool
) -> None:
    library = house.desk.library
    assert library is not None
    printed(house, Role.FAMILY)
    hers, other = f"A pot stood there {width}, {scripts}.", f"A kettle sang {width}, {scripts}."
    with tablet(browser, house, Role.NARRATOR, scripts=scripts, width=width) as page:

        def look(name: str, at: Page) -> None:
            shot = screenshots / f"words-{name}-{width}-{scripts}.png"
            # hiding the caret would be a style of its own, which our pages do not allow
            at.screenshot(path=shot, full_page=True, caret="initial")
            wide = "() => document.documentElement.scrollWidth > window.innerWidth"
            assert not (scripts and at.evaluate(wide)), f"{name} must be scrolled sideways"
            if scripts:
                found = Axe().run(at, options={"runOnly": ["wcag2a", "wcag2aa", "wcag22aa"]})
                assert found.violations_count == 0, (name, found.generate_report())

        kitchen, bed = page, page.context.new_page()
        for each in (kitchen, bed):
            each.goto("/me/book/chapters/childhood")
            each.locator("summary", has_text="Change the words").first.click()
        look("open", kitchen)
        otherwise = "I said that, but I want it to read otherwise"
        kitchen.get_by_label(otherwise).nth(1).fill(hers)
        bed.get_by_label(otherwise).nth(1).fill(other)
        bed.get_by_label(otherwise).nth(0).fill(f"She had a kitchen {width}, {scripts}.")
        kitchen.get_by_role("button", name="Keep my answers").click()
        expect(kitchen.get_by_role("status")).to_contain_text("Your words are kept.")
        expect(kitchen.get_by_role("article").first).to_contain_text(hers)
        look("kept", kitchen)
        bed.get_by_role("button", name="Keep my answers").click()
        expect(bed.locator(".clash")).to_contain_text(f"There it reads: “{hers}”")
        expect(bed.get_by_label(otherwise).nth(1)).to_have_value(other)
        expect(bed.get_by_label(otherwise).nth(0)).to_have_value(
            f"She had a kitchen {width}, {scripts}."
        )
        look("clash", bed)
        bed.get_by_role("button", name="Keep my answers").click()
        expect(bed.get_by_role("article").first).to_contain_text(other)
        expect(bed.get_by_role("article").first).to_contain_text(f"She had a kitchen {width}")
        page.goto(f"/me/stories/{TALK}/2/words")
        look("story", page)
        page.goto(f"/me/stories/{TALK}/2")
        look("of-a-story", page)
        page.goto("/me/book")
        look("book", page)
        page.get_by_role("link", name="Change the words").click()
        page.locator("summary", has_text="Change the words").click()
        look("piece", page)
        for each in library.waiting():
            library.answer(each.id, given=True, readers=(), now=NOW)
    with tablet(browser, house, Role.FAMILY, scripts=scripts, width=width) as page:
        page.goto("/family/book/childhood")
        expect(page.get_by_role("link", name="As approved")).to_have_attribute(
            "aria-current", "true"
        )
        expect(page.get_by_role("article")).to_contain_text(other)
        look("read", page)
        page.get_by_role("link", name="Word for word").click()
        expect(page.get_by_role("article")).to_contain_text("blue enamel pot")
        look("heard", page)


def test_an_invited_advocate_waits_is_let_in_and_sees_nothing_that_was_said(
    browser: Browser, house: House
) -> None:
    rose = house.people[Role.NARRATOR]
    token = invitations.invite(house.book, rose, Role.ADVOCATE, "Vera", "neighbour", NOW)
    with tablet(browser, house) as page:
        page.goto(f"/invite/{token}")
        page.get_by_label("Choose a password").fill("a long password")
        page.get_by_role("button", name="I am Vera").click()
        expect(page.get_by_role("main")).to_contain_text("Waiting for Rose")
        word = page.locator("main b").last.inner_text()
        with tablet(browser, house, Role.NARRATOR) as hers:
            hers.get_by_role("link", name="Somebody waits to come in").click()
            hers.get_by_label(word, exact=True).check()
            hers.get_by_label("Your PIN").first.fill(PIN)
            hers.get_by_role("button", name="Yes, let Vera in").click()
            expect(hers.get_by_role("status")).to_have_text("They can come in now.")
        page.get_by_role("link", name="Look again").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Rose trusts you")
        expect(page.get_by_role("main")).to_contain_text("Nothing reaches you yet")
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("status")).to_have_text("You are signed out.")


def test_a_talk_in_the_browser_is_heard_captioned_muted_and_outlives_its_connection(
    browser: Browser, house: House, interviewer: Interviewer
) -> None:
    with tablet(browser, house, Role.NARRATOR, scripts=True) as page:
        lines = list[WebSocketRoute]()

        def connect(line: WebSocketRoute) -> None:
            line.connect_to_server()
            lines.append(line)

        page.route_web_socket("**/talk/line*", connect)
        page.goto("/talk")
        page.get_by_role("button", name="Begin our talk").click()
        expect(page.get_by_role("log")).to_contain_text("Whose kitchen do you remember best?")
        expect(page.get_by_role("log")).to_contain_text("My grandmother's.")
        expect(page.get_by_role("button", name="Begin our talk")).to_be_hidden()
        while interviewer.loud < 0.05:  # Chromium's own microphone beeps once a second
            page.wait_for_timeout(50)
        page.get_by_role("button", name="Mute").click()
        expect(page.get_by_role("status")).to_contain_text("Muted")
        assert interviewer.controls is not None
        page.wait_for_function("() => document.body.classList.contains('hearing') === false")
        page.get_by_role("button", name="press to go on").click()
        expect(page.get_by_role("status")).to_have_text("I am listening and recording.")
        before = interviewer.frames
        lines[0].close(code=1011, reason="somebody tripped over the cable")
        expect(page.get_by_role("status")).to_contain_text("nothing you say is lost")
        expect(page.get_by_role("status")).to_have_text("I am listening and recording.")
        expect(page.get_by_role("log")).to_contain_text("My grandmother's.")
        while interviewer.frames < before + 50:  # a second of sound
            page.wait_for_timeout(50)
        assert len(lines) == 2
        page.get_by_role("button", name="Stop the talk").click()
        expect(page.get_by_role("status")).to_contain_text("over")
        expect(page.get_by_role("button")).to_have_count(0)  # signing out is in the menu
    assert interviewer.times == list(range(0, interviewer.frames * FRAME, FRAME))


def test_every_page_can_be_read_by_everybody(
    browser: Browser, house: House, screenshots: Path
) -> None:
    rose = house.people[Role.NARRATOR]
    token = invitations.invite(house.book, rose, Role.FAMILY, "Tim", "nephew", NOW)
    accounts.make(house.book, "Lucy", Role.FAMILY, "x", NOW, relation="niece")
    waits, *_ = printed(house, Role.FAMILY)
    house.book.commit(lambda db: db.execute("DELETE FROM approvals WHERE passage = ?", (waits,)))
    pages = {
        None: ["/sign-in", f"/invite/{token}", "/certificate", "/nothing", "/forgotten"],
        Role.CAREGIVER: ["/care", "/care/people", "/care/house", "/care/backup", "/care/help"],
        Role.FAMILY: [
            *("/family", "/family/life", "/family/book", "/family/book/years"),
            *("/family/book/people", "/family/book/childhood"),
        ],
        Role.ADVOCATE: ["/advocate"],
        Role.NARRATOR: [
            "/me",
            "/me/stories",
            f"/me/stories/{TALK}/4",
            f"/me/stories/{TALK}/4/forget",
            f"/me/stories/{TALK}/4/words",
            "/me/book",
            "/me/book/chapters/childhood",
            "/me/book/read/childhood",
            "/me/away",
            "/me/agreed",
            "/me/looks",
            "/me/decisions",
            "/me/people",
            "/me/who",
            "/me/known",
            "/talk",
            "/me/post",
        ],
    }
    seen = {role: some(addresses) for role, addresses in pages.items()}
    for role, addresses in seen.items():
        with tablet(browser, house, role, scripts=True) as page:
            for address in addresses:
                page.goto(address)
                name = f"{role or 'anybody'}{address.replace('/', '-')[-32:]}.png"
                page.screenshot(path=screenshots / name, full_page=True)
                found = Axe().run(
                    page,
                    options={
                        "runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
                    },
                )
                assert found.violations_count == 0, (address, found.generate_report())
                wide = page.evaluate(
                    "() => document.documentElement.scrollWidth > window.innerWidth"
                )
                assert not wide, f"{address} must be scrolled sideways"
    kept = [each for each in screenshots.iterdir() if not each.name.startswith("words-")]
    assert len(kept) == sum(map(len, seen.values()))
