"""How many of a language model's wordings may be spoken? Turns of invented narrators, ours to ship.

Each is answered with a question of the plain kind the interviewer asks itself; a wording counts that
passes every check within its two tries. Read the wordings too: a check is a rule, not a judgement.
"""

from collections.abc import AsyncGenerator
from dataclasses import dataclass

from voice_agent.backends import LanguageModel
from voice_agent.language.wording_move import word_move, wording
from voice_agent.reading.words.vocabulary import said

TURNS = (
    "We moved to the farm when I was nine. My grandfather had forty cows, and every morning before "
    "school I had to carry the milk to the dairy.",
    "One winter the pond froze over and my brother fell through the ice. I ran and got a ladder. He "
    "was blue when we pulled him out.",
    "I married Harold in 1961. He passed in the spring.",
    "Oh, I don't know. It was a long time ago.",
    "My mother took in washing. The whole house smelled of soap, and on Mondays you could not see "
    "across the kitchen for steam.",
    "And then the war came and my father went and we did not see him for four years. When he came "
    "back I did not know who he was.",
    "I started at the mill at fourteen. The noise, you cannot think what a noise it was, we all "
    "learned to read lips.",
    "We had a piano nobody could play. Somebody had left it when they moved out. My sister painted "
    "the keys.",
    "The baby died. Three days old. They did not let me see her.",
    "I was caught stealing apples by the vicar, and he gave me a whole bag and told me to ask next "
    "time.",
    "He asked me to dance and I said no, and then I was cross all evening because he did not ask "
    "again.",
    "We came over on the boat with two suitcases, and one of them was full of books, because my "
    "father said you can always find a coat.",
    "I do not like to talk about that.",
    "The teacher hit my left hand with the ruler until I wrote with the right.",
    "Every summer my uncle came with his van and took us all to the sea, eleven of us in the back "
    "with no seats.",
    "When the factory closed there were six hundred men with nothing to do. They stood about on the "
    "corner with their hands in their pockets.",
)
PLANS = (
    "What happened then?",
    "Who else was there?",
    "What could you hear or smell there?",
    "How did it go on?",
    "About how old were you then?",
    "What was that like for you?",
    "Where was that?",
    "Why do you think that has stayed with you?",
)


@dataclass(frozen=True, slots=True)
class Tried:
    """One question offered to a model."""

    plan: str
    spoken: str | None
    refused: tuple[str, ...]
    """Rules broken, one text a try."""


async def tried(
    model: LanguageModel, *, patience: float, seed: int = 7
) -> AsyncGenerator[Tried, None]:
    """Yield what `model` makes of each turn, with `patience` seconds for each."""
    prompt = wording()
    for place, heard in enumerate(TURNS):
        plan = PLANS[(place + seed) % len(PLANS)]
        refused: list[str] = []
        spoken = await word_move(
            model,
            prompt,
            plan,
            heard,
            said(heard),
            patience=patience,
            seed=seed,
            observe=refused.append,
        )
        yield Tried(plan, spoken, tuple(refused))
