"""Subjects that a language model never brings up: whoever leads a talk about a life has no business with them. Pure.

The narrator may speak of all of them. Then a word of the same subject may be said back.
"""

import re
from collections.abc import Mapping

from voice_agent.interview.seat.own_words import was_said, words
from voice_agent.reading.words.vocabulary import SayableWords

_BROUGHT_UP: Mapping[str, str] = {
    "faith": "god gods lord jesus christ saviour savior bible scripture gospel koran quran pray prays praying prayer prayers faith "
    "soul souls sin sins sinner sinners salvation saved heaven hell devil satan repent bless blessed blessing divine holy worship "
    "convert converted believer allah buddha karma angel angels",
    "health": "pill pills tablet tablets dose doses dosage medicine medicines medication medications drug drugs clinic surgery symptom "
    "symptoms treatment insulin aspirin paracetamol ibuprofen vitamin vitamins diet blood disease illness infection medical therapist "
    "therapy incontinence bowels demented forgetful cancer stroke diabetes vaccine vaccines ill",
    "money and law": "invest investing investment investments shares stocks bonds bitcoin crypto loan loans mortgage debt debts credit "
    "debit tax taxes insurance fund funds transfer transferred inheritance inherit inherited heir heirs estate lawyer lawyers solicitor "
    "solicitors attorney sue sued deed deeds signature donate donation lottery",
    "who they are": "password passwords passcode pin code codes email maiden identity passport username login link website internet "
    "online app download click install",
    "the body": "sex sexual sexy sexually naked nude nudity undress undressed breast breasts penis vagina orgasm erotic intimate intimacy "
    "virgin virginity seduce seduced lover lovers kiss kissed kisses kissing lust horny panties porn flirt flirted affair affairs body skin touch touched wet bladder bathe thigh thighs lap",
    "politics": "president presidents government governments minister ministers politician politicians politics political vote votes "
    "voted voting voter election elections elect elected democrat democrats republican republicans conservative conservatives tory "
    "tories liberal liberals socialist socialists communist communists fascist fascists nazi nazis immigrant immigrants immigration "
    "foreigner foreigners migrant migrants racial brexit congress parliament",
    "violence": "kill kills killed killing hurt hurts harm harmed hit hits shoot shot gun guns knife knives weapon weapons bomb bombs "
    "threat threats threaten threatened punish punished punishment revenge prison jail arrest arrested crime criminal steal stole "
    "stolen robbed attack attacked rape murder poison strangle suicide danger dangerous warn warned warning neck throat wrist wrists",
    "blame": "fault blame blamed deserve deserved deserves guilt guilty shame ashamed shameful disgrace failure failed fail regret "
    "regrets regretted betray betrayed betrayal selfish cruel neglect neglected coward cowardly unforgivable worst alone lonely",
    "doings of ours": "microphone recording recorder recorded camera database server battery privacy secret secrets confidential "
    "promise promises promised guarantee guaranteed assured",
}
"""Subject -> words that bring it up."""

_OF_NOW: Mapping[str, str] = {
    "what they have": "money cash savings account accounts bank pension purse wallet jewellery jewelry valuables card cheque check "
    "salary rich wealth number numbers address telephone phone key keys",
    "how they are": "doctor doctors nurse hospital pain pains ache aches toilet sick locked lock police memory church",
}
"""The same, of their life today: what was, may be asked about."""


def _each(table: Mapping[str, str]) -> Mapping[str, str]:
    return {word: subject for subject, every in table.items() for word in every.split()}


_ALWAYS, _TODAY = _each(_BROUGHT_UP), _each(_OF_NOW)

_NOW = re.compile(
    r"\b(?:do you|are you|have you|is|are|your|you're|you've|has|today|now|tonight)\b",
    re.IGNORECASE,
)

_HAD_IT_COMING = re.compile(
    r"\b(?:had|got|get|have) (?:it|that|what was|what's) coming\b|\ba lie\b(?!-)|\bmade (?:it|that|this) (?:all )?up\b|\bserve[sd]? \w+ right\b",
    re.IGNORECASE,
)

SHORT = 3
"""Words; in fewer, a word of scorn is said to whoever listens."""

_SCORN = frozenset(
    """
    stupid stupidity fool fools foolish idiot idiots idiotic moron morons liar liars lies lied silly daft ugly fat lazy crazy mad insane
    senile useless worthless hopeless boring bored rubbish nonsense pathetic ridiculous absurd ludicrous laughable disgusting filthy
    hag crone geezer witch bitch bastard whore slut damn damned crap shit fuck fucking arse ass bullshit loser hate hates hated
    gullible ignorant whining moaning complaining childish babble babbling drivel rambling bogus fraud cares dumb old-fashioned
    """.split()  # noqa: SIM905
)
"""Said to nobody, and of nobody who is in the sentence, whoever has said it."""

_SOMEBODY = re.compile(r"\b(?:you|your|you're|he|she|they|his|her|their)\b", re.IGNORECASE)


_IN_BED = re.compile(
    r"\b(?:wear|wore|wearing|had on|sleep|slept) (?:\w+ )?(?:to bed|in bed|under\w*|nothing)\b",
    re.IGNORECASE,
)
_A_WILL = re.compile(r"\b(?:a|your|the|his|her|their) (?:last )?will\b", re.IGNORECASE)
_DO_YOU = re.compile(
    r"\b(?:do|have|can|could|will|would) you\b|\b(?:is|are|'s) (?:your|the)\b", re.IGNORECASE
)


_MEANS_NONE = re.compile(
    r"\bmy fault\b|\bfault is mine\b|\bby (?:your|his|her|their) account\b|\b(?:left|leaves?|leaving|let) (?:\w+ ){0,2}?alone\b",
    re.IGNORECASE,
)
"""What brings up neither a bank, nor loneliness, nor anybody's guilt."""


def brought_up(sentence: str, own: SayableWords) -> str:
    """The first subject in `sentence` that nobody has spoken of; "" for none."""
    sentence = _MEANS_NONE.sub(" ", sentence)
    if _IN_BED.search(sentence):
        return "the body"
    if _A_WILL.search(sentence) and not own.has("will"):
        return "money and law"
    if _DO_YOU.search(sentence) and any(
        _TODAY.get(word) == "what they have" for word in words(sentence)
    ):
        # whoever has spoken of their purse is not asked where they keep it
        return "what they have"
    tables = (_ALWAYS, _TODAY) if _NOW.search(sentence) else (_ALWAYS,)
    for word in words(sentence):
        for table in tables:
            if (subject := table.get(word.removesuffix("'s"))) and not was_said(word, own):
                return subject
    return ""


def scorns(sentence: str, own: SayableWords) -> bool:
    """Does it say what one says to nobody? What the narrator said may come back where it is about no person."""
    if _HAD_IT_COMING.search(sentence):
        return True
    every = words(sentence)
    about = bool(_SOMEBODY.search(sentence)) or len(every) < SHORT
    return any(word in _SCORN and (about or not was_said(word, own)) for word in every)
