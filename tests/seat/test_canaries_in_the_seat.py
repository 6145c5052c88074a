"""Whole seasons with a model in the seat: what is kept back stands in no request but in the one that reads that very turn.

In each season a story with words that no other holds is made private in another way. From the moment at which that is
done every byte that goes to the server is kept and searched, whatever it is asked for: the brief of the seat, above all.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from often import some
from ollama_server import Emit, Request
from seated_house import READING, reply
from served_house import ANEW, ServedHouse, obliging, served_house

from voice_agent.memory.forgetting import bare
from voice_agent.reading.wishes.commands import Command, Wish

pytestmark = pytest.mark.anyio

GOAT = "We had a goat in the yard that ate the washing off the line every Monday."
SCHOOL = "I walked to the school at Easton every morning with my sister Rosa, and she carried both the slates."
MILL = "In 1952 I started at the Albion mill, and my mother plaited my hair so that the frame would not take it."
TRAM = "The tram to the seaside cost fourpence, and my father sang on it all the way."
BROTHER = "My brother came home late that winter, and he never said where the rent had gone."
FLOOR = "There was always something under the floor in those houses, a tin or a shoe."
HIDDEN = "My brother Quillfeather took the marzipan tin with the rent in it and hid it under the floor at Thistledown."
WENT_ON = "He bought a gramophone with it, and the zinnias on the sill were to hide the scratches."
CANARIES = ("quillfeather", "marzipan", "thistledown", "gramophone", "zinnias", "scratches")
FORGET = "Forget that."
BYE = "That was all for today. Goodbye."
LATER = ((TRAM, BROTHER, FLOOR, BYE), (FLOOR, BROTHER, GOAT, BYE))
"""Two talks more, in which it might come to mind."""


@dataclass(frozen=True)
class Season:
    """How a story is made private."""

    first: tuple[str, ...]
    given: Mapping[str, Wish] | None = None
    consented: bool = True


def wished(said: str, wish: Wish | None = None, *more: str) -> Season:
    # a story is put away as it was told last; what is kept from others takes what it goes on from with it
    told = (HIDDEN,) if said == FORGET else (HIDDEN, WENT_ON)
    lines = (GOAT, *told, said, *more, ANEW, SCHOOL, MILL, BROTHER, BYE)
    return Season(lines, {said: wish} if wish else None)


SEASONS = {
    "between us": wished("Keep that between us."),
    "kept from somebody": wished(
        "Colleen is not to hear that.", Wish(Command.NOT_FOR, "colleen")
    ),
    "only for somebody": wished("That is only for Tom.", Wish(Command.ONLY_FOR, "tom")),
    "not while they live": wished("Not while I am alive, that.", Wish(Command.NOT_WHILE_I_LIVE)),
    "put away": wished(FORGET, None, "No. Leave it."),
    "erased": wished(FORGET, None, "Yes."),
    "announced": Season(
        (GOAT, "I will tell you something, but keep it to yourself.", HIDDEN, ANEW, SCHOOL, MILL, BROTHER, BYE)
    ),
    "in one breath": Season(
        (GOAT, f"{HIDDEN} Keep that between us.", ANEW, SCHOOL, MILL, BROTHER, BYE)
    ),
    "in danger": Season(
        (GOAT, f"I want to die. {HIDDEN}", ANEW, "No, I am all right.", SCHOOL, MILL, BROTHER, BYE)
    ),
    "before the yes": Season(
        (HIDDEN, ANEW, "Yes, you may record it.", GOAT, SCHOOL, MILL, BROTHER, BYE), consented=False
    ),
}  # fmt: skip


def leading(request: Request, emit: Emit) -> str:
    """Proposes to come back to each old story that it is shown, and to ask what it is shown; obliging otherwise."""
    if "replies" not in (request.form or {}).get("properties", {}):
        return obliging(request, emit)
    now = request.messages[-1]["content"].partition("THE NARRATOR SAYS NOW\n")[2]
    turn = now.partition("\n\nNOTES")[0]
    hook = " ".join(turn.split()[1:4])
    replies = (
        reply(f"It brings back {hook}. What came of it then?", "return", to="s1"),
        reply(f"{hook.capitalize()}. What came then?", "follow", hook),
        reply("What came after that?", "follow", hook),
    )
    emit(json.dumps({"reading": READING, "replies": replies}), [])
    return "stop"


def found(house: ServedHouse) -> list[str]:
    """The canaries in what was sent."""
    sent = f" {house.sent} "
    return [each for each in CANARIES if f" {bare(each)} " in sent]


@pytest.mark.parametrize("name", some(SEASONS, 5))
async def test_what_is_kept_back_stands_in_no_brief(name: str, tmp_path: Path) -> None:
    season = SEASONS[name]
    with served_house(tmp_path, leading, leads="yes", patience=60.0) as house:
        house.consented = season.consented
        assert await house.talk(1, season.first, season.given)
        assert not found(house), "in the first talk"
        for number, lines in enumerate(LATER, 2):
            assert await house.talk(number, lines)
            assert not found(house), f"in talk {number}"
        await house.chapters()
        assert not found(house)
        # the seat was asked, and shown the life that may be told
        briefs = [
            body["messages"][-1]["content"]
            for body in house.served.requests
            if "THE NARRATOR SAYS NOW" in body["messages"][-1]["content"]
        ]
        assert len(briefs) > len(LATER)
        assert any("slates" in each.partition("THE NARRATOR SAYS NOW")[0] for each in briefs)
        said = f" {bare(' . '.join(house.lines))} "
        assert not [each for each in CANARIES if f" {each} " in said]


async def test_what_is_not_private_comes_back_so_that_the_search_is_one(tmp_path: Path) -> None:
    with served_house(tmp_path, leading, leads="yes", patience=60.0) as house:
        assert await house.talk(1, (GOAT, HIDDEN, WENT_ON, ANEW, SCHOOL, BYE))
        assert {"quillfeather", "gramophone"} <= {*found(house)}
