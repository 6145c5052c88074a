"""What people of a soaked house do with what was told: the newest story is shared, a few passages of the book are let out."""

from contextlib import suppress
from datetime import UTC, datetime

from voice_agent.archive import sharing, who_sees
from voice_agent.archive.accounts import family
from voice_agent.archive.book import Book
from voice_agent.errors import VoiceAgentError
from voice_agent.story import ConsentKind
from voice_agent.web.library import Library

FEW = 3
"""Passages that are let out after a talk."""


def let_out(book: Book, library: Library, *, first: bool) -> None:
    """As on the narrator's pages. `first`: nobody of the family was given the book before. Raises RecordError."""
    now = datetime.now(UTC)
    for newest in sharing.stories(book)[:1]:
        with suppress(VoiceAgentError):  # between the two of us
            sharing.share(book, newest, [who_sees.EVERYBODY], voice=True, now=now)
    for each in library.write(now).passages[-FEW:]:
        with suppress(VoiceAgentError):
            library.answer(each.id, given=True, readers=(), now=now)
    if first:
        for one in family(book):
            library.consent(ConsentKind.RECIPIENT, True, now, one.name, account=one.id)
