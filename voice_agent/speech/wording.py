"""From a written sentence to one that can be said: the last stop before a voice.

Pure. What comes out holds letters, spaces and the few signs a voice understands, so it can be sent
to any engine; saying it again through here changes nothing.
"""

import re
import unicodedata

from voice_agent.speech.abbreviations import spelled_out
from voice_agent.speech.dialect import whole_words
from voice_agent.speech.markup import unmarked
from voice_agent.speech.numbers import in_words
from voice_agent.speech.scripts import sayable
from voice_agent.speech.sounding import by_sound

_SIGNS = frozenset(" .,;:?!'-")


def speakable(text: str) -> str:
    """Return `text` as a voice is to be given it; empty where nothing in it is said (stage directions, emoji).

    Idempotent. Never raises.
    """
    return by_sound(worded(text))


def worded(text: str) -> str:
    """Return `text` in the words that are said, each in its ordinary spelling. Never raises.

    Idempotent: rules that uncover work for others ("&amp;lt;") are followed until nothing changes.
    """
    for _ in range(8):  # each round shortens or spells out; three are the most seen
        said = _round(text)
        if said == text:
            return said
        text = said
    return _clean(text)


def _round(text: str) -> str:
    text = sayable(_western(text))
    text = unmarked(text)
    text = _pauses(text)
    text = whole_words(text)
    text = spelled_out(text)
    text = in_words(text)
    return _clean(text)


def _western(text: str) -> str:
    """One form for each letter and figure, whatever alphabet the figure is from."""
    text = re.sub(r"[\u2044\u2215]", "/", text)
    kept = "½¼¾⅓⅔⅛…"
    text = "".join(sign if sign in kept else unicodedata.normalize("NFKC", sign) for sign in text)
    text = "".join(
        str(unicodedata.decimal(sign)) if unicodedata.category(sign) == "Nd" else sign
        for sign in unicodedata.normalize("NFC", text)
    )
    return text.replace("’", "'").replace("‘", "'").replace("ʼ", "'")


def _pauses(text: str) -> str:
    """Dashes and dots become the pauses they stand for."""
    text = re.sub(r"\s*(?:\.\s?){2,}\s*(?=[a-z])|\s*…\s*(?=[a-z])", ", ", text)
    text = re.sub(r"(?:\.\s?){2,}|…", ". ", text)
    return re.sub(r"(?<=[^\W\d_])\s*[—―]+\s*|(?<=\S)\s+[-–]+\s+|\s*--+\s*", ", ", text)


def _clean(text: str) -> str:
    text = "".join(
        sign if unicodedata.category(sign)[0] in "LM" or sign in _SIGNS else " " for sign in text
    )
    text = re.sub(r"[\ufe00-\ufe0f\u20e3\U000e0100-\U000e01ef]", "", text)
    text = re.sub(r"(?<!\w)'+|'+(?!\w)", "", text)
    text = re.sub(r"(?<![^\W_])-+|-+(?![^\W_])", " ", text)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\s+(?=[.,;:?!])", "", text)
    text = re.sub(r"[.,;:?!]{2,}", _strongest, text)
    text = re.sub(r"([.,;:?!])(?=[^\W_])", r"\1 ", text)
    return text.strip(" ,;:-").lstrip(" .,;:?!").strip()


def _strongest(match: re.Match[str]) -> str:
    return next(sign for sign in "?!.:;," if sign in match[0])
