""" "You remind me about Mr Pettigrew next time": kept before it is promised, brought up once, and not where it is private."""

import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import anyio
import pytest
from interviews import rules as plain_rules
from kitchen import BEGAN
from talking import after
from written_house import talk, told

from voice_agent.archive import asked_after, keeping_back, memory_tables, reminders
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.record import Record
from voice_agent.conversation import past
from voice_agent.conversation.granting import NOT_NOTED
from voice_agent.interview.moves import Act
from voice_agent.interview.rules import Past, Reminder
from voice_agent.interview.steering.reminding import first, spoken
from voice_agent.memory.privacy import PRIVATE
from voice_agent.reading.wishes.commands import Command
from voice_agent.reading.wishes.reminding import ought, task, wanted
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

OTHER = SessionId("other")

LUNCHES = (
    "I'm getting dry, I think that's enough for today. "
    "We'll do the school lunches next time, you remind me about Mr Pettigrew."
)


@pytest.mark.parametrize(
    ("said", "about"),
    [
        (LUNCHES, "Mr Pettigrew"),
        ("Remind me to tell you about my wedding next time.", "my wedding"),
        ("Next time, remind me of the big snow, will you?", "the big snow"),
        ("Don't let me forget about the strike.", "the strike"),
        ("Tha mun remind me about our Keith's cornet, lad.", "our Keith's cornet"),
        ("Please you remind me about my sister's wedding tomorrow.", "my sister's wedding"),
        ("Ask me about the ration books next time.", "the ration books"),
        ("And mind, remind me about the strike, and bye-bye now, honey.", "the strike"),
        ("That reminds me of Mr Pettigrew.", ""),
        ("You remind me of my mother.", ""),
        ("She reminded me about the rent.", ""),
        ("Remind me of the question.", ""),
        ("He said, remind me about the rent.", ""),
        ("Remind me to take my tablets.", ""),
    ],
)
def test_what_is_to_be_brought_up_is_found_wherever_it_stands(said: str, about: str) -> None:
    """Also behind a goodbye, and never in a story."""
    assert first(wanted(said)) == about


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("You were supposed to remind me about Mr Pettigrew.", "Mr Pettigrew"),
        ("You never reminded me about the lunches.", "the lunches"),
        ("Weren't you going to ask me about Mr Pettigrew?", "Mr Pettigrew"),
        ("You promised you'd remind me about the dance hall.", "the dance hall"),
        ("He was supposed to remind me about the milk.", ""),
        ("You reminded me of my mother.", ""),
    ],
)
def test_that_we_ought_to_have_reminded_them_is_understood(said: str, about: str) -> None:
    """Only where we are meant."""
    assert first(ought(said)) == about


def test_a_subject_is_said_to_them_as_theirs() -> None:
    """My wedding is your wedding, and what cannot be turned is not spoken of."""
    assert spoken("my wedding") == "your wedding" and spoken("Mr Pettigrew") == "Mr Pettigrew"
    assert spoken("what you said about your mother") == ""


def test_a_thing_to_be_done_between_our_talks_is_not_promised() -> None:
    """We cannot remind anybody of their tablets, and say so."""
    assert task("Remind me to take my tablets.") and not task("Remind me to tell you about Ann.")
    _, move = after("Remind me to call our Karen at five.")
    assert move.wish is None and "cannot" in move.text.lower()


def test_in_a_goodbye_it_is_noted_and_the_talk_closes() -> None:
    """Both are heard, in one breath and without a question."""
    _, move = after(LUNCHES)
    assert move.ends and move.wish is not None
    assert (move.wish.command, move.wish.about) == (Command.REMIND, "Mr Pettigrew")
    assert "Mr Pettigrew" in move.text and "?" not in move.text and len(move.text.split()) <= 50


def test_at_the_next_opening_it_is_brought_up_and_the_floor_is_theirs() -> None:
    """In right grammar, without a question, and before any other thread."""
    wanted_ = (Reminder(3, "my wedding"), Reminder(4, "Mr Pettigrew"), Reminder(5, "the strike"))
    progress, move = after(told=(), past=Past(reminders=wanted_))
    assert move.act is Act.GREET and not move.ask
    assert "about your wedding and about Mr Pettigrew." in move.text.replace(":", " about")
    assert progress.wishes.reminded == (3, 4)


def test_who_was_to_be_reminded_and_says_so_is_answered_with_it() -> None:
    """With a note it is given back; without one that is said plainly."""
    said = "You were supposed to remind me about Mr Pettigrew."
    _, kept = after(said, past=Past(reminders=(Reminder(1, "Mr Pettigrew"),)))
    _, made = after("Remind me about Mr Pettigrew next time.", said)
    _, none = after(said)
    for move in (kept, made):
        assert "You wanted to tell me about Mr Pettigrew." in move.text and "?" not in move.text
    assert "no note" in none.text and "?" not in none.text


