"""Of which part of a life, and of what, somebody speaks. Pure."""

import re
from collections.abc import Mapping

from voice_agent.reading.life import Period, Theme

_THEMES: Mapping[Theme, str] = {
    Theme.HOME: "house home kitchen garden farm room stove roof cottage yard barn animals cow goat dog cat",
    Theme.FAMILY: "mother father sister brother grandmother grandfather aunt uncle cousin son daughter child children baby parents mama papa mum dad",
    Theme.SCHOOL: "school teacher class lesson lessons slate examination college university schoolmaster pupil master",
    Theme.WORK: "work worked job shop factory mill office wages boss trade business firm mine railway nurse apprentice hired",
    Theme.LOVE: "married wedding husband wife courting engaged sweetheart love loved kiss proposed bride",
    Theme.FRIENDS: "friend friends neighbour neighbours neighbor neighbors club chum mate companion",
    Theme.PLAY: "played game games dance danced danced music sang song football cards holiday fair picnic cinema pictures",
    Theme.PLACES: "moved journey travelled traveled ship train sailed abroad town village city country road river sea mountain",
    Theme.FAITH: "church god prayer prayed priest minister chapel bible faith sunday hymn sermon christmas religion",
    Theme.TIMES: "war soldier army government election strike king queen president politics vote newspaper bomb rationing parliament",
    Theme.HARDSHIP: "poor hungry hunger cold debt lost hard trouble afraid broke fire flood storm",
    Theme.HEALTH: "ill illness doctor hospital sick fever nurse operation pain accident disease",
    Theme.VALUES: "right wrong honest believe believed fair truth duty principle promise",
}  # fmt: skip
_THEME_OF = {word: theme for theme, words in _THEMES.items() for word in words.split()}
_PERIODS: tuple[tuple[Period, re.Pattern[str]], ...] = tuple(
    (period, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE))
    for period, pattern in (
        (Period.CHILDHOOD, "when i was (?:a )?(?:small|little|child|boy|girl|baby|born)|as a child|my childhood|grew up|primary school"),
        (Period.YOUTH, "teenager|as a (?:young )?(?:lad|lass|girl)|apprentice(?:d|ship)?|high school|left school|sixteen|seventeen|eighteen"),
        (Period.EARLY, "married|our wedding|first job|in my twenties|young man|young woman|first child"),
        (Period.MIDDLE, "in my (?:forties|fifties)|the children were|promoted"),
        (Period.LATER, "retired|retirement|grandchild(?:ren)?|grandson|granddaughter|widow(?:ed|er)?|old age"),
    )
)  # fmt: skip
_YEAR = re.compile(r"\b(1[6-9]\d\d|20\d\d)\b")


def period_of(said: str, birth: int | None) -> Period | None:
    """Which part of a life `said` speaks of, by a year or by words like "when I was a boy"; None where it does not say."""
    if birth is not None and (year := _YEAR.search(said)):
        age = int(year[1]) - birth
        for limit, period in (
            (13, Period.CHILDHOOD), (20, Period.YOUTH), (40, Period.EARLY), (65, Period.MIDDLE), (120, Period.LATER),
        ):  # fmt: skip
            if 0 <= age < limit:
                return period
    return next((period for period, pattern in _PERIODS if pattern.search(said)), None)


def themes(said: str) -> list[Theme]:
    """The two themes that most of its words are of."""
    counts: dict[Theme, int] = {}
    for word in re.findall(r"[a-z]+", said.lower()):
        if theme := _THEME_OF.get(word):
            counts[theme] = counts.get(theme, 0) + 1
    best = sorted(counts, key=lambda theme: (-counts[theme], theme))
    return best[:2]
