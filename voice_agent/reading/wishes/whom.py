"""Whom a wish is about: "my daughter", "our Tracey", "Mr Henderson", where no form of a wish says where to look. Pure.

Names are known by their capital letter; a recogniser that writes none leaves kin, and what stands where a name must
("let david hear it"). Who is ruled out ("but not Ann") is not who is meant, unless somebody is to be refused. In doubt
it is nobody.
"""

import re

from voice_agent.reading.words.plain_words import plain

_KIN = (
    r"(?:(?:grand|god|step)?(?:daughters?|sons?|child|children|kids|mother|father|sisters?|brothers?)|wife|husband"
    r"|nieces?|nephews?|cousins?|aunts?|auntie|uncles?|mum|mam|mom|dad|girls|boys|lads|lasses|twins|eldest|oldest"
    r"|youngest|vicar|minister|priest|rabbi|imam|doctor|nurses?|carers?|solicitor|lawyer|warden|landlord"
    r"|friends?|neighbou?rs?|family)(?:[ -]in[ -]law)?"
)
_OWN = re.compile(
    rf"\b(?:my|our|the|me) (?:(?:own|eldest|oldest|youngest|half|big|dear|old) )*{_KIN}\b", re.I
)
_TITLE = r"mr|mrs|miss|ms|dr|doctor|father|sister|brother|aunt|auntie|uncle|cousin|nurse"
_PLACED = re.compile(
    r"\b(?:for|to|let|but|except|excepting|just|only|with|from|off|remove|take|tell|about|our|want|wish|cut|keep|besides"
    r"|strike|scratch|shut|block|trust|letting|sending|sure|like|told you|said) "
    rf"(?=((?:(?:{_TITLE}) )?[a-z]{{2,}})\b)|^(?=([a-z]{{2,}}) (?:is|may|can|must|has|should|please|you)\b)"
    r"|\b(?=([a-z]{3,}) s (?:name|ears|eyes|not|no|off|the only|had)\b)|\bput (?=([a-z]{2,}) (?:down|off|back|on)\b)|\b(?:that|so|and|as) (?=([a-z]{2,}) (?:gets|may|has to)\b)"
)
"""Where a name may stand, written small."""

_NAMED = re.compile(rf"(?:\b(?i:{_TITLE})\.? )?\b[A-Z][a-z]\w+(?:[ -][A-Z]\w+)*")
_BEGINS = re.compile(r"(?:^|[.!?…]\s+)[\"“]?$")
_DOES = re.compile(
    r"(?:s|’s|'s)? (?:is|may|can|must|has|should|only|alone|gets?|does|not|no|never|(?:is|must|does|should|ca|has|wo)n?t)\b"
    r"|[.!]"
)
_AND = re.compile(r"(?:,| and| and my|, and)+")
_RULED_OUT = re.compile(r"\b(?:not|nor) (?:for |to |with )?(?:the |my |our )?$")

