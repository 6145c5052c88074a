"""Settings into objects: `engines` loads what sessions share, `hold` holds one on a room."""

from voice_agent.assemble.afterwards import Aside, leave
from voice_agent.assemble.evening import (
    Evening,
    bringing_back,
    close_cut,
    evening,
    index_uri,
    opened,
    ruled,
)
from voice_agent.assemble.keeping import (
    finish_erasing,
    finish_first,
    keep_copy,
    keep_up,
    keeps,
    stand,
)
from voice_agent.assemble.leading import attentive, led, opening, rules, where
from voice_agent.assemble.loading import (
    Engines,
    Readers,
    by_meaning,
    engines,
    load_again,
    load_feelings,
    load_stories,
    load_voice,
    memory_engines,
    readers,
    second_opinion,
    server_here,
    wordsmith,
)
from voice_agent.assemble.second_hearing import listen_again
from voice_agent.assemble.sessions import (
    Held,
    Threads,
    hold,
    new_session,
    recover,
)
from voice_agent.assemble.trusted import sendable, trusted

__all__ = [
    "Aside",
    "Engines",
    "Evening",
    "Held",
    "Readers",
    "Threads",
    "attentive",
    "bringing_back",
    "by_meaning",
    "close_cut",
    "engines",
    "evening",
    "finish_erasing",
    "finish_first",
    "hold",
    "index_uri",
    "keep_copy",
    "keep_up",
    "keeps",
    "leave",
    "led",
    "listen_again",
    "load_again",
    "load_feelings",
    "load_stories",
    "load_voice",
    "memory_engines",
    "new_session",
    "opened",
    "opening",
    "readers",
    "recover",
    "ruled",
    "rules",
    "second_opinion",
    "sendable",
    "server_here",
    "stand",
    "trusted",
    "where",
    "wordsmith",
]
