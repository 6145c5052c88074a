"""What is asked for is granted at once, and what is heavy is never asked about again."""

from dataclasses import replace

import pytest
from interviews import rules

from voice_agent.interview import planner, silence
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage
from voice_agent.interview.rules import Opening
from voice_agent.reading.danger.at_odds import cross, lost, unclear
from voice_agent.reading.danger.living import spoken_of_as_living
from voice_agent.reading.wishes import commands
from voice_agent.reading.wishes.commands import Command, wish

TALK = Progress(
    stage=Stage.TALK,
    question=OpenQuestion(text="Where did you sleep?"),
    coverage=Coverage(asked=("Where did you sleep?",)),
)
STORY = "We lived by the river, and my brother Tom kept a goat in the wash house."


def talk(*said: str, progress: Progress = TALK) -> tuple[Progress, Move]:
    """Say these one after the other; what became of the last."""
    move = Move(Act.NOTHING)
    for minute, words in enumerate(said):
        heard = Heard(words, 4.0, 3.0 + minute)
        progress, move = planner.reply(rules(), progress, heard, Opening(consented=True))
    return progress, move


def test_forget_that_hides_at_once_says_what_would_go_and_erases_on_a_yes() -> None:
    progress, move = talk(STORY, "Forget that.")
    assert move.wish is not None and move.wish.command is Command.FORGET
    # named, and not told again
    assert "the wash house" in move.say and "We lived" not in move.say
    assert move.ask.endswith("?")
    _, yes = talk("Yes, please.", progress=progress)
    assert yes.wish is not None and yes.wish.command is Command.ERASE


@pytest.mark.parametrize("answer", ["Well, I don't know.", "No.", "My sister had a hat."])
def test_only_a_plain_yes_erases(answer: str) -> None:
    progress, _ = talk(STORY, "Forget that.")
    _, move = talk(answer, progress=progress)
    assert move.wish is None


def test_a_story_after_the_question_about_erasing_is_heard_and_nothing_is_erased() -> None:
    progress, _ = talk(STORY, "Forget that.")
    told = "We had six hens, and one of them laid in the coal bucket every single morning."
    progress, move = talk(told, progress=progress)
    assert progress.tellings.last == told and progress.wishes.waiting is None
    assert move.wish is None and "erase" not in move.reason


def test_until_the_yes_undo_brings_it_back() -> None:
    progress, _ = talk(STORY, "Forget that.")
    _, move = talk("No, keep it after all.", progress=progress)
    assert move.wish is not None and move.wish.command is Command.UNDO


LABELS = ["Keep that between us.", "That's only for Ann.", "Not while I live."]


@pytest.mark.parametrize("label", LABELS)
def test_undo_after_a_label_asks_back_and_only_a_plain_yes_lets_it_out(label: str) -> None:
    progress, asked = talk(STORY, label, "Undo.")
    assert asked.wish is None and asked.ask.endswith("family hear that after all?")
    _, yes = talk("Yes, they may hear it.", progress=progress)
    assert yes.wish is not None and yes.wish.command is Command.LET_OUT


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize(
    "answer",
    [
        "No.",
        "Well, maybe.",
        "I don't know.",
        "My sister had a hat.",
        "We had six hens, and one of them laid in the coal bucket every single morning.",
        "Yes, and then my sister came and we all went down to the sea.",
        "Slower, please.",
        "No, keep that between us.",
    ],
)
def test_anything_but_a_plain_yes_leaves_the_label_on_and_a_later_yes_too(
    label: str, answer: str
) -> None:
    progress, _ = talk(STORY, label, "Undo.")
    progress, move = talk(answer, progress=progress)
    _, later = talk("Yes.", progress=progress)
    for each in (move, later):
        assert each.wish is None or each.wish.command is not Command.LET_OUT


def test_a_silence_leaves_the_label_on() -> None:
    progress, _ = talk(STORY, "Keep that between us.", "Undo.")
    progress, cue = silence.after_silence(rules(), progress, 99.0, (8.0, 20.0, 90.0))
    assert cue.act is Act.CUE
    _, move = talk("Yes.", progress=progress)
    assert move.wish is None


def test_a_yes_to_a_rest_erases_nothing() -> None:
    progress, _ = talk(STORY, "Forget that.")
    for _ in range(3):
        progress, _ = silence.after_silence(rules(), progress, 99.0, (8.0, 20.0, 90.0))
    _, move = talk("Yes.", progress=progress)
    assert move.wish is None


def test_undo_after_another_story_lets_nothing_out() -> None:
    told = "We had six hens, and one of them laid in the coal bucket every single morning."
    progress, move = talk(STORY, "Keep that between us.", told, "Undo.")
    assert progress.wishes.waiting is None and "hear that" not in move.text
    _, yes = talk("Yes.", progress=progress)
    assert yes.wish is None


def test_undo_after_forget_that_does_not_ask_about_an_older_label() -> None:
    _, move = talk(STORY, "Keep that between us.", "Forget that.", "Undo.")
    assert move.wish is not None and move.wish.command is Command.UNDO


