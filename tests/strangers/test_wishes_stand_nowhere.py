"""What was only said to us is told to nobody: no greeting, summary, chapter, list of people or question holds it.

The record keeps every word of it, and word for word the narrator's own book does; of a wish about who may know nobody
ever reads. Where a turn tells something as well, that stays, and only the wish's own sentences go.
"""

from pathlib import Path

import pytest
from kitchen import BEGAN, Rest, Say, hold
from often import some
from written_house import told

from voice_agent.archive import sharing, who_sees
from voice_agent.archive.accounts import Role
from voice_agent.archive.letting_in import welcomed
from voice_agent.archive.record import Record
from voice_agent.assemble import leading
from voice_agent.memory.forgetting import bare
from voice_agent.memory.quotes import stories
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.story import CONFIDED, TO_US, WITH_A_WISH, Speaker
from voice_agent.storybook import source
from voice_agent.storybook.gathering import gather
from voice_agent.web.approved import life

pytestmark = pytest.mark.anyio

GOAT = "We had a goat in the yard that ate the washing off the line every Monday."
SCHOOL = "I walked to the school at Easton every morning with my sister Rosa, and she carried both the slates."
TELLING = "I minded the bees for Mr Ackroyd the whole summer and got sixpence for each of the eleven hives."

ALONE = {
    "That is only for Tom.": None,
    "That's not for the family.": Wish(Command.BETWEEN_US),
    "Nobody else is to hear this.": Wish(Command.BETWEEN_US),
    "This stays under your hat, Colleen would have a fit.": Wish(Command.NOT_FOR, "colleen"),
    "What did you ask me?": None,
    "Can you speak a bit louder, please?": None,
    "I'd like to talk about something else now, thank you.": None,
    "You may put the kettle off now and stop the machine.": Wish(Command.STOP),
    "Remind me next time about the Ackroyds.": Wish(Command.REMIND, "the Ackroyds"),
    "What did I tell you about Rosa?": None,
}
"""What is said, and how it is understood where no rule knows it."""

ABOUT_WHO = list(ALONE)[:4]

BESIDE = {
    "Keep that between us.": Wish(Command.BETWEEN_US),
    "Speak louder, please.": None,
    "Forget that.": Wish(Command.FORGET),
}


def everywhere(record: Record) -> str:
    """All that anybody is shown or told of this house, the narrator too, bare."""
    ann = welcomed(record, "Ann", Role.FAMILY, "x", BEGAN)
    for story in sharing.stories(record):
        if not story.privacy.private and not story.hidden:
            sharing.share(record, story, [who_sees.EVERYBODY], voice=True, now=BEGAN)
    seen = life(record, ann, sharing.shared_with(record, ann))
    greeted = leading.opening(record, BEGAN)
    book = [each for each in gather(source.read(record, "Ida")).told if not each.out]
    return bare(
        " . ".join(
            [
                greeted.last_time, *greeted.told, greeted.half_told,
                *(each.summary for each in record.sessions()),
                *(f"{each.text} {each.note}" for each in book), *(each.span.words for each in book),
                *(each.what for each in seen.years), *(" ".join(each) for each in seen.people),
                str(record.kept("life summary")),
            ]
        )
    )  # fmt: skip


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("said", some(ALONE))
async def test_a_wish_alone_stands_nowhere_but_in_the_record(
    said: str, first: bool, tmp_path: Path
) -> None:
    wish = ALONE[said]
    lines = [said, GOAT, SCHOOL] if first else [GOAT, SCHOOL, said]
    with Record.open(tmp_path) as record:
        await told(record, 1, lines, {said: wish} if wish else None)
        turns = record.session(record.sessions()[0].id).turns
        mine = {t.text: t.kind for t in turns if t.speaker is Speaker.NARRATOR}
        assert mine[said] == TO_US and mine[GOAT] == ""
        assert said not in [t.text for t in stories(turns)]
        shown = everywhere(record)
        assert bare(said) not in shown
        for name in ("Tom", "Colleen", "Ackroyds"):
            assert bare(name) not in shown
        heard = bare(" . ".join(t.text for t in gather(source.read(record, "Ida")).told))
        assert (bare(said) in heard) is (said not in ABOUT_WHO)
        assert "goat" in shown or first  # the goat may be what was kept back


@pytest.mark.parametrize("said", BESIDE)
@pytest.mark.parametrize("order", ["{telling} {said}", "{said} {telling}"])
async def test_what_a_turn_tells_beside_a_wish_stays_and_the_wish_goes(
    said: str, order: str, tmp_path: Path
) -> None:
    line, wish = order.format(telling=TELLING, said=said), BESIDE[said]
    with Record.open(tmp_path) as record:
        await told(record, 1, [GOAT, line], {line: wish} if wish else None)
        turns = record.session(record.sessions()[0].id).turns
        (kind,) = [t.kind for t in turns if t.text == line]
        assert kind == (CONFIDED if wish else WITH_A_WISH)
        shown = everywhere(record)
        assert bare(said) not in shown
        heard = bare(" . ".join(t.text for t in gather(source.read(record, "Ida")).told))
        assert (bare(said) in heard) is (wish is None)
        # whoever says "Forget that" and goes on to tell means what came before it
        before = wish is not None and wish.command is Command.FORGET and line.startswith(said)
        assert ("hives" in shown) is (wish is None or before)
        assert not (before and "goat" in shown)


async def test_what_puts_a_telling_right_is_told(tmp_path: Path) -> None:
    moved = "We moved to Leeds in 1951 because the boatyard closed, and I was sorry to leave."
    with Record.open(tmp_path) as record:
        await told(record, 1, [GOAT, moved, "It was 1952, not 1951."])
        turns = record.session(record.sessions()[0].id).turns
        assert [t.kind for t in turns if t.text == "It was 1952, not 1951."] == [""]
        assert "1952" in everywhere(record)


async def test_a_wish_in_a_spoken_talk_is_marked_as_it_is_written(tmp_path: Path) -> None:
    louder = "Please speak a bit louder."
    lines = [Rest(4), Say(GOAT, 6), Rest(8), Say(louder, 2), Rest(8), Say("Stop now.", 1), Rest(4)]
    await hold(tmp_path, lines)
    with Record.look(tmp_path) as record:
        turns = record.session(record.sessions()[0].id).turns
    kinds = {t.text: t.kind for t in turns if t.speaker is Speaker.NARRATOR}
    assert kinds[GOAT] == "" and kinds[louder] == TO_US
