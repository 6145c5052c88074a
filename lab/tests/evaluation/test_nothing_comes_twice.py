"""What the yardstick calls asked before, or brought up again after a refusal, the planner's last look holds back.

The yardstick has word lists of its own, so that each may find what the other missed; here they are held side by side.
"""

from datetime import date
from itertools import combinations

from lab.evaluation.interview.plain_words import subject
from lab.evaluation.interview.rounds import ALIKE, asked_for
from voice_agent.interview import growing, protocol
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Cache, Candidate, Source, State
from voice_agent.resources import resource

TODAY = date(2026, 3, 1)
TOLD = (
    "you moved to Leeds with your sister Ann",
    "your mother kept the key under a stone",
    "you were tried by the whole family and stood out",
    "the horses ran away with the milk",
    "you had forty hens and lost them all in a night",
)


def questions() -> tuple[str, ...]:
    """All of the protocol's, and every grown one over a few clauses, names and years."""
    book = protocol.read_all(resource("config/interview"))
    asks = [question.ask for topic in book for question in topic.questions]
    fills = [
        {"told": told, "person": who, "place": place, "year": year, "other": other}
        for told, who, place, year, other in zip(
            TOLD,
            ("your mother", "Ann", "your friend", "Alfred", "your brother John"),
            ("Leeds", "Whitby", "New York", "the Moor", "Hull"),
            ("1931", "1938", "1944", "1952", "1960"),
            ("1940", "1946", "1951", "1961", "1970"),
            strict=True,
        )
    ]
    for template in growing.read(resource("config/extrapolation.toml")).values():
        asks += [way.format(**fill) for way in template.say for fill in fills]
    return tuple(dict.fromkeys(asks))


def asked(ask: str) -> Candidate:
    return Candidate(ask, Wants.SCENE, Source.PROTOCOL)


ASKS = questions()
ABOUT = {ask: frozenset(subject(ask)) for ask in ASKS}
CACHES = {ask: Cache().mark(asked(ask), State.ASKED, TODAY) for ask in ASKS}
REFUSED = {ask: Cache().refuse(asked(ask), TODAY) for ask in ASKS}


def test_whatever_the_yardstick_calls_asked_before_is_not_spoken() -> None:
    passed = [
        (one, other)
        for one, other in combinations([ask for ask in ASKS if ABOUT[ask]], 2)
        if asked_for(one) == asked_for(other)
        and len(ABOUT[one] & ABOUT[other]) >= ALIKE * len(ABOUT[one] | ABOUT[other])
        and CACHES[one].fresh(other, TODAY)
    ]
    assert not passed


def test_whatever_the_yardstick_calls_a_return_to_what_was_refused_is_not_spoken() -> None:
    passed = [
        (shut, ask)
        for shut in ASKS
        for ask in ASKS
        if ABOUT[ask]
        and ABOUT[shut]
        and len(ABOUT[ask] & ABOUT[shut]) >= ALIKE * len(ABOUT[ask])
        and REFUSED[shut].fresh(ask, TODAY)
    ]
    assert not passed


def test_a_question_that_only_points_may_come_again_in_another_talk() -> None:
    cache = Cache().mark(asked("Where was that?"), State.ASKED, TODAY)
    assert cache.fresh("Where was that?", TODAY)


def test_most_of_the_protocol_may_still_be_asked_after_any_one_question() -> None:
    book = ASKS[::20]
    held = sum(not CACHES[one].fresh(other, TODAY) for one, other in combinations(book, 2))
    assert held < 0.01 * len(book) ** 2 / 2
