"""The end of a talk as a recogniser writes it: "alright son i tired now we stop here god bless". Pure.

Without full stops a clause cannot be cut out, so the turn must come apart, from its first word to its last, into ways
of ending and the small words that people put between them; or it must end in a goodbye that nobody in a story says.
"""

import re
from collections.abc import Callable

from voice_agent.reading.words.plain_words import plain

LONGEST_UNMARKED_WORDS = 25
"""Words; what is longer is a story. A guess."""

BEFORE = 9
"""Words of something else that may stand before a goodbye. A guess."""

_ENDS = re.compile(
    r"\b(?:stop|enough|tired|sleepy|weary|bed|night|goodnight|bye|goodbye|off|finish|finished|done|go|rest|cheerio|ta ra|ta ta|end|leave it|call it a day|that will do)\b"
)
_PART = r"(?:my|the) (?:feet|foot|head|back|legs?|eyes?|throat|voice|knees?|hips?|bones|hands?) (?:hurts?|aches?|(?:is|are) (?:sore|tired|aching|hurting|going|heavy|gone)|(?:is|are) giving out)"
_ASIDE = re.compile(
    r"(?:al(?:l |l)?right|right|ok|okay|now|then|so|and|but|yes|no|please|thank you|thanks|ta|son|pet|lad|lass|hen|my (?:dear|friend|child|boy|girl)|"
    r"i say|i said|you hear|you hear me|god bless(?: you)?|bless you|the lord bless you|till next time|until next time|next time|tomorrow|see you(?: (?:soon|tomorrow|again|later))?|"
    r"take care(?: of yourself| now)?|sleep well|mind yourself|sorry|i am sorry|i think|that is all|for now|for today|today|"
    r"(?:it (?:is|was|has been) |that was )?(?:lovely|nice|good|grand|a pleasure|pleased|very nice|so nice) (?:to (?:meet|talk to|talk with|see|speak to|chat with)|meeting|talking to|talking with|speaking to|chatting with|seeing) you|"
    r"(?:it (?:is|was) )?(?:a )?(?:lovely|nice|good|grand) (?:talk|chat)|it is (?:getting |very |so )?late|"
    rf"(?:because |for )?{_PART}|i (?:am|feel) (?:so |very |getting )?(?:cold|hungry|poorly|stiff|sore))"
)
_FAREWELL = re.compile(
    r"(?P<before>.*?) ?\b(?P<end>(?:good ?bye|good ?night|bye(?: bye)?|cheerio|night night|ta ra)(?: (?:now|then|for now|god bless|all|to you|my dear|son|pet|see you|and god bless|thank you|bless you))*|"
    r"i am (?:going to|off to) (?:my )?bed(?: now)?|(?:can|could|shall|may|let) (?:we|us) (?:please )?(?:stop|finish)(?: (?:now|here|there|please|for today|today))*|"
    r"i (?:want|would like|need) to (?:stop|finish)(?: (?:now|here|please|for today|today))*|that is enough for (?:today|now)|i (?:must|have to|had better|need to|will have to) (?:go|stop) now)"
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|went|came|got|ran|took|told|saw|heard|left|stood|sat|\w{3,}ed|he|she|they|them|him|her|when|if|until|till|before|after|never|not|used|would(?! (?:like|rather))|always|every)\b"
)
_NAMED = re.compile(
    r"\b(?:said?|say(?:s|ing)?|a|the|to|of|my|his|our|their|last|long|no|without|wish\w*|wave\w*|kiss\w*|bid|every|goes|go|sing\w*|called|song)$"
)
_SORE = re.compile(
    rf"(?P<wish>.* (?:stop|finish|rest)(?: it)? (?:now|here|please|for today))(?: dear| love| son| pet)? (?:because )?(?:{_PART}|i am \w+(?: \w+)?|it is (?:getting |too )?late)"
)


Ends = Callable[[str], str | None]
"""What a whole clause asks for, of what ends a talk; None where it asks for none of it."""

RESTS = "tired"
"""Asks for less than an end: an end said beside it is meant."""


def ending(said: str, ends: Ends) -> str | None:
    """Return what ends the talk in `said`, as `ends` has it of a whole clause; None where nothing does, or in a story."""
    text = plain(said).replace(" . ", " ").strip(" .")
    words = text.split()
    if not words or len(words) > LONGEST_UNMARKED_WORDS or re.search(r"[.!?;:…]\s+\S", said):
        return None
    if not _ENDS.search(text):
        return None
    if found := _apart(words, ends):
        return found
    if match := _SORE.fullmatch(text):
        return None if _PAST.search(text) else ends(match["wish"])
    match = _FAREWELL.fullmatch(text)
    if match is None or len(match["before"].split()) > BEFORE:
        return None
    before = match["before"].strip()
    if _NAMED.search(before) or _PAST.search(before):
        return None
    return ends(match["end"].partition(" god bless")[0])


def _apart(words: list[str], ends: Ends) -> str | None:
    """What the turn asks for, if all of it is ways of ending and small words: the last such wish; None if not."""
    reached: dict[int, str | None] = {0: None}
    for end in range(1, len(words) + 1):
        for start in range(max(0, end - 12), end):
            if start not in reached:
                continue
            text = " ".join(words[start:end])
            found = ends(text)
            if found is not None or _ASIDE.fullmatch(text):
                before = reached[start]
                meant = before if found is None or (found == RESTS and before) else found
                if reached.get(end) in (None, RESTS):
                    reached[end] = meant or reached.get(end)
    return reached.get(len(words))
