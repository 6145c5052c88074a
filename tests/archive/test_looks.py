"""Who has looked: the same of the same person on one day is said once, with how often."""

from datetime import UTC, datetime, timedelta

from voice_agent.archive.looks import Look, aloud, by_day

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

MILL = "read “The mill” in your book"


def look(hours: float, who: str = "Ann", what: str = MILL) -> Look:
    return Look(NOON - timedelta(hours=hours), who, "family", what)


LOOKS = (look(1), look(2, what="listened to a story"), look(3), look(4), look(5, "Ben"), look(25))


def test_the_same_of_one_person_on_one_day_is_one_line_with_how_often() -> None:
    said = [f"{each.who} {each.says}" for each in by_day(LOOKS, UTC)]
    assert said == [
        f"Ann {MILL} three times",
        "Ann listened to a story",
        f"Ben {MILL}",
        f"Ann {MILL}",
    ]
    assert by_day(LOOKS, UTC)[0].last == NOON - timedelta(hours=1)


def test_no_look_is_lost_by_joining() -> None:
    assert sum(each.times for each in by_day(LOOKS, UTC)) == len(LOOKS)


def test_aloud_it_is_said_so_too_and_what_is_left_out_is_told() -> None:
    assert aloud(LOOKS, NOON, UTC) == (
        f"Ann {MILL} three times today. Ann listened to a story today. Ben {MILL} today. "
        f"Ann {MILL} yesterday."
    )
    assert aloud(LOOKS, NOON, UTC, most=1) == (
        f"Ann {MILL} three times today. There are earlier ones; your page shows them all."
    )
    assert aloud((), NOON, UTC) == "Nobody has looked at anything."
