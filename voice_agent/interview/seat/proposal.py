"""What a language model proposes to say to a turn, as it wrote it and as it may be used. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from voice_agent.interview.questions import Candidate
from voice_agent.interview.returning.offers import PastTopic
from voice_agent.reading.by_model import LIVE, LONGEST_SPAN, ByModel, quoted
from voice_agent.reading.merge import BY_MODEL
from voice_agent.reading.reading import Span
from voice_agent.reading.words.asking import asks, parts
from voice_agent.reading.words.vocabulary import plain

MOST = 3
"""Replies that are asked for; the first that the fence lets through is said, the rest are not waited for."""

LONGEST = 320
"""Characters of a reply: 45 words."""


class Kind(StrEnum):
    """What a reply does."""

    FOLLOW = "follow"
    """Asks about something of the turn."""

    REFLECT = "reflect"
    """Says back a word or two, and asks nothing."""

    QUIET = "quiet"
    """Stays with what was hard."""

    RETURN = "return"
    """Comes back to one of the old stories that were shown."""

    AGENDA = "agenda"
    """Asks one of our own questions that were shown, in its own words."""

    ANSWER_US = "answer_us"
    """Answers what the narrator asked us."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One thing a model would say."""

    kind: Kind
    text: str
    hook: Span | None = None
    """What of the turn it takes up."""

    hooked: bool = False
    """Did it name anything of the turn, found or not?"""

    to: str = ""
    """Which of the old stories or of our questions it means: "s1", "q2"."""

    @property
    def ask(self) -> str:
        """Its question, as it stands in the text; "" where it asks nothing."""
        # an abbreviation's full stop ends no sentence, and is kept
        last = next(reversed(parts(_SHORT.sub("\\1\N{ONE DOT LEADER}", self.text))), "")
        return self.text[len(self.text) - len(last) :] if asks(last) else ""


_SHORT = re.compile(r"\b(Mr|Mrs|Ms|Dr|St|Rev|Prof|Jr|Sr)\.")


@dataclass(frozen=True, slots=True)
class Led:
    """What a language model made of a turn."""

    reading: ByModel
    reply: Reply | None = None
    """The first that the fence let through; None: our own words are said."""

    target: PastTopic | Candidate | None = None
    """The old story that the reply comes back to, or the question of ours that it asks; None: neither."""

    struck: tuple[tuple[str, str, str], ...] = ()
    """What was not said: its kind, its words, and why. Never written down as it stands."""

    by: str = ""
    """Engine and model."""

    told: bool = False
    """Was it shown what they ask after, as they told it before?"""

    covers: frozenset[str] = frozenset(BY_MODEL)
    """Fields of the reading that count (reading/merge.py); the others are noted, and nothing comes of them."""


REPLY: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "kind": {"enum": [str(each) for each in Kind]},
        "hook": {"type": "string", "maxLength": LONGEST_SPAN},
        "to": {"type": "string", "maxLength": 4},
        "say": {"type": "string", "maxLength": LONGEST},
    },
    "required": ["kind", "hook", "to", "say"],
}

FORM: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "reading": LIVE,
        "replies": {"type": "array", "items": REPLY, "minItems": 1, "maxItems": MOST},
    },
    "required": ["reading", "replies"],
}
"""What a model is asked for: first how it reads the turn, then replies, best first."""


def read(answer: Mapping[str, Any], said: str) -> Reply | None:
    """One reply out of what a model wrote; None where it is none."""
    text, kind = answer.get("say"), answer.get("kind")
    hook, to = answer.get("hook"), answer.get("to")
    if not isinstance(text, str) or not isinstance(kind, str) or kind not in frozenset(Kind):
        return None
    if not text.strip() or len(text) > LONGEST:
        return None
    return Reply(
        Kind(kind),
        " ".join(plain(text).split()),
        quoted(hook, said),
        isinstance(hook, str) and bool(hook.strip()),
        to.strip().strip("[]") if isinstance(to, str) else "",
    )
