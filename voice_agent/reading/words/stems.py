"""Words as they are compared: without endings, and without those that tell nothing. Pure."""

from collections.abc import Iterable

from voice_agent.reading.words.vocabulary import WORD, plain

EMPTY_WORDS = frozenset(
    """
    a an and are as at be been by did do does for from had has have he her him his how i in is it its
    me my of on or our she so that the their them then there they this those to was we were what when
    where which who why will with would you your about could can if not but
    """.split()  # noqa: SIM905 (a list of words reads better as words)
)

_SAME = {
    "mum": "mother", "mam": "mother", "mom": "mother", "ma": "mother", "mammy": "mother", "mummy": "mother",
    "dad": "father", "da": "father", "pa": "father", "pop": "father", "daddy": "father",
    "gran": "grandmother", "granny": "grandmother", "grandma": "grandmother", "nan": "grandmother",
    "grandad": "grandfather", "grandpa": "grandfather", "granda": "grandfather",
}  # fmt: skip
"""Whoever says "Mam" speaks of a mother."""


def stem(word: str) -> str:
    """Bake, bakes, baked and baking are one word here. Crude; it only needs to err the same way."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed", "es", "s", "ly", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word.removesuffix("e")


def stems(words: Iterable[str]) -> set[str]:
    """Return the stems of `words`."""
    return {stem(word) for word in words}


def content(text: str) -> set[str]:
    """Return the stems of what `text` is about."""
    words = {word.casefold().removesuffix("'s") for word in WORD.findall(plain(text))}
    return stems(word for word in words if word not in EMPTY_WORDS and "'" not in word)


def kin(text: str) -> set[str]:
    """The same, whatever they call their relations."""
    return content(WORD.sub(lambda found: _SAME.get(found[0].casefold(), found[0]), plain(text)))
