"""What a turn of the narrator's is, by how it was understood: told, said to us, or both. Pure.

The mark is written with the turn. Whoever quotes the narrator later goes by it, and needs no second guess at the words.
"""

from voice_agent.interview.moves import Move
from voice_agent.reading.wishes import wish_words
from voice_agent.reading.wishes.commands import KEEPS_BACK, Command
from voice_agent.story import CONFIDED, TO_US, WITH_A_WISH

_CONFIDES = KEEPS_BACK | {Command.FORGET, Command.WITHHOLD}


def mark(move: Move, said: str) -> str:
    """The kind of the turn `said`, which `move` answers."""
    if not move.to_us:
        return ""
    if not wish_words.telling(said):
        return TO_US
    confides = any(wish.command in _CONFIDES for wish in move.wishes)
    return CONFIDED if confides else WITH_A_WISH
