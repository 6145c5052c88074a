"""How a telling is carried decides what is planned: comfort without a question, and no closing on distress."""

from dataclasses import replace

from interviews import AGREED, STORY, rules, talk

from voice_agent.interview import acknowledging, planner
from voice_agent.interview.heard import Heard
from voice_agent.story import AnswerKind, Bearing, Emotion, Feeling

GRIEF = Feeling(Emotion.SADNESS, 0.8, -0.5)
HEAVY = Bearing(
    "heavy", AnswerKind.QUIET, "acknowledge_sad", 0.88, 1.6, "stay", "none", True, "great grief"
)
LOSS = "And then my brother was lost at sea, and my mother never sang again."


def test_great_grief_is_not_met_with_a_question() -> None:
    by = rules()
    progress, _ = list(talk(by, STORY[:2]))[-1]
    _, move = planner.reply(by, progress, Heard(LOSS, feeling=GRIEF, bearing=HEAVY), AGREED)
    assert "?" not in move.text
    assert move.text in by.words.phrases.kinds["acknowledge_sad"].say


def test_a_talk_whose_last_answer_is_heavy_goes_on_to_something_ordinary_first() -> None:
    by = rules()
    steps = list(talk(by, (*STORY, *STORY), minutes=4.5))
    progress = next(progress for progress, _ in steps if progress.coverage.closing)
    progress = replace(progress, comfort=replace(progress.comfort, stayed=0))
    heard = Heard(LOSS, minutes=27, feeling=GRIEF, bearing=HEAVY)
    progress, move = planner.reply(by, progress, heard, AGREED)
    assert not move.ends
    assert move.ask in by.words.phrases.kinds["ordinary"].say
    _, closing = planner.reply(by, progress, replace(heard, minutes=28), AGREED)
    assert closing.ends  # once: nobody is kept talking


def test_the_hard_stop_comes_whatever_is_felt() -> None:
    by = rules()
    progress, _ = list(talk(by, STORY[:2]))[-1]
    heard = Heard(LOSS, minutes=46, feeling=GRIEF, bearing=HEAVY)
    _, move = planner.reply(by, progress, heard, AGREED)
    assert move.ends


def test_comfort_needs_a_loss_that_was_said_in_words() -> None:
    def kind(text: str, feeling: Emotion, intensity: float) -> str:
        heard = Heard(text, feeling=Feeling(feeling, intensity, -0.5))
        return acknowledging.acknowledgement(rules(), heard)

    assert kind("I got thirty shillings rise.", Emotion.SADNESS, 0.4) == "acknowledge"
    assert kind("I was ill all that winter.", Emotion.SADNESS, 0.4) == "acknowledge"
    assert kind("Then there was Martin. He lived for nineteen days.", Emotion.LOVE, 0.6) == (
        "acknowledge"
    )
    assert kind("His chair stayed empty.", Emotion.SADNESS, 0.8) == "acknowledge"
    assert kind("At the funeral they stood in the road.", Emotion.FEAR, 0.5) == "acknowledge_sad"
