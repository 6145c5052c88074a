"""What a follow-up supposes: "what did the room look like?" needs a room. Pure.

The questions of config/interview/follow_ups.toml go on in any story, by "that" and "there". Some fit only a story in
which there was a place, a meal, a piece of work, or time that passed; after another they show that nobody listened.
"""

import re

from voice_agent.interview.particulars import given, happened, lasting, names, past, proud
from voice_agent.interview.protocol import Wants
from voice_agent.interview.wording.vocabulary import plain

_SUPPOSES = tuple(
    (re.compile(asks, re.IGNORECASE), re.compile(needs, re.IGNORECASE))
    for asks, needs in (
        (r"\bthe room\b", r"\b(?:room|house|kitchen|home|school|chapel|church|hall|hospital|office|shop|factory|mill|bed|inside|dance[ds]?|parlour|attic|cellar)\b"),
        (r"\bthe street\b", r"\b(?:streets?|road|house|lived?|moved|town|city|village|shop|corner|neighbou?rs?)\b"),
        (r"\bhave to eat\b", r"\b(?:wedding|party|christmas|easter|feast|dinner|supper|school|camp|war|ship|dance[ds]?|harvest|birthday|picnic|hungry|farm|market|holidays?|hospital)\b"),
        (r"\bin charge\b|\bhelped you\b|\ba hand in it\b|\bwhose idea\b", r"\b(?:built|building|made|did|work\w*|ran|started|opened|joined|began|founded|organi[sz]ed|moved|put|planted|dug|sewed|painted|won|took|went)\b"),
        (r"\bhow long did\b|\bonce it was over\b", r"\b(?:war|job|work\w*|years?|months?|weeks?|ill\w*|school|strike|lived|stayed|marri\w+|courting|business|service|used to|every|always|lessons?|term|apprentice\w*|hospital|drought|flood|winter|summer)\b"),
        (r"\bthe others\b|\bwhich of the family\b|\bwho came along\b|\bdid they say\b", r"\b(?:we|us|our|they|them|family|brothers?|sisters?|children|everybody|everyone|friends?|people|told|said|mother|father)\b"),
        (r"\byour hands feel\b", r"\b(?:built|made|sew\w*|dug|carried|held|plant\w*|knit\w*|scrub\w*|wash\w*|milk\w*|shovel\w*|paint\w*|row\w*|bak\w+|knead\w*|hammer\w*|pick\w*|cold|drove|play\w*)\b"),
        (r"\bthe young ones\b|\bmissing without\b", r"\w+(?:\W+\w+){7}"),
        (r"\bdifference did it make\b|\bwent that way\b|\btake from that\b|\bwhat made you do\b", r"\b(?:left|moved|married|joined|bought|sold|decided|started|went|gave|refused|won|lost|built|work\w*|became|made|learn\w+|took|ran|stayed)\b"),
        (r"\bhow cold or warm\b|\bweather\b", r"\b(?:outside|outdoors?|field|farm|garden|yard|sea|river|canal|lived|road|street|walk\w*|rode|sail\w*|swam|swim|camp|beds?|house|room|church|chapel|school|barn|ship|boat|train|cart|market|wedding|funeral|harvest|winter|summer|snow|rain|ice|war|mine|mill)\b"),
        (r"\bsmell\b", r"\b(?:room|house|kitchen|home|school|chapel|church|hall|hospital|office|shop|store|factory|mill|barn|farm|garden|yard|sea|river|canal|lived|ship|boat|harbour|market|street|forest|wood|mine|works|stable|bakery|dance[ds]?|wedding|cook\w*|bak\w+|there)\b"),
        (r"\bcould you hear\b|\bsound like\b", r"\b(?:room|house|kitchen|home|school|chapel|church|hall|hospital|shop|factory|mill|barn|farm|garden|yard|sea|river|canal|lived|ship|boat|harbour|market|street|town|city|forest|wood|mine|works|dance[ds]?|wedding|music|band|crowd|people|children|bells?|guns?|war|train|there)\b"),
        (r"\blived there\b", r"\b(?:lived?|lodg\w+|house|home|room|street|farm|cottage|flat|village|moved)\b"),
        (r"\bthe oldest among you\b", r"\b(?:brothers?|sisters?|children|boys|girls|lads|cousins|of us)\b"),
        (r"\bwearing\b", r"\b(?:wedding|married|party|danced|dancing|ball|funeral|first day|church|chapel|sundays?|christening|uniform|interview|prize|photographs?|journey|snow|winter|stage|sang|ceremony|graduat\w+|concert|christmas|queen|king)\b"),
        (r"\bknew about it\b", r"\b(?:secret\w*|never (?:told|said)|hid|hidden|stole|ran away|nobody|no one|alone|myself)\b"),
        (r"\bkind of person\b", r"\b(?:he|she|him|her|man|woman|boy|girl|who|Mr|Mrs|Miss|mother|father|brother|sister|uncle|aunt|teacher|friend)\b"),
        (r"\bfirst thing you saw\b", r"\b(?:arriv\w+|came|opened|walked in|got there|landed|door|got off|woke)\b"),
        (r"\bsickroom\b|\blaid up\b|\brecovery\b|\bday up again\b|\blooked after\b", r"\b(?:ill\w*|sick\w*|hospital|ward|operat\w+|fever|doctors?|nurses?|surgeon|bed|pneumonia|measles|polio|tubercul\w+|stroke|heart|pain|accident|hurt|broke\w*|surgery|clinic|sanatorium|diphtheria|scarlet|flu|cured?|better)\b"),
        (r"\bhad to decide\b|\bwhen you decided\b|\bthat decision\b|\bknow that it was right\b|\bchange your mind\b|\bthat other road\b|\bif you had stayed\b", r"\b(?:decid\w+|decision|cho(?:se|ice|ose)|minds?|refus\w+|left|leave|gave|said no|agreed|quit|wrong|right|went|moved|married|stayed|took|joined|changed)\b"),
        (r"\bwish\b|\bhope of yours\b|\bcame true\b|\bthat day begin\b|\bfirst step towards\b|\bthat to happen\b|\bwho should be there\b|\bwhen might that be\b", r"\b(?:wants?|hop\w+|wish\w*|like to|love to|will|shall|going to|plan\w*|dreams?|dreamt|one day|next|some day)\b|'ll\b"),
        (r"\bworship\b|\bholy day\b", r"\b(?:church|chapel|god|pray\w*|mass|synagogue|mosque|temple|faith|sundays?|belie\w+|vicar|priest|minister|rabbi|hymns?|bible)\b"),
        (r"\btheir voice\b|\bof them lives on\b|\bif they were sitting\b|\bnear them\b|\bknown each other\b|\bmade them laugh\b", r"\b(?:he|she|him|her|they|them|man|woman|Mr|Mrs|Miss|mother|father|mum|dad|brother|sister|uncle|aunt|teacher|friends?|husband|wife|neighbour)\b"),
        (r"\bthat hard time\b|\bthe worst of it\b|\bthe strength for\b|\bthing that helped\b|\bstood by you\b|\bcomforted you\b|\bmissing them\b", r"\b(?:hard\w*|bad\w*|worst|worr\w+|lost|lose|ill\w*|poor\w*|war|afraid|frightened|scared|troubles?|difficult\w*|sad\w*|alone|lonely|died|death|debts?|hungry|cold|sack\w*|hospital|cried|wept|grie\w+|broke|missed)\b"),
        (r"\bstop doing that\b|\bthe custom\b|\bused to say that\b|\bstrictest\b", r"\b(?:used to|always|never|every|would|had to|custom|each|in those days|rules?|allowed|must)\b"),
        (r"\bthat conversation\b|\bdid the talking\b|\byou say to them\b", r"\b(?:sa(?:y|id|ys|ying)|told|tell|ask\w*|talk\w*|spoke|spoken|argu\w+|rows?|letter|telephone|called)\b"),
        (r"\bthought otherwise\b|\bthought quite differently\b|\beverybody believed\b|\bsee it that way\b|\bthink like that\b|\bsee it so\b|\bguided you\b", r"\b(?:belie\w+|think|thinks|thought|right|wrong|opinions?|polit\w+|vot\w+|god|ought|should|principles?|fair|unfair|true|agree\w*|mind)\b"),
        (r"\bgovernment\b", r"\b(?:vot\w+|elections?|party|polit\w+|ministers?|government|labour|tor(?:y|ies)|strikes?|unions?|parliament|president|council)\b"),
        (r"\bon the table\b", r"\b(?:eat|ate|eaten|meals?|dinner|supper|tea|breakfast|lunch|wedding|party|christmas|easter|feast|table|cakes?|bread|ham|soup|cook\w*|bak\w+|birthday|picnic|funeral|wake|harvest|sunday)\b"),
        (r"\bthe best bit\b", r"\b(?:lov\w+|likes?|liked|enjoy\w*|happ\w+|glad|pleased|laugh\w*|fun|danc\w+|sang|sing\w*|won|prize|proud|joy|lovely|glorious|grand|party|wedding|holidays?)\b"),
    )
)  # fmt: skip
_THERE = re.compile(
    r"\bget there\b|\bfrom there\b|\bthat place\b|\bnear to\b|\bhow big a place\b|\bround about\b|\bfrom home\b|\bstanding there\b|\bthere to see\b",
    re.IGNORECASE,
)
_SOMEWHERE = re.compile(
    r"\b(?:went|came|moved|lived|stayed|there|worked|walked|rode|drove|sailed|built)\b",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"\bthe country\b|\bwhereabouts\b|\bwhere did that happen\b|\btown or village\b", re.IGNORECASE
)


