"""How we speak to the narrator of whom they named: "ann and my son" becomes "Ann and your son". Pure."""

import re

_KIN = re.compile(
    r"(?:(?:grand|god|step)?(?:daughters?|sons?|child|children|mother|father|sisters?|brothers?)|wife|husband|nieces?|nephews?|cousins?|aunts?|"
    r"auntie|uncles?|mum|mam|mom|dad|family|friends?|neighbou?rs?|vicar|priest|doctor|nurse|carer|in|law|and|only|the|eldest|youngest|oldest|other)"
)


def called(about: str) -> str:
    """How to speak to the narrator of somebody they named: "ann and my son" -> "Ann and your son", "our tom" -> "Tom"."""
    people = [_onecalled(each) for each in re.split(r" and ", about) if each.strip()]
    return " and ".join(people)


def _onecalled(about: str) -> str:
    words = re.findall(r"[a-z]+", about)
    kin = any(_KIN.fullmatch(word) for word in words)
    own = [word for word in words if kin or word not in {"my", "our"}]
    turned = ["your" if w in {"my", "our"} else w for w in own]
    said = " ".join(w if w == "your" or _KIN.fullmatch(w) else w.title() for w in turned)
    return re.sub(r"\bin law\b", "in-law", said).replace(" in-law", "-in-law")
