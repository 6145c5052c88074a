"""Tells those of the family who want to know it that a chapter can be read, without a word of what stands in it.

A chapter is ready for somebody when the narrator has answered for every piece of it and they may read one. It is told
once, to each; several that are ready at once are told in one message.
"""

from datetime import timedelta

from voice_agent.archive import chapter_news
from voice_agent.archive.accounts import Account
from voice_agent.web.desk import Desk

AGAIN = timedelta(hours=6)
"""Until a message that could not be sent is tried again. A guess."""


def says(desk: Desk) -> str:
    """The whole message; the page shows it before anybody chooses."""
    return f"A new chapter of {desk.who}’s book can be read."


def ready(desk: Desk, account: Account) -> tuple[str, ...]:
    """The chapters that `account` may read and of which no piece waits for the narrator, in the book's order."""
    shelf = desk.library.shelf(account) if desk.library else None
    if desk.library is None or shelf is None:
        return ()
    waits = {each.id for each in desk.library.waiting()}
    # short chapters stand together for one reader and apart for another, so it is the plan's own that are told of
    drafted = {
        chapter.key: {each.id for each in chapter.passages}
        for chapter in desk.library.drafted().chapters
    }
    read = {passage.id for each in shelf.book.chapters for passage in each.passages}
    return tuple(key for key, ids in drafted.items() if ids & read and not ids & waits)


def tell(desk: Desk) -> None:
    """Send what is due; who could not be reached is tried again later, and reads so on their page. Seconds each.

    Raises DiskFull, RecordDamaged.
    """
    now = desk.now()
    for account, news in chapter_news.wanted(desk.book):
        if news.failed is not None and now - news.failed < AGAIN:
            continue
        fresh = chapter_news.untold(desk.book, account, ready(desk, account))
        if not fresh:
            continue
        if desk.send_news(news.address, says(desk)):
            chapter_news.told(desk.book, account, fresh, now)
        else:
            chapter_news.failed(desk.book, account, now)
