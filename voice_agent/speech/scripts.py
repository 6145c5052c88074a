"""Letters that the voices cannot say: marks are left off, other alphabets said by sound, or left out. Pure.

The voices know the marks of French, German and Spanish. Of others they say what the sign is called
("letter one ee c five" for ễ), and of a Chinese name "Chinese letter" three times.
"""

import re
import unicodedata

_KNOWN = frozenset("àâçèéêíîïñóôöúûüÀÂÇÈÉÊÍÎÏÑÓÔÖÚÛÜ")
_OF_TWO = {"ß": "ss", "þ": "th", "Þ": "Th", "ð": "th", "Ð": "Th", "œ": "oe", "Œ": "Oe", "ı": "i", "ŋ": "ng"}  # fmt: skip
_BASE = re.compile(r"LATIN (SMALL|CAPITAL) LETTER (?:DOTLESS )?([A-Z]{1,2})(?: WITH .*)?")
_HANGUL = "HANGUL SYLLABLE "

_CYRILLIC = "а|a б|b в|v г|g д|d е|e ё|yo ж|zh з|z и|i й|y к|k л|l м|m н|n о|o п|p р|r с|s т|t у|u ф|f х|kh ц|ts ч|ch ш|sh щ|shch ъ| ы|y ь| э|e ю|yu я|ya і|i ї|yi є|ye ґ|g"
_GREEK = "α|a β|v γ|g δ|d ε|e ζ|z η|i θ|th ι|i κ|k λ|l μ|m ν|n ξ|x ο|o π|p ρ|r σ|s ς|s τ|t υ|y φ|f χ|ch ψ|ps ω|o"
_BY_SOUND = {pair[0]: pair[2:] for pair in f"{_CYRILLIC} {_GREEK}".split(" ")}
"""Cyrillic and Greek letters. Arabic and Hebrew write no vowels, and a Chinese sign has no one sound."""


def sayable(text: str) -> str:
    """Return `text` in letters that the voices know. A name that is given again in its own letters is said once."""
    if text.isascii():
        return text
    text = re.sub(r"\s*\(([^()]*)\)", _once, text)
    return re.sub(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])*", _word, text)


def _once(match: re.Match[str]) -> str:
    letters = [sign for sign in match[1] if sign.isalpha()]
    foreign = letters and not any(_latin(sign) for sign in letters)
    return "" if foreign else match[0]


def _word(match: re.Match[str]) -> str:
    word = unicodedata.normalize("NFC", match[0])
    if all(_latin(sign) for sign in word):
        return "".join(_plain(sign) for sign in word)
    heard = "".join(_heard(sign) for sign in word.casefold())
    if word[0] in "ЕЁе" and heard.startswith("e"):
        heard = f"y{heard}"
    return heard.capitalize() if word[0].isupper() or _hangul(word[0]) else heard


def _latin(sign: str) -> bool:
    return sign.isascii() or not sign.isalpha() or unicodedata.name(sign, "").startswith("LATIN")


def _hangul(sign: str) -> str:
    name = unicodedata.name(sign, "")
    return name.removeprefix(_HANGUL).lower() if name.startswith(_HANGUL) else ""


def _plain(sign: str) -> str:
    if (
        sign.isascii() or sign in _KNOWN or not sign.isalpha()
    ):  # a fraction counts as part of a word
        return sign
    if sign in _OF_TWO:
        return _OF_TWO[sign]
    base = _BASE.fullmatch(unicodedata.name(sign, ""))
    if base is None:
        return ""
    return base[2].lower() if base[1] == "SMALL" else base[2].capitalize()


def _heard(sign: str) -> str:
    bare = unicodedata.normalize("NFD", sign)[0] if sign not in "йёї" else sign
    if bare in _BY_SOUND:
        return _BY_SOUND[bare]
    return _hangul(sign) or (_plain(sign) if _latin(sign) else "")
