"""A lent recogniser hears for us, within the same guard as ours; where it does not, ours goes on and no word is lost."""

import json
import re
import threading
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from fakes import Metronome
from heard import STORY, frames, joined, moved, room, said, whisper
from hypothesis import given
from hypothesis import strategies as st
from lender import Answers, Asked, Lender, Reply, hears, lender, line, raw, told

from voice_agent.borrowing import heard, hearing
from voice_agent.borrowing.hearing import AfterTheYes, LentEars
from voice_agent.borrowing.trouble import Trouble
from voice_agent.sound import RATE, Sound
from voice_agent.speech.whisper import Whisper

TICKS = "tick0"
"""What our own recogniser hears in these tests, whatever is said."""


def own() -> Whisper:
    return Whisper("fake", device="cpu", load=lambda *_: Metronome())


def answer(text: str, *words: tuple[str, float, float], **more: Any) -> dict[str, Any]:
    timed = [{"word": word, "start": start, "end": end} for word, start, end in words]
    return {"text": text, **({"words": timed} if timed else {}), **more}


WELL = answer("We lived there.", ("We", 0.1, 0.4), ("lived", 0.4, 0.8), ("there", 0.8, 1.2))


@pytest.fixture
def study() -> Iterator[Lender]:
    with lender(told(WELL)) as runs:
        yield runs


def ears(*lenders: Lender, **how: Any) -> tuple[LentEars, list[str]]:
    who = line(*(each.server() for each in lenders), **how)
    return LentEars(who.asking, own(), model="large", language="en"), who.said


def hear(listens: LentEars | AfterTheYes, sound: Sound, **how: Any) -> Any:
    utterance = listens.begin(**how)
    for frame in frames(sound):
        utterance.feed(frame)
    return utterance.finish()


def test_what_the_server_heard_is_what_was_said(study: Lender) -> None:
    listens, _ = ears(study)
    words = hear(listens, moved(said(STORY), 10 * RATE)).words
    assert [word.text for word in words] == ["We", "lived", "there."], "with its full stop"
    assert 10.0 <= words[0].start < words[-1].end <= 11.3, "on the session's clock"


def test_the_server_is_sent_the_sound_and_the_names_of_this_life_and_nothing_else(
    study: Lender,
) -> None:
    listens, _ = ears(study)
    hear(listens, said(STORY), names=("Caoimhe", "Zbigniew"))
    (asked,) = study.asked
    assert asked.path == "/v1/audio/transcriptions"
    assert asked.said == {
        "model": "large",
        "response_format": "verbose_json",
        "timestamp_granularities[]": ["word", "segment"],
        "temperature": "0",
        "language": "en",
        "prompt": "Caoimhe, Zbigniew",
    }
    assert len(asked.sound) <= 44 + 2 * len(said(STORY).samples)


def test_what_is_said_before_the_yes_is_sent_to_nobody(study: Lender) -> None:
    listens, _ = ears(study)
    yes: list[str] = []
    hears = AfterTheYes(listens, listens.own, lambda: bool(yes))
    assert hear(hears, said(STORY)).text.startswith(TICKS) and not study.asked
    yes.append("Yes.")
    assert TICKS not in hear(hears, said(STORY)).text and len(study.asked) == 1


def test_a_room_without_a_voice_is_never_sent(study: Lender) -> None:
    listens, _ = ears(study)
    assert hear(listens, room(10.0)).text == "" and not study.asked


def test_nothing_is_asked_about_what_was_answered(study: Lender) -> None:
    listens, _ = ears(study)
    utterance = listens.begin()
    utterance.feed(joined(said(STORY), room(1.0)))
    first = utterance.peek()
    utterance.feed(moved(room(3.0), joined(said(STORY), room(1.0)).end))
    assert utterance.peek() is first and utterance.finish() is first
    assert len(study.asked) == 1


@pytest.mark.parametrize("ghost", ["Thanks for watching!", "Please subscribe.", "[Music]"])
def test_what_a_recogniser_dreams_in_noise_becomes_nobodys_memory(
    study: Lender, ghost: str
) -> None:
    study.answers = told(answer(ghost))
    listens, _ = ears(study)
    heard = hear(listens, joined(said("Mm."), room(2.0)))
    assert heard.text == "" and len(heard.dropped) == 1


def test_words_where_nobody_audibly_spoke_are_refused(study: Lender) -> None:
    story = joined(said("Yes."), room(3.0), said("No."))
    study.answers = told(answer("Yes or maybe", ("Yes", 0.1, 0.4), ("or", 2.0, 2.2)))
    listens, _ = ears(study)
    assert "or" not in [word.text for word in hear(listens, story).words]


