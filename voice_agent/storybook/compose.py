"""A book without a language model: the narrator's own sentences, in time, retellings merged, chapter by chapter.

    book = compose(gather(source), plan)

Every sentence goes through the gate; one that fails stands as it was heard. Pure, and the same telling makes
the same book.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from voice_agent.memory.claims import Mention
from voice_agent.memory.privacy import strictest
from voice_agent.memory.terms import terms
from voice_agent.storybook import said_to_us
from voice_agent.storybook.atoms import kin, names
from voice_agent.storybook.blocks import Block, begins, blocks
from voice_agent.storybook.grounding import faults
from voice_agent.storybook.material import Material, ToldSentence
from voice_agent.storybook.outline import outline
from voice_agent.storybook.pages import Book, Chapter, Kind, Passage, Sentence
from voice_agent.storybook.plan import Plan
from voice_agent.storybook.retellings import Retold, merged
from voice_agent.storybook.tidied import finished, tidy
from voice_agent.storybook.turn_sentences import DANGLING

PIECE = 5
"""Sentences of a passage: what can be read aloud and agreed to in one breath. A guess."""

FEWEST = 3
"""Sentences that may stand as the last passage of a stretch. A guess."""

YEAR = 366
LONG_AFTER = 8 * YEAR

_PLACED = re.compile(
    r"^(?:in|on|at|by|from|until|till|since|after|before|during|when|while|one|that|the (?:next|first|last|year|summer|"
    r"winter|spring|day|night|morning)|every|my first|later|then|around|about|I was (?:born|\w+ (?:or|years))|back|years|once)\b",
    re.IGNORECASE,
)
_REPLY = re.compile(
    r"^(?:oh|ah|well|yes|yeah|of course|indeed|certainly|that's right|that is right|that's (?:all|it)|I (?:suppose|think|guess) so|"
    r"I forgot to say|where was I|as I (?:said|say)|let me (?:see|think)|all right|[,\s])+[.!…?]*$",
    re.IGNORECASE,
)


def compose(material: Material, narrator: str, plan: Plan, *, birth: str = "") -> Book:
    """Make the book of `material`. `birth` is the EDTF of the narrator's birth. Raises nothing."""
    links = Links(plan)
    retold = {each.block.order: each for each in merged(blocks(material))}
    stretches = [each.block for each in retold.values()]
    chapters = tuple(
        Chapter(
            design.key,
            design.title,
            design.short,
            _passages([retold[each.order] for each in some], links),
        )
        for design, some in outline(stretches, plan, material.life, birth=birth)
    )
    chapters = _as_put(tuple(each for each in chapters if each.passages), material)
    return Book(narrator, chapters, left_out=tuple(each.words for each in material.left_out))


def _as_put(chapters: Sequence[Chapter], material: Material) -> tuple[Chapter, ...]:
    """With what the narrator wants to read otherwise: at the first sentence it stands for, once."""
    wanted = {each.span: each.reads for each in material.told if each.reads}
    done = set[tuple[str, int, int]]()

    def put(sentence: Sentence) -> Sentence:
        span = sentence.spans[0] if sentence.spans else None
        stretch = wanted.get(span) if span else None
        if span is None or stretch is None:
            return sentence
        key = (str(span.session), int(span.turn), stretch.first)
        text = "" if key in done else stretch.text
        done.add(key)
        return replace(sentence, reads=" ".join(text.split()))

    return tuple(
        replace(
            chapter,
            passages=tuple(
                replace(each, sentences=tuple(put(s) for s in each.sentences))
                for each in chapter.passages
            ),
        )
        for chapter in chapters
    )


@dataclass(slots=True)
class Links:
    """Chooses among fixed phrases, so that none follows itself."""

    plan: Plan
    used: dict[str, int] = field(default_factory=dict[str, int])

    def say(self, kind: str) -> Sentence:
        """The next phrase of `kind`, as a sentence of ours."""
        phrases = self.plan.links[kind]
        turn = self.used.get(kind, 0)
        self.used[kind] = turn + 1
        return Sentence(phrases[turn % len(phrases)], Kind.LINK)


