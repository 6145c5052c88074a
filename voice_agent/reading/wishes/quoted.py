"""What somebody says in a story is said to nobody here: "Stop," she said. Pure.

A recogniser that knows where speech begins and ends writes quotation marks, and so does whoever types. Between them
nothing is asked of us.
"""

import re

_OPENS = re.compile(r'“|(?<![^\s(—–-])"(?=\S)')
_CLOSES = re.compile(r'”|(?<=\S)"(?![^\s.,;:!?)—–-])')
_MARKS = re.compile(r'[“”]|(?<!\d)"')  # and not 12 inches


def unquoted(said: str) -> str:
    """Return `said` without what stands in quotation marks; "" where all of it does.

    Speech that was begun before `said`, or goes on after it, has one mark only.
    """
    if not _MARKS.search(said):
        return said
    kept: list[str] = []
    at, inside = 0, False
    for mark in _MARKS.finditer(said):
        opens = bool(_OPENS.match(said, mark.start()))
        closes = bool(_CLOSES.match(said, mark.start())) and not opens
        if closes and not inside:
            kept.clear()  # it had begun before
        elif not inside:
            kept.append(said[at : mark.start()])
        at, inside = mark.end(), opens or (inside and not closes)
    if not inside:
        kept.append(said[at:])
    left = " ".join(" ".join(kept).split())
    return left if re.search(r"\w", left) else ""