def test_a_loop_is_cut_back_to_what_people_say(study: Lender) -> None:
    loop = [(f"{word}", 0.1 * n, 0.1 * n + 0.05) for n, word in enumerate(["no"] * 30)]
    study.answers = told(answer(" ".join(["no"] * 30), *loop))
    listens, _ = ears(study)
    assert len(hear(listens, said(STORY)).words) < 10


BAD: dict[str, Answers] = {
    "a page": raw(b"<html></html>", kind="text/html"),
    "a list": told([1, 2]),
    "no text": told({"words": []}),
    "a number for a text": told({"text": 7}),
    "a time that is none": raw(
        b'{"text": "one", "words": [{"word": "one", "start": NaN, "end": 1}]}'
    ),
    "an hour beyond the sound": told(answer("one two", ("one", 0.0, 0.4), ("two", 3600.0, 3601.0))),
    "a word that ends before it begins": told(answer("one", ("one", 2.0, 1.0))),
    "words out of order": told(answer("one two", ("one", 3.0, 3.2), ("two", 0.5, 0.9))),
    "a time as a text": told({"text": "one", "words": [{"word": "one", "start": "0", "end": 1}]}),
    "more words than anybody says": told({"text": "and then " * 5000}),
    "control characters": told({"text": "one \x1b[2J two"}),
    "words of no sentence": told({"text": "one", "words": ["one"]}),
    "segments that run away": told(
        {"text": "one", "segments": [{"text": "one", "start": 0, "end": 900}]}
    ),
    "too deep": raw(b'{"text":' + b"[" * 50_000 + b"]" * 50_000 + b"}"),
}


@pytest.mark.parametrize("bad", BAD)
def test_rubbish_costs_one_sentence_and_our_own_recogniser_hears(study: Lender, bad: str) -> None:
    study.answers = BAD[bad]
    listens, told_house = ears(study)
    heard = hear(listens, said(STORY))
    assert heard.words[0].text == TICKS
    assert len(told_house) == 1 and told_house[0].endswith("This computer does it.")
    hear(listens, said(STORY))
    assert len(study.asked) == 1, "it rests"


def test_more_words_than_anybody_says_are_refused_before_they_are_laid_beside_each_other(
    study: Lender,
) -> None:
    many = 20_000  # comparing each with each would take minutes
    study.answers = told(answer("a " * many, *[("a", 0.5, 0.5)] * many))
    listens, told_house = ears(study)
    hear(listens, said(STORY))
    assert "cannot be an answer" in told_house[0]


def test_a_server_that_dies_in_the_middle_of_a_story_costs_no_word(study: Lender) -> None:
    listens, told_house = ears(study)
    utterance = listens.begin()
    story = joined(*[joined(said(STORY), room(0.7))] * 8)
    half = len(story.samples) // 2
    utterance.feed(Sound(story.samples[:half], 0))
    utterance.peek()
    study.answers = raw(b"", 500)
    utterance.feed(Sound(story.samples[half:], half))
    words = utterance.finish().words
    assert {"We", "tick1"} <= {word.text for word in words}
    assert words[-1].end > story.seconds - 2
    assert len(told_house) == 1


def test_what_comes_late_is_dropped(study: Lender) -> None:
    gate = threading.Event()
    study.answers = study.after(gate, told(answer("Too late.")))
    listens, _ = ears(study, patience=0.4)
    utterance = listens.begin()
    utterance.feed(said(STORY))
    first = utterance.finish()
    gate.set()
    assert first.words[0].text == TICKS and utterance.finish() is first


def test_a_long_story_told_with_pauses_is_not_sent_over_and_over(study: Lender) -> None:
    """As in a talk: looked at in each pause. Without settling in pauses each look sends up to 24 s again."""
    study.answers = told({"text": ""})
    listens, _ = ears(study)
    utterance, now = listens.begin(), 0
    for _ in range(12):
        for piece in (said(STORY), room(0.8)):
            utterance.feed(moved(piece, now))
            now += len(piece.samples)
        utterance.peek()
    sent = sum(len(each.sound) for each in study.asked) / 2 / RATE
    assert sent < 1.9 * now / RATE
    assert max(len(each.sound) for each in study.asked) / 2 / RATE < 2 * hearing.PAUSED


def test_what_is_settled_in_pauses_loses_no_word_and_says_none_twice(study: Lender) -> None:
    study.answers = hears(own())
    listens, told_house = ears(study)
    utterance, now = listens.begin(), 0
    for _ in range(8):
        for piece in (said(STORY), room(0.8)):
            utterance.feed(moved(piece, now))
            now += len(piece.samples)
        utterance.peek()
    starts = [word.start for word in utterance.finish().words]
    gaps = [after - before for before, after in pairwise(starts)]
    assert not told_house and len(study.asked) == 8
    assert min(gaps) > 0.1 and max(gaps) < 1.8, "one word every half second, but for the pauses"
    assert starts[-1] > now / RATE - 2.5


