"""A sound came while we spoke, and we fell silent. Its words decide whether we go on.

People who listen say "mm-hm"; that is a gift, not an interruption. So the reply goes on after a cough,
after a murmur of agreement and after our own voice coming back from the room. Everything else,
however small, is the narrator's wish to speak, and then the reply is dropped. In doubt we yield: to
lose a sentence of ours costs little.
"""

import re
from enum import StrEnum


class Meaning(StrEnum):
    """What the sound meant."""

    GO_ON = "go on"
    """Nothing was meant, or "I am listening"."""

    YIELD = "yield"
    """The narrator wants to speak."""


LISTENING = frozenset(
    (
        "mm", "mmm", "mhm", "mm-hm", "mm-hmm", "hm", "hmm", "uh-huh", "um-hum", "mm mm", "aha", "ah", "ah ha",
        "oh", "ooh", "aw", "huh", "uh", "um", "er", "eh", "yes", "yeah", "yep", "yup", "aye", "ja",
        "right", "okay", "ok", "alright", "all right", "sure", "fine", "good", "true", "exactly",
        "indeed", "quite", "absolutely", "certainly", "definitely", "of course", "naturally", "i see", "i know",
        "i understand", "that's right", "that's true", "that is right", "that is true", "quite right", "quite so",
        "how nice", "that's nice", "very nice", "lovely", "oh my", "my my", "my goodness", "goodness", "goodness me",
        "oh dear", "dear me", "dear dear", "thank you", "thanks", "bless you",
        "go on", "go ahead", "carry on", "keep going", "ha", "haha", "ha ha", "ha ha ha", "heh",
        "very good", "very true", "is that so", "i suppose", "i guess", "amen", "ahem",
    )
)  # fmt: skip
"""Said by listeners. One or two of them in a row leave the floor where it is."""

STOPPING = re.compile(
    r"\b(?:wait|stop|no|nope|not|don't|hold on|hang on|hush|quiet|enough|but|actually|sorry|pardon|what|who|where|when|why|how|listen|let me|slower|louder|again|repeat|skip)\b"
)
"""One of these anywhere is a wish to speak, or a wish about how we speak."""

_SOUNDS = re.compile(r"[\[(*♪][^\])*♪]*[\])*♪]?")
"""What recognisers write for noises: (coughs), [laughter], *sighs*."""

_FOLD = (
    (
        re.compile(r"\bm+[\s-]?h+u*m+\b|\bu+h+[\s-]?h+u+h+\b|\bu+m+[\s-]h+u*m+\b|\bm+h+m+\b"),
        "mm-hm",
    ),
    (re.compile(r"\bh?m{2,}\b|\bmm\b"), "mm"),
    (re.compile(r"\bye+(?:a+h*|p|s+)\b"), "yes"),
    (re.compile(r"\bo+h+\b"), "oh"),
    (re.compile(r"\ba+h+\b"), "ah"),
)

OURS = 2 / 3
"""Share of the heard words that must be ours, in our order, for the sound to be our own echo. A guess."""


def judge(words: str, *, ours: str = "") -> Meaning:
    """Decide what the sound meant, from the recogniser's `words` for it; "" is a sound without words.

    `ours` is what we were saying just then; hearing it back is an echo. Raises nothing.
    """
    heard = _plain(words)
    if not heard:
        return Meaning.GO_ON
    if _echo(heard, _plain(ours)):
        return Meaning.GO_ON
    if re.search(r"\?\s*$", words) and heard not in {"is that so", "yes", "oh", "huh", "right"}:
        return Meaning.YIELD
    if _only_listening(heard):
        return Meaning.GO_ON
    return Meaning.YIELD


def _plain(words: str) -> str:
    text = _SOUNDS.sub(" ", words.lower().replace("’", "'"))
    text = " ".join(re.sub(r"[^\w' -]+", " ", text).split()).strip("- ")
    for pattern, folded in _FOLD:
        text = pattern.sub(folded, text)
    return text


def _only_listening(heard: str) -> bool:
    if heard in LISTENING:
        return True
    if STOPPING.search(heard):
        return False
    # "yes, yes, I see": a chain of small sounds, but no more than three
    rest, links = heard, 0
    while rest and links < 4:
        match = max((p for p in LISTENING if f"{rest} ".startswith(f"{p} ")), key=len, default="")
        if not match:
            return False
        rest, links = rest[len(match) :].strip(), links + 1
    return not rest and links <= 3


def _echo(heard: str, ours: str) -> bool:
    """Are these our own words, coming back in our own order?"""
    words, said = heard.split(), ours.split()
    if len(words) < 3 or not said:
        # a word or two are nobody's for certain: "the house?" may be a question back
        return False
    if STOPPING.search(" ".join(w for w in words if w not in said)):
        return False
    place, ours_in_order = 0, 0
    for word in words:
        if word in said[place:]:
            place = said.index(word, place) + 1
            ours_in_order += 1
    return ours_in_order >= OURS * len(words)
