"""What somebody means who answers an invitation. Anything that is not a wish to be left alone is a yes."""

import re
from dataclasses import dataclass
from datetime import timedelta

from voice_agent.scheduler.plan import Wanted

AN_HOUR = timedelta(hours=1)
"""What "later" means where no time is named."""

LONGEST_WAIT = timedelta(hours=6)
"""Later than that is another day."""

_NOT_TODAY = re.compile(
    r"\b(?:not today|no,? thank(?:s| you)|not this (?:morning|afternoon|evening)|another day|tomorrow"
    r"|leave me (?:alone|be)|go away|i(?:'m| am) (?:too tired|not well|ill|sick|poorly)"
    r"|(?:don't|do not) (?:want|feel like)|rather not|some other (?:day|time))\b"
    r"|^\W*no\b\W*(?:not\b.*)?$",
    re.IGNORECASE,
)

_LATER = re.compile(
    r"\b(?:later|not (?:now|just now|yet|right now)|in a (?:bit|while|moment|minute)|busy"
    r"|wait a|come back|(?:in|after) (?:half an|an|one|two|three|four|five|ten|\d+) ?(?:hour|minute)s?"
    r"|half an hour)\b",
    re.IGNORECASE,
)

_SPAN = re.compile(
    r"\b(?P<many>half an|an|a|one|two|three|four|five|ten|fifteen|twenty|thirty|\d+) ?(?P<unit>hour|minute)s?\b",
    re.IGNORECASE,
)

_NUMBERS = {"half an": 0.5, "an": 1, "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_NUMBERS.update({"ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30})


@dataclass(frozen=True, slots=True)
class InvitationAnswer:
    """What was meant."""

    wanted: Wanted | None = None
    """None: yes, let us talk."""

    wait: timedelta = timedelta()
    """For LATER."""


def understood(said: str) -> InvitationAnswer:
    """Read an answer. A yes that speaks of later ("yes, but I must go later") is a yes."""
    text = said.replace("’", "'")
    if re.match(
        r"\W*(?:yes|yeah|of course|certainly|i'm here|i am here|hello|come in)\b", text, re.I
    ):
        return InvitationAnswer()
    if _NOT_TODAY.search(text):
        return InvitationAnswer(Wanted.NOT_TODAY)
    if _LATER.search(text):
        return InvitationAnswer(Wanted.LATER, _wait(text))
    return InvitationAnswer()


def _wait(text: str) -> timedelta:
    named = _SPAN.search(text)
    if named is None:
        return AN_HOUR
    many = _NUMBERS.get(named["many"].lower()) or float(named["many"])
    wait = timedelta(hours=many) if named["unit"].lower() == "hour" else timedelta(minutes=many)
    return min(max(wait, timedelta(minutes=5)), LONGEST_WAIT)