def _passages(retold: Sequence[Retold], links: Links) -> tuple[Passage, ...]:
    found: list[Passage] = []
    before: Block | None = None
    # what is heard word for word alone, and has no passage of its privacy yet
    waits: list[ToldSentence] = []
    for each in retold:
        told = (*each.block.told, *each.heard)
        body = [own(one) for one in each.body if _worth(one)]
        if not body:
            if found and found[-1].privacy == each.block.privacy:
                found[-1] = _beside(found[-1], told)
            else:
                waits += told
            continue
        first = len(found)
        found += _stretch(each, body, before, links)
        if waits and found[first].privacy == strictest(one.privacy for one in waits):
            found[first] = _beside(found[first], waits, first=True)
            waits = []
        before = each.block
    rest = [list(some) for _, some in groupby(waits, key=lambda one: one.privacy)]
    return (*found, *(Passage((), "", *texts(some)) for some in rest))


def _stretch(
    retold: Retold, body: Sequence[Sentence], before: Block | None, links: Links
) -> list[Passage]:
    """One stretch in pieces, and with the last of them what other tellings add."""
    found: list[Passage] = []
    block = retold.block
    leading = lead(block, before, links)
    pieces = [body[n : n + PIECE] for n in range(0, len(body), PIECE)]
    if len(pieces) > 1 and len(pieces[-1]) < FEWEST:  # the end of a joke stays with the joke
        pieces[-2:] = [[*pieces[-2], *pieces[-1]]]
    asked = {each.span: each.asked for each in retold.body[1:] if each.asked}
    spans = [told.span for told in block.told]
    begin = 0
    for place, piece in enumerate(pieces):
        # all that was told there, up to where the next piece begins
        end = spans.index(piece[-1].spans[0]) + 1 if place + 1 < len(pieces) else len(spans)
        said = (*(leading if place == 0 else ()), *_with_questions(piece, asked))
        found.append(Passage(said, block.when, *texts(block.told[begin:end])))
        begin = end
    extra: list[Sentence] = []
    for kind, more in (("again", retold.added), ("otherwise", retold.otherwise)):
        some = [own(told) for told in more if _worth(told)]
        extra += [links.say(kind), *some] if some else []
    last = found[-1]
    if len(last.sentences) + len(extra) > 2 * PIECE:
        found.append(Passage(tuple(extra), block.when, *texts(retold.heard)))
    elif retold.heard:
        found[-1] = replace(_beside(last, retold.heard), sentences=(*last.sentences, *extra))
    return found


def _with_questions(piece: Sequence[Sentence], asked: Mapping[Mention, str]) -> Iterator[Sentence]:
    """A short answer that stands with what was told before it keeps the question that it cannot be followed without."""
    for each in piece:
        question = said_to_us.asked(asked.get(each.spans[0], ""))
        if question and answers(question, each.text):
            yield Sentence(question, Kind.ASKED)
        yield each


def _beside(passage: Passage, told: Sequence[ToldSentence], *, first: bool = False) -> Passage:
    """The passage with more that is heard and not printed."""
    verbatim, tidied = texts(told)
    if first:
        return replace(
            passage,
            verbatim=(*verbatim, *passage.verbatim),
            tidied=(*tidied, *passage.tidied),
        )
    return replace(
        passage, verbatim=(*passage.verbatim, *verbatim), tidied=(*passage.tidied, *tidied)
    )


def texts(told: Sequence[ToldSentence]) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """The word-for-word and the tidied text of some sentences. The former is what was heard, whatever was said of it later."""
    verbatim = tuple(
        Sentence(text, Kind.OWN, each.spans, each.privacy, beside=each.beside, doubt=each.doubt)
        for each in told
        if (text := finished(each.span.words))
    )
    tidied = tuple(own(each) for each in told if tidy(each.text) and not each.out)
    return verbatim, tidied


def own(told: ToldSentence) -> Sentence:
    """A sentence of the narrator's, tidied; as it was heard, where tidying took too much."""
    spans = (*told.spans, *told.also)
    text = tidy(told.text) or finished(told.text)
    sentence = Sentence(text, Kind.OWN, spans, told.privacy, beside=told.note)
    return replace(sentence, text=finished(told.text)) if faults(sentence) else sentence


def _worth(told: ToldSentence) -> bool:
    """Is it more than a yes or a sound of thinking? Those stand word for word and tidied."""
    text = tidy(told.text)
    return not told.out and bool(text) and not _REPLY.match(text)


