"""What strangers want kept back stays back, in their own words and in all tellings; what only sounds like it does not.

The wish is handed over as a value here: what is stated is what follows from it.
"""

from pathlib import Path

import anyio
import pytest
from kitchen import BEGAN
from often import some
from seated_house import ready
from written_house import talk, told

from voice_agent.archive import keeping_back, last_look, memory_tables, sharing, who_sees
from voice_agent.archive.accounts import Role
from voice_agent.archive.letting_in import welcomed
from voice_agent.archive.permitted import permitted
from voice_agent.archive.record import Record
from voice_agent.interview.seat import brief as briefs
from voice_agent.language import seating
from voice_agent.language.gate import Gate
from voice_agent.language.scripted import Scripted
from voice_agent.language.seating import Seat
from voice_agent.memory.privacy import OPEN, Privacy
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.wishes.perhaps_kept import PERHAPS
from voice_agent.storybook import source
from voice_agent.storybook.gathering import gather

pytestmark = pytest.mark.anyio

FIRST = "Our Len pawned the cornet at Bramall's in 1951, the silver one, for eleven pound."
STORY = "I never let on about that cornet. I fetched it back from Bramall's wi' the coal money, and we sat cold till March."
LATER = (
    "When they laid Len out I put the cornet by him, and Bramall's ticket were still in the case."
)
OTHER = "We had a goat in the yard that ate the washing off the line every Monday."


def kept(record: Record) -> dict[str, Privacy]:
    """Who may know of which turn, by its words; turns without limit are not there."""
    texts = {
        (turn.session, turn.id): turn.text
        for each in record.sessions()
        for turn in record.session(each.id).turns
    }
    labelled = {(c.session, c.turn): c.privacy for c in memory_tables.claims(record.read)}
    every = {**labelled, **memory_tables.kept_back(record.read)}
    return {texts[place]: privacy for place, privacy in every.items() if privacy != OPEN}


WORDINGS = [
    ("Now our Colleen's not to get wind o' that.", Wish(Command.NOT_FOR, "our colleen"), "not for colleen"),
    ("Please, this is nothing for my daughter.", Wish(Command.NOT_FOR, "my daughter"), "not for colleen"),
    ("I should be obliged if Colleen never heard it.", Wish(Command.NOT_FOR, "colleen"), "not for colleen"),
    ("My sister she must not know it, you understand me?", Wish(Command.NOT_FOR, "my sister"), "not for rosa"),
    ("Tha'll say nowt o' that to nobody.", Wish(Command.BETWEEN_US), "private"),
    ("This I tell only you, yes?", Wish(Command.BETWEEN_US), "private"),
    ("Keep it under your hat, love.", Wish(Command.BETWEEN_US), "private"),
    ("That goes no further than this kitchen.", Wish(Command.BETWEEN_US), "private"),
    ("Our Tom can have that, and none but him.", Wish(Command.ONLY_FOR, "our tom"), "only for tom"),
    ("That's for my son's ears.", Wish(Command.ONLY_FOR, "my son"), "only for tom"),
    ("Only Tom is to have it, please.", Wish(Command.ONLY_FOR, "tom"), "only for tom"),
    ("For Tom it is, not for the others.", Wish(Command.ONLY_FOR, "tom"), "only for tom"),
    ("They can know it when I'm under the sod.", Wish(Command.NOT_WHILE_I_LIVE), "not while I live"),
    ("Not so long as I draw breath.", Wish(Command.NOT_WHILE_I_LIVE), "not while I live"),
    ("After I am dead they may read it, before not.", Wish(Command.NOT_WHILE_I_LIVE), "not while I live"),
    ("Let it lie till I'm buried, but our Tom can know.", Wish(Command.NOT_WHILE_I_LIVE, but="our tom"), "not while I live, except tom"),
    ("While I live nobody, only my son.", Wish(Command.NOT_WHILE_I_LIVE, but="my son"), "not while I live, except tom"),
    ("When I'm gone, that, though Tom may hear it now.", Wish(Command.NOT_WHILE_I_LIVE, but="tom"), "not while I live, except tom"),
    ("Wait with it till I die, for Tom you must not wait.", Wish(Command.NOT_WHILE_I_LIVE, but="tom"), "not while I live, except tom"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "wish", "label", "inside"),
    some((*each, number % 2 == 0) for number, each in enumerate(WORDINGS)),
)
async def test_a_story_is_kept_back_in_all_its_tellings_and_no_other_is(
    said: str, wish: Wish, label: str, inside: bool, tmp_path: Path
) -> None:
    asks = [f"{STORY} {said}"] if inside else [STORY, said]
    with Record.open(tmp_path) as record:
        await told(record, 1, [OTHER, FIRST])
        answers = await told(record, 2, asks, {asks[-1]: wish})
        await told(record, 3, [LATER])
        found = kept(record)
        for telling in (FIRST, asks[0], LATER):
            assert found[telling].label == label
        assert OTHER not in found
        # what was done is said, and named where it was not told in the same breath
        assert ("what you just told me" if inside else "cornet") in answers[-1]
        summaries = " ".join(each.summary for each in record.sessions())
        assert "cornet" not in summaries and "goat" in summaries


