"""Figures as a person says them: years, dates, times, money, measures, telephone numbers.

Pure; American English, but for pounds and what is weighed in stones. What is most particular is read
first: a four-figure number is a year unless something countable follows, and what nothing else wanted is
said as a number.
"""

import re
from collections.abc import Callable

from voice_agent.speech.clock import times
from voice_agent.speech.counting import figures, said
from voice_agent.speech.dates import dates, years
from voice_agent.speech.initials import LETTER_A
from voice_agent.speech.measures import measures
from voice_agent.speech.money import money
from voice_agent.speech.telephones import telephones


def in_words(text: str) -> str:
    """Return `text` without a figure in it. Never raises."""
    for kind in (dates, times, telephones, money, measures, _named, years, _plain):
        text = kind(text)
    return text


def _named(text: str) -> str:
    """Roads, aeroplanes, postcodes: "the A40", "a B-17", "MI5", "SW1A 2AA"."""
    text = re.sub(
        r"\b([A-Z]{1,2}\d[A-Z\d]?)\s(\d[A-Z]{2})\b",
        lambda m: f"{_one_by_one(m[1])}, {_one_by_one(m[2])}",
        text,
    )
    text = re.sub(
        r"\b([A-Z]{1,3})-?(\d{3})\b", lambda m: f"{_one_by_one(m[1])} {figures(m[2], 'oh')}", text
    )
    text = re.sub(
        r"\b([A-Z]{1,3})-?(\d{1,2})\b(?!\.\d)", lambda m: f"{_one_by_one(m[1])} {m[2]}", text
    )
    return re.sub(r"(?<=\d)([ab])\b", lambda m: f" {_one_by_one(m[1].upper())}", text)


def _one_by_one(signs: str) -> str:
    return " ".join(
        figures(sign) if sign.isdigit() else LETTER_A if sign == "A" else sign for sign in signs
    )


def _plain(text: str) -> str:
    """Whatever figures are left."""
    steps: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
        (r"(?<=\d)\s?[-–—]\s?(?=\d)", lambda m: " to "),
        (r"(\d+(?:,\d{3})*)(?i:st|nd|rd|th)\b", lambda m: f" {_ordinal(m[1])} "),
        (r"(\d+(?:,\d{3})+|\d+)\.(\d+)", lambda m: f" {_whole(m[1])} point {figures(m[2])} "),
        (r"\.(\d+)", lambda m: f" point {figures(m[1])} "),
        (r"\d+(?:,\d{3})+|\d+", lambda m: f" {_whole(m[0])} "),
    )
    for pattern, words in steps:
        text = re.sub(pattern, words, text)
    return text


def _ordinal(digits: str) -> str:
    return said(int(digits.replace(",", "")[:15]), "ordinal")


def _whole(digits: str) -> str:
    bare = digits.replace(",", "")
    return (
        figures(bare)
        if len(bare) > 15 or (len(bare) > 6 and "," not in digits)
        else said(int(bare))
    )