_NO_NAMES = frozenset(
    [
        "the",
        "this",
        "that",
        "these",
        "those",
        "it",
        "its",
        "me",
        "my",
        "mine",
        "we",
        "us",
        "our",
        "ours",
        "you",
        "your",
        "he",
        "she",
        "him",
        "her",
        "his",
        "hers",
        "they",
        "them",
        "their",
        "an",
        "one",
        "ones",
        "another",
        "other",
        "others",
        "else",
        "anybody",
        "anyone",
        "nobody",
        "none",
        "no",
        "not",
        "someone",
        "somebody",
        "everybody",
        "everyone",
        "all",
        "any",
        "every",
        "each",
        "only",
        "just",
        "ever",
        "never",
        "now",
        "then",
        "later",
        "today",
        "tomorrow",
        "before",
        "after",
        "again",
        "more",
        "longer",
        "much",
        "please",
        "thank",
        "hear",
        "hearing",
        "heard",
        "listen",
        "having",
        "have",
        "has",
        "had",
        "know",
        "knows",
        "get",
        "gets",
        "getting",
        "be",
        "is",
        "are",
        "was",
        "were",
        "will",
        "would",
        "shall",
        "should",
        "can",
        "could",
        "may",
        "might",
        "must",
        "do",
        "does",
        "did",
        "keep",
        "kept",
        "put",
        "tell",
        "told",
        "let",
        "lets",
        "letting",
        "send",
        "share",
        "show",
        "give",
        "given",
        "save",
        "make",
        "made",
        "go",
        "goes",
        "going",
        "come",
        "want",
        "wanted",
        "wish",
        "say",
        "said",
        "story",
        "stories",
        "part",
        "bit",
        "piece",
        "talk",
        "voice",
        "recordings",
        "book",
        "word",
        "words",
        "last",
        "end",
        "list",
        "house",
        "people",
        "person",
        "from",
        "for",
        "to",
        "with",
        "of",
        "off",
        "on",
        "in",
        "out",
        "and",
        "or",
        "but",
        "so",
        "if",
        "when",
        "until",
        "till",
        "as",
        "at",
        "by",
        "well",
        "oh",
        "right",
        "there",
        "here",
        "good",
        "dear",
        "kindly",
        "private",
        "secret",
        "alone",
        "own",
        "leave",
        "permission",
        "access",
        "first",
        "second",
        "next",
        "time",
        "once",
        "two",
        "three",
        "eyes",
        "ears",
        "receive",
        "seen",
        "sent",
        "anything",
        "nothing",
        "something",
        "everything",
        "further",
        "sharing",
        "sending",
        "giving",
        "playing",
        "meant",
        "myself",
        "yourself",
        "what",
        "who",
        "which",
        "whoever",
        "both",
        "yes",
        "please",
        "sorry",
        "look",
        "listen",
        "besides",
        "than",
        "trust",
        "strike",
        "name",
        "names",
        "such",
        "ill",
        "ive",
        "id",
        "im",
        "whatever",
        "nor",
        "ready",
        "sure",
        "until",
    ]
)
"""What stands where a name may stand, and is none."""


def whom(said: str, *, refused: bool = False) -> str:
    """Return who is named, in plain words ("my daughter", "ann and tom"), or "".

    `refused`: who is ruled out is who is meant, if anybody is ("share it with all, but not with Kenny").
    """
    text = re.sub(r"['’]s?\b", "", said) if said != said.lower() else plain(said)
    found = [(m.start(), m.end(), m[0]) for m in _OWN.finditer(text)]
    found += [each for match in _NAMED.finditer(text) if (each := _name(text, match))]
    if not found:
        found = [
            (m.end(), m.end() + len(name), name)
            for m in _PLACED.finditer(text)
            if (name := next(filter(None, m.groups()))).split()[-1] not in _NO_NAMES
        ]
    out = [each for each in found if _RULED_OUT.search(text[: each[0]])]
    found = sorted(out if refused and out else [each for each in found if each not in out])
    names = list[str]()
    reached = 0
    for begins, ends, name in found:
        if names and not _AND.fullmatch(text[reached:begins].rstrip()):
            # "my sister Bridie": what follows at once is her name
            if text[reached:begins] == " ":
                names[-1] = f"{names[-1]} {name}"
                reached = ends
            continue
        names.append(name)
        reached = ends
    return plain(re.sub(r"\bme\b", "my", " and ".join(dict.fromkeys(names)))).strip(" .")


def _name(text: str, match: re.Match[str]) -> tuple[int, int, str] | None:
    """A capital is no name yet where a sentence begins: there it must also do something ("Tom may hear it")."""
    begins, words = match.start(), match[0].split()
    no_name = words[0].lower() in _NO_NAMES or not _DOES.match(text, match.end())
    if no_name and _BEGINS.search(text[:begins]):
        begins += len(words[0]) + 1
        words = words[1:]
    if not words or words[0].lower() in _NO_NAMES:
        return None
    return begins, match.end(), " ".join(words)
