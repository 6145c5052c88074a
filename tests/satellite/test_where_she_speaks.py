"""Two satellites, one narrator: the talk is where she speaks, and no television takes it away."""

from dataclasses import dataclass, field

import pytest

from voice_agent.satellite.following import STEP, STRANGER, Following, Heard, Place

QUIET = -60.0
BEDROOM, KITCHEN = 0, 1


@dataclass
class House:
    """Both rooms, frame by frame."""

    now: Following = field(default_factory=lambda: Following((Place(), Place()), answered=True))
    moves: list[tuple[float, int]] = field(default_factory=list[tuple[float, int]])
    seconds: float = 0.0

    def passes(
        self,
        seconds: float,
        *,
        bedroom: float | None = None,
        kitchen: float | None = None,
        ours: bool = False,
        here: tuple[int, ...] = (BEDROOM, KITCHEN),
    ) -> None:
        """Time goes by; how loud somebody speaks in each room, dB; None: nobody does."""
        for n in range(round(seconds / STEP)):
            self.seconds += STEP
            # speech swells and sinks three times a second
            dip = -25.0 if n % 17 > 13 else 0.0
            levels = (
                Heard(QUIET if level is None else level + dip, level is not None)
                for level in (bedroom, kitchen)
            )
            heard = {n: each for n, each in enumerate(levels) if n in here}
            self.now = self.now.hear(heard, ours=ours)
            if not ours and (to := self.now.wants(heard)) is not None:
                self.moves.append((self.seconds, to))
                self.now = self.now.move(to)


def house() -> House:
    """One in which she has been talking in the bedroom."""
    made = House()
    made.passes(10.0)
    made.passes(8.0, bedroom=-25.0)
    return made


def test_she_goes_to_the_kitchen_and_speaks_there() -> None:
    told = house()
    told.passes(6.0)
    told.passes(3.0, kitchen=-25.0)
    assert [to for _, to in told.moves] == [KITCHEN]
    assert told.moves[0][0] < 18.0 + 6.0 + 1.6


def test_she_is_followed_though_the_bedroom_hears_her_faintly() -> None:
    told = house()
    told.passes(1.0)
    told.passes(4.0, bedroom=-46.0, kitchen=-25.0)
    assert [to for _, to in told.moves] == [KITCHEN]


def test_while_she_tells_on_nothing_in_the_kitchen_takes_the_talk_away() -> None:
    told = house()
    told.passes(60.0, bedroom=-25.0, kitchen=-28.0)
    assert not told.moves


def test_a_television_that_runs_all_along_never_takes_the_talk_however_long_she_thinks() -> None:
    told = House()
    told.passes(40.0, bedroom=-25.0, kitchen=-30.0)
    told.passes(90.0, kitchen=-30.0)
    assert not told.moves


def test_somebody_who_calls_one_word_from_the_kitchen_does_not_take_it_either() -> None:
    told = house()
    told.passes(10.0)
    told.passes(0.6, kitchen=-20.0)
    told.passes(10.0)
    assert not told.moves


def test_where_it_was_taken_away_she_has_it_back_as_soon_as_she_speaks() -> None:
    told = house()
    told.passes(10.0)
    told.passes(5.0, kitchen=-30.0)  # the television is switched on, and nobody knows her voice yet
    told.passes(4.0, bedroom=-22.0, kitchen=-30.0)
    assert [to for _, to in told.moves] == [KITCHEN, BEDROOM]


def test_our_own_voice_through_the_wall_moves_nothing() -> None:
    told = house()
    told.passes(30.0, bedroom=-15.0, kitchen=-40.0, ours=True)
    told.passes(0.4, bedroom=-30.0, kitchen=-45.0)  # how it rings on
    told.passes(20.0)
    assert not told.moves


def test_an_invitation_is_answered_where_somebody_says_a_word() -> None:
    told = House(Following((Place(), Place())))
    told.passes(5.0)
    told.passes(4.0, bedroom=-15.0, kitchen=-15.0, ours=True)
    told.passes(2.0)
    told.passes(0.7, kitchen=-28.0, bedroom=-45.0)
    assert [to for _, to in told.moves] == [KITCHEN]


def test_where_the_bedrooms_satellite_is_unplugged_she_is_heard_in_the_kitchen() -> None:
    told = house()
    told.passes(1.0, kitchen=-25.0, here=(KITCHEN,))
    assert not told.moves
    told.passes(1.0, kitchen=-25.0, here=(KITCHEN,))
    assert [to for _, to in told.moves] == [KITCHEN]


def test_a_voice_that_is_surely_anothers_is_not_followed_for_a_while() -> None:
    told = house()
    told.passes(6.0)
    told.now = told.now.bar(KITCHEN)
    told.passes(8.0, kitchen=-25.0)
    assert not told.moves
    told.passes(STRANGER)
    told.passes(3.0, kitchen=-25.0)
    assert [to for _, to in told.moves] == [KITCHEN]


@pytest.mark.parametrize("at", [BEDROOM, KITCHEN])
def test_silence_moves_nothing(at: int) -> None:
    told = House(Following((Place(), Place()), at=at, answered=True))
    told.passes(300.0)
    assert not told.moves