@pytest.mark.parametrize(
    "said",
    [
        "Mother said to me, not a word of that to your father.",
        "He kept it between himself and the landlord.",
        "That were only for the overlooker, that door.",
        "They'd not have known it while he lived.",
        "That was the only time I ever felt sorry for Lenny.",
        "For Lenny alone what?",
    ],
)
async def test_what_only_sounds_like_a_wish_keeps_nothing_back(said: str, tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await told(record, 1, [FIRST, f"{OTHER} {said}"])
        assert not memory_tables.kept_back(record.read)


async def test_the_wish_itself_stands_in_no_summary_no_book_and_on_no_page(tmp_path: Path) -> None:
    said = f"{STORY} I'd not like Colleen to know that."
    with Record.open(tmp_path) as record:
        await told(record, 1, [OTHER, said], {said: Wish(Command.NOT_FOR, "colleen")})
        tom, colleen = (welcomed(record, n, Role.FAMILY, "x", BEGAN) for n in ("Tom", "Colleen"))
        for story in sharing.stories(record):
            sharing.share(record, story, [who_sees.EVERYBODY], voice=True, now=BEGAN)
        pages = {who.name: sharing.shared_with(record, who) for who in (tom, colleen)}
        (cornet,) = [each for each in pages["Tom"] if "cornet" in each.text]
        assert "Colleen" not in cornet.text and not cornet.voice
        assert not [each for each in pages["Colleen"] if "cornet" in f"{each.text} {each.asked}"]
        book = [each.text for each in gather(source.read(record, "Ida")).told]
        assert not [each for each in book if "Colleen" in each]
        assert [each for each in book if "cornet" in each]
        for each in record.sessions():
            assert "Colleen" not in each.summary


async def test_where_nobody_can_tell_who_is_meant_it_is_kept_from_everybody_and_said(
    tmp_path: Path,
) -> None:
    said = "That one next door mustn't hear it."
    with Record.open(tmp_path) as record:
        answers = await told(
            record, 1, [STORY, said], {said: Wish(Command.NOT_FOR, "the neighbour")}
        )
        assert kept(record)[STORY].private
        assert "do not know your people well enough" in answers[-1]


@pytest.mark.parametrize("says", ["Rhiannon's my eldest.", "My eldest, Rhiannon, was there.", "Our Rhiannon had it off by heart."])  # fmt: skip
async def test_who_was_told_of_in_this_very_talk_is_known(says: str, tmp_path: Path) -> None:
    said = "Don't you go telling Rhiannon that."
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [f"{OTHER} {says}", STORY, said])
        assert kept(record)[STORY].label == "not for rhiannon"
    with Record.open(tmp_path / "both") as record:
        beside = f"{STORY} {said} Rhiannon's my eldest."
        await told(record, 1, [OTHER, beside])
        assert kept(record)[beside].label == "not for rhiannon"
        assert "well enough" not in answers[-1]


async def test_what_may_be_the_same_story_is_kept_back_and_waits_for_the_narrators_word(
    tmp_path: Path,
) -> None:
    said = "Between us, that."
    with Record.open(tmp_path) as record:
        await told(record, 1, [OTHER, FIRST])
        await told(record, 2, [STORY, said], {said: Wish(Command.BETWEEN_US)})
        (waiting,) = sharing.undecided(record)
        assert waiting.text == FIRST and waiting.privacy.private
        place = (waiting.session, waiting.turn)
        assert keeping_back.decide(record, place, free=True) == 1
        assert sharing.undecided(record) == [] and FIRST not in kept(record)
        # and it stays free, whatever is told later
        await told(record, 3, [LATER])
        assert FIRST not in kept(record) and kept(record)[LATER].private


