"""Sentences of lives nobody lived, for training the reader of feelings: written ones and patterns.

The written ones stand in tellings.tsv, narrator by narrator. The patterns below vary what GoEmotions and
EmoBank lack altogether: work, weather and war told plainly, and grief told without a word of emotion. Every
fifth pattern and three of the narrators are kept from training, to choose and calibrate on.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lab.training import LESSONS
from voice_agent.story import Emotion

WRITTEN = LESSONS / "tellings.tsv"

KEPT_BACK = (
    "Polish, siege and camps, then Leicester",
    "cinema projectionist, Ohio",
    "district midwife, County Clare",
)
"""Narrators on whom thresholds are chosen; the others train."""

EACH = 14
"""Sentences made of one pattern."""


@dataclass(frozen=True, slots=True)
class Telling:
    """One sentence and how it is told."""

    text: str
    category: Emotion
    intensity: float
    """0..1, as in lab/labelled/rated.tsv."""

    trains: bool
    """False: kept back to choose on."""


SLOTS: dict[str, tuple[str, ...]] = {
    "man": ("my father", "my grandfather", "my uncle Bert", "the manager", "old Mr. Tull", "my brother Len", "the blacksmith", "my first husband"),
    "woman": ("my mother", "my grandmother", "Auntie Vi", "the woman next door", "my sister Pearl", "Mrs. Oakes", "the cook", "my mother-in-law"),
    "lost": ("my wife", "my husband", "my sister", "our Peter", "my mother", "my little brother", "Tommy", "my best friend"),
    "year": ("nineteen thirty-six", "the spring of forty-nine", "nineteen fifty-eight", "about sixty-two", "nineteen seventy-one", "the year of the Coronation"),
    "place": ("Stockport", "the Isle of Skye", "Tulsa", "the new town", "Belfast", "Lyons Street", "Adelaide", "the Fens", "Buffalo"),
    "work": ("the foundry", "the paper mill", "the docks", "a shoe shop", "the gasworks", "the brewery", "a garage", "the hospital kitchen", "the sawmill", "an insurance office"),
    "tool": ("a spanner", "a shovel", "the ledger", "a sewing machine", "the paint brush", "a lathe", "the till"),
    "meal": ("stew and dumplings", "bread and dripping", "cabbage and bacon", "kippers", "macaroni", "a rice pudding", "liver and onions", "corned beef hash", "rabbit pie"),
    "month": ("February", "April", "July", "September", "the first week of December"),
    "sky": ("drizzle", "sleet", "hail", "a heavy dew", "a dry wind", "low cloud", "a hard frost"),
    "load": ("petrol cans", "stretchers", "sandbags", "tinned beef", "rifles", "field telephones", "engine parts", "blankets"),
    "camp": ("Aldershot", "Fort Dix", "Tobruk", "Naples", "Salisbury Plain", "Brisbane", "Calais"),
    "thing": ("spectacles", "pipe", "reading lamp", "slippers", "walking stick", "hearing aid", "rosary", "gardening hat", "tobacco tin", "hairbrush"),
    "spot": ("on the window sill", "by the bed", "on the piano", "under the stairs", "in the glove box", "next to the radio", "where it always was", "in the top drawer"),
    "child": ("my daughter", "our eldest", "the twins", "my grandson", "little Rosie", "my nephew"),
    "feast": ("Christmas", "the wedding", "the street party", "the harvest supper", "my birthday", "the regatta", "the Sunday school treat"),
    "room": ("kitchen", "hospital corridor", "bedroom", "hallway", "nursery", "front room"),
    "bit": ("the wardrobe", "the best room", "the shed", "the two acres", "the van", "the allotment"),
    "beast": ("a pig", "twenty hens", "the old ram", "a bullock", "the geese"),
    "trouble": ("the rent man", "the bombing", "the headmaster", "the flood", "the X-ray", "the motorway", "the big dog"),
    "crook": ("the landlord", "that salesman", "the union man", "my brother-in-law", "the agent", "the bank"),
    "treat": ("a bicycle", "a trip to the sea", "tickets for the circus", "a wireless set", "a proper doll", "roller skates"),
    "foul": ("the drains", "that glue works", "the cabbage water", "the slaughter yard", "the sick bay", "his old pipe water"),
}  # fmt: skip

PATTERNS: dict[tuple[Emotion, float], tuple[str, ...]] = {
    (Emotion.NEUTRAL, 0.0): (
        "I went into {work} in {year}, and I stopped there until they moved me.",
        "{man} worked at {work}, and he walked there and back.",
        "You held {tool} in your right hand and fed it with the left.",
        "In {place} we lived over a shop, with two rooms and a yard.",
        "{woman} came from {place} and her people were in the building trade.",
        "We generally had {meal} on a Wednesday, and then the rest cold the next day.",
        "For {meal} you want a big pan and a low heat, about an hour and a half.",
        "There was {sky} in {month}, and the road was wet until noon.",
        "It was {month}, so there would have been {sky} in the mornings.",
        "We were at {camp} eleven weeks, unloading {load}.",
        "They sent {load} up to {camp} by rail and then by truck.",
        "{man} was called up in {year} and posted to {camp} as a clerk.",
        "The shelling stopped about four, and then we carried {load} till dark.",
        "We killed {beast} for {feast}, and the blood went for puddings.",
        "{woman} died in {year}, I think, or it may have been the year after.",
        "The churchyard is behind the school, and {man} has the plot by the wall.",
        "He was a big man with a beard, and he sold {bit} to a family from {place}.",
        "I think {child} was born when we were in {place}, before the move.",
        "The rubbish was put out on a Friday, and the dirty water went down the drain in the yard.",
        "Our house number was twenty-six, and {woman} was at twenty-eight.",
        "You went in through the {room}, and the stairs were on your left.",
        "He asked for {meal}, and I had the soup.",
        "That picture was taken in {place}, in {year}, and that is {man} at the back.",
        "The doctor came on his rounds from {place}, and you paid him a shilling.",
        "Well now, it would be {year}, because we had {bit} by then.",
        "No, I never learned to drive, {man} did the driving.",
        "The bomb fell at the far end, and they had it roped off by dinner time.",
        "I have had the operation on my hip, and they do the other one in {month}.",
        "{man} was in the cells at {place} for two nights over a matter of some {load}.",
        "We used {tool} and a bucket, and it took the two of us till tea time.",
        "My wages were three pounds ten, and {woman} had two pounds for my keep.",
        "The strike began in {month}, and we went back in the autumn on the same money.",
        "Then came the war, and I was put on {load} at {work}.",
        "We took the six o'clock bus to {place} and changed at the market.",
    ),
    (Emotion.SADNESS, 0.6): (
        "I leave {lost}'s {thing} {spot}, and I dust round it.",
        "There is nobody now to ask about {place}, I am the only one that was there.",
        "I came back to the {room} that evening, and I did not know where to sit.",
        "They sold {bit} after that, and nobody in the family spoke of it.",
        "I still buy the marmalade that {lost} liked, and I do not care for it.",
        "I hear the gate and I look up, and it is only the wind.",
        "{lost} would have been at {feast} too, the chair was against the wall.",
        "The phone used to ring at six every Sunday, and now it does not.",
        "We gave away {lost}'s clothes, and I kept the one scarf.",
    ),
    (Emotion.SADNESS, 0.8): (
        "{lost} went in on the Monday for tests, and never came home again.",
        "The nurse gave me {lost}'s {thing} in an envelope with a number on it.",
        "They came to tell me at {work}, and I finished what I was doing and then I could not stand up.",
        "I was holding {lost}'s hand, and it got lighter and then I called the nurse.",
        "The {room} was all ready, with the little blankets folded, and we shut the door on it.",
        "It was {month} when {lost} was lost, and I have not cared for {month} since.",
        "I broke down in the middle of {feast}, I just sobbed.",
        "I miss {lost} terribly, it never gets any easier.",
        "It was the saddest thing I ever saw, {lost} lying there in that {room}.",
    ),
    (Emotion.JOY, 0.8): (
        "When {child} came running across the {room} I could have danced for joy!",
        "{feast} was wonderful, we sang and laughed until two in the morning.",
        "I got {treat}, and there was not a happier child in {place}.",
        "We were so proud of {child}, up there on the platform, we clapped our hands sore.",
        "It was such a happy house, always somebody laughing in the {room}.",
        "What a lark that was, {man} in {woman}'s hat!",
        "I was thrilled to bits with {treat}, I hugged everybody.",
        "Those summers at {place} were pure delight.",
    ),
    (Emotion.LOVE, 0.7): (
        "I loved {woman} dearly, she was goodness itself to me.",
        "{lost} was everything to me, from the day we met.",
        "He would hold my hand under the table, even at {feast}, even when we were old.",
        "{child} comes and sits by me, and my heart just melts.",
        "There was never anyone so tender with us as {woman}.",
        "I had such a soft spot for {man}, I would have done anything for him.",
        "We were sweethearts at {place}, and we never looked at another.",
    ),
    (Emotion.ANGER, 0.7): (
        "It was wicked what {crook} did to us, and I told everyone so.",
        "I was livid, {crook} had taken {bit} and not paid a penny.",
        "I hated {crook}, the bully, we all did.",
        "I shouted at {man} in front of the whole street, I was that mad.",
        "They never even apologised, and it still makes me see red.",
        "We were robbed, plain and simple, by {crook}, and they got away with it.",
        "I slammed the door in the face of {crook}, and I was not sorry.",
    ),
    (Emotion.FEAR, 0.7): (
        "I was petrified of {trouble}, I used to hide in the {room}.",
        "My knees were knocking, because of {trouble}, and I could hardly breathe.",
        "We did not know if we should live till morning, with {trouble}.",
        "I lie awake worrying about {child}, I get into a panic.",
        "I ran and I ran, I thought {trouble} had got me.",
        "There was a scream from the {room}, and my hair stood on end.",
    ),
    (Emotion.DISGUST, 0.6): (
        "The smell of {foul} was vile, I had to hold my nose.",
        "I found a slug in {meal}, and it makes me shiver to think of it.",
        "It was disgusting, {foul}, and we had to live beside it.",
        "I could not touch {meal} after that, it made me ill to look at it.",
    ),
    (Emotion.SURPRISE, 0.6): (
        "I got the shock of my life, {man} was standing in the {room}!",
        "I never dreamed they would give me {treat}, I was speechless.",
        "Imagine it, {woman} had been married to a man from {place} all that time!",
        "And suddenly there was {man}, large as life, I was flabbergasted.",
    ),
    (Emotion.OPTIMISM, 0.6): (
        "We thought that with {bit} we should soon be on our feet, and we were full of hope.",
        "I told {woman} not to fret, something would turn up, and it would be all right.",
        "I have every hope for {child}, the future is theirs.",
        "{place} was a fresh start, and I knew we would manage.",
    ),
    (Emotion.PESSIMISM, 0.6): (
        "It is all going downhill, and {place} will never recover.",
        "I do not think I will see {feast} this time round.",
        "There was no hope for {work} after that, it was bound to fail.",
        "What is the point of it, nobody will remember {man} or me.",
    ),
    (Emotion.ANTICIPATION, 0.6): (
        "We could talk of nothing else for weeks before {feast}.",
        "I am so looking forward to {treat}, I have been counting on it.",
        "I was on tenterhooks until {child} came home.",
        "We had it all planned, {feast}, months before, and could not sleep for thinking of it.",
    ),
    (Emotion.TRUST, 0.6): (
        "I trusted {man} completely, he was as honest as the day.",
        "You could depend on {woman}, whatever happened.",
        "{woman} kept my secret to the end, and I knew she would.",
        "I have faith, and it has carried me through.",
    ),
}

SPOKEN = ("Well, ", "You know, ", "And ", "So ", "I suppose ", "Now ", "Oh, ")
"""How sentences begin when they are spoken; one in five does."""


def tellings() -> tuple[Telling, ...]:
    """Return all of them, the written ones first, each once; always the same."""
    return tuple(dict.fromkeys((*written(WRITTEN), *_made())))


def written(file: Path) -> Iterator[Telling]:
    """Read sentences narrator by narrator. Raises OSError, ValueError."""
    narrator = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            narrator = line.removeprefix("##").strip()
            continue
        category, intensity, text = line.split("\t")
        yield Telling(text, Emotion(category), float(intensity), narrator not in KEPT_BACK)


def _made() -> Iterator[Telling]:
    for (category, intensity), patterns in PATTERNS.items():
        for number, pattern in enumerate(patterns):
            dice = random.Random(f"{category} {number}")
            texts = dict.fromkeys(_fill(pattern, dice) for _ in range(EACH))
            yield from (Telling(text, category, intensity, number % 5 != 4) for text in texts)


def _fill(pattern: str, dice: random.Random) -> str:
    text = re.sub(r"\{(\w+)\}", lambda slot: dice.choice(SLOTS[slot[1]]), pattern)
    if dice.random() < 0.2:
        text = dice.choice(SPOKEN) + (text if text.startswith("I") else text[0].lower() + text[1:])
    text = text[0].upper() + text[1:]
    # a recogniser sometimes writes neither capitals nor stops
    return re.sub(r"[,.!]", "", text).lower() if dice.random() < 0.15 else text
