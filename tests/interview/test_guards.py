"""Of two things in one turn the table says which is answered, and the move says by which guard."""

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime

import pytest
from interviews import rules

from voice_agent.interview.asking import another_scene
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave import permissions
from voice_agent.interview.leave.permissions import Permission
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage, ToldInTalk
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering import wishes
from voice_agent.interview.steering.guarding import Guard
from voice_agent.interview.steering.understood import Understood, understand
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.resources import resource
from voice_agent.story import ConsentKind

TABLE: Mapping[str, Guard] = dict((*wishes.ALWAYS, *wishes.IN_THE_TALK))
AFTERNOON = datetime(2026, 11, 22, 16, 8, tzinfo=UTC)
TALK = Progress(
    stage=Stage.TALK,
    question=OpenQuestion(text="Where did you sleep?"),
    coverage=Coverage(asked=("Where did you sleep?",)),
    turns=7,
    tellings=ToldInTalk(
        last="We lived by the river, and my brother Tom kept a goat in the wash house."
    ),
)
BEFORE_THE_YES = Progress(question=OpenQuestion(text="Is that all right?"))
ASKED = replace(TALK, safety=replace(TALK.safety, asked=True, after="2", heavy=True))
FEARED = replace(ASKED, safety=replace(ASKED.safety, after="3", plainly_asked=False))
CHECKING = replace(TALK, safety=replace(TALK.safety, checking="2", checked=1))
STILL_HEAVY = replace(TALK, safety=replace(TALK.safety, after="1", heavy=True))
ABUSE = replace(TALK, safety=replace(TALK.safety, after="A", heavy=True))
PUT_AWAY = TALK.awaits(Wish(Command.FORGET))
LET_OUT = replace(
    TALK, wishes=replace(TALK.wishes, waiting=Wish(Command.UNDO), kept_back=True, confided=7)
)
DOUBTED = replace(TALK, wishes=replace(TALK.wishes, doubted=Wish(Command.STOP)))
LEAVE = replace(TALK, consent=replace(TALK.consent, permission=Permission(ConsentKind.MEMORY)))
WITH_IT = replace(TALK, comfort=replace(TALK.comfort, stayed=6, beside="still_here"))

ORDER = [
    (FEARED, "Call 999 for what? No, don't be daft.", "danger denied", "danger",
     "it names what we said, and is no cry"),
    (TALK, "Goodbye now. I have taken all my tablets.", "danger", "leaving",
     "danger survives a goodbye"),
    (TALK, "Stop recording. I have taken all my tablets.", "danger", "several wishes",
     "nobody in danger is left, though from now on nothing is recorded"),
    (CHECKING, "I'm all right. Don't send any message.", "nothing wrong", "a wish",
     "nobody is being called, so that nothing has to be called back"),
    (WITH_IT, "Be quiet, please.", "quiet together", "leaving",
     "whoever is stayed with wants quiet, and not to go"),
    (TALK, "Slower, please. And keep that between us.", "several wishes", "a wish",
     "both are granted, not the first alone"),
    (ASKED, "Stop recording.", "leaving", "after the question",
     "stop is obeyed before a word is said"),
    (PUT_AWAY, "Stop.", "leaving", "erased or not",
     "whoever goes need not answer us"),
    (DOUBTED, "Goodbye.", "leaving", "a doubted wish",
     "said again, it was meant"),
    (ASKED, "Keep that between us.", "after the question", "a wish",
     "whoever may want to die is not answered with a promise"),
    (DOUBTED, "Yes. Can you see me?", "a doubted wish", "a question to us",
     "the yes was to us"),
    (LET_OUT, "Yes. Can you see me?", "let out or not", "erased or not",
     "of what was kept back nothing is erased"),
    (PUT_AWAY, "Undo.", "erased or not", "a wish",
     "it answers what we asked about that very story"),
    (LEAVE, "What time is it?", "the time", "leave",
     "the time is no yes, and the question waits"),
    (LEAVE, "Yes. Can you see me?", "leave", "a question to us",
     "a yes is kept first"),
    (TALK, "Where am I? Who are you?", "frightened or lost", "a question to us",
     "whoever is lost is calmed, and not told what a program is"),
    (ABUSE, "Forget that.", "abuse told", "a wish",
     "nothing is erased under fear"),
    (TALK, "Keep that between us. Can you see me?", "a wish", "a question to us",
     "a wish is granted, and the question answered with it"),
    (CHECKING, "No. Can you see me?", "after the check", "a question to us",
     "no, they are not all right"),
    (STILL_HEAVY, "I'm still shaking. I'm sorry.", "still shaken", "something ordinary",
     "it is not over yet"),
    (STILL_HEAVY, "Can you see me?", "a question to us", "something ordinary",
     "a plain answer is ordinary enough"),
    (TALK, "I told you that already! Can you see me?", "a rebuke", "our fault",
     "whoever is cross hears it owned"),
    (TALK, "Wait, the kettle is boiling. Can you see me?", "a question to us",
     "something else first", "they wait for the answer, kettle or not"),
    (TALK, "I'm sorry. Where was I?", "an apology", "the lost thread",
     "that there is no need is said at once"),
    (STILL_HEAVY, "Where was I?", "something ordinary", "the lost thread",
     "nobody is led back to what was heavy"),
    (STILL_HEAVY, "I'm so sad.", "something ordinary", "sadness",
     "sadness was named by us already"),
    (TALK, "I am so sad. My husband Fred will be home soon.", "sadness", "somebody missing",
     "the feeling is met before what is only thought to be so"),
]  # fmt: skip
"""Where things stand, a turn that holds two things, what of it is answered, what waits or is let be, and why."""


