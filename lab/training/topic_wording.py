"""What is said in a made-up history, worded anew by a language model where one is at hand; and what is wrong with one.

A model varies words, never what belongs together: its wording is taken only where nothing is wrong with it,
so that a weak or wilful model leaves the corpus as it was.
"""

from collections.abc import Sequence
from dataclasses import replace

from lab.training.topic_dialogues import CANDIDATES, TODAY, History, Said
from voice_agent.backends import LanguageModel, Message
from voice_agent.errors import EngineError
from voice_agent.memory.clauses import sentences
from voice_agent.memory.terms import terms
from voice_agent.memory.topics.topic_measures import relations_in, spoken_period
from voice_agent.story import Speaker

LONGEST_TURN_WORDS = 80
"""Words of a turn."""

ASKED = (
    "An old person says this to a friend. Say the same in other words, as they might say it aloud: the same"
    " people, ages and years, the same feeling, nothing added, at most four short sentences, no question."
)
SCHEMA = {
    "type": "object",
    "properties": {"said": {"type": "string", "maxLength": 500}},
    "required": ["said"],
    "additionalProperties": False,
}


def faults(history: History) -> tuple[str, ...]:
    """What is wrong with a history, in plain sentences; () where nothing is. Raises nothing."""
    found: list[str] = []
    right = history.topics[history.right]
    heard = terms(" ".join(each.text for each in history.said))
    if shared := heard & terms(f"{right.line} {right.text}"):
        found.append(f"it names its topic: {', '.join(sorted(shared))}")
    if len({each.id for each in history.topics}) != CANDIDATES:
        found.append("a topic stands in it twice")
    if not right.subject.memorable:
        found.append("its topic is taken for a general one")
    told = [each for each in history.said if each.speaker is Speaker.NARRATOR]
    if any(not 2 <= len(each.text.split()) <= LONGEST_TURN_WORDS for each in told):
        found.append("a turn is too short or too long")
    if told and told[-1].text.rstrip().endswith("?"):
        found.append("the narrator ends on a question")
    return tuple(found)


def same(one: str, other: str, born: int) -> bool:
    """Do both speak of the same family, and of the same years?"""
    day = TODAY.date()
    return relations_in(one) == relations_in(other) and (
        spoken_period(one, day, str(born)) == spoken_period(other, day, str(born))
    )


async def reworded(history: History, model: LanguageModel) -> History:
    """The history with the narrator's turns worded anew, each only where that is sound. Raises nothing."""
    said = list(history.said)
    for place, each in enumerate(said):
        if each.speaker is not Speaker.NARRATOR:
            continue
        words = await _anew(each.text, model)
        tried = replace(history, said=tuple(_put(said, place, words)))
        if words and same(each.text, words, history.born) and not faults(tried):
            said = list(tried.said)
    return replace(history, said=tuple(said))


async def _anew(text: str, model: LanguageModel) -> str:
    try:
        answer = await model.json([Message("system", ASKED), Message("user", text)], SCHEMA)
    except EngineError:
        return ""
    words = " ".join(str(answer["said"]).split())
    return words if len(sentences(words)) <= 6 else ""


def _put(said: Sequence[Said], place: int, words: str) -> list[Said]:
    return [replace(each, text=words) if n == place else each for n, each in enumerate(said)]
