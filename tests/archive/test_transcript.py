from dataclasses import replace
from pathlib import Path

from tellings import sitting, told

from voice_agent.archive import transcript
from voice_agent.archive.record import Record
from voice_agent.story import Speaker

SESSION = replace(
    sitting(),
    turns=(
        told(1, "What do you see?", speaker=Speaker.INTERVIEWER, began=0.5, ended=2.0),
        told(2, "A boat\n<small> & --> near,", began=2.5, ended=3725.25, finished=False),
        told(3, "Dinner!", speaker=Speaker.SOMEONE_ELSE, began=3726, ended=3726),
    ),
)


def test_a_person_can_read_who_said_what_and_when() -> None:
    assert transcript.as_text(SESSION) == (
        "Saturday, 21 November 2026, 12:00 UTC\nTopic: key_scenes\n\n"
        "[00:00] Interviewer: What do you see?\n\n"
        "[00:02] Ann: A boat <small> & --> near, …\n\n"
        "[62:06] Someone else: Dinner!\n"
    )


def test_a_player_can_show_it_beside_the_sound() -> None:
    assert transcript.as_vtt(SESSION) == (
        "WEBVTT\n\n"
        "1\n00:00:00.500 --> 00:00:02.000\n<v Interviewer>What do you see?\n\n"
        "2\n00:00:02.500 --> 01:02:05.250\n<v Ann>A boat &lt;small&gt; &amp; --&gt; near,\n\n"
        "3\n01:02:06.000 --> 01:02:06.001\n<v Someone else>Dinner!\n"
    )


def test_a_narrator_without_a_name_is_the_narrator() -> None:
    assert "Narrator: A boat" in transcript.as_text(replace(SESSION, narrator=""))


def test_both_files_lie_with_the_session_and_are_replaced_when_words_are_corrected(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        record.begin(SESSION)
        path = record.transcript(SESSION.id)
        record.correct(SESSION.id, SESSION.turns[0].id, "What did you see?", (), "archive pass")
        assert path == record.transcript(SESSION.id)
        assert "What did you see?" in path.read_text()
        assert "What did you see?" in path.with_suffix(".vtt").read_text()
        assert sorted(p.name for p in path.parent.iterdir()) == ["transcript.txt", "transcript.vtt"]
