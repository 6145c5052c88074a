"""What is kept back leaves by no language server and is said and printed nowhere, whole seasons long.

In each season a story with words that no other story holds is declared private in another way. From that moment on
every byte that goes to the server is kept and searched, and with it all that we say, sum up, write down and hand out.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest
from kitchen import BEGAN
from often import some
from served_house import ANEW, SAID, ServedHouse, served_house

from voice_agent.memory.forgetting import bare
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.story import Consent, ConsentKind

pytestmark = pytest.mark.anyio

GOAT = "We had a goat in the yard that ate the washing off the line every Monday."
SCHOOL = "I walked to the school at Easton every morning with my sister Rosa, and she carried both the slates."
MILL = "In 1952 I started at the Albion mill, and my mother plaited my hair so that the frame would not take it."
TRAM = "The tram to the seaside cost fourpence, and my father sang on it all the way."
HIDDEN = "My brother Quillfeather took the marzipan tin with the rent in it and hid it under the floor at Thistledown."
WENT_ON = "He bought a gramophone with it, and the zinnias on the sill were to hide the scratches."
SECRET = ("quillfeather", "marzipan", "thistledown")
OF_TWO = (*SECRET, "gramophone", "zinnias", "scratches")


@dataclass(frozen=True)
class Season:
    """How it is declared."""

    talks: tuple[tuple[str, ...], ...]
    secret: tuple[str, ...] = SECRET
    given: tuple[tuple[str, Wish], ...] = ()
    wish: str = ""
    """Words of the wish, which are told nowhere either."""


def after(said: str, *more: str, given: Wish | None = None, wish: str = "") -> Season:
    return Season(
        ((GOAT, HIDDEN, said, *more, ANEW, SCHOOL, MILL), (TRAM,)),
        given=((said, given),) if given else (),
        wish=wish or said,
    )


SEASONS = {
    "after": after("Keep that between us."),
    "not for the family": after("That's not for the family.", given=Wish(Command.BETWEEN_US)),
    "nobody else": after("Nobody else is to hear this.", given=Wish(Command.BETWEEN_US)),
    "for one": after("That is only for Tom.", given=Wish(Command.ONLY_FOR, "tom")),
    "not for one": after("Colleen is not to hear that.", given=Wish(Command.NOT_FOR, "colleen")),
    "not while I live": after("Not while I am alive, that.", given=Wish(Command.NOT_WHILE_I_LIVE)),
    "erased": after("Forget that.", "Yes."),
    "put away": after("Forget that.", "No. Leave it.", wish="no leave it"),
    "before": Season(
        ((GOAT, ANEW, "I will tell you something, but keep it to yourself.", HIDDEN, SAID, SCHOOL, MILL), (TRAM,)),
        wish="keep it to yourself",
    ),
    "before, from one": Season(
        ((GOAT, ANEW, "I will tell you something, but Colleen must not hear it.", HIDDEN, SAID, SCHOOL, MILL), (TRAM,)),
        wish="must not hear it",
    ),
    "in one breath": Season(
        ((GOAT, ANEW, f"{HIDDEN} Keep that between us.", SAID, SCHOOL, MILL), (TRAM,)),
        wish="keep that between us",
    ),
    "in one breath, in words no rule knows": Season(
        ((GOAT, ANEW, f"{HIDDEN} This I tell only you, yes?", SAID, SCHOOL, MILL), (TRAM,)),
        given=((f"{HIDDEN} This I tell only you, yes?", Wish(Command.BETWEEN_US)),),
        wish="this i tell only you",
    ),
    "by name, in the next talk": Season(
        ((GOAT, HIDDEN, SCHOOL), ("Forget what I told you about the marzipan tin.", "No. Leave it.", ANEW, MILL), (TRAM,)),
        given=(("Forget what I told you about the marzipan tin.", Wish(Command.FORGET, "the marzipan tin")),),
        wish="forget what i told you",
    ),
    "kept from somebody, in the next talk": Season(
        ((GOAT, HIDDEN, SCHOOL), ("Colleen must not know about the marzipan tin.", ANEW, MILL), (TRAM,)),
        given=(("Colleen must not know about the marzipan tin.", Wish(Command.NOT_FOR, "colleen", "the marzipan tin")),),
        wish="colleen must not know",
    ),
    "over two turns": Season(
        ((GOAT, HIDDEN, WENT_ON, "Keep that between us.", ANEW, SCHOOL, MILL), (TRAM,)),
        secret=OF_TWO, wish="keep that between us",
    ),
    "and told again": Season(
        ((GOAT, HIDDEN, "Keep that between us.", ANEW, SCHOOL), (MILL, "It was Quillfeather who had the marzipan tin, and the rent was in it."), (TRAM,)),
        wish="keep that between us",
    ),
}  # fmt: skip


def held(text: str, words: tuple[str, ...]) -> list[str]:
    """Which of `words` are in `text`, as words of their own."""
    said = f" {bare(text)} "
    return [each for each in words if f" {bare(each)} " in said]


async def test_what_was_smoothed_before_it_was_kept_back_is_in_the_draft_no_longer(
    tmp_path: Path,
) -> None:
    with served_house(tmp_path) as house:
        await house.talk(1, (GOAT, HIDDEN, SCHOOL))
        await house.chapters()
        assert held(house.drafts, SECRET) and house.writer.startswith("openai")
        await house.talk(2, ("Forget what I told you about the marzipan tin.", "No. Leave it."))
        assert not held(house.drafts, SECRET) and held(house.drafts, ("goat", "slates"))
        assert house.writer.startswith("openai")


@pytest.mark.parametrize("remembered", [True, False])
async def test_who_wants_nothing_remembered_is_summed_up_by_no_server(
    remembered: bool, tmp_path: Path
) -> None:
    with served_house(tmp_path) as house:
        await house.talk(1, (GOAT,))
        id = house.record.sessions()[0].id
        house.record.consent(Consent(ConsentKind.MEMORY, remembered, BEGAN, id, "No."))
        house.begin_anew()
        await house.talk(2, (SCHOOL, MILL))
        asked = [each["content"] for body in house.served.requests for each in body["messages"]]
        assert any("Told:" in each for each in asked) is remembered


async def live(house: ServedHouse, season: Season) -> None:
    given = dict(season.given)
    for number, lines in enumerate(season.talks, 1):
        assert await house.talk(number, (*lines, "That was all for today. Goodbye."), given)
    await house.chapters()


@pytest.mark.parametrize("name", some(SEASONS))
async def test_what_is_kept_back_leaves_by_no_server_and_is_said_nowhere(
    name: str, tmp_path: Path
) -> None:
    season = SEASONS[name]
    wanted = (*season.secret, season.wish)
    with served_house(tmp_path) as house:
        await live(house, season)
        assert not held(house.sent, wanted)
        # the other stories were sent: the server was asked
        assert held(house.sent, ("slates", "albion", "fourpence"))
        talks = house.record.sessions()
        summaries = " . ".join(each.summary for each in talks)
        assert not held(summaries, wanted) and held(summaries, ("goat", "slates", "fourpence"))
        greeted = house.greetings[-1]
        assert not held(greeted, wanted) and held(greeted, ("goat", "slates", "albion"))
        assert house.lines and not held(" . ".join(house.lines), wanted)
        assert not held(house.kept_for_later, wanted)
        copies = house.copies()
        assert not held(copies, wanted) and held(copies, ("goat", "slates"))
