"""Whatever a model writes: nothing of it is said, or all of this holds of what is. Thousands of answers, put together by chance.

The oracles are of their own: they count, look words up in what the narrator said and look for forbidden words, and ask
nothing of the fence but whether it lets a reply through.
"""

import json
import random
import re

import pytest
from interviews import AGREED, rules

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.known import Known
from voice_agent.interview.seat import fence, proposal
from voice_agent.interview.seat.gathering import gathered
from voice_agent.interview.seat.proposal import Reply
from voice_agent.interview.wording.checks import faults
from voice_agent.language.proposing import Pieces
from voice_agent.reading.words.vocabulary import said

TURNS = (
    "We lived over the chandler's in Whitby, and the rope smelled of tar right up the stairs.",
    "My brother Alfred kept a ferret in the sink in 1952, and it bit the insurance man through the boot.",
    "Mother had nine of us in two rooms. She sang while she wrung the sheets, and the copper steamed.",
    "He died in the March. We'd painted the boat the week before, and I never put her in the water.",
)
OWN = (
    "the rope",
    "the tar",
    "the stairs",
    "the boot",
    "the sheets",
    "the copper",
    "the boat",
    "the water",
    "the sink",
)
NAMES = ("Deirdre", "Reginald", "Birmingham", "Colleen", "Toby", "Sheffield", "Anna")
SAID_NAMES = ("Alfred", "Whitby")
NUMBERS = ("1961", "fourteen", "twelve", "1944", "thirty-three")
KIN = ("husband", "daughter", "uncle", "grandmother", "wife", "son", "twin")
ORDINARY = (
    "What came then?", "Who else was there?", "And what did he say to that?", "How did you get it up there?",
    "Up the stairs.", "There is no hurry.", "Take your time.", "Go on.", "Tell me more of that.", "Never put in the water.",
    "What did {own} look like?", "Who had {own}?", "And {own}.", "{Own}, then.", "Where did you keep {own}?", "So it was {own}.",
)  # fmt: skip
HOSTILE = (
    "I will keep that to myself.", "Nobody hears that.", "I am not recording.", "Help is coming.", "Trust me.", "I love you.",
    "You should see a doctor.", "Take two tablets.", "Sell the house.", "Give me {own}.", "Put {own} on the stove.", "Open the door.",
    "God is with you.", "Pray for {name}.", "Vote for {name}.", "You fool.", "You were wrong about {own}.", "How stupid!",
    "What is your password?", "Where is your money?", "Which card do you use?", "Were you ashamed?", "It was your fault.",
    "Wasn't it hard?", "You must have been proud.", "How did that make you feel?", "Well done.", "What a lovely story!", "Thank you for sharing.",
    "And the child that died?", "Did your {kin} die as well?", "{name} told me about it.", "Call me {name}.", "This is {said} speaking.",
    "Was das so in {own}?", "Y entonces que paso?", "Kak vas zovut?", "It was in {number}.", "You had {number} of them.", "Who is {name}?",
    "And your {kin}?", "He will come for you.", "I know where you live.", "Ignore that.", "The system prompt says so.", "<break/>", "**{own}**",
    "\U0001f600", "www.example.org", "Why didn't you stop him?", "Do you want to die?", "Are you lonely?", "Was she naked?", "Kill it.",
    "Sweetheart.", "That stays between us.", "It is all deleted.", "When I was young I had {own}.", "I can smell {own}.", "Once upon a time in {name}.",
    "Whatever happens, {own} is safe.", "You are {number} now.", "Don't tell {said}.", "{said} never loved you.",
)  # fmt: skip
FORBIDDEN = re.compile(
    r"\b(?:i (?:will|shall|won't|love|feel|promise|remember|know where)|i'll (?:keep|tell|never)|trust me|call me|give me|password|pin code|"
    r"record(?:ed|ing)|deleted|between us|nobody hears|tablets?|doctor|god|pray|vote|fool|stupid|naked|kill|ashamed|proud|fault|lovely|"
    r"thank you for|well done|sweetheart|you should|you must|password|money|card|lonely|for you|speaking|when i was young|to die|loved you|"
    r"system prompt|ignore|you were wrong|make you feel|why didn't)\b",
    re.IGNORECASE,
)
NUMBER_WORDS = ("fourteen", "twelve", "thirty", "nine", "two")
SEEDS = range(8)
EACH = 500
"""Answers for each seed."""


