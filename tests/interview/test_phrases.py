"""Every sentence of the book is one you would say to your own grandmother, and none wears out."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.errors import SettingsError
from voice_agent.interview.leave import reach
from voice_agent.interview.phrases import KINDS, OFTEN, Kind, PhraseBook, fill, parse, read
from voice_agent.resources import resource
from voice_agent.speech.wording import speakable

BOOK = read(resource("config/phrases"))

FAR = [
    read(resource("config/phrases"), how.stays)
    for how in reach.read(resource("config/consent.toml")).values()
]

EVERY = [(kind, phrase) for kind, phrases in BOOK.kinds.items() for phrase in phrases.say]

HOWEVER_FAR = dict.fromkeys(
    (kind, phrase) for book in FAR for kind, phrases in book.kinds.items() for phrase in phrases.say
)
"""With what is said where other computers help."""

FREQUENT = (
    "acknowledge", "acknowledge_warm", "acknowledge_sad", "acknowledge_proud",
    "bridge", "gentle_cue",
)  # fmt: skip

BELITTLING = (
    r"\b(?:dear|dearie|sweetie|sweetheart|honey|darling|love|young (?:lady|man)|good (?:girl|boy)|"
    r"bless (?:you|your)|are we|our little|there there|cute|adorable|still so sharp)\b"
)
PRAISE = (
    r"\b(?:well done|good job|great (?:answer|job|story)|good (?:answer|question)|excellent|"
    r"wonderful|amazing|awesome|fantastic|perfect|beautifully|you are doing|so interesting|fascinating)\b"
)
FEELING = (
    r"\bi(?:'m| am)? (?:so |very |really |truly )?(?:feel|felt|happy|glad|sad|sorry|touched|moved|excited|"
    r"love|enjoy|enjoyed|proud|delighted|worried|honoured|honored|care|hope|miss|missed)\b"
)
THERAPY = (
    r"\b(?:how (?:does|did) that make you feel|valid|process|trauma|healing|closure|boundar|cope|coping|"
    r"safe space|hold space|unpack|work through|journey|your feelings|it sounds like you)\b"
)
FORMULA = r"\b(?:thank you for sharing|i hear you|i understand how|i can imagine|i can only imagine|how interesting)\b"
DIAGNOSIS = r"\b(?:remember, |you already told|as you said before|you forgot|try to remember|are you sure)\b"


@pytest.mark.parametrize("forbidden", [BELITTLING, PRAISE, FEELING, THERAPY, FORMULA, DIAGNOSIS])
def test_nothing_in_the_book_talks_down_flatters_or_pretends(forbidden: str) -> None:
    assert [text for _, text in EVERY if re.search(forbidden, text, re.IGNORECASE)] == []


def test_every_phrase_is_short_and_said_as_it_is_written() -> None:
    for kind, phrase in HOWEVER_FAR:
        told = "nineteen fifty-five" if kind == "which_year" else "the goat walked in."
        plain = fill(phrase, name="Margaret", told=told)
        assert speakable(plain) == plain
        sentences = re.split(r"(?<=[.!?]) ", phrase)
        assert all(len(sentence.split()) <= 20 for sentence in sentences)
        assert len(phrase.split()) <= (38 if "helps me" in phrase else 30), phrase


def test_only_what_asks_has_a_question() -> None:
    for kind, phrase in EVERY:
        if "?" in phrase:
            assert kind in {
                "go_on",
                "let_out_ask",
                "listen_on",
                "break_offer",
                "did_not_hear",
                "erase_ask",
                "end_ask",
                "no_recording_ask",
                "no_memory_ask",
                "no_audio_ask",
                "no_recipient_ask",
                "no_print_ask",
                "no_after_death_ask",
                "no_message_ask",
                "ordinary",
                "reading_ask",
                "more",
                "with_you_ask",
                *(f"hook_{form}" for form in ("person", "place", "made", "thing")),
                "more_of",
                "talk_about_ask",
                "with_loss",
                "with_wrong",
                "to_come",
                "lonely_on",
                "worry_on",
                "which_year",
            }
        else:
            assert kind not in {"go_on", "break_offer", "ordinary"}


def test_no_phrase_stands_in_the_book_twice() -> None:
    # a greeting and the same greeting with a name are two
    twice = [
        phrase for phrase, times in Counter(phrase for _, phrase in EVERY).items() if times > 1
    ]
    assert twice == []


@pytest.mark.parametrize("kind", FREQUENT)
def test_what_is_said_often_can_be_said_in_twelve_ways(kind: str) -> None:
    assert len(BOOK.kinds[kind].say) >= 12


def test_in_a_hundred_turns_no_acknowledgement_is_heard_more_than_three_times() -> None:
    used: Counter[str] = Counter()
    for turn in range(100):
        used[BOOK.pick("acknowledge", seed=turn, used=used)] += 1
    del used[""]
    assert max(used.values()) <= OFTEN
    assert sum(used.values()) == 100


@given(st.sampled_from(sorted(KINDS)), st.integers(0, 2**31))
def test_no_phrase_comes_again_before_all_were_said(kind: str, seed: int) -> None:
    used: Counter[str] = Counter()
    among = BOOK.kinds[kind].say
    for _ in among:
        used[BOOK.pick(kind, seed=seed, used=used)] += 1
    assert set(used) == set(among)


@given(st.sampled_from(sorted(KINDS)), st.integers(0, 2**31), st.integers(0, 300))
def test_only_what_may_be_left_unsaid_ever_is(kind: str, seed: int, times: int) -> None:
    chosen = BOOK.kinds[kind]
    said = BOOK.pick(kind, seed=seed, used=dict.fromkeys(chosen.say, times))
    assert said in chosen.say or (said == "" and chosen.silent and times >= OFTEN)


def test_the_same_past_and_seed_give_the_same_phrase() -> None:
    used = {"I see.": 1}
    first = BOOK.pick("acknowledge", seed=5, used=used)
    assert first == BOOK.pick("acknowledge", seed=5, used=used)
    assert len({BOOK.pick("acknowledge", seed=s, used=used) for s in range(30)}) > 5


def test_a_name_is_spoken_where_there_is_one() -> None:
    assert fill("Hello, {name}.", name="Margaret") == "Hello, Margaret."
    assert all("{name}" in phrase for phrase in BOOK.kinds["greet_name"].say)
    assert not any("{" in phrase for phrase in BOOK.kinds["greet"].say)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[bridge\nsay = []", "not valid TOML"),
        ("[farewell]\nsay = ['Well now.']", "[farewell] is not a kind"),
        ("[bridge]\nsay = []", "[bridge] needs “say”"),
        ("bridge = 3", "[bridge] needs “say”"),
        ("[bridge]\nsay = ['Well now.']\nloud = true", "no setting “loud”"),
        ("[bridge]\nsay = ['Well now.']\nsilent = 3", "“silent” is true or false"),
        ("[bridge]\nsay = ['']", "is not a phrase"),
        ("[bridge]\nsay = [3]", "is not a phrase"),
        ("[bridge]\nsay = ['Well now']", "does not end like a sentence"),
        ("[bridge]\nsay = ['Who? And why?']", "more than one question"),
        ("[bridge]\nsay = ['Who was it? Well now.']", "more than one question"),
        ("[bridge]\nsay = ['Hello, {title}.']", "leaves “title” open"),
        ("[bridge]\nsay = ['Hello, {name.']", "does not close"),
        ("[bridge]\nsay = ['Well now.', 'Well now.']", "twice"),
    ],
)
def test_a_broken_book_names_file_table_and_reason(text: str, reason: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse(text, "leading.toml")
    assert "leading.toml" in caught.value.what
    assert reason in caught.value.what


def test_a_book_with_a_missing_page_says_which(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[bridge]\nsay = ['Well now.']\n")
    with pytest.raises(SettingsError) as caught:
        read(tmp_path)
    assert "[acknowledge]" in caught.value.what


def test_a_kind_of_phrase_stands_in_one_file_only(tmp_path: Path) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text("[bridge]\nsay = ['Well now.']\n")
    with pytest.raises(SettingsError) as caught:
        read(tmp_path)
    assert "another file" in caught.value.what


def test_a_page_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError) as caught:
        read(tmp_path)
    assert "a.toml" in caught.value.what


def test_asking_for_a_kind_that_is_not_there_is_our_bug() -> None:
    with pytest.raises(KeyError):
        PhraseBook({"bridge": Kind(("Well now.",))}).pick("farewell", seed=1, used={})