@pytest.mark.parametrize(
    ("said", "command", "about"),
    [
        ("That's only for Ann.", Command.ONLY_FOR, "ann"),
        ("Let's talk about my wedding.", Command.TALK_ABOUT, "my wedding"),
        ("What did I tell you about the farm?", Command.WHAT_DID_I_TELL, "the farm"),
        ("Ann may not listen any more.", Command.NO_RECIPIENT, "ann"),
    ],
)
def test_a_wish_knows_what_it_is_about(said: str, command: Command, about: str) -> None:
    found = wish(said)
    assert found is not None and (found.command, found.about) == (command, about)


def test_no_recording_ends_capture_before_we_speak() -> None:
    progress, move = talk(STORY, "I don't want to be recorded any more.")
    assert move.deaf and move.ends and progress.stage is Stage.OVER
    assert move.wish is not None and move.wish.command is Command.NO_RECORDING


def test_abuse_is_believed_and_nothing_of_it_is_asked_again() -> None:
    progress, move = talk(STORY, "My nephew hits me when I'm slow.")
    assert move.withheld and move.alert == "A" and "?" not in move.text
    assert "believe you" in move.text
    assert progress.question.text == "" and progress.tellings.last == ""


def test_strong_distress_stops_the_topic_and_something_ordinary_follows() -> None:
    progress, move = talk(STORY, "I can't bear it. Please stop asking me.")
    assert not move.withheld and move.ask == ""
    _, then = talk("Thank you.", progress=progress)
    assert then.reason == "after a heavy moment, something ordinary"


def test_after_danger_it_stays_and_says_the_number_again() -> None:
    progress, first = talk("I've fallen and I can't get up.")
    assert first.alert == "3m" and first.say.count("911") == 2
    progress, then = talk("I can't reach the telephone.", progress=progress)
    assert then.withheld and then.say.count("911") == 2
    _, after = talk("Ann is here now.", progress=progress)
    assert after.reason == "after a heavy moment, something ordinary"


def test_a_goodbye_after_something_heavy_ends_on_something_ordinary() -> None:
    progress, _ = talk(STORY, "I can't stop crying.")
    _, move = talk("Goodbye.", progress=progress)
    assert move.ends and move.say.endswith("your own chair.") and "?" not in move.text


@pytest.mark.parametrize("ending", ["Goodbye.", "I'm tired."])
def test_after_a_loss_every_way_of_ending_ends_on_something_ordinary(ending: str) -> None:
    progress, _ = talk(STORY, "My little boy died when he was four.")
    progress, move = talk(ending, progress=progress)
    if not move.ends:
        progress, move = talk(ending, progress=progress)
    assert move.ends and move.say.endswith("your own chair.") and "?" not in move.text
    assert len(move.text.split()) <= 45


def test_a_talk_ends_by_itself_when_its_time_is_over_or_nobody_speaks_any_more() -> None:
    by, waits = rules(), (8.0, 25.0, 60.0)
    progress, _ = talk(STORY)
    _, move = silence.after_silence(by, progress, 5.0, waits, minutes=by.times.hard_stop)
    assert move.ends and "?" not in move.text
    asleep = replace(progress, manners=replace(progress.manners, quiet=3))
    assert silence.after_silence(by, asleep, 600.0, waits)[1].act is Act.NOTHING
    assert silence.after_silence(by, asleep, silence.ASLEEP, waits)[1].ends


@pytest.mark.parametrize(
    "said",
    [
        "I don't want to live any more.",
        "I can't breathe and my chest hurts.",
        "My son hits me when I ask for money.",
        "I have fallen and I can't get up.",
    ],
)
def test_nobody_who_said_something_grave_is_left_because_they_are_silent(said: str) -> None:
    by, waits = rules(), (8.0, 25.0, 60.0)
    progress, move = talk(said)
    assert progress.safety.after and not move.ends
    while progress.manners.quiet < len(waits):
        progress, move = silence.after_silence(
            by, progress, 600.0, waits, minutes=by.times.hard_stop
        )
        assert move.say and not move.ends
    _, move = silence.after_silence(by, progress, 9_000.0, waits, minutes=2 * by.times.hard_stop)
    assert move.act is Act.NOTHING and not move.ends


def test_stop_is_granted_even_after_the_gravest_question() -> None:
    progress, _ = talk("I don't want to live any more.")
    _, move = talk("Stop.", progress=progress)
    assert move.ends and move.deaf


def test_before_the_yes_only_going_and_understanding_can_be_granted() -> None:
    progress, move = talk(
        "Forget that.", progress=Progress(question=OpenQuestion(text="May I record our talk?"))
    )
    assert progress.stage is Stage.CONSENT and move.wish is None
    _, gone = talk(
        "Not today.", progress=Progress(question=OpenQuestion(text="May I record our talk?"))
    )
    assert gone.consent is False and gone.ends