def test_let_us_talk_of_this_and_ask_me_about_that_asks_about_that() -> None:
    """In right grammar, and no sentence of theirs is drawn into the question."""
    for said in (
        "Let's talk about dancing instead. Ask me about Eddie Wojcik.",
        "Ask me about Eddie Wojcik.",
        "I'd sooner talk about dancing. Ask me about Eddie Wojcik, please.",
    ):
        _, move = after(said)
        assert "Eddie Wojcik" in move.text and "sk you" not in move.text, move.text
        assert move.text.endswith("about Eddie Wojcik?")


# ---- as it is kept

pytestmark = pytest.mark.anyio


async def held(state: Path, number: int, lines: Sequence[str]) -> list[str]:
    """The talk of that day in writing, from its opening; what was said to each line."""
    said = list[str]()
    with Record.open(state) as record:
        left = past.before(record, date(2026, 1, 1)) if Record.exists(state) else Past()
        async with (
            talk(record, number, {}, left=left) as ours,
            anyio.create_task_group() as tasks,
        ):
            said.append(" ".join(ours.opening))
            for line in lines:
                said.append(" ".join(await ours.answer(line, tasks)))
            reminders.done(record, ours.progress.wishes.reminded, BEGAN)
    return said


async def test_it_is_on_the_disk_before_it_is_promised(tmp_path: Path) -> None:
    """The promise is spoken of a row that is there."""
    with Record.open(tmp_path) as record:
        said = await told(record, 1, ["Remind me about Mr Pettigrew next time."])
        assert [each.about for each in reminders.waiting(record)] == ["Mr Pettigrew"]
    assert "Mr Pettigrew" in said[0] and NOT_NOTED not in said


async def test_it_is_brought_up_once_and_never_again(tmp_path: Path) -> None:
    """Not in the third talk."""
    await held(tmp_path, 1, [LUNCHES])
    second = await held(tmp_path, 2, [])
    third = await held(tmp_path, 3, [])
    assert "Mr Pettigrew." in second[0] and "?" not in second[0].split("Mr Pettigrew")[-1]
    assert "Pettigrew" not in third[0]


@pytest.mark.parametrize("wish", ["Keep that between us.", "Forget that.", "Not while I'm alive."])
async def test_what_was_put_away_or_closed_is_not_brought_up(tmp_path: Path, wish: str) -> None:
    """Somebody may be in the room at the opening."""
    story = "Mr Pettigrew unplugged my cooler, and the jelly ran down to the ankles."
    lines = [story, wish, "Remind me about Mr Pettigrew next time."]
    await held(tmp_path, 1, lines if wish != "Forget that." else [lines[2], story, wish])
    second = await held(tmp_path, 2, [])
    assert "Pettigrew" not in second[0]


async def test_a_reminder_goes_with_its_turn(tmp_path: Path) -> None:
    """Nothing of it is kept anywhere else."""
    await held(tmp_path, 1, ["Remind me about Mr Pettigrew next time."])
    with Record.open(tmp_path, to_erase=True) as record:
        record.commit(lambda db: db.execute("DELETE FROM wordings"))
        assert record.read("SELECT * FROM reminders") == []


async def test_what_does_not_stand_in_the_turn_is_not_noted(tmp_path: Path) -> None:
    """Then that is said, and nothing promised."""
    with Record.open(tmp_path) as record:
        await told(record, 1, ["Good morning."])
        record.begin(Session(OTHER, "Ida", BEGAN))
        turn = Turn(TurnId(1), OTHER, Speaker.NARRATOR, "Something else.", 0.0, 1.0, BEGAN)
        record.turn(turn)
        assert not reminders.remind(record, turn, "Mr Pettigrew", BEGAN)
        assert reminders.waiting(record) == ()


# ---- what they told, in this talk and in others

KEITH = "Our Keith played the cornet after me, and he took it to Germany with the band."
KILLED = "He were killed on the road out there, our Keith, and they sent the cornet home."


async def test_what_was_told_in_another_talk_is_said_back_whoever_asks_and_however_often(
    tmp_path: Path,
) -> None:
    """In their own words, the best of it, and never their question."""
    await held(tmp_path, 1, [KEITH, KILLED])
    asks = "Do you know what I've said to you about our Keith?"
    said = await held(tmp_path, 2, [asks, "And what happened to him?", asks])
    assert "Keith" in said[1] and "cornet" in said[1] and "Do you know" not in said[1]
    assert "killed on the road" in said[2]
    assert "Keith" in said[3] and "cornet" in said[3]


async def test_nothing_found_is_said_plainly(tmp_path: Path) -> None:
    """Better nothing than another story."""
    said = await held(tmp_path, 1, [KEITH, "What did I tell you about the goat?"])
    assert "cornet" not in said[-1] and "do not find" in said[-1]