def led() -> Rules:
    return replace(
        shipped := rules(),
        words=replace(shipped.words, asking=permissions.read(resource("config/consent.toml"))),
    )


def turn(progress: Progress, said: str) -> tuple[Heard, Understood]:
    heard = Heard(said, 4.0, 5.0, at=AFTERNOON)
    return heard, understand(led(), progress, heard, another_scene)


@pytest.mark.parametrize(("progress", "said", "first", "then", "why"), ORDER)
def test_of_two_things_in_a_turn_the_dearer_is_answered(
    progress: Progress, said: str, first: str, then: str, why: str
) -> None:
    heard, understood = turn(progress, said)
    # either would have answered by itself
    assert TABLE[first](led(), progress, heard, understood) is not None
    assert TABLE[then](led(), progress, heard, understood) is not None
    found = wishes.first(led(), progress, heard, understood)
    assert found is not None and found[1].guard == first, why


def test_what_is_asked_before_the_yes_is_answered_and_who_goes_is_let_go() -> None:
    for said, guard in (
        ("Who hears this? Yes.", "a question before the yes"),
        ("Stop. Who hears this?", "leaving"),
        ("Where am I? Who are you?", "frightened or lost"),
    ):
        heard, understood = turn(BEFORE_THE_YES, said)
        found = wishes.first(led(), BEFORE_THE_YES, heard, understood)
        assert found is not None and found[1].guard == guard


def test_the_name_of_a_guard_stands_in_no_text_and_an_ordinary_story_has_none() -> None:
    heard, understood = turn(TALK, "Keep that between us.")
    found = wishes.first(led(), TALK, heard, understood)
    assert found is not None
    _, move = found
    written = (getattr(move, each.name) for each in fields(move) if each.name != "guard")
    assert move.guard == "a wish" and move.guard not in map(str, written)
    assert "a wish" not in f"{move.text} {move.reason}"
    heard, understood = turn(TALK, "We had a goat, and she ate the bread on the kitchen table.")
    assert wishes.first(led(), TALK, heard, understood) is None


def test_every_guard_has_a_name_of_its_own_and_says_whom_it_is_for() -> None:
    rows = (*wishes.ALWAYS, *wishes.IN_THE_TALK)
    assert len(TABLE) == len(rows) == len({guard for _, guard in rows})
    assert all((guard.__doc__ or "").strip() for guard in TABLE.values())