async def test_what_is_named_in_the_same_breath_as_it_was_told_is_put_away(tmp_path: Path) -> None:
    said = (
        "It were our Len that lit the hayrick wi' his pipe. Forget what I said about the hayrick."
    )
    with Record.open(tmp_path) as record:
        await told(record, 1, [OTHER, said], {said: Wish(Command.FORGET, "the hayrick")})
        away = memory_tables.hidden_turns(record.read)
        (session,) = record.sessions()
        texts = [t.text for t in record.session(session.id).turns if (t.session, t.id) in away]
        assert texts == [said]


async def test_what_was_erased_is_named_in_no_answer_of_ours(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [OTHER, FIRST, "Forget that.", "Yes."])
        assert "cornet" in answers[2]
        left = [t.text for t in record.session(record.sessions()[0].id).turns]
        assert OTHER in left and not [each for each in left if "cornet" in each]


FORGETTING = [
    ("Forget what I told you about Len and the cornet.", "len and the cornet"),
    ("I'll thank you to drop the tale of the cornet.", "the tale of the cornet"),
    ("Please delete this thing with cornet of Len.", "this thing with cornet of len"),
    ("Scrub out that about Bramall's.", "that about bramall's"),
]


@pytest.mark.parametrize(("said", "about"), FORGETTING)
async def test_the_story_that_is_named_is_put_away_and_never_the_request(
    said: str, about: str, tmp_path: Path
) -> None:
    with Record.open(tmp_path) as record:
        await told(record, 1, [OTHER, FIRST])
        answers = await told(
            record, 2, [said, "No. Leave it."], {said: Wish(Command.FORGET, about)}
        )
        away = memory_tables.hidden_turns(record.read)
        texts = {
            turn.text
            for each in record.sessions()
            for turn in record.session(each.id).turns
            if (str(turn.session), int(turn.id)) in away
        }
        assert FIRST in texts and OTHER not in texts
        assert "put" in answers[0] and "away" in answers[0]
        # "No. Leave it." leaves it put away, and nothing contradictory is said
        assert "stays put away" in answers[1] and "back, as it was" not in answers[1]
        assert FIRST not in [each.text for each in gather(source.read(record, "Ida")).told]


async def test_where_two_stories_could_be_meant_it_is_asked_and_both_are_hidden_until_then(
    tmp_path: Path,
) -> None:
    one = "The parrot at the Crown swore at the vicar in Polish, and the vicar blessed it."
    two = "Aunt Zofia drowned, near enough, fetching her parrot out of the mill race in a hat."
    said = "Forget the story about the parrot."
    with Record.open(tmp_path) as record:
        await told(record, 1, [one, OTHER, two])
        answers = await told(
            record, 2, [said, "The vicar one.", "Yes."], {said: Wish(Command.FORGET, "the parrot")}
        )
        assert "Which of them do you mean" in answers[0]
        assert "the Crown" in answers[1] and "erase" in answers[1].lower()
        left = [t.text for each in record.sessions() for t in record.session(each.id).turns]
        assert one not in left and two in left and OTHER in left
        book = [each.text for each in gather(source.read(record, "Ida")).told]
        assert any("mill race" in each for each in book)


async def test_the_whole_last_talk_can_be_forgotten(tmp_path: Path) -> None:
    said = "Delete everything I told you last time."
    wish = Wish(Command.FORGET, "everything i told you last time")
    with Record.open(tmp_path) as record:
        await told(record, 1, [OTHER])
        await told(record, 2, [FIRST, STORY])
        answers = await told(record, 3, [said, "Yes, please."], {said: wish})
        assert "all that you told me last time" in answers[0]
        left = [t.text for each in record.sessions() for t in record.session(each.id).turns]
        assert OTHER in left and FIRST not in left and STORY not in left


