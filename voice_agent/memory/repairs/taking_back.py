"""Plain whole sentences that take back what was told right before them: "That never happened.", "I was only joking."

A small closed form, and nothing else takes a story back: what is meant, smiled or said by others leaves it as told.
"""

import re
from enum import StrEnum


class Back(StrEnum):
    """Why a story does not count, in the narrator's own plain words."""

    JOKE = "joke"
    UNTRUE = "untrue"


_OPENS = (
    r"\W*(?:(?:no|nope|oh|ah|well|but|and|now|sorry|I'm sorry|of course|really|honestly)[,.!—– ]+)*"
)
_ENDS = r"(?:,? (?:at all|really|actually|of course|you know|I'm afraid|dear|mind you))*\W*"
_THAT = r"(?:that|it|that story|the whole thing|all that)"
_ONLY = r"(?:(?:just|only|all|always|really) )?"
_UNTRUE = (
    rf"{_THAT} (?:never|didn't|did not)(?: really| actually| ever)? happen(?:ed)?",
    rf"{_THAT}(?: isn't| wasn't|'s not| is not| was not|'s never| was never) {_ONLY}true",
    rf"{_THAT}(?:'s| is| was) (?:{_ONLY}untrue|(?:all|just|only) made up)",
    r"(?:none|nothing) of (?:it|that) (?:(?:is|was) true|(?:ever )?happened)",
    rf"I (?:just |only )?(?:made|was making|have made) {_THAT}(?: all)? up",
    rf"I (?:take|took) {_THAT}(?: all)? back",
)
_JOKE = (
    rf"(?:{_THAT}(?:'s| is| was)|I (?:said|told you) (?:that|it)) {_ONLY}(?:a|as a|for a|in) (?:joke|jest)",
    r"(?:(?:I'm|I am|I was) (?:just |only )?|just |only )(?:joking|kidding|teasing you|having you on|pulling your leg)",
)
_SAID = {
    Back.UNTRUE: re.compile(rf"{_OPENS}(?:{'|'.join(_UNTRUE)}){_ENDS}", re.IGNORECASE),
    Back.JOKE: re.compile(rf"{_OPENS}(?:{'|'.join(_JOKE)}){_ENDS}", re.IGNORECASE),
}


def taken_back(sentence: str) -> Back | None:
    """Return how a sentence takes back what was told before it, or None where it does not. Raises nothing."""
    text = sentence.strip().replace("’", "'")
    return next((how for how, said in _SAID.items() if said.fullmatch(text)), None)
