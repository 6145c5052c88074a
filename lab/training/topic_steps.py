"""Step four of the topic dialogues: turn by turn, is now the time to go back, why, and with which words?

A talk goes on from what was said now. While the narrator is in the middle of something, or is distressed,
or wishes no more of it, the answer is no; where they have come to an end and a topic of an earlier day
belongs to it, it is yes, once. One talk in seven is never a moment for it, and that is a right answer too.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from lab.training.topic_dialogues import History


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of the narrator's and what should be done after it."""

    text: str
    thought: str
    """Why, in a sentence for people, written before the reply."""

    shift: bool
    reply: str
    state: str
    """telling, ending, distressed, unwilling: what the narrator is in the middle of."""


TELLING = (
    "And then, wait, I have not told you what came next. The caretaker came out and he was in such a state about it.",
    "But that is not all, because in the afternoon they came back, all of them, and stood about in the hall.",
    "So I said to her, you cannot leave it like that, and she looked at me, and then she went off to fetch the others.",
    "You see, it had been like that since the Monday, and nobody had thought to mention it to the office.",
    "First of all there was a great to-do about the keys, and after that came the business with the forms.",
    "And the next thing was, my neighbour put her head round the door and wanted to know all about it too.",
)
ENDING = (
    "Well, that's it, really.",
    "So there we are. That is all there was to it.",
    "No, nothing more came of it.",
    "Anyway. That was my day.",
    "I do not think there is any more to say about that.",
    "Mm. That's about the size of it.",
)
SHORT = ("Yes.", "I suppose so.", "Mm, yes.", "Not really, no.", "That's right.")
DISTRESSED = (
    "I am sorry, I cannot, it is all coming up, give me a minute.",
    "I do not know how I am to go on, I cannot stop crying today.",
    "My chest feels so tight when I think of it, I am not well with it at all.",
)
UNWILLING = (
    "I would rather not talk about the old days this evening.",
    "No more about the past today, if you do not mind.",
    "Leave all that be, I only want to sit a while.",
)
KEEPING = (
    "I see. What did you do then?",
    "Mm, go on.",
    "And what did they say to that?",
    "I am listening.",
)
COMFORTING = (
    "Take all the time you need. I am here.",
    "We need not talk at all. I can just keep you company.",
)
BRIDGES = (
    "That puts me in mind of something you told me, {line}. Shall we go back there for a little?",
    "You once told me: {line}. Does that belong to this, or is it another story?",
    "I thought of what you told me the other day, {line}. Would you like to tell me more of that?",
)


def steps(history: History, seed: int = 0) -> tuple[Step, ...]:
    """What comes after `history.said`: two to five turns. The same seed gives the same talk."""
    topic = history.topics[history.right]
    chance = random.Random(f"{seed} {history.narrator} {topic.id} steps")
    return tuple(_steps(history, chance))


NEVER = 0.15
"""Share of talks that are no moment for it; 210 of 1,464 in the paper."""


def _steps(history: History, chance: random.Random) -> Iterator[Step]:
    line = history.topics[history.right].line
    told = chance.sample(TELLING, chance.randint(1, 3))
    for n, text in enumerate(told):
        yield Step(text, _thought(line, "they are in the middle of telling it"), False, chance.choice(KEEPING), "telling")  # fmt: skip
        if n == 0 and chance.random() < NEVER:
            sad = chance.random() < 0.6
            state = "distressed" if sad else "unwilling"
            said = chance.choice(DISTRESSED if sad else UNWILLING)
            why = "they are upset" if sad else "they do not want it today"
            yield Step(said, _thought(line, why), False, chance.choice(COMFORTING), state)
            yield Step(chance.choice(SHORT), _thought(line, why), False, chance.choice(COMFORTING), state)  # fmt: skip
            return
    ending = f"{chance.choice(SHORT)} {chance.choice(ENDING)}" if chance.random() < 0.3 else chance.choice(ENDING)  # fmt: skip
    bridge = chance.choice(BRIDGES).format(line=line)
    yield Step(ending, _thought(line, ""), True, bridge, "ending")


def _thought(line: str, against: str) -> str:
    seen = f"What they say now may belong to what they told on another day: “{line}”."
    if against:
        return f"{seen} But {against}. No."
    return f"{seen} They have come to an end, and nothing speaks against it. Yes."
