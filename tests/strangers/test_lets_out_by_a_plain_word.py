"""A plain word lets out what was kept back: at once where it names it, or where only a sign had spoken for the lock."""

from pathlib import Path

import pytest
from written_house import told

from voice_agent.archive import memory_tables
from voice_agent.archive.record import Record
from voice_agent.memory.privacy import OPEN
from voice_agent.reading.wishes import releasing, within
from voice_agent.reading.wishes.commands import KEEPS_BACK, Command, Wish
from voice_agent.reading.wishes.perhaps_kept import PERHAPS
from voice_agent.reading.wishes.releasing import Release

pytestmark = pytest.mark.anyio

BOOTS = "I stole the boots off the captain's step in Bangor and wore them to chapel for a year."
GOAT = "We had a goat in the yard that ate the washing off the line every Monday."
SIGN = f"{BOOTS} That's a bit for thee, that."


def kept(record: Record) -> dict[str, str]:
    """The label of each turn that is kept back, by its words."""
    texts = {
        (turn.session, turn.id): turn.text
        for each in record.sessions()
        for turn in record.session(each.id).turns
    }
    every = memory_tables.kept_back(record.read).items()
    return {texts[place]: privacy.label for place, privacy in every if privacy != OPEN}


@pytest.mark.parametrize(
    ("said", "release"),
    [
        ("I said anybody can hear about the boots.", Release(story="the boots")),
        ("Tell who you like.", Release()),
        ("Good heavens, no secret that.", Release(now=False)),
        ("Rhiannon may hear it after all.", Release("rhiannon")),
        ("No, Rhiannon may hear that now, I've changed my mind.", Release("rhiannon")),
        ("You needn't keep that from Ann any more.", Release("ann")),
        ("There's no need to keep Idwal back any more.", Release(story="idwal")),
        ("You needn't keep that back.", Release()),
        ("That can come out now.", Release()),
    ],
)
def test_a_plain_word_releases(said: str, release: Release) -> None:
    assert releasing.asked(said) == release


@pytest.mark.parametrize(
    "said",
    [
        "It was no secret.",
        "It's no secret that he drank, and the horse took him home.",
        "Everybody may hear it but Ann.",
        "The others may hear it.",
        "Rhiannon may hear it when I'm dead.",
        "Can Rhiannon hear it?",
        "Let the dog have it.",
        "They said anybody could hear it.",
        "Keep that from Rhiannon.",
    ],
)
def test_what_only_sounds_like_it_releases_nothing(said: str) -> None:
    assert releasing.asked(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "Between us? The boots? Good heavens, no secret that. Tell who you like.",
        "Between us, that. What am I saying? Tell who you like.",
        "Just between us? Anybody may know it.",
    ],
)
def test_who_says_in_the_same_turn_that_all_may_know_locks_nothing(said: str) -> None:
    found = within.found(said)
    assert not {each.wish.command for each in found.wishes} & KEEPS_BACK
    assert found.release


@pytest.mark.parametrize(
    "said",
    [
        "Keep that between us. It was no secret in the village.",
        "Keep that between us, all right? Anybody may hear about the goat.",
        "Keep it from Colleen. The others may hear it.",
        "Anybody may hear about the goat. That boots story stays between us.",
        "Tell who you like about the goat, that's no secret. Keep the boots from Colleen.",
    ],
)
def test_a_lock_in_plain_words_stands_beside_what_is_open(said: str) -> None:
    found = within.found(said)
    assert {each.wish.command for each in found.wishes} & KEEPS_BACK
    assert found.release is None


@pytest.mark.parametrize(
    "said", ["Tell who you like.", "That's no secret.", "I said anybody can hear about the boots."]
)
async def test_what_a_sign_alone_kept_back_is_let_out_without_a_question(
    said: str, tmp_path: Path
) -> None:
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [GOAT, SIGN, said], {SIGN: PERHAPS})
        assert "no longer" in answers[-1] and "?" not in answers[-1]
        assert not kept(record)


async def test_what_was_kept_back_in_plain_words_is_let_out_where_it_is_named(
    tmp_path: Path,
) -> None:
    lines = [f"{BOOTS} Keep that between us.", GOAT, "I said anybody can hear about the boots."]
    with Record.open(tmp_path) as record:
        await told(record, 1, lines[:2], {lines[0]: Wish(Command.BETWEEN_US)})
        assert kept(record)
        answers = await told(record, 2, lines[2:])
        assert "no longer" in answers[-1]
        assert not kept(record)


@pytest.mark.parametrize(
    "said", ["Anybody may hear it.", "That's no secret.", "You needn't keep that back."]
)
async def test_and_is_not_where_something_else_was_told_since(said: str, tmp_path: Path) -> None:
    lines = [f"{BOOTS} Keep that between us.", GOAT, "And it ate the prop.", said, "Yes."]
    with Record.open(tmp_path) as record:
        await told(record, 1, lines, {lines[0]: Wish(Command.BETWEEN_US)})
        assert lines[0] in kept(record) and said not in kept(record)


@pytest.mark.parametrize(
    ("wish", "label"),
    [
        (Wish(Command.BETWEEN_US), "only for colleen"),
        (Wish(Command.NOT_FOR, "colleen"), ""),
        (Wish(Command.ONLY_FOR, "tom"), "only for colleen, tom"),
        (Wish(Command.NOT_WHILE_I_LIVE), "not while I live, except colleen"),
        (PERHAPS, "only for colleen"),
    ],
)
async def test_one_person_is_let_in_and_nobody_else(wish: Wish, label: str, tmp_path: Path) -> None:
    said = "Colleen may hear it after all."
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [GOAT, SIGN, said], {SIGN: wish})
        assert "Colleen may hear" in answers[-1]
        found = kept(record)
        assert found.get(SIGN, "") == label
        assert said not in found and GOAT not in found


async def test_of_nothing_that_is_kept_back_it_is_said_so(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, [GOAT, "I said anybody can hear about the goat."])
        assert "no secret" in answers[-1]


async def test_of_a_story_beside_one_that_is_kept_back_it_is_said_so_too(tmp_path: Path) -> None:
    lines = [f"{BOOTS} Keep that between us.", GOAT, "I said anybody can hear about the goat."]
    with Record.open(tmp_path) as record:
        answers = await told(record, 1, lines, {lines[0]: Wish(Command.BETWEEN_US)})
        assert "no secret" in answers[-1]
        assert lines[0] in kept(record)
