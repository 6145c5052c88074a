"""Initials: what is said letter by letter, and what as a word. Pure.

Both voices spell what holds no vowel ("BBC") and read what they take for a word, and each takes others
for one: POW rhymed with "how", YMCA with "simka".
"""

import re

LETTER_A = "eigh"
"""The letter: a lone A would be said as the article, "uh"."""

_WORDS = {"NATO": "Nato", "NASA": "Nasa", "NAAFI": "Naafi", "WAAF": "Waaf", "WAAFS": "Waafs", "ENSA": "Ensa"} | {
    "ANZAC": "Anzac", "UNICEF": "Unicef", "UNESCO": "Unesco", "WRNS": "Wrens", "AWOL": "Awol", "AIDS": "Aids",
}  # fmt: skip
_SPELLED = (
    "AA|AD|AEF|AGM|AI|ARP|ATS|BA|BEA|BEF|BOAC|CBE|CIA|CO|DIY|DOA|ECG|EEC|EKG|ER|EU|FBI|GCE|GEC|GI|GPO|IBM|ICI|ICU|ID|IOU|IQ|IRA|ITN|ITV"
    "|LEA|LNER|MA|MBE|MI|MOT|MRI|NCO|NUM|OAP|OBE|OSS|PA|PE|PO|POW|PTA|QE|RA|RAC|RAF|RNLI|RSPCA|SAS|SOE|SOS|TA|TUC|TVA|UFO|UK|UN"
    "|USA|USAF|USO|USS|VAT|VIP|WAC|WI|WPA|YHA|YMCA|YWCA"
)
_LETTERED = "vitamin|plan|hepatitis|grade|class|ward|block|flat|section|platform|influenza|type"
_OPENERS = r"(?:We|He|She|It|They|The|Then|And|But|That|This|You|What|Who|When|How|My|Our|So|In)\b"
"""A name is not one of these, so the full stop before them ends a sentence."""

SHOUTED = 2
"""Words in capitals and none in small letters from which on they are no initials."""


def initials(text: str) -> str:
    """“J. F. Kennedy”, “U.S.”, “RAF”: letters said one by one; a full stop that ends a sentence stays."""
    text = _calm(text)
    text = re.sub(r"\b(?:[A-Z]\.\s?){2,}(?=[A-Z][a-z])", lambda m: f"{_letters(m[0])} ", text)
    text = re.sub(r"\b(?:[A-Z]\.){2,}(?=\s*$)", lambda m: f"{_letters(m[0])}.", text)
    text = re.sub(r"\b(?:[A-Z]\.){2,}", lambda m: _letters(m[0]), text)
    text = re.sub(rf"\b(?<![AP] )([A-HJ-Z])\.\s+(?!{_OPENERS})(?=[A-Z][a-z])", r"\1 ", text)
    text = re.sub(rf"\b({_SPELLED})('?s)?\b", _spelled, text)
    text = re.sub(rf"\b((?i:{_LETTERED}) )A\b|\bA(?= and E\b)", rf"\1{LETTER_A}", text)
    return re.sub(rf"\b({'|'.join(_WORDS)})\b", lambda m: _WORDS[m[1]], text)


def _calm(text: str) -> str:
    """Small letters for what is written in capitals throughout ("THE FOURTH OF JULY")."""
    words = re.findall(r"[^\W\d_]{2,}", text)
    if len(words) < SHOUTED or not all(word.isupper() for word in words):
        return text
    if all(re.fullmatch(rf"{_SPELLED}|[^AEIOUY]+", word) for word in words):
        return text
    return text.lower()


def _letters(text: str) -> str:
    return " ".join(LETTER_A if letter == "A" else letter for letter in re.findall("[A-Z]", text))


def _spelled(match: re.Match[str]) -> str:
    return _letters(match[1]) + ("'s" if match[2] else "")