@pytest.mark.parametrize(
    ("said", "asked", "who"),
    [
        ("My husband will be home for his tea soon.", "", "your husband"),
        ("Well, he's at work, isn't he.", "What was your husband like?", "your husband"),
        ("Is my mother coming?", "", "your mother"),
        ("My mother was coming down the hill with the bread.", "", ""),
        ("He is a good boy.", "What was your brother like?", ""),
    ],
)
def test_the_dead_are_neither_announced_nor_affirmed(said: str, asked: str, who: str) -> None:
    assert spoken_of_as_living(said, asked) == who
    if who:
        _, move = talk(said, progress=Progress(stage=Stage.TALK, question=OpenQuestion(text=asked)))
        assert who in move.text and "?" not in move.text
        assert not any(word in move.text for word in ("dead", "died", "passed", "coming", "home"))


def test_anger_is_not_argued_with_and_confusion_is_not_corrected() -> None:
    for said in ("You ask too many questions.", "What do you mean?"):
        assert cross(said) or unclear(said)
        _, move = talk(said)
        assert move.text and "?" not in move.text
    assert not cross(STORY) and not lost(STORY)


def test_who_tells_slower_and_later_than_usual_is_offered_a_rest_once() -> None:
    heard = Heard(STORY, 4.0, 6.0, tiring=True)
    progress, move = planner.reply(rules(), TALK, heard, Opening(consented=True))
    assert (move.act, move.reason) == (Act.BREAK, "slower and later than usual")
    _, then = planner.reply(rules(), progress, heard, Opening(consented=True))
    assert then.act is not Act.BREAK


@pytest.mark.parametrize(
    "end",
    [
        "Enough. My hip is finished with this chair.",
        "Ah, I am tired. The old knees want to sit.",
        "That's that one. Me throat's going.",
        "Enough now, I have to take my tablet.",
        "That's a good one to stop on, my tea's cold and it's my own fault.",
        "I have talked enough for one day.",
    ],
)
def test_who_tires_at_the_end_of_a_telling_is_offered_a_rest(end: str) -> None:
    said = f"It was a Catholic school, because of the windows, and so we stayed there. {end}"
    assert commands.understood(said) is Command.TIRED
    once = "We carried the pram nine miles over that hill, and nobody said a word. My legs were finished."
    assert commands.understood(once) is None


@pytest.mark.parametrize(
    ("end", "about"),
    [
        ("But I was telling you about the wedding.", "the wedding"),
        ("Now! Frank. You asked me about Frank and I never told you.", "frank"),
        ("Anyhow. You don't want all that, I'll tell you about the lifeboat.", "the lifeboat"),
        ("Anyway. I was going to tell you about the strike.", "the strike"),
        ("Anyway, back to the dog.", "the dog"),
        ("No, it was the propeller I wanted to tell you about.", "the propeller"),
    ],
)
def test_who_was_led_away_goes_back_to_what_they_were_telling(end: str, about: str) -> None:
    said = f"The house? One room up, one room down. Black, the walls. {end}"
    found = wish(said)
    assert found is not None
    assert (found.command, found.about) == (Command.TALK_ABOUT, about)
    _, move = talk(said)
    assert "?" not in move.text


@pytest.mark.parametrize(
    "words",
    [
        "Not a word. She asked could she have some.",
        "We sat in the yard of an evening. We would talk about the weather.",
        "He never listened. He thought I was talking about the dog.",
        "They were good to us. I will tell you about that tomorrow.",
    ],
)
def test_what_only_sounds_like_one_is_part_of_the_story(words: str) -> None:
    assert wish(words) is None


def test_a_talk_may_be_ended_with_the_reason_behind_it() -> None:
    assert (
        commands.understood("That'll do for tonight, duck. Karen's coming tomorrow.")
        is Command.GOODBYE
    )
    story = "We put the till away for tonight. My father never went down again."
    assert commands.understood(story) is None


def test_what_is_promised_for_next_time_is_noted_and_nothing_is_asked() -> None:
    _, move = talk("He was a plasterer, in the banks. I'll tell you about the strike next time.")
    assert move.reason == "small talk: talk_promised"
    assert "next time" in move.text and "?" not in move.text


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        ("Let's talk about my wedding.", "your wedding"),
        ("Can we talk about Scarborough, please?", "Scarborough"),
        ("Ask me about my time in the navy.", "the navy"),
        ("I want to talk about my friend Doris.", "your friend Doris"),
        ("I'd like to talk about when I was a girl.", "when you were a girl"),
    ],
)
def test_what_they_want_to_talk_about_is_asked_about_in_their_words(
    said: str, subject: str
) -> None:
    for seed in range(4):
        progress, move = planner.reply(
            rules(seed=seed), TALK, Heard(said, 4.0, 3.0), Opening(consented=True)
        )
        assert subject in move.text and move.text.count("?") == 1 and move.text.endswith("?")
        assert len(move.text.split()) <= 20 and progress.question.text == move.ask


@pytest.mark.parametrize("said", ["Let me tell you about the war.", "Can I tell you about my dog?"])
def test_whoever_wants_to_tell_is_listened_to_and_not_asked(said: str) -> None:
    _, move = talk(STORY, said)
    assert move.ask == "" and move.say in rules().words.phrases.kinds["talk_about"].say