def lead(block: Block, before: Block | None, links: Links) -> tuple[Sentence, ...]:
    """What stands before a stretch so that it can be followed: a question, a fixed phrase, or nothing."""
    first = next(each for each in block.told if _worth(each))
    opening = block.told[: block.told.index(first) + 1]
    question = said_to_us.asked(next((each.asked for each in opening if each.asked), ""))
    if question and answers(question, tidy(first.text)):
        return (Sentence(question, Kind.ASKED),)
    if before is None or _PLACED.match(tidy(first.text)) or block.events & before.events:
        return ()  # of one story told twice neither is later
    # what has no date of its own may be of any time
    if block.when and before.when and ".." not in block.when + before.when:
        days = (begins(block.when) - begins(before.when)).days
        if days > LONG_AFTER:
            return (links.say("much_later"),)
        if days > YEAR:
            return (links.say("later"),)
        if days >= 0 and block.session != before.session:
            return (links.say("same_time"),)
        return ()
    apart = _day(block) != _day(before) and not block.told[0].written  # a diary was not told
    return (links.say("another_evening"),) if apart else ()


def _day(block: Block) -> str:
    """The day of the sitting, as its id begins: two talks of one afternoon are no "another day"."""
    return block.session[:10]


def answers(question: str, text: str) -> bool:
    """Can `text` not be followed without `question`, and does it answer that one?

    "He was four years older than me, was Tommy" after "How had you come to live there?" points to nobody in it.
    """
    if points := DANGLING.match(text):
        who = _PERSON.search(points[0])
        if who and not (
            _PERSON.search(question)
            or kin(question)
            or set(names(question)) - {question.split()[0]}
        ):
            return False
        return _NAMED_LATER.search(text) is None
    if not elliptic(text):
        return False
    fits = next((wanted for asked, wanted in _FITS if asked.search(question)), None)
    return fits is None or fits.search(text) is not None or bool(terms(question) & terms(text))


_PERSON = re.compile(r"\b(?:he|she|they|his|her|their|him|them|who|whom|whose)\b", re.IGNORECASE)
_NAMED_LATER = re.compile(r",\s*(?:was|were|is|had|did) (?:our |my |the )?[A-Z]\w+[.!]?$")
""" "He was four years older than me, was Tommy"."""

_FITS = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(wanted))
    for asked, wanted in (
        (r"\b(?:how (?:old|many|much|long|often|far)|what (?:age|year|time))\b", r"\d|(?i:\b(?:one|two|three|four|five|six|seven|eight|nine|ten|"
         r"eleven|twelve|\w+teen|\w+ty|hundred|dozen|few|many|most|every|never|always|all|years?|months?|weeks?|days?|hours?|miles?|until|since|too|not|about)\b)"),
        (r"\bwhere\b", r"(?i:\b(?:in|at|on|by|near|from|to|behind|up|down|under|over|outside|inside|above|next|there|here|everywhere|nowhere|home)\b)|(?<!^)\b[A-Z]\w|^[A-Z]\w+\.$"),
        (r"\bwhen\b", r"\d|(?i:\b(?:in|at|on|after|before|when|until|during|since|about|around|every|always|never|the|one|two|that)\b)"),
        (r"\bwhy\b", r"(?i:\b(?:because|to|for|so|no|the|my|out of)\b)"),
    )
)  # fmt: skip
"""What an answer without a verb must hold to answer a question of that kind. A guess."""

_VERB = re.compile(
    r"\b(?:was|were|is|are|am|had|have|has|did|do|does|could|would|\w+ed|went|came|got|made|took|said|gave|saw|knew|told|kept|"
    r"left|found|thought|brought|bought|caught|taught|sang|sat|stood|ran|fell|grew|flew|drew|wrote|spoke|broke|wore|won|lost|"
    r"met|paid|put|sent|set|sold|spent|built|felt|held|heard|led|let|lay|slept|cut|hit|shut|rode|rose|drove|shook|stole|swam|"
    r"began|drank|rang|ate|fed|fought|hung|hid|chose|became)\b|n't\b"
)
_SUBJECT = re.compile(r"\b(?:I|we|he|she|they|it|you|there|nobody|everybody|who)\b", re.IGNORECASE)
_BEYOND = re.compile(
    r",\s*(?:and|but|so|which|who|where)\b|\b(?:when|because|which|that|if|until)\b|[;:]"
)


def elliptic(text: str) -> bool:
    """An answer without a verb of its own: "Mostly my brother Walter and me", "In Hull, in Scarborough Street"."""
    head = _BEYOND.split(text, maxsplit=1)[0]
    return not _VERB.search(head) and not _SUBJECT.search(head)