_OCCASION = re.compile(
    r"\bthat (?:day|year)\b|\bthe day after\b|\bwhat sort of day\b|\bfirst thought\b|\bthrough your head\b|\bvery first thing\b|"
    r"\bnext thing you knew\b|\bhow did (?:it|that) (?:go on|end|begin)\b|\bhappened (?:in the end|after that)\b|\bdid you do then\b|"
    r"\bat that moment\b|\bthat moment (?:last|with you)\b|\bcame of that\b|\bjust before that\b|\bwhat happened then\b|\bhow did it go on\b|\bevening of that day\b",
    re.IGNORECASE,
)
"""Questions of one occasion: of a place, of a person, or of what was always so, they have no answer."""

_MANAGED = re.compile(r"\bmanage that\b|\bothers make of it\b", re.IGNORECASE)


def occasion(question: str) -> bool:
    """Does `question` ask of one occasion, its day or what came next?"""
    return bool(_OCCASION.search(question))


_ANYWHERE = re.compile(
    r"\b(?:remember of|comes? back to you|there to tell about|that like for you|all that for you|stands? out in|more about that|"
    r"belongs to that story|left out of that story|tell most often|would i have noticed|see most clearly|nobody expect|in the middle of all that|"
    r"make of it, back then|your thoughts go|people said to you|take me through it|ought i to ask|when you tell it|tell it to your|"
    r"make a good picture|i have not asked|the telling brought back)\b",
    re.IGNORECASE,
)
"""Questions that fit whatever was told."""

