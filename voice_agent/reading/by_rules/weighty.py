"""Does an old story weigh on the heart, though no word in it says "died"? Pure.

Asked before an old story is brought back unasked. What hurts now is heard elsewhere (hard_words.hard, the safety net); this
is wider on purpose: a telegram, a ward, "he never came home". One return too few costs little, one too many hurts.
"""

import re

from voice_agent.reading.by_rules.hard_words import hard

_WORDS = (
    # loss that is not named
    r"telegrams?|went missing|(?:posted|reported|was) missing|too late|no longer with|gone now|last words",
    r"never (?:came|come|got|went) (?:home|back)|never (?:spoke|spoken|forgave|forgiven|told)\b",
    r"did(?: not|n't) (?:come (?:home|back)|live|make it|last|know (?:me|us|his|her)|speak)",
    r"coffin|hearse|wreath|cemetery|churchyard|ashes|headstone|mourning|black armband|(?:his|her|their) own life",
    # illness
    r"ill|illness|sick(?:ness)?|hospital|ward|sanatorium|asylum|infirmary|operation|consumption|tuberculosis|polio",
    r"diphtheria|scarlet fever|pneumonia|dementia|alzheimer'?s?|breakdown|depress\w*|blind|paraly\w*|amputat\w*",
    r"crippl\w*|miscarried|born dead",
    # war, flight and accidents
    r"war|bomb\w*|blitz|torpedo\w*|wounded|prisoners?|barbed wire|refugees?|soldiers came|shot",
    r"accident|crash\w*|collapsed|roof came in|explosion|burn(?:t|ed) down|crushed|run over|knocked down",
    # violence, drink, and being left
    r"drunk|drinking|the belt|strap|(?:hit|struck|slapped|thrashed) (?:me|us|him|her|my)|bruis\w*|frightened of",
    r"locked (?:me|us|him|her)|walked out|left (?:me|us|my (?:mother|father))|divorc\w*|deserted|unfaithful",
    r"taken (?:away|from (?:me|us|her|him))|took (?:him|her|them|me|us|the baby) (?:away|off)",
    r"gave (?:him|her|the baby) (?:up|away)|adopt\w*|orphanage|workhouse|evict\w*|bailiffs?|prison|gaol|jail|police",
    # what is carried about
    r"asham\w*|shame|guilt\w*|forgiv\w*|regret\w*|hungry|starv\w*|lonel\w*|wept|tears|heartbr\w*",
)
_WEIGHS = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)


def weighs(told: str) -> bool:
    """Might `told` be something one does not come back to unasked? Rather once too often."""
    return hard(told) or bool(_WEIGHS.search(told))
