"""Letters of any script, for print: which we can set, and what stands in the place of those we cannot.

Libertinus, which typst brings along, has Latin, Greek, Cyrillic and Hebrew; the others come from packages of Noto Sans, one
for each script, and Bengali from Hind Siliguri. A letter that none of them has would cost the whole book: the checker of typst refuses it. So each uncommon
one is tried, and what cannot be set is said in words: "[in Korean letters]".
"""

import importlib.util
import json
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import typst

SCRIPTS = ("Arabic", "Devanagari", "Khmer", "Tamil", "Telugu", "Thai")
"""Those that have a package of their own, as its family is called."""

PACKAGES = (
    "fontpkg_noto_sans",
    *(f"fontpkg_noto_sans_{each.lower()}" for each in SCRIPTS),
    "fontpkg_hind_siliguri",
)
"""Each holds fonts in its folder `files`, under the OFL."""

FAMILIES = (
    "Libertinus Serif",
    "Noto Sans",
    *(f"Noto Sans {each}" for each in SCRIPTS),
    "Hind Siliguri",
    "New Computer Modern",
    "DejaVu Sans Mono",
)
"""In the order in which a letter is looked for."""

_COMMON = 0x180
"""Letters before it (Latin, with its accents) are in every font of ours."""

_NAMES = {
    "CJK": "Chinese characters",
    "HANGUL": "Korean letters",
    "HIRAGANA": "Japanese letters",
    "KATAKANA": "Japanese letters",
}


@cache
def fonts() -> typst.Fonts:
    """Those that typst brings along, and those that are installed beside us; none of the computer's own."""
    found = (importlib.util.find_spec(each) for each in PACKAGES)
    folders = [Path(each.origin).parent / "files" for each in found if each and each.origin]
    return typst.Fonts(include_system_fonts=False, font_paths=[*folders])


def set_in(content: Any) -> tuple[Any, tuple[str, ...]]:
    """`content`, of lists, tables and texts, as print can set it, and a name for each script that it cannot."""
    texts = " ".join(_texts(content))
    missing = _missing(sorted({each for each in texts if ord(each) >= _COMMON}))
    if not missing:
        return content, ()
    return _said(content, missing), tuple(sorted(set(missing.values()) - {""}))


def _texts(content: Any) -> Iterable[str]:
    if isinstance(content, str):
        yield content
    for each in _inside(content):
        yield from _texts(each)


def _inside(content: Any) -> Iterable[Any]:
    if isinstance(content, dict):
        return content.values()
    return content if isinstance(content, list | tuple) else ()


def _said(content: Any, missing: Mapping[str, str]) -> Any:
    if isinstance(content, dict):
        return {key: _said(each, missing) for key, each in content.items()}
    if isinstance(content, list | tuple):
        return [_said(each, missing) for each in content]
    return spelt(content, missing) if isinstance(content, str) else content


def spelt(text: str, missing: Mapping[str, str]) -> str:
    """`text` with a name in the place of each stretch of `missing` letters; a sign without a name is left out."""
    out = ""
    for script, run in groupby(text, lambda letter: missing.get(letter)):
        if script is None:
            out += "".join(run)
        elif script and not out.rstrip().endswith(f"[in {script}]"):
            out += f"[in {script}]"
    return out


def script(letter: str) -> str:
    """Of which script: "Korean letters"; "" for a picture, a note of music, a mark on the letter before it."""
    if not unicodedata.category(letter).startswith("L"):
        return ""
    first = unicodedata.name(letter, "").split(" ")[0]
    return _NAMES.get(first, f"{first.capitalize()} letters" if first else "")


def _missing(letters: list[str]) -> dict[str, str]:
    """Those of `letters` that no font of ours has, by halves, so that a book in one script takes one try."""
    if not letters or _can(tuple(letters)):
        return {}
    if len(letters) == 1:
        return {letters[0]: script(letters[0])}
    half = len(letters) // 2
    return {**_missing(letters[:half]), **_missing(letters[half:])}


@cache
def _can(letters: tuple[str, ...]) -> bool:
    families = json.dumps(FAMILIES)[1:-1]
    # apart, so that one is no mark on another
    said = json.dumps(" ".join(letters), ensure_ascii=False)
    source = f"#set text(font: ({families}))\n#text({said})"
    try:
        typst.compile(
            source.encode(),
            format="pdf",
            pdf_standards="a-2b",
            font_paths=fonts(),
        )
    except typst.TypstError:
        return False
    return True
