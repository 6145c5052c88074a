"""What a narrator can ask for by voice, understood only when it is the whole of what they said.

"...and I told him, stop!" is a story. "Stop." is a wish, and it is granted at once. Pure.
"""

import re
from enum import StrEnum


class Command(StrEnum):
    """A wish."""

    STOP = "stop"
    GOODBYE = "goodbye"
    REPEAT = "repeat"
    SLOWER = "slower"
    FASTER = "faster"
    LOUDER = "louder"
    QUIETER = "quieter"
    SKIP = "skip"
    PERSON = "are you a person"


_POLITE = r"(?:(?:please|oh|um|uh|well|okay|ok|now|could you|can you|would you|will you|i said) )*"
_TAIL = r"(?: (?:please|now|thank you|thanks|dear|for me|a bit|a little|a little bit|then))*"


def _whole(*forms: str) -> re.Pattern[str]:
    return re.compile(rf"^{_POLITE}(?:{'|'.join(forms)}){_TAIL}$")


_RULES: tuple[tuple[Command, re.Pattern[str]], ...] = (
    (
        Command.STOP,
        _whole(
            r"stop(?: (?:it|this|that|stop|recording|talking|listening|the recording))*",
            r"turn (?:it|that|yourself) off",
            r"switch (?:it|that|yourself) off",
            r"i want (?:you )?to stop",
            r"let (?:us|s) stop(?: here| there)?",
            r"be quiet",
            r"that s enough",
        ),
    ),
    (
        Command.GOODBYE,
        _whole(
            r"(?:good ?bye|bye(?: bye)?|good night)(?: (?:for now|then|to you))?",
            r"(?:that s|that is) all for (?:today|now)",
            r"(?:i m|i am) (?:finished|done)(?: for today| for now)?",
            r"i (?:have to|must|need to|ve got to) (?:go|stop)(?: now)?",
            r"let (?:us|s) (?:finish|end|call it a day)(?: here| there| for today)?",
            r"(?:i think )?(?:that s|that is|i ve had) enough for (?:today|now)",
            r"i ve had enough",
            r"(?:thank you|thanks)(?: very much| for today)?(?: and)? (?:good ?bye|bye|good night)",
            r"see you (?:tomorrow|next time|next week|later)",
            r"(?:i think )?(?:that s|that is) all for today (?:good ?bye|bye)",
        ),
    ),
    (
        Command.REPEAT,
        _whole(
            r"(?:what|pardon|pardon me|sorry|excuse me|come again|beg your pardon|i beg your pardon)",
            r"what did you (?:say|ask)(?: me)?",
            r"what was (?:that|the question|your question)(?: again)?",
            r"(?:say|ask)(?: me)? (?:that|it)(?: once)? (?:again|more)",
            r"repeat (?:that|it|the question)",
            r"i (?:didn t|did not|couldn t|could not|can t|cannot) (?:hear|catch|understand)(?: you| that| it)?",
        ),
    ),
    (
        Command.SLOWER,
        _whole(
            r"(?:speak |talk |go )?(?:more slowly|slower|slow down)",
            r"(?:you are|you re)(?: talking| speaking| going)? too fast(?: for me)?",
            r"not so fast",
        ),
    ),
    (
        Command.FASTER,
        _whole(
            r"(?:speak |talk |go )?(?:faster|quicker|more quickly|speed up)",
            r"(?:you are|you re)(?: talking| speaking| going)? too slow(?:ly)?(?: for me)?",
        ),
    ),
    (
        Command.LOUDER,
        _whole(
            r"(?:speak |talk )?(?:louder|up|more loudly)",
            r"(?:you are|you re)(?: talking| speaking)? too (?:quiet|soft|low)(?:ly)?(?: for me)?",
            r"i (?:can t|cannot|can not) hear you(?: very well)?",
        ),
    ),
    (
        Command.QUIETER,
        _whole(
            r"(?:speak |talk )?(?:quieter|more quietly|softer|more softly)",
            r"(?:you are|you re)(?: talking| speaking)? too loud",
            r"not so loud",
        ),
    ),
    (
        Command.SKIP,
        _whole(
            r"skip (?:that|it|this|this one|that one|the question)",
            r"(?:next|another|a different) question",
            r"ask me something else",
            r"i (?:don t|do not|would rather not|d rather not) (?:want to )?(?:talk|speak|say)(?: anything)? (?:about (?:that|it|this))",
            r"i (?:don t|do not) want to answer(?: that| it| this)?",
            r"(?:let s|let us) talk about something else",
            r"change the subject",
            r"not (?:that|this) one",
        ),
    ),
    (
        Command.PERSON,
        _whole(
            r"are you (?:a |an )?(?:real |actual |human )?(?:person|human|human being|robot|machine|computer|real|recording)",
            r"am i (?:talking|speaking) to (?:a |an )?(?:real |actual )?(?:person|human|machine|computer|robot)",
            r"who are you",
            r"what are you",
            r"is (?:this|that) a (?:recording|machine|computer|robot|real person)",
        ),
    ),
)


_SENTENCES = re.compile(r"(?<=[.!?])\s+")

FAREWELL = 25
"""Words; a goodbye may come at the end of a few sentences ("I'm getting tired. Goodbye."), not of a story."""


def understood(said: str) -> Command | None:
    """Return the wish if `said`, as a whole, is one, or if a short word of farewell ends in one."""
    wish = _wish(said)
    if wish is None and len(said.split()) <= FAREWELL:
        last = _wish(_SENTENCES.split(said.strip())[-1])
        return last if last is Command.GOODBYE else None
    return wish


def _wish(said: str) -> Command | None:
    text = re.sub(r"[^a-z ]+", " ", said.lower().replace("’", "'").replace("'", " "))
    text = " ".join(text.split())
    if not text or len(text.split()) > 14:
        return None
    return next((command for command, rule in _RULES if rule.match(text)), None)
