"""What goes before the interview: danger, and what the narrator says to us instead of telling. Pure.

One table says which guard is asked before which; the first that answers has the turn. Where none does, the planner leads
on. Effects beyond words (labels, hiding, erasing, consents, messages) are named in the move and carried out by the session.
"""

from dataclasses import replace

from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.steering.guarding import Answer, Table, walk
from voice_agent.interview.steering.guards import comfort, danger, said_to_us, waiting, wishing
from voice_agent.interview.steering.understood import Understood

ALWAYS: Table = (
    # danger first: it survives a goodbye, hides behind questions, and takes "stop recording" with it
    ("danger denied", danger.denied),
    ("danger", danger.cried),
    ("nothing wrong", danger.nothing_wrong),
    # then wishes; what ends the talk needs no answer to what we had asked
    ("quiet together", comfort.quiet_together),
    ("several wishes", wishing.many),
    ("leaving", wishing.leaving),
    # what we asked is answered before anything else is looked for: the gravest question first
    ("after the question", danger.after_the_question),
    ("a doubted wish", waiting.doubted),
    ("let out or not", waiting.let_out),
    ("erased or not", waiting.erased),
    ("the time", said_to_us.the_time),
    ("a question before the yes", said_to_us.before_the_yes),
    ("leave", waiting.permitted),
    ("read back", waiting.read_back),
    # whoever is frightened is met before a wish is guessed at
    ("frightened or lost", comfort.frightened),
    ("no secret", wishing.opened),
    ("a wish by its meaning", wishing.meant),
    ("a refusal", wishing.refused),
    ("abuse told", danger.abuse_told),
    ("a wish", wishing.granted),
)
"""Before the yes as well as after it."""

IN_THE_TALK: Table = (
    # danger that is not plain, and what it leaves behind
    ("after the check", danger.after_the_check),
    ("a doubt", danger.doubted),
    ("distress", danger.distressed),
    ("still shaken", danger.shaken),
    # what is said to us
    ("a rebuke", said_to_us.told_off),
    ("should have reminded", said_to_us.ought),
    ("a question to us", said_to_us.asked),
    ("our next question", said_to_us.next_one),
    ("an apology", comfort.sorry),
    ("something else first", comfort.needing),
    # no subject is led on after a heavy moment
    ("something ordinary", danger.ordinary_again),
    # small talk, and the goodbye's own words
    ("the lost thread", said_to_us.lost_thread),
    ("small talk", said_to_us.chatting),
    # feelings that are no danger; then the story
    ("sadness", danger.sad),
    ("our fault", comfort.our_fault),
    ("at odds", comfort.set_against),
    ("somebody missing", comfort.missing),
    ("cannot know", said_to_us.unknowable),
    ("not understood", said_to_us.not_understood),
)
"""Once they have agreed to talk."""


def first(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Answer danger, what follows it, or what is said to us; None where it is none of these."""
    table = (*ALWAYS, *IN_THE_TALK) if progress.stage is Stage.TALK else ALWAYS
    return walk(table, rules, progress, heard, turn)


def noticed(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Progress:
    """Remember a turn that may hint at danger, though by itself too little to ask about it."""
    if progress.stage is not Stage.TALK:
        return progress
    text = turn.said.rest if turn.said.wishes else heard.text
    if not text or not rules.readers.net.hint(text):
        return progress
    return replace(
        progress, safety=replace(progress.safety, hints=(*progress.safety.hints, progress.turns))
    )
