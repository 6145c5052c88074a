"""What was said, in plain words for rules to read: lower case, contractions written out, fillers left out.

Full stops stay between sentences, so that a rule may not reach from one into the next. A recogniser's text
without any punctuation comes out the same, but for those. Pure.
"""

import re
from functools import lru_cache

_CONTRACTIONS = (
    (r"\b(?:can ?t|cannot|can t)\b", "can not"),
    (r"\bwon t\b", "will not"),
    (r"\bshan t\b", "shall not"),
    (r"\b(?:do|don) ?t\b", "do not"),
    (r"\bain t\b", "is not"),
    (r"\bdaren t\b", "dare not"),
    (r"\b(is|are|was|were|do|does|did|has|have|had|would|could|should|must|need)n ?t\b", r"\1 not"),
    # as it is said in the Caribbean
    (r"\b(?:cyaa?n|kyaan)\b", "can not"),
    (r"\bmi\b(?= (?:can not|drop|fall|feel|foot|head|chest|heart)\b)", "i"),
    (r"\bye\b", "you"),
    (r"\bwis\b", "was"),
    (r"\bfae\b", "from"),
    (r"\btae\b", "to"),
    (r"\bdat\b", "that"),
    (r"\bdis\b", "this"),
    (r"\bdoh (?=(?:let|tell|say|go|write|put|you|mek|make|forget|want|know|like)\b)", "do not "),
    (r"\bmi\b(?= (?:daughter|son|sister|brother|mother|father|wife|husband|family|children)\b)", "my"),
    # as it is said in Scotland and in the north of England
    (r"\bcann(?:ae|a)\b(?! lil)", "can not"),
    (r"\b(?:dinn(?:ae|a)|dinny)\b", "do not"),
    (r"\bw[iu](?:ll)?n(?:n?ae|na)\b", "will not"),
    (r"\bwisn(?:ae|a)\b", "was not"),
    (r"\b(is|are|was|were|does|did|has|have|had|would|could|should)n(?:ae|a)\b", r"\1 not"),
    (r"\bsummat\b", "something"),
    # and in Norfolk
    (r"\byew\b", "you"),
    (r"\bdew\b(?= (?:you|not|i|they|we|that|he|she)\b)", "do"),
    (r"\bthass\b", "that is"),
    (r"\bwus\b", "was"),
    (r"\b(?:in|en) t\b", "is not"),
    (r"\byis\b", "yes"),
    (r"\bhent\b", "have not"),
    (r"\bem\b", "them"),
    (r"(?<!let )\bm[ea]h? (chest|heart|arms?|legs?|breath|hips?|lungs|throat)\b", r"my \1"),
    (r"\bi m\b", "i am"),
    (r"\bim\b", "i am"),
    (r"\b(that|there|what|who|where|he|she|here)s\b", r"\1 is"),
    (r"\b(i|you|we|they) ?ve\b", r"\1 have"),
    (r"\b(you|they) ?re\b", r"\1 are"),
    # "i tired now": said so in the Caribbean, in Africa and in India, and lost by recognisers elsewhere
    (r"\bi (tired|sleepy|weary|frightened|going)\b(?! (?:of|him|her|them|me|out)\b)", r"i am \1"),
    (r"\b(i|you|we|they|who|should|would|could|might|must) ve\b", r"\1 have"),
    (r"\b(you|we|they|there) re\b", r"\1 are"),
    (r"\b(i|you|he|she|it|we|they|who|that|there|this) ll\b", r"\1 will"),
    (r"\b(i|you|he|she|it|we|they|who) d\b", r"\1 would"),
    (r"\b(he|she|it|that|there|what|who|where|here|nobody|nothing|something|somebody|everything) s\b", r"\1 is"),
    (r"\bits\b", "it is"),
    (r"\b(that|what)s\b", r"\1 is"),
    (r"\blet s\b", "let us"),
    (r"\bfor get\b", "forget"),
    (r"\bgonna\b", "going to"),
    (r"\bgotta\b", "got to"),
    (r"\bwanna\b", "want to"),
    (r"\b(my|your|him|her|it) self\b", r"\1self"),
    (r"\b(some|any|every) (body|one|thing)\b", r"\1\2"),
    (r"\bno body\b", "nobody"),
    (r"\bno one s\b", "no one is"),
)  # fmt: skip

_HALTS = re.compile(r"(?:\.{2,}|…)\s*(?=[a-z])")
"""Somebody fights for breath or words, and goes on: "I can't... catch... my breath"."""

_FILLERS = re.compile(
    r"\b(?:um|uh|er|erm|eh|ah|oh|mm|hm|well|like i say|(?<!do )you know|i mean|sort of|kind of|kinda|just|"
    r"really|honestly|actually|simply|truly|quite|to be honest|to tell you the truth|if i am honest|"
    r"i suppose|i guess|i reckon|god help me|dear|love|honey|you see|if you must know)\b(?! (?:god|lord|me|to|is|my|the|him|her|them|story|letter)\b)"
)


REMEMBERED_TEXTS = 1024
"""Texts whose plain words are kept: what is read of one turn asks for the same ones some thousand times."""


@lru_cache(REMEMBERED_TEXTS)
def plain(said: str) -> str:
    """Return the words of `said`, one space between them and " . " between sentences."""
    text = _HALTS.sub(" ", said).lower().replace("’", "'").replace("'", " ")
    text = re.sub(r"[.!?;…]+", " . ", text)
    text = " ".join(re.sub(r"[^a-z0-9. ]+", " ", text).split())
    for short, long in _CONTRACTIONS:
        text = re.sub(short, long, text)
    return " ".join(_FILLERS.sub(" ", text).split())


_ENDS = re.compile(r"(?<=[.!?;…])\s+")

_STOPS = re.compile(r"(?<=[.!?…])\s+")


def at_stops(said: str) -> list[str]:
    """`said` as it was said, cut behind every full stop, question or exclamation mark; one piece at least."""
    return [each for each in _STOPS.split(said.strip()) if each] or [""]


LONG = 30
"""Words; a longer stretch without a full stop is a recogniser's, and is read in overlapping pieces."""


def sentences(said: str) -> list[str]:
    """What was said, sentence by sentence; what has no full stops comes as `pieces` has it."""
    found: list[str] = []
    for sentence in (each for each in _ENDS.split(said.strip()) if each):
        words = sentence.split()
        found += _overlapping(words) if len(words) > LONG else [sentence]
    return found


def _overlapping(words: list[str]) -> list[str]:
    return [" ".join(words[n : n + 24]) for n in range(0, len(words) - 8, 12)]


def pieces(said: str) -> list[str]:
    """Cut what was said into sentences and neighbouring pairs of them.

    What has no full stops comes as overlapping pieces of 24 words.
    """
    found: list[str] = []
    before = ""
    for sentence in (each for each in _ENDS.split(said.strip()) if each):
        words = sentence.split()
        if len(words) > LONG:
            found.extend(_overlapping(words))
            before = ""
            continue
        found.append(sentence)
        if before and len(words) + len(before.split()) <= LONG:
            found.append(f"{before} {sentence}")
        before = sentence
    return found
