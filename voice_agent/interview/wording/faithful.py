"""Does a model's wording do what was planned, and add nothing? Pure.

checks.py knows what nobody may say; here a reply is held against the move it words and the turn it
follows. The rules were found with a real 1.5B model, which answered our question for the narrator,
said "my hand" for "your hand", and repeated what it had read in the examples.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from voice_agent.interview.wording.checks import Fault, asks, parts
from voice_agent.interview.wording.rephrase import Prompt
from voice_agent.interview.wording.unsaid import Rule
from voice_agent.reading.words.stems import content, stems
from voice_agent.reading.words.vocabulary import WORD, SayableWords, plain, said

_QUESTION_WORDS = frozenset("what where who when why how which whose".split())  # noqa: SIM905

_FIRST_PERSON = frozenset("i i'd i'm i've i'll me my mine myself we we'd we've us our ours".split())  # noqa: SIM905

_FRAGMENT = re.compile(
    r"^(and |but |or |so )?(when|while|if|as|where|because|that|which) (you|he|she|it|they|we|the|your|there)\b[^,]*\?$",
    re.IGNORECASE,
)


def departures(
    reply: str, prompt: Prompt, *, plan: str, heard: str, known: SayableWords
) -> tuple[Fault, ...]:
    """Say where `reply` departs from `plan` or from what was `heard`; `known` is all that was said."""
    return tuple(_departures(reply, prompt, plan, heard, known | said(heard, plan)))


def _departures(
    reply: str, prompt: Prompt, plan: str, heard: str, known: SayableWords
) -> Iterator[Fault]:
    planned = [one for one in parts(plain(plan)) if asks(one)]
    sentences = parts(plain(reply))
    asked = [one for one in sentences if asks(one)]
    if bool(planned) != bool(asked):
        yield Fault(Rule.PLAN, "asks" if asked else "does not ask")
    elif asked and not _gist(planned[-1]) & _gist(asked[-1]):
        yield Fault(Rule.PLAN, "asks something else")
    elif asked and _FRAGMENT.search(asked[-1]):
        yield Fault(Rule.PLAN, "half a question")
    for own in sorted(_in_person(reply) & _in_person(heard) - _in_person(plan)):
        yield Fault(Rule.PERSON, " ".join(own))
    told = stems(known.words)
    for sentence in sentences:
        strange = content(sentence) - told - ACKNOWLEDGING
        if asks(sentence):
            # a question may bring in a new thing ("what did it smell of?"), but not an example's
            strange &= _leaks(prompt)
        if strange:
            yield Fault(Rule.INVENTED, min(strange))


def _gist(sentence: str) -> set[str]:
    words = [word.casefold() for word in WORD.findall(sentence)]
    first = next((word for word in words if word in _QUESTION_WORDS), "")
    return content(sentence) | ({first} if first else set())


def _in_person(text: str) -> set[tuple[str, str]]:
    """Pairs of neighbours of which one says I, me, my, we, us or our."""
    words = [word.casefold() for word in WORD.findall(plain(text))]
    return {
        (one, other)
        for one, other in pairwise(words)
        if (one in _FIRST_PERSON or other in _FIRST_PERSON) and one != "tell"
    } - {("i", "see")}


def _leaks(prompt: Prompt) -> set[str]:
    texts = (text for one in prompt.examples for text in (one.narrator, one.interviewer))
    return {stem for text in texts for stem in content(text)}


ACKNOWLEDGING = frozenset(
    stems(
        """
        all already always another away back began begin came certainly come day days difficult early
        easy else ever every everything far few first full goes going gone got hard heavy hurry kept
        last late left like little long lot made many memory mind moment more morning most mostly much
        never new next night no nobody not nothing now often oh once one only other outside own part
        people perhaps place plain quiet quite rather really rest right same see small so some somebody
        something somewhere soon stay stayed still such sure surely take than thing things think time
        together took two under until very way week well went while whole without word words work world
        year years yes yet young old must matter mattered around again after before between during
        through over up down off out into there here both each even just too mm goodness gracious
        """.split()  # noqa: SIM905
    )
)
"""Words a statement of ours may use although nobody said them: they tell nothing."""