_FOR_YOU = ("that like for you", "all that for you")

_EPISODE = {Wants.MORE: 0, Wants.WHO: 8, Wants.WHEN: 8, Wants.WHY: 12}
"""Words of an answer from which that may be asked of what happened in it. Guesses."""

_STATE = 6
"""Words of one from which how and where may be asked, whether something happened in it or not. A guess."""


def anywhere(question: str, said: str) -> bool:
    """Does `question` fit whatever was told? What something was like for them needs something that was."""
    found = _ANYWHERE.search(question)
    return bool(found) and (found[0].lower() not in _FOR_YOU or happened(said))


def episode(said: str, wants: Wants) -> bool:
    """Does `said` tell what happened once, and enough of it for somebody to ask what `wants` says?"""
    if wants not in _EPISODE:
        return len(said.split()) >= _STATE
    return len(said.split()) >= _EPISODE[wants] and happened(said) and not lasting(said)


def suits(question: str, said: str) -> bool:
    """Does `question` belong to what was said: how somebody managed what they are proud of?"""
    return bool(_MANAGED.search(question)) and proud(said)


def supposes_too_much(question: str, said: str) -> bool:
    """Does `question` speak of a place, a meal, a work or a while that `said` gives no reason to think of?"""
    text = plain(said)
    if any(asks.search(question) and not needs.search(text) for asks, needs in _SUPPOSES):
        return True
    if _OCCASION.search(question) and not happened(said):
        return True
    if _THERE.search(question):
        return not (Wants.WHERE in given(said) or names(said).places or _SOMEWHERE.search(text))
    return bool(_PLACED.search(question)) and not (past(said) and happened(said))
