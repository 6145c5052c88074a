"""What to call the things that a telling speaks of, in the narrator's own words: "the bakery", "your pigeons", "Alfred". Pure."""

import re
from collections.abc import Iterator, Sequence

from voice_agent.interview.returning.offers import PastTopic
from voice_agent.reading.by_rules import expression
from voice_agent.reading.by_rules.particulars import NOBODY
from voice_agent.reading.words.stems import EMPTY_WORDS, stem
from voice_agent.reading.words.vocabulary import plain


def linked(topic: PastTopic, said_now: Sequence[str]) -> str:
    """What both tellings speak of, as it was said now: "the bread", "Alfred"; "" where it is only meant."""
    names = [*topic.people, *topic.places]
    for text in said_now:
        for name in names:
            bare = name.removeprefix("your ")
            if re.search(rf"\b{re.escape(bare)}\b", text, re.IGNORECASE):
                return name
    then = {stem(word.lower()) for word in _words(topic.text) if len(word) > 3}
    for text in said_now:
        for word in _words(text):
            if stem(word.lower()) not in then:
                continue
            now, once = _phrase(word, text), _phrase(word, topic.text)
            names = any(each[:1].isupper() for each in (word, now, once))
            # "Mill Street" and "Baker Street" have a word in common, and are two streets
            if (phrase := now or once) and (now == once or not names):
                return phrase
    return ""


def called(topic: PastTopic) -> str:
    """What to call a topic: "the bakery", "your pigeons", "Alfred"; "" where nothing will do."""
    # "the bakery" says more than whose it was, or in which street; "the chimneys" says less
    people = {each.removeprefix("your ").lower() for each in topic.people}
    words = sorted(topic.keywords, key=lambda each: each[:1].isupper() or each.lower() in people)
    named = [each for each in words if stem(each.lower()) not in PLAIN]
    of_line = filter(None, (_phrase(word, topic.line) for word in named))
    of_text = filter(None, (_phrase(word, topic.text) for word in named))
    done_by = _subjects(topic.text)
    found = (*of_line, *topic.people, *topic.places, *of_text, *_nouns(topic.text), *done_by)
    return next(iter(found), "")


def again(heard: str, context: Sequence[str]) -> str:
    """What this story keeps coming back to, as said: a thing named once is only where, or when, something was.

    One thing, not several: the phrases say that it reminds us.
    """
    before = {each.split()[-1] for text in context for each in _nouns(text)}
    named = [each for each in _nouns(heard) if each.split()[-1] in before]
    return next((each for each in reversed(named) if not re.search(r"[^s]s$", each)), "")


def _nouns(text: str) -> Iterator[str]:
    """What a text names by a noun with its article, in order."""
    for match in _NOUN.finditer(plain(text)):
        if _names(match["noun"].lower()):
            yield _turned(match["whose"], match["noun"])


def _subjects(text: str) -> Iterator[str]:
    """Who or what did something in it: "the corporal" of "Then the corporal heard how I talk"."""
    for match in _DOES.finditer(plain(text)):
        if expression.past(match["does"].lower()) and _names(match["noun"].lower()):
            yield _turned(match["whose"], match["noun"])


def _names(word: str) -> bool:
    return stem(word) not in PLAIN and not _LIKE.search(word) and not expression.past(word)


PLAIN = frozenset(
    stem(word)
    for word in (
        *EMPTY_WORDS,
        *"""
        first last next same other way time times day days year years thing things end rest lot bit kind sort one
        ones people person man woman life part place moment morning evening night week month old new little big
        story stories something anything everything nothing other others two three today best worst most more
        whole half end side back front top bottom idea reason word words mind fact truth matter course world
        """.split(),  # noqa: SIM905
    )
)
"""Stems that name nothing by themselves."""

_LIKE = re.compile(
    r"(?:est|ly|ous|ful|ish|less|ing)$|^(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+(?:teen|tie)th)$"
)
"""Endings of words that are seldom a noun, and days of a month: "Would you tell me a little more about the ninth?"."""

_AFTER = (
    r"(?=\s*(?:[.,;:!?]|$|\b(?:in|at|on|of|for|from|with|by|and|but|or|that|which|who|when|where|was|were|is|had|to|into|"
    r"over|under|behind|beside|near|through|after|before|without|until|because|as|he|she|we|they|i|it|every|all|so|then|again)\b))"
)
_OWN = r"\b(?P<whose>my|our|the) (?:own )?(?P<noun>[a-z][a-z-]{3,})"
_NOUN = re.compile(_OWN + _AFTER, re.IGNORECASE)
_DOES = re.compile(_OWN + r" (?P<does>[a-z]+)", re.IGNORECASE)


def _phrase(word: str, text: str) -> str:
    """`word` with its article as it stands in `text`, turned, a name whole; "" where that is not clear."""
    if word[:1].isupper() and len(word) > 2:
        return _name(word, plain(text))
    found = re.search(
        rf"\b(?P<whose>my|our|the|a|an|that|this|those|these) (?P<noun>{re.escape(word)}){_AFTER}",
        plain(text),
        re.IGNORECASE,
    )
    return _turned(found["whose"], found["noun"]) if found else ""


_OF_MANY = frozenset(
    """
    street road avenue lane hill square row terrace close court drive place school church chapel cathedral hall river park house
    farm mill bridge station hospital college university company club inn hotel market green common field mountain lake sea ocean
    mister missus doctor father mother sister brother uncle aunt captain sergeant nurse miss lady lord saint county city town
    """.split()  # noqa: SIM905
)
"""What is no name by itself: nobody is asked to tell more about Street."""

_A_NAME = re.compile(
    r"(?P<the>\bthe )?\b(?P<name>(?:(?:Mr|Mrs|Ms|Dr|St)\.? )?[A-Z][\w'-]+(?: (?:of (?:the )?)?[A-Z][\w'-]+)*)"
    r"(?P<next>\s+[a-z][\w'-]*)?"
)


def _name(word: str, text: str) -> str:
    """The whole name that `word` stands in; "" where its beginning or its end is not clear."""
    for found in _A_NAME.finditer(text):
        name, begins = found["name"], text[: found.start("name")].rstrip()
        if word not in re.findall(r"[\w'-]+", name):
            continue
        opens = not begins or begins[-1] in ".!?:\"'"  # its first word may be no part of it
        following = (found["next"] or "").strip()
        ends = expression.past(following) or re.match(_AFTER, text[found.end("name") :])
        if not opens and ends and name.lower() not in NOBODY | _OF_MANY:
            return f"the {name}" if found["the"] else name
    return ""


def _turned(whose: str, noun: str) -> str:
    own = whose.lower() in {"my", "our"}
    return f"your {noun}" if own else f"the {noun}"


def _words(text: str) -> list[str]:
    return [
        word
        for word in re.findall(r"[A-Za-z][\w-]*", plain(text))
        if stem(word.lower()) not in PLAIN
    ]
