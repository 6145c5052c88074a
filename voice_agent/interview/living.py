"""Somebody who may have died is spoken of as living: "is my mother coming?". Pure.

The program does not know who lives. It neither announces a death nor affirms a life; it asks to be told about
them (product.md). Only what is said of now and of somebody near counts; a story in the past does not.
"""

import re

from voice_agent.interview.plain_words import plain

_KIN = r"(?:mother|father|mum|mom|mama|mummy|dad|daddy|papa|husband|wife|brother|sister|gran|grandma|grandmother|grandfather|grandpa|nan)"
_NAMED = rf"(?:my (?P<kin>{_KIN})|(?P<bare>mother|father|mum|mom|mummy|dad|daddy|mama|papa))"
_RULES = (
    rf"\bwhere is {_NAMED}\b",
    rf"\b(?:is|will) {_NAMED} (?:be )?(?:coming|home|here|back|in|late|waiting)\b",
    rf"\bwhen (?:is|will|does) {_NAMED} (?:be )?(?:coming|come|home|back)\b",
    rf"\bhave you seen {_NAMED}\b",
    rf"\b{_NAMED} (?:is|will be) (?:coming|waiting|home|back|at work|picking me up|expecting me|in the (?:kitchen|garden|other room|shed)|upstairs|downstairs|fetching|late)\b",
    rf"\b{_NAMED} (?:will be|is) (?:cross|worried|wondering|angry)\b",
    rf"\bi (?:must|have to|need to|had better) (?:get|go) home to {_NAMED}\b",
)


_HERE = re.compile(
    r"\b(?:he|she) (?:is (?:at work|at home|coming|waiting|home|late|upstairs|in the (?:kitchen|garden|shed))|"
    r"will be (?:cross|home|back|here|worried|wondering|along|waiting))\b"
)


def spoken_of_as_living(said: str, asked: str = "") -> str:
    """Return what to call the person ("your mother"), or "" where nobody is spoken of so.

    `asked`: our question, in which the person may have been named.
    """
    text = plain(said)
    if len(text.split()) > 40:
        return ""
    for rule in _RULES:
        if match := re.search(rule, text):
            return f"your {match['kin'] or match['bare']}"
    if _HERE.search(text):
        for named in (text, plain(asked)):
            if match := re.search(rf"\b(?P<kin>{_KIN})\b", named):
                return f"your {match['kin']}"
    return ""
