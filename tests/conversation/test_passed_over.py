"""Whoever was named when abuse was told gets no message of any kind, nor does his household, in this talk or a later one."""

import random
from pathlib import Path

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from interviews import rules
from kitchen import in_place
from often import times

from voice_agent.archive.passed_over import FILE, PassedOver
from voice_agent.archive.record import Record
from voice_agent.conversation.alarm import Alarm
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Wary
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Opening
from voice_agent.interview.safety.contacts import Contact, Contacts
from voice_agent.interview.safety.passing_over import BETWEEN
from voice_agent.reading.danger import safety
from voice_agent.resources import resource

pytestmark = pytest.mark.anyio

NET = safety.read(resource("config/safety.toml"), "GB")
BY = rules()
KEVIN = Contact("Kevin", "son", "mill lane", "kevin")
SUE = Contact("Sue", "daughter-in-law", "Mill Lane", "sue")
ANN = Contact("Ann", "daughter", "", "ann")
TOM = Contact("Tom", "grandson", "high street", "tom")
VERA = Contact("Vera", "friend", "", "vera")


class Line:
    """A Notifier that remembers whom it reached."""

    def __init__(self) -> None:
        self.sent = list[str]()

    def send(self, address: str, title: str, text: str) -> bool:
        self.sent.append(address)
        return True


async def no_time(seconds: float) -> None:
    """Sleep on a clock that is not watched."""
    await anyio.lowlevel.checkpoint()


def alarm(line: Line, people: Contacts, lasting: PassedOver | None = None) -> Alarm:
    return Alarm(NET, people, line, in_place, consented=True, lasting=lasting, sleep=no_time)


def house(state: Path) -> PassedOver:
    """A house in which something was told before."""
    with Record.open(state) as record:
        record.keep("usual voice", None)
    return PassedOver(state)


async def test_two_answers_after_a_disclosure_the_emergency_goes_to_the_daughter() -> None:
    line = Line()
    one = alarm(line, Contacts((KEVIN, SUE, ANN), VERA))
    progress, opening = Progress(stage=Stage.TALK), Opening(True)
    spoken = list[str]()
    for said in (
        "Kevin hits me when he has had a drink.",
        "I had hens once.",
        "I mean to take them all on Sunday night, the tablets, and go to sleep.",
    ):
        progress, move = planner.reply(BY, progress, Heard(said), opening)
        for each in (move.wary, move.alert):
            if each:
                spoken.append(await one.sound(each, move.about or said))
    assert line.sent == ["vera", "ann"]
    assert "Ann" in spoken[-1] and "Kevin" not in " ".join(spoken)


@pytest.mark.parametrize(
    "about",
    [
        "Kevin hits me.",
        "our kev hits me",
        "My son hits me.",
        "Me lad belts me if I spill owt.",
        "My beta, he is hitting me on the head.",
        f"Kevin came in from the pub.{BETWEEN}It was raining.{BETWEEN}He hits me.",
        f"my son was here again{BETWEEN}the kettle boiled{BETWEEN}he took my pension off me",
    ],
)
async def test_however_he_is_called_he_and_his_household_hear_of_nothing(about: str) -> None:
    line = Line()
    one = alarm(line, Contacts((KEVIN, SUE, ANN), VERA))
    await one.sound("A", about)
    for level in ("2", "3", "3m"):
        await one.sound(level, "I have fallen.")
    assert set(line.sent) == {"vera", "ann"}


@pytest.mark.parametrize(
    "about",
    [
        f"Ann comes on Mondays.{BETWEEN}I had hens.{BETWEEN}Kevin hits me.",
        f"Ann comes on Mondays.{BETWEEN}I had hens.{BETWEEN}He hits me, my son does.",
        "My son Kevin hits me.",
        "The lad they send from the agency is rough with me.",
    ],
)
async def test_whoever_was_not_meant_still_hears_of_an_emergency(about: str) -> None:
    line = Line()
    other = Contact("Peter", "son", "", "peter")
    one = alarm(line, Contacts((ANN, other), VERA))
    await one.sound("A", about)
    assert "Ann" in await one.sound("3", "I have fallen.")


async def test_with_everybody_passed_over_the_words_are_those_for_nobody() -> None:
    line = Line()
    one = alarm(line, Contacts((KEVIN, SUE)))
    await one.sound("A", "Kevin hits me.")
    assert await one.sound("3", "I have fallen.") == NET.alerts["nobody"]
    assert await one.sound("2", "I want to die.") == "" and line.sent == []


async def test_what_was_only_asked_about_counts_for_this_talk_until_it_is_denied(
    tmp_path: Path,
) -> None:
    line, kept = Line(), house(tmp_path)
    people = Contacts((KEVIN, ANN), VERA)
    one = alarm(line, people, kept)
    await one.sound(Wary.ASKED, "Kevin keeps my keys.")
    await one.sound("3", "I have fallen.")
    assert line.sent == ["ann"]
    await one.sound(Wary.DENIED, "")
    await one.sound("3m", "There is smoke.")
    assert line.sent == ["ann", "kevin"]
    await alarm(line, people, kept).sound("3", "I have fallen.")
    assert line.sent[-1] == "kevin", "it was never written down"


@pytest.mark.parametrize(
    ("answer", "denied"),
    [
        ("Yes, I'm fine.", True),
        ("I'm quite all right, thank you.", True),
        ("No.", False),
        ("No, I'd rather not say more.", False),
        ("I'd rather not say.", False),
    ],
)
def test_only_a_plain_yes_denies_that_something_is_wrong(answer: str, denied: bool) -> None:
    opening = Opening(True)
    told = "Kevin wants two hundred every week or he says he'll see to the dog."
    progress, move = planner.reply(BY, Progress(stage=Stage.TALK), Heard(told), opening)
    assert move.wary is Wary.ASKED and move.about.endswith(told) and not move.alert
    _, move = planner.reply(BY, progress, Heard(answer), opening)
    assert (move.wary is Wary.DENIED) is denied