def test_segments_say_how_sure_they_are_and_the_guard_believes_them(study: Lender) -> None:
    unsure = {"start": 0.0, "end": 3.0, "text": "We lived there.", "avg_logprob": -2.6}
    study.answers = told({"text": "We lived there.", "segments": [unsure]})
    listens, _ = ears(study)
    heard = hear(listens, said(STORY))
    assert heard.text == "" and heard.dropped[0].endswith("unclear")


SECONDS = 6.0


def stretches(value: object) -> list[Any]:
    return heard.heard(json.dumps(value).encode(), "study", SECONDS)


def test_without_any_times_the_words_are_spread_over_the_sound() -> None:
    (only,) = stretches({"text": "We lived in a small house."})
    assert only.words[0].start == 0.0 and only.words[-1].end == pytest.approx(SECONDS)
    assert only.text == "We lived in a small house."


def test_a_segment_without_words_is_spread_over_its_own_time() -> None:
    told = [
        {"start": 0.0, "end": 2.0, "text": " We lived there."},
        {"start": 4.0, "end": 6.0, "text": " And then the war."},
    ]
    first, second = stretches({"text": "…", "segments": told})
    assert first.words[-1].end == pytest.approx(2.0) and second.words[0].start == 4.0


def test_words_inside_segments_are_taken_with_what_is_known_of_them() -> None:
    word = {"word": " there.", "start": 1.0, "end": 1.5, "probability": 0.31}
    (only,) = stretches(
        {"text": "there.", "segments": [{"start": 0, "end": 2, "text": " there.", "words": [word]}]}
    )
    assert only.words[0].text == "there." and only.words[0].probability == 0.31


def test_a_word_the_server_gives_no_time_for_lies_between_its_neighbours() -> None:
    (only,) = stretches(
        answer("We all went home.", ("We", 1.0, 1.2), ("went", 2.0, 2.2), ("home", 2.3, 2.8))
    )
    assert [word.text for word in only.words] == ["We", "all", "went", "home."]
    assert 1.2 <= only.words[1].start <= only.words[1].end <= 2.0


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
WORD = st.fixed_dictionaries(
    {"word": st.text(max_size=6), "start": st.floats(), "end": st.floats()}
)


@given(
    st.fixed_dictionaries(
        {"text": st.text(max_size=40)},
        optional={
            "words": st.lists(WORD, max_size=4) | json_values,
            "segments": st.lists(
                st.fixed_dictionaries(
                    {"text": st.text(max_size=9), "start": st.floats(), "end": st.floats()},
                    optional={"avg_logprob": st.floats(), "words": st.lists(WORD, max_size=3)},
                ),
                max_size=3,
            )
            | json_values,
        },
    )
    | json_values
)
def test_whatever_comes_words_lie_inside_the_sound_and_in_order(value: object) -> None:
    try:
        found = stretches(value)
    except Trouble:
        return
    words = [word for each in found for word in each.words]
    assert all(0 <= word.start <= word.end <= SECONDS for word in words)
    assert all(0 <= word.probability <= 1 for word in words)
    starts = [word.start for word in words]
    assert all(b >= a - heard.BACKWARDS for a, b in pairwise(starts))
    assert all(word.text.isprintable() and " " not in word.text for word in words)


@pytest.mark.models
def test_a_real_recogniser_lent_by_another_program_hears_what_ours_hears() -> None:
    with lender(hears(whisper())) as study:
        listens, told_house = ears(study)
        lent = hear(listens, joined(room(0.5), said(STORY), room(1.0)))
    ours = whisper().begin()
    ours.feed(joined(room(0.5), said(STORY), room(1.0)))
    heard_here = ours.finish()
    assert not told_house
    # sixteen bits of the sound are sent: a comma may come or go, no word may
    assert re.findall(r"[\w']+", lent.text) == re.findall(r"[\w']+", heard_here.text)
    for theirs, own_word in zip(lent.words, heard_here.words, strict=True):
        # a word beside a pause may be placed on either side of it (ghosts.SLACK)
        assert theirs.start == pytest.approx(own_word.start, abs=0.6)


def test_who_asked_for_nothing_has_nothing_to_look_at(study: Lender) -> None:
    def never(asked: Asked) -> Reply:
        raise AssertionError("nobody spoke")

    study.answers = never
    listens, _ = ears(study)
    assert listens.begin().peek().text == ""
