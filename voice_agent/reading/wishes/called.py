"""How we speak to the narrator of whom they named: "ann and my son" becomes "Ann and your son". Pure."""

import calendar
import re

from voice_agent.reading.wishes.whom import whom

_KIN = re.compile(
    r"(?:(?:grand|god|step)?(?:daughters?|sons?|child|children|mother|father|sisters?|brothers?)|wife|husband|nieces?|nephews?|cousins?|aunts?|"
    r"auntie|uncles?|mum|mam|mom|dad|family|friends?|neighbou?rs?|vicar|priest|doctor|nurse|carer|in|law|and|only|the|eldest|youngest|oldest|other)"
)


def called(about: str) -> str:
    """How to speak to the narrator of somebody they named: "ann and my son" -> "Ann and your son", "our tom" -> "Tom"."""
    people = dict.fromkeys(_onecalled(each) for each in re.split(r" and ", about) if each.strip())
    # "my friend Philomena Tighe and Philomena" is one
    twice = {one for one in people for other in people if one != other and one in other.split()}
    return " and ".join(each for each in people if each not in twice)


def named(about: str) -> str:
    """How somebody is called whom these words name: "my daughter Kathleen in Quincy" -> "your daughter Kathleen"; "" for nobody."""
    names = (each for each in _NAME.findall(about) if each not in _DAYS)
    return called(whom(about)) or " ".join(names)


_DAYS = {*calendar.month_name, *calendar.day_name} - {"April", "May", "June", "August"}
"""Nobody is called so: "she's not to hear about January"."""

_NAME = re.compile(
    r"(?!(?:My|Our|The|And|His|Her|He|She|They|Him|Them|It|I|Who|Whom|What|That|God|Lord|Jesus)\b)\b[A-Z][\w'-]+"
)


def _onecalled(about: str) -> str:
    words = re.findall(r"[a-z]+", about)
    kin = any(_KIN.fullmatch(word) for word in words)
    own = [word for word in words if kin or word not in {"my", "our"}]
    turned = ["your" if w in {"my", "our"} else w for w in own]
    said = " ".join(w if w == "your" or _KIN.fullmatch(w) else w.title() for w in turned)
    return re.sub(r"\bin law\b", "in-law", said).replace(" in-law", "-in-law")
