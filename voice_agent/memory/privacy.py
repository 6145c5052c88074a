"""Who may know: labels the narrator speaks ("only for Ann"), and how they travel.

A label only ever narrows when things are put together: what is derived from several tellings may be
known to those who may know every one of them. Widening takes the narrator's own later word.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

NOBODY = "nobody"
"""What is left where something is only for Ann and only for Tom."""


@dataclass(frozen=True, slots=True)
class Privacy:
    """Who may know something. The default sets no limit of its own; sharing still needs approval."""

    private: bool = False
    """Between the narrator and the interviewer; nobody else, ever."""

    after_death: bool = False
    """Not while the narrator lives."""

    only: frozenset[str] | None = None
    """Names, in lower case, of those it is for; None: no such limit."""

    but: frozenset[str] = frozenset()
    """Names, in lower case, of those it is kept from: everybody else may know."""

    sooner: frozenset[str] = frozenset()
    """Names, in lower case, of those who may know while the narrator lives, where others may not yet."""

    @property
    def names(self) -> frozenset[str]:
        """All whom it names, in lower case."""
        return self.but | self.sooner | (self.only or frozenset())

    @property
    def label(self) -> str:
        """For people and for the record: "", "private", "not while I live, except tom", "only for ann", "not for colleen"."""
        parts = ["private"] if self.private else []
        if self.after_death:
            parts.append(f"{_WAITS}{_EXCEPT}{_listed(self.sooner)}" if self.sooner else _WAITS)
        if self.only is not None:
            parts.append(f"{_ONLY_FOR}{_listed(self.only) or NOBODY}")
        if self.but:
            parts.append(f"{_NOT_FOR}{_listed(self.but)}")
        return "; ".join(parts)

    def plainly(self, spelled: Callable[[str], str]) -> str:
        """What it comes to, for people: no name in it that another of its limits has ruled out. `spelled`: a name, as one says it."""

        def names(some: Iterable[str]) -> str:
            return _listed(spelled(each) for each in some)

        may = self.only and {each for each in self.only if not _is_one_of(each, self.but)}
        if self.private or (self.only is not None and not may):
            return "private"
        parts = list[str]()
        if self.after_death:
            sooner = {each for each in self.sooner if self.allows(each, alive=True)}
            parts.append(f"{_WAITS}{_EXCEPT}{names(sooner)}" if sooner else _WAITS)
        if may:
            parts.append(f"{_ONLY_FOR}{names(may)}")
        elif self.but:
            parts.append(f"{_NOT_FOR}{names(self.but)}")
        return "; ".join(parts)

    def allows(self, name: str, *, alive: bool) -> bool:
        """May somebody called `name` know it, while the narrator is `alive` or after?

        Whoever it is for is known by the whole name; whoever it is kept from by any part of it: a name too many
        can be let in, one too few has heard it. A copy for nobody by name may come into anybody's hands.
        """
        called = name.lower()
        if self.but and not called:
            return False
        waits = self.after_death and alive and called not in self.sooner
        if self.private or waits or _is_one_of(called, self.but):
            return False
        return self.only is None or called in self.only


_WAITS, _EXCEPT = "not while I live", ", except "
_ONLY_FOR, _NOT_FOR = "only for ", "not for "

OPEN = Privacy()
PRIVATE = Privacy(private=True)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _is_one_of(called: str, names: Iterable[str]) -> bool:
    """Does somebody of that name share a word with one of `names`? "ann" is no part of "joanne"."""
    words = frozenset(_WORD.findall(called))
    return any(called == each or words & frozenset(_WORD.findall(each)) for each in names)


_WORD = re.compile(r"[^\W\d_]+")


def strictest(labels: Iterable[Privacy]) -> Privacy:
    """Return the label of what is derived from all of these. Order does not matter."""
    private = after_death = False
    only: frozenset[str] | None = None
    sooner: frozenset[str] | None = None
    but = frozenset[str]()
    for each in labels:
        private = private or each.private
        but |= each.but
        if each.after_death:
            after_death = True
            sooner = each.sooner if sooner is None else sooner & each.sooner
        if each.only is not None:
            only = each.only if only is None else only & each.only
    return Privacy(private, after_death, only, but, sooner or frozenset())


def parsed(label: str) -> Privacy:
    """Read `Privacy.label` back, also one that was written before there were exceptions."""
    parts = [part.strip() for part in label.split(";") if part.strip()]

    def named(begins: str) -> frozenset[str] | None:
        rest = next((p.removeprefix(begins) for p in parts if p.startswith(begins)), None)
        return (
            None if rest is None else frozenset(n.strip() for n in rest.split(",")) - {"", NOBODY}
        )

    waits = any(part == _WAITS or part.startswith(_WAITS + _EXCEPT) for part in parts)
    return Privacy(
        "private" in parts,
        waits,
        named(_ONLY_FOR),
        named(_NOT_FOR) or frozenset(),
        named(_WAITS + _EXCEPT) or frozenset(),
    )


class SpokenLabel(NamedTuple):
    """A label somebody spoke, and where."""

    privacy: Privacy
    first: int
    last: int
    """Character span of the words that set it."""


_NAME = r"(?P<name>[A-Z][\w'’-]+|my \w+)(?: and (?P<second>[A-Z][\w'’-]+|my \w+))?"
_PRIVATE = re.compile(
    r"\b(?:keep (?:that|this|it) (?:between (?:us|you and me|ourselves)|to yourself|private|secret)"
    r"|(?:that|this)(?:'s| is| stays) (?:just |strictly )?(?:between (?:us|you and me)|private|a secret|confidential)"
    r"|(?:^|[,;.!?]\s*)between (?:you and me|us)\b(?=\s*[,.!]|$)"
    r"|(?:don't|do not) (?:you )?(?:tell|repeat (?:that|this) to) (?:any(?:one|body)|a soul)"
    r"|(?:don't|do not) (?:write|put) (?:that|this) (?:down|in)"
    r"|(?:won't|will not|don't want to|wouldn't|would not) have (?:it|that|this) in (?:any|the|a|my|that) (?:book|print)"
    r"|(?:keep|leave) (?:it|that|this) out of (?:any|the|my|that) book"
    r"|(?:it|that|this)(?:'s| is)? not for (?:the|any) book"
    r"|nobody (?:else )?(?:is to|must|needs to|should) (?:know|hear))",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\b(?:not (?:while|as long as) I(?:'m| am) (?:alive|living|here|around)|not while I live"
    r"|(?:only|not until|not before|when|after) I(?:'m| am) (?:dead|gone|dead and gone|in my grave))\b",
    re.IGNORECASE,
)
_ONLY = re.compile(
    rf"\b(?:[Tt]hat(?:'s| is)|[Tt]his is|[Kk]eep (?:that|this|it)|[Ii]t(?:'s| is))?\s*(?:[Oo]nly|[Jj]ust) for {_NAME}"
    r"(?=[.,;!?]|$| to (?:know|hear)| and (?:nobody|no one) else)"
)


def spoken(sentence: str) -> SpokenLabel | None:
    """Read a label that `sentence` sets on what was told just before. None where it sets none.

    Which story it is set on is for the caller to know; "that" points back.
    """
    found = [each for pattern in (_PRIVATE, _AFTER, _ONLY) if (each := pattern.search(sentence))]
    if not found:
        return None
    labels: list[Privacy] = []
    for each in found:
        if each.re is _PRIVATE:
            labels.append(PRIVATE)
        elif each.re is _AFTER:
            labels.append(Privacy(after_death=True))
        else:
            names = (each["name"], each["second"])
            labels.append(
                Privacy(only=frozenset(n.removeprefix("my ").lower() for n in names if n))
            )
    return SpokenLabel(
        strictest(labels), min(e.start() for e in found), max(e.end() for e in found)
    )
