"""Nobody else's life becomes the narrator's: transcripts of every make, whose voices are told apart or asked for."""

import json
from datetime import date

import pytest

from voice_agent.memory.dates.dates import Background, find
from voice_agent.memory.imported import WrittenSession, parse
from voice_agent.memory.voices import WhoTells
from voice_agent.story import Speaker

ZOOM = """WEBVTT

1
00:00:01.000 --> 00:00:04.000
Ann Miller: I married Peter in 1989.

2
00:00:05.000 --> 00:00:09.000
Rose Doyle: We moved to Leeds

3
00:00:09.000 --> 00:00:12.000
when I was small.
"""
WHATSAPP = """12/03/2021, 18:45 - Messages and calls are end-to-end encrypted.
12/03/2021, 18:46 - Ann Miller: I married Peter.
12/03/2021, 18:47 - Rose Doyle: We moved to Leeds
when I was small.
12/03/2021, 18:48 - Ann Miller: <Media omitted>
"""
IPHONE = """\u200e[12/03/2021, 6:46:10 PM] Ann Miller: I married Peter.
[12/03/2021, 6:47:00 PM] Rose Doyle: We moved to Leeds when I was small.
"""
OTTER = """Ann Miller  0:02
I married Peter.

Rose Doyle  0:12
We moved to Leeds when I was small.
"""
ZOOM_TEXT = """[Ann Miller] 10:01:22
I married Peter.

[Rose Doyle] 10:01:40
We moved to Leeds when I was small.
"""
STAMPED = """[00:00:01] Ann Miller: I married Peter.
(0:12) Rose Doyle: We moved to Leeds when I was small.
"""
NUMBERED = """1989 Ann Miller: I married Peter
1990 Rose Doyle: We moved to Leeds when I was small.
"""
LONG = """Ann Miller: I married Peter.

It was a grey day.

Nobody came.

Not even his mother.

Rose Doyle: We moved to Leeds when I was small.

Ann Miller: And then?

Rose Doyle: Then it rained.
"""
TEXTS = {
    "talk.vtt": ZOOM,
    "whatsapp.txt": WHATSAPP,
    "iphone.txt": IPHONE,
    "otter.txt": OTTER,
    "zoom.txt": ZOOM_TEXT,
    "stamped.txt": STAMPED,
    "numbered.txt": NUMBERED,
    "long.txt": LONG,
    "marked.md": "**Ann Miller:** I married Peter.\n\n**Rose Doyle:** We moved to Leeds when I was small.\n",
    "rows.json": json.dumps(
        [
            {"sender_name": "Ann Miller", "content": "I married Peter."},
            {"sender_name": "Rose Doyle", "content": "We moved to Leeds when I was small."},
        ]
    ),
}


_TODAY = date(2026, 11, 28)


def _mine(sessions: tuple[WrittenSession, ...]) -> str:
    turns = [turn for each in sessions for turn in each.turns]
    return " ".join(turn.text for turn in turns if turn.speaker is Speaker.NARRATOR)


@pytest.mark.parametrize("name", TEXTS)
def test_only_what_the_narrator_said_becomes_the_narrators(name: str) -> None:
    sessions = parse(TEXTS[name].encode(), name, narrator="Rose Doyle")
    assert _mine(sessions).startswith("We moved to Leeds when I was small.")
    assert "Peter" not in _mine(sessions)
    assert "Nobody came" not in _mine(sessions)


@pytest.mark.parametrize("name", TEXTS)
def test_where_no_voice_has_the_narrators_name_nothing_is_taken(name: str) -> None:
    for narrator in ("", "Rose", "Margaret"):
        with pytest.raises(WhoTells) as error:
            parse(TEXTS[name].encode(), name, narrator=narrator)
        assert error.value.voices == ("Ann Miller", "Rose Doyle")
        assert error.value.safe == "Nothing was stored."


@pytest.mark.parametrize("name", TEXTS)
def test_stamps_are_taken_off_and_date_nothing(name: str) -> None:
    (session,) = parse(TEXTS[name].encode(), name, narrator="Rose Doyle")
    assert session.written is None
    assert not any(
        find(turn.text, Background(told=_TODAY)).dates
        for turn in session.turns
        if turn.speaker is Speaker.NARRATOR
    )
    assert not any(":" in turn.text or "2021" in turn.text for turn in session.turns)


