"""Settings into objects: `engines` loads what sessions share, `hold` holds one on a room."""

from voice_agent.assemble.leading import led, opening, rules, where
from voice_agent.assemble.loading import (
    EMBEDDED,
    Engines,
    by_meaning,
    engines,
    load_feelings,
    load_kindred,
    load_voice,
    load_weight,
    mind,
    second_opinion,
    wordsmith,
)
from voice_agent.assemble.second_hearing import listen_again
from voice_agent.assemble.sessions import (
    Held,
    Threads,
    bringing_back,
    hold,
    index_uri,
    new_session,
    recover,
)

__all__ = [
    "EMBEDDED",
    "Engines",
    "Held",
    "Threads",
    "bringing_back",
    "by_meaning",
    "engines",
    "hold",
    "index_uri",
    "led",
    "listen_again",
    "load_feelings",
    "load_kindred",
    "load_voice",
    "load_weight",
    "mind",
    "new_session",
    "opening",
    "recover",
    "rules",
    "second_opinion",
    "where",
    "wordsmith",
]
