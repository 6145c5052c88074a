"""Who held an office when: presidents of the United States, and prime ministers of Britain. Pure."""

from collections.abc import Iterator

from voice_agent.memory.dates.number_words import Line, word

PRESIDENTS: dict[str, str] = {
    "hoover": "1929-03-04/1933-03-04",
    "roosevelt": "1933-03-04/1945-04-12",
    "fdr": "1933-03-04/1945-04-12",
    "truman": "1945-04-12/1953-01-20",
    "eisenhower": "1953-01-20/1961-01-20",
    "ike": "1953-01-20/1961-01-20",
    "kennedy": "1961-01-20/1963-11-22",
    "johnson": "1963-11-22/1969-01-20",
    "lbj": "1963-11-22/1969-01-20",
    "nixon": "1969-01-20/1974-08-09",
    "ford": "1974-08-09/1977-01-20",
    "carter": "1977-01-20/1981-01-20",
    "reagan": "1981-01-20/1989-01-20",
    "clinton": "1993-01-20/2001-01-20",
    "obama": "2009-01-20/2017-01-20",
}
"""Terms in office, for "when Truman was president" and "under Eisenhower"."""

PRIME_MINISTERS: dict[str, str] = {
    "attlee": "1945-07-26/1951-10-26",
    "eden": "1955-04-06/1957-01-09",
    "macmillan": "1957-01-10/1963-10-18",
    "heath": "1970-06-19/1974-03-04",
    "thatcher": "1979-05-04/1990-11-28",
    "blair": "1997-05-02/2007-06-27",
}
"""The same for "when Thatcher was prime minister"; those who served twice are left out."""


def office(line: Line, place: int) -> Iterator[tuple[str, str, int]]:
    """Yield (name, EDTF, place after it) for "Truman was president", "Mrs Thatcher was in"."""
    start = place
    if word(line, place) in {"mr", "mrs", "president", "ike"} and word(line, place) != "ike":
        place += 1 + (word(line, place + 1) == ".")
    name = word(line, place)
    rest = tuple(word(line, place + step) for step in range(1, 5))
    if name in PRESIDENTS and (rest[:2] == ("was", "president") or rest[:2] == ("was", "in")):
        yield name.title(), PRESIDENTS[name], place + 3 + (rest[2:4] == ("the", "white")) * 3
    elif name in PRIME_MINISTERS and rest[:3] == ("was", "prime", "minister"):
        yield name.title(), PRIME_MINISTERS[name], place + 4
    elif word(line, start - 1) == "under" and name in PRESIDENTS | PRIME_MINISTERS:
        yield name.title(), (PRESIDENTS | PRIME_MINISTERS)[name], place + 1