@pytest.mark.parametrize(
    ("narrator", "other"),
    [
        ("Élise Dupré", "Łucja Wójcik"),
        ("élise", "ann"),
        ("Ómar", "Ñusta"),
        ("Nguyễn Thị Hoa", "O'Brien"),
        ("Елена", "Ann"),
        ("van der Berg", "de la Cruz"),
        ("Rose Doyle", "Speaker 2"),
        ("Dr. Harper", "Mary-Jane"),
    ],
)
def test_a_voice_may_be_called_anything(narrator: str, other: str) -> None:
    text = f"{other}: I married Peter in 1989.\n{narrator}: We moved to Leeds.\n{other}: Oh.\n"
    assert _mine(parse(text.encode(), "talk.txt", narrator=narrator)) == "We moved to Leeds."
    with pytest.raises(WhoTells):
        parse(text.encode(), "talk.txt", narrator="Margaret")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann Miller: I married Peter in 1989.", "one.txt"),
        ("Speaker 1  0:01\nI married Peter.\n\nSpeaker 2  0:09\nDid you?\n", "otter.txt"),
        ("A: I married Peter.\nB: Did you?\nA: In 1989.\n", "letters.txt"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\n>> I married Peter.\n\n00:03.000 --> 00:04.000\n>> Did you?\n", "marks.vtt"),
        ('[{"text": "I married Peter.", "speaker": "Ann"}, {"text": "Did you?"}]', "rows.json"),
    ],
)  # fmt: skip
def test_what_cannot_be_told_apart_is_refused_whole(text: str, name: str) -> None:
    with pytest.raises(WhoTells) as error:
        parse(text.encode(), name, narrator="Rose")
    assert error.value.what.endswith(".")
    assert error.value.mend


def test_who_is_not_named_in_a_row_or_before_the_first_name_is_not_the_narrator() -> None:
    rows = '[{"text": "I married Peter."}, {"text": "We moved.", "speaker": "Rose"}]'
    assert _mine(parse(rows.encode(), "rows.json", narrator="Rose")) == "We moved."
    text = "A talk with Rose, and I married Peter.\nRose: We moved.\nAnn: Did you?\n"
    assert _mine(parse(text.encode(), "talk.txt", narrator="Rose")) == "We moved."


def test_long_answers_that_are_wrapped_stay_with_whoever_gave_them() -> None:
    said = "\n".join(f"and line {n} of it goes on as she talks" for n in range(20))
    text = "".join(
        f"Ann Miller: I married Peter.\n{said}\nRose Doyle: We moved to Leeds.\n{said}\n"
        for _ in range(3)
    )
    mine = _mine(parse(text.encode(), "talk.txt", narrator="Rose Doyle"))
    assert mine.count("We moved to Leeds.") == 3
    assert "Peter" not in mine


def test_questions_and_answers_are_told_apart() -> None:
    text = "Q: Where were you born?\nA: In Cork.\nQ: When?\nA: In 1938.\n"
    assert _mine(parse(text.encode(), "talk.txt")) == "In Cork. In 1938."


@pytest.mark.parametrize(
    "text",
    [
        "Dear Ann: it rained all week, and I thought of you.\n\nYour Rose",
        "We had three things: bread, dripping and tea.\n\nMy mother said: eat.\n\nIt rained.",
        "Monday 10:30\n\nWe went to the doctor.\n\nTuesday 9:15\n\nIt rained.",
        "We left early.\n\n10:30 Leeds: rain.\n\nThen home, and nobody said a word.\n\nTea.",
        "Ingredients: flour and lard.\n\nMy mother made it on Fridays.\n\nNote: no salt.",
    ],
)
def test_a_colon_in_a_letter_or_a_story_makes_no_conversation(text: str) -> None:
    (session,) = parse(text.encode(), "letter.txt", narrator="Rose")
    assert session.prose


def test_a_word_before_a_colon_in_an_answer_stays_the_narrators() -> None:
    text = "Interviewer: What did she say?\nRose: She told me one thing.\nshe said: never lend a tool.\nInterviewer: Oh.\n"
    (session,) = parse(text.encode(), "talk.txt", narrator="Rose")
    assert _mine((session,)) == "She told me one thing. she said: never lend a tool."