async def test_what_is_kept_back_is_not_said_aloud_even_to_whoever_told_it(tmp_path: Path) -> None:
    """Nobody knows who has come into the room; that it is kept back is answered."""
    secret = "I hid the letters from Ray behind the stove all that winter."
    asks = "What did I tell you about the letters?"
    now = await held(tmp_path, 1, [secret, "Keep that between us.", asks])
    said = await held(tmp_path, 2, [asks, "Have you kept it from Ray?"])
    assert "behind the stove" not in " ".join((*now, *said))
    assert "kept back" in said[2]


@pytest.mark.parametrize(
    ("beside", "asks", "holds"),
    [
        ("And the canary, Bobby, sang in the front window the whole war.", "the canary", "Bobby"),
        ("By, them pigeons of Grandad's had the run of the loft.", "the pigeons", "loft"),
        ("Every Friday, fish and chips from Harry Ramsden's.", "the fish", "Ramsden"),
        ("My first shoes was made by Mr Okonkwo, red ones.", "my shoes", "Okonkwo"),
    ],
)
async def test_a_story_beside_one_that_is_kept_back_is_told_to_whoever_told_it(
    tmp_path: Path, beside: str, asks: str, holds: str
) -> None:
    """What only stands beside a secret is no secret; what tells of it stays unsaid."""
    secret = "I hid the letters from Ray behind the stove all that winter."
    await held(tmp_path, 1, [beside, secret, "Keep that between us."])
    said = await held(
        tmp_path,
        2,
        [f"What did I tell you about {asks}?", "What did I tell you about the letters?"],
    )
    assert holds in said[1], said[1]
    assert "stove" not in said[2] and holds not in said[2]


async def test_what_leans_on_a_secret_or_shares_its_things_is_not_said(tmp_path: Path) -> None:
    """Nobody in the room learns it by the neighbour of its story."""
    secret = "I hid the letters from Ray behind the stove all that winter."
    beside = {
        "He kept his own in a biscuit tin.": False,
        "The stove was a Rayburn, and a tin of mail stood in it.": False,
        "And then they found the tin, the two of them.": False,
        "My gran baked oatcakes on Fridays and kept them in a tin with a lighthouse.": True,
    }
    with Record.open(tmp_path) as record:
        await told(record, 1, [secret, "Keep that between us.", *beside])
        turns = [t for t in record.session(record.sessions()[0].id).turns if t.text in beside]
        sure = next(each for each in keeping_back.rows(record.read) if not each.doubt)
        keeping_back.put(
            record,
            [KeptBack((t.session, t.id), PRIVATE, sure.wish, doubt=True) for t in turns],
            BEGAN,
        )
        assert len(turns) == 4
        found = asked_after.tellings(record, {"tin"})
        assert found == tuple(each for each, fine in beside.items() if fine)
        assert asked_after.tellings(record, {"tin", "letter"}) == ()


async def test_what_is_kept_back_and_what_was_never_told_are_answered_in_the_same_words(
    tmp_path: Path,
) -> None:
    """Whoever stands in the room hears of no secret, and nobody is told that they forgot."""
    await held(tmp_path, 1, [KEITH, "Keep that between us."])
    kept = await held(tmp_path, 2, ["What did I tell you about our Keith?"])
    none = await held(tmp_path, 3, ["What did I tell you about our goat?"])
    neutral = plain_rules().words.phrases.kinds["not_found"].say
    assert kept[1] in neutral and none[1] in neutral
    assert not any(re.search("aloud|may|secret|forg|remember", each) for each in neutral)


@pytest.mark.parametrize(
    "line",
    [
        "Five of us girls at home.",
        "Our Blodwen? Daft as a brush, and five girls behind her.",
        "Five girls, and me the eldest girl.",
        "A house full of girls, girls, girls.",
    ],
)
async def test_a_few_words_of_which_memory_makes_nothing_are_said_back_all_the_same(
    tmp_path: Path, line: str
) -> None:
    """They were told, and nobody asked that they be forgotten."""
    await held(tmp_path, 1, [line])
    said = await held(tmp_path, 2, ["What did I tell you about the girls?"])
    assert "girls" in said[1], said[1]


async def test_what_was_not_to_be_remembered_is_not_said_back(tmp_path: Path) -> None:
    """Whoever wants nothing remembered is told nothing of it later."""
    await held(tmp_path, 1, ["Do not remember anything from now on.", KILLED])
    said = await held(tmp_path, 2, ["What did I tell you about our Keith?"])
    assert "killed" not in said[1]


async def test_what_was_put_away_is_not_said_back(tmp_path: Path) -> None:
    """Not in the same talk, and not in another."""
    first = await held(
        tmp_path, 1, [KILLED, "Forget that.", "What did I tell you about our Keith?"]
    )
    assert "killed" not in first[-1]
    second = await held(tmp_path, 2, ["What did I tell you about our Keith?"])
    assert "killed" not in second[-1]
    with Record.look(tmp_path) as record:
        assert memory_tables.hidden_turns(record.read)