def test_abuse_that_is_told_beside_another_danger_is_heeded_too() -> None:
    said = "Kevin hits me, so I have taken all my sleeping tablets."
    _, move = planner.reply(BY, Progress(stage=Stage.TALK), Heard(said), Opening(True))
    assert move.alert == "3" and move.wary is Wary.TOLD and "Kevin" in move.about


async def test_a_message_that_waits_does_not_reach_whoever_is_named_meanwhile() -> None:
    line, begun = Line(), anyio.Event()
    go_on = anyio.Event()

    async def wait(_: float) -> None:
        begun.set()
        await go_on.wait()

    one = Alarm(NET, Contacts((KEVIN, ANN)), line, in_place, consented=True, sleep=wait)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(one.sound, "2", "I want to die.")
        await begun.wait()
        await one.heed(Wary.TOLD, "Kevin hits me.")
        go_on.set()
    assert line.sent == []


def test_the_file_says_neither_who_nor_whether_anybody_was_named(tmp_path: Path) -> None:
    kept = house(tmp_path)
    kept.add()
    size = (tmp_path / FILE).stat().st_size
    kept.add({"name kevin", "home mill lane"})
    data = (tmp_path / FILE).read_bytes()
    assert len(data) == size and b"kevin" not in data.lower() and b"mill" not in data.lower()
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert kept.stands({"name kevin"}) and not kept.stands({"name ann"})
    assert PassedOver(tmp_path).stands({"home mill lane"})
    kept.clear()
    assert not kept.stands({"name kevin", "home mill lane"})
    assert (tmp_path / FILE).stat().st_size == size


def test_nothing_is_written_before_the_narrators_yes(tmp_path: Path) -> None:
    PassedOver(tmp_path).add({"name kevin"})
    assert list(tmp_path.iterdir()) == []


def test_nobody_is_forgotten_for_want_of_room(tmp_path: Path) -> None:
    kept = house(tmp_path)
    for n in range(40):
        kept.add({f"name n{n} {m}" for m in range(40)})
    assert all(kept.stands({f"name n{n} {m}"}) for n in range(40) for m in range(40))
    assert not kept.stands({f"name m{n}" for n in range(500)})


async def test_whoever_is_made_a_contact_later_is_passed_over_too(tmp_path: Path) -> None:
    kept = house(tmp_path)
    await alarm(Line(), Contacts((ANN,), VERA), kept).sound("A", "It is our Kevin. Kevin hits me.")
    line = Line()
    later = alarm(line, Contacts((Contact("Kev Smith", "", "", "new"), ANN), VERA), kept)
    assert "Ann" in await later.sound("3", "I have fallen.") and line.sent == ["ann"]


WAYS = {
    "Kevin": ("Kevin", "Kev", "Our Kevin", "My son", "My son Kevin", "Me lad"),
    "William": ("Bill", "William", "Our Billy", "Will", "My nephew", "My nephew Bill"),
    "Margaret": ("Maggie", "Margaret", "Peg", "My niece", "Our Madge"),
    "Ruth": ("Ruth", "Ruthie", "The carer", "My carer Ruth"),
}
RELATIONS = {"Kevin": "son", "William": "nephew", "Margaret": "niece", "Ruth": "carer"}
HARM = (
    "{} hits me.",
    "{} hits me, so there.",
    "I had tea. {} slaps me if I am slow.",
    "{} locks me in.",
)


@settings(max_examples=times(150), deadline=None)
@given(
    who=st.sampled_from(sorted(WAYS)),
    homes=st.lists(st.sampled_from(["", "mill lane", "high street"]), min_size=4, max_size=4),
    way=st.integers(0, 5),
    harm=st.sampled_from(HARM),
    apart=st.integers(-1, 2),
    talks=st.lists(st.sampled_from(["2", "3", "3m", "A"]), min_size=1, max_size=5),
    seed=st.integers(0, 99),
    case=st.booleans(),
)
def test_the_disclosed_and_their_household_never_get_a_message(
    tmp_path_factory: pytest.TempPathFactory,
    who: str, homes: list[str], way: int, harm: str, apart: int, talks: list[str], seed: int, case: bool,
) -> None:  # fmt: skip
    """In any order of contacts, by any name, at once or in a later talk, and two turns after he was named."""
    kept = house(tmp_path_factory.mktemp("house"))
    people = [Contact(n, RELATIONS[n], h, n) for n, h in zip(WAYS, homes, strict=True)]
    random.Random(seed).shuffle(people)
    contacts = Contacts(tuple(people[:3]), people[3])
    ways = WAYS[who]
    name = ways[way % len(ways)]
    pronoun = "She" if who in ("Margaret", "Ruth") else "He"
    if apart < 0:
        about = harm.format(name)
    else:
        about = BETWEEN.join(
            (f"{name} was here.", *["It rained."] * min(apart, 1), harm.format(pronoun))
        )
    about = about.lower() if case and name != "Will" else about
    disclosed = next(each for each in people if each.name == who)
    never = {who} | {
        e.name for e in people if disclosed.household and e.household == disclosed.household
    }
    line = Line()

    async def live() -> None:
        one = alarm(line, contacts, kept)
        await one.sound("A", about)
        for level in talks:
            await one.sound(level, "I have fallen.")
            one = alarm(line, contacts, kept)  # another day

    anyio.run(live)
    assert not never & {*line.sent}