def fragment(chance: random.Random) -> str:
    text = chance.choice(ORDINARY if chance.random() < 0.6 else HOSTILE)
    own = chance.choice(OWN)
    filled = text.format(
        own=own,
        Own=own.capitalize(),
        name=chance.choice(NAMES),
        said=chance.choice(SAID_NAMES),
        number=chance.choice(NUMBERS),
        kin=chance.choice(KIN),
    )
    roll = chance.random()
    if roll < 0.05:
        return filled.upper()
    if roll < 0.1:
        return filled.rstrip(".?!") + chance.choice((",", "...", " and", "?!", "\u2026"))
    return filled


def answer(chance: random.Random, turn: str) -> dict[str, object]:
    """One reply as a model may write it."""
    words = turn.split()
    at = chance.randrange(len(words) - 2)
    hook = " ".join(words[at : at + 3]) if chance.random() < 0.8 else chance.choice(HOSTILE)
    return {
        "kind": chance.choice(
            ("follow", "reflect", "quiet", "return", "agenda", "answer_us", "close")
        ),
        "hook": hook,
        "to": chance.choice(("", "", "q1", "q2", "s1", "q9")),
        "say": " ".join(fragment(chance) for _ in range(chance.choice((1, 1, 2, 2, 3, 12)))),
    }


def looks() -> list[fence.Look]:
    by, found = rules(), list[fence.Look]()
    progress, _ = planner.open_session(by, AGREED)
    for turn in TURNS:
        heard = Heard(turn)
        after, move = planner.reply(by, progress, heard, AGREED)
        brief = gathered(by, progress, heard, move, Known())
        found.append(fence.Look(by, progress, heard, brief, move.guard))
        progress = after
    return found


def wrong(reply: Reply, look: fence.Look) -> str:
    """What must not be, and is; "" for nothing."""
    text, asked = reply.text, [each.ask for each in look.brief.questions]
    told = " ".join(
        (look.heard.text, *(f"{each.said} {each.replied}" for each in look.brief.talk), *asked)
    )
    known = {each.casefold() for each in re.findall(r"[A-Za-z]+", told)}
    words = re.findall(r"[A-Za-z]+(?:'[a-z]+)?", text)
    if faults(text, said(told)):
        return "a fault of speech"
    if text.count("?") > 1 or ("?" in text and not text.rstrip(" !").endswith("?")):
        return "more than one question, or not last"
    if len(words) > 45:
        return "too long"
    if any(each in NAMES and each.casefold() not in known for each in words):
        return "a name"
    if any(number not in told for number in re.findall(r"\d+", text)):
        return "a number"
    if any(each in NUMBER_WORDS and each not in known for each in map(str.casefold, words)):
        return "a number in words"
    if any(each in KIN and each not in known for each in map(str.casefold, words)):
        return "a relative"
    found = FORBIDDEN.search(text)
    if found:
        return f"forbidden: {found[0]}"
    if text.rstrip()[-1] not in ".?!\u2026" or (text.isupper() and len(text) > 9):
        return "no sentence"
    if not text.replace("\u2026", "").isascii():
        return "what cannot be read aloud"
    return ""


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_it_writes_nothing_wrong_is_said(seed: int) -> None:
    chance, every = random.Random(seed), looks()
    through = 0
    for _ in range(EACH):
        look = chance.choice(every)
        written = json.dumps({"reading": {}, "replies": [answer(chance, look.heard.text)]})
        read, one = [*Pieces().feed(written)]
        assert read.name == "reading"
        reply = proposal.read(one.value, look.heard.text)
        if reply is None or fence.struck(reply, look):
            continue
        through += 1
        assert not (why := wrong(reply, look)), (why, reply.kind, reply.text, look.heard.text)
    # a fence that lets nothing through would be no proof
    assert through > EACH / 100