async def test_nothing_kept_back_is_greeted_with_or_sent_to_a_model(tmp_path: Path) -> None:
    said = "Between us, that."
    model = Scripted()

    with Record.open(tmp_path) as record:
        gate = Gate(
            await ready(model),
            last_look.Looking(record),
            frozenset(briefs.opening(seating.prompt())),
        )
        given = {said: Wish(Command.BETWEEN_US)}
        async with (
            talk(record, 1, given, leads=lambda beside: Seat(gate, seating.prompt())) as held,
            anyio.create_task_group() as tasks,
        ):
            for line in (STORY, said, OTHER, "And she ate the prop an' all, the whole prop."):
                await held.answer(line, tasks)
        last = model.asked[-1][-1].text
        assert "the whole prop" in last and OTHER in last
        assert "cornet" not in last and said not in last
        (session,) = record.sessions()
        words = [t.text for t in permitted(record.read, record.session(session.id)).turns]
        told_ = [w for w in words if w in (STORY, said, OTHER)]
        assert told_ == [OTHER]


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("I will tell you something, but keep it to yourself.", "what you tell me now"),
        ("I'll tell you something, but Colleen must not hear it.", "Colleen"),
    ],
)
async def test_what_is_still_to_be_told_is_kept_back_and_what_was_told_before_is_not(
    said: str, answered: str, tmp_path: Path
) -> None:
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [OTHER, said, STORY])
        assert answered in answers[1] and "goat" not in answers[1]
        found = kept(record)
        assert STORY in found and OTHER not in found
        (session,) = record.sessions()
        assert "goat" in session.summary and "cornet" not in session.summary


UNSURE = (
    "It's only Alison.",
    "It's from Alison you're to keep it.",
    "That's a thing I'll not be opening up, not for you nor the minister.",
)
"""What only signs speak for: a stranger meant the first two the other way round, and the third not at all."""


@pytest.mark.parametrize("said", UNSURE)
@pytest.mark.parametrize(
    "answer", ["No, nobody.", "Yes.", "Yes. Go on then.", "We sold the goat in the end."]
)
async def test_what_only_signs_speak_for_is_kept_from_everybody_and_no_yes_gives_it_away(
    said: str, answer: str, tmp_path: Path
) -> None:
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [OTHER, FIRST, said, answer], {said: PERHAPS})
        assert "keep it back for now" in answers[-2] and "?" not in answers[-2]
        assert "Alison" not in answers[-2]
        assert FIRST in " ".join(kept(record))


async def test_a_sign_in_a_story_keeps_it_back_silently_and_the_story_is_answered(
    tmp_path: Path,
) -> None:
    line = f"{FIRST} {UNSURE[0]}"
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [OTHER, line], {line: PERHAPS})
        assert "back" not in answers[-1] and answers[-1]
        assert "cornet" not in answers[-1] and "Bramall" not in answers[-1]
        assert FIRST in " ".join(kept(record))
        # and it waits for the narrator's word
        (waiting,) = sharing.undecided(record)
        assert "cornet" in waiting.heard
        freed = sharing.let_go(record, (waiting.session, waiting.turn))
        assert freed is not None and freed.free
        assert not kept(record)


async def test_what_only_signs_speak_for_is_let_out_where_the_narrator_says_so(
    tmp_path: Path,
) -> None:
    line = f"{FIRST} {UNSURE[0]}"
    with Record.open(tmp_path) as record:
        lines = [OTHER, line, "That's no secret, anybody may hear it."]
        answers = await told(record, 1, lines, {line: PERHAPS})
        assert "no longer" in answers[-1] and "?" not in answers[-1]
        assert not kept(record)


@pytest.mark.parametrize(
    "answer",
    [
        "Yes. It's between us.", "Yes. Only you.", "Aye. Just you and me.", "Okay. Keep it back then.",
        "Of course. Nobody else.", "Yes?", "Yes... no.", "Yes, none of them.", "Yes, Tom may.",
    ],
)  # fmt: skip
async def test_a_yes_that_takes_itself_back_lets_nothing_out(answer: str, tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        lines = [OTHER, f"{FIRST} Keep that between us.", "Undo.", answer]
        answers = await told(record, 1, lines, {lines[1]: Wish(Command.BETWEEN_US)})
        assert "may your family" in answers[-2].lower() or "shall i let" in answers[-2].lower()
        assert FIRST in " ".join(kept(record))


async def test_a_question_that_something_else_was_said_after_is_answered_no_more(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        lines = [OTHER, f"{FIRST} Keep that between us.", "Undo.", "My son hits me.", "Yes."]
        await told(record, 1, lines, {lines[1]: Wish(Command.BETWEEN_US)})
        assert FIRST in " ".join(kept(record))
        await told(record, 2, [OTHER, "Forget that.", "I want to die.", "No, never.", "Yes."])
        assert not memory_tables.to_erase(record.read)


async def test_what_is_told_beside_a_wish_to_forget_is_not_lost_with_it(tmp_path: Path) -> None:
    line = f"{FIRST} Forget that about the goat."
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [OTHER, line, "Yes."], {})
        assert "erased" in answers[-1]
        texts = [turn.text for turn in record.session(record.sessions()[0].id).turns]
        assert line in texts and OTHER not in texts
        assert line not in kept(record)
