"""A second opinion on what is asked for: where no rule knows the wording, the meaning of the sentence may.

A reader of meanings gives a turn's share of every command, and of talk that asks for nothing (models/wishes, made by
lab/training/wishes.py). It is asked of a short turn, and must be surer where somebody else speaks in it; of a longer
one it is asked only whether it ends in a goodbye, and of each sentence whether something is to be kept back. What needs
a name is nothing without one, and what ends the talk is asked back first (evidence.py).
"""

import re
from collections.abc import Mapping

from voice_agent.backends import KindReader
from voice_agent.reading.wishes import keeping_words, openly, perhaps_kept, releasing
from voice_agent.reading.wishes.commands import KEEPS_BACK, TOLD, Command, Wish
from voice_agent.reading.wishes.whom import whom
from voice_agent.reading.words import spelt
from voice_agent.reading.words.plain_words import plain

ASKED_BACK = frozenset({Command.STOP, Command.GOODBYE, Command.NO_RECORDING})
"""What ends the talk: by meaning alone it is not done, but asked whether it was meant (asked_back.py)."""

NAMED = frozenset({Command.ONLY_FOR, Command.NO_RECIPIENT})
"""What is nothing without a name."""

SHORTEST_WISH_WORDS = 3
"""Words; of one or two nobody knows what they mean."""

SHORT = 5
"""Words up to which a turn is as likely a plain answer, and must be surer."""

LONGEST_WISH_WORDS = 20
"""Words of a turn that is asked about; 99 in 100 of the wishes that a second writer wrote down are no longer."""


LONGEST_LOCK = 24
"""Words of a sentence that is asked whether something is to be kept back."""

LIKELY = 0.5
"""Share of all that keeps back together from which it is locked: likelier than not. Of 818 sentences of other stories 3 are then
taken for such a wish, of 1,641 of old life histories 10."""

LONGEST_END = 24
"""Words of the last two sentences that are asked whether they end the talk."""

LIKELY_END, LIKELY_ALONE = 0.5, 0.7
"""Share of the three ways to end a talk together from which it is asked whether to stop: of the last two sentences, and of
either by itself. In 1,148 last pairs and 1,723 single sentences of stories and printed lives it asked in 2 ("Here the
comparison must end."); of 44 goodbyes to it in held talks the pairs alone knew 33."""

_TAIL = re.compile(r"[,;:–—]\s+(?:(?:and|so|but|now|well|right|anyway)\b[,\s]*)+", re.IGNORECASE)

_ENDS = ("stop", "goodbye", "tired")

LOCKS = ("between us", "only for", "not while I live", "no recipient")
_OF_WHO = (*LOCKS, "no print", "no memory", "forget that")
_POINTS = re.compile(
    r"\b(?:it|that|this|these|those|them|what|nobody|anybody|any ?one|every ?one|everybody|person|soul|human|tell|told|know|hear|for|to|out|bury|burying|"
    r"funeral|dead|gone|rest|others)\b"
)
_OF_WHO_KNOWS = re.compile(
    r"\b(?:know\w*|hear\w*|read(?:ing)?|tell\w*|told|say|said|listen\w*|learn|find out|mention\w*|repeat\w*|share[ds]?|show\w*|play\w*|print\w*|writ(?:e|ten|ing)|"
    r"book|secret|private|quiet|between|word|words|ears?|lips|tongue|keep\w*|kept|hide|hid|stays? (?:here|with (?:you|us|me)|in|put)|lock\w*|for (?:you|no one|nobody|her|him|them)|gets? (?:that|it|this)|"
    r"have (?:this|that|it)|let (?:out|on)|goes? no further|walls|forget|pass\w*)\b"
)
"""Without a word of who may know it no sentence is taken for such a wish by its meaning: it was right in three of thirty in
talks with strangers."""

SAYS_SO = {
    Command.CORRECTION: re.compile(
        r"\b(?:wrong(?:ly)?|mistake|misspoke|mixed|incorrect|correct(?:ion)?|amend|fix|change that|back to front|"
        r"i meant|meant to say|tell a lie|told a lie|put (?:that|it|me) right|(?:is|was) not right|should (?:be|have)|"
        r"i said \w+|did i say|it (?:is|was) not|that (?:is|was) not|you have (?:put|written|got|me)|take that over|"
        r"you (?:said|keep saying|told)|i (?:told|gave) you|straight|rather|instead|actually|it would be|make (?:it|that)|"
        r"(?:not|never) (?:in |at |on |my |his |her |the |a |an )?\w+(?=[ .]*$)|^not \w+|not \w+ (?:his|her|my|the|but)|^hang on\b|^no\b(?=(?:\W+\w+){1,5}\W*$)|(?:not|never) \w+(?: \w+)? (?:it|he|she) (?:is|was)|but (?:it|he|she|they) (?:is|was|were))\b"
    ),
    Command.WHAT_DID_I_TELL: re.compile(
        r"\b(?:(?:i|we)\b.{0,25}\b(?:t[eo]ll|told|telling|say|said|mention\w*|talk\w*|spoken?|let on|got to|gone over)"
        r"|from me|(?:got|written|down|know|heard|have) .{0,25}(?:about|of mine|already|yet|so far|up to now)|"
        r"(?:cover(?:ed)?|come out with|let slip|given you|gone into|go into|been through|gone through)|"
        r"(?:told|said|done|heard) (?:so far|already|yet)|(?:how far|where) (?:had|have|did|was) i|you (?:already )?(?:got|get|have) (?:of|from|about|on|so far|already)|"
        r"(?:which|what) of my|my (?:stories|tales) (?:about|of|on)|what .{0,12}you got)\b"
    ),
}
"""Words without which a turn is not taken for this: "it was Leeds" answers, "who told you?" asks of others."""

_REFUSES = re.compile(
    r"\b(?:not|no|never|nobody|none|nothing|stop|quit|withdraw\w*|revoke|remove|delete\w*|wipe\w*|erase|destroy|burn\w*|"
    r"bin|scrap|object|cut|close|shut|end|ends|off|back|only|die|bury|goes|leave|throw|strike|finished|done|over|against|"
    r"pack|put away|give up|gave up|giving up|pull(?:ing)? out|last|enough|cease|discontinue|drop|without|forget|rather|"
    r"prefer|instead|away|except|barred?|keep .{1,30} out|out of|take .{1,30} off)\b"
)
"""Words without which nobody takes back a consent."""

_OF_SOUND = re.compile(
    r"\b(?:voices?|sounds?|audio|record\w*|tap(?:e|es|ing)|hear|listen\w*|noises?|spoken|speaking|how i (?:talk|speak|say)|"
    r"heard|sounded|transcripts?|writ\w+|on paper|(?:just|only|keep) the (?:words|text)|text|words (?:only|alone|are enough)|typed?)\b"
)
"""Words without which nobody asks that their voice be left out: "It's a terrible thing, to lose the words" asks for nothing."""

_REFUSALS = frozenset(each for each in Command if each.startswith("no ")) - {Command.NO_AUDIO}
"""Of these; "just the writing, please" refuses without any such word."""

_FORGETS = re.compile(
    r"\bi (?:do not|did not|can not|could not|hardly|never) (?:even )?(?:remember|recall|mind|think of|find)\b"
)
"""Whose own memory fails them withdraws nothing."""

_NOT_YET_TOLD = re.compile(
    r"\bi (?:(?:have|had|did) (?:not|never)|never|do not (?:think|believe) i (?:have|had|did|ever|even)?)"
    r"(?: yet| even| ever| properly)* (?:told|tell|said|say|mention(?:ed)?|spoken?|talk(?:ed)?|got to|gone into|come to)\b"
)
"""Who says that something is still to be told asks for nothing: "I have not told you about the veil"."""

_ALLOWS = re.compile(
    r"^(?:oh |well |why )*(?:yes|yeah|aye|of course|certainly|surely|go ahead|please do|by all means)\b|"
    r"\b(?:you|they|she|he) (?:may|can|are welcome to)\b(?! (?:not|no longer|stop|leave|forget))"
)
"""Whoever allows something withdraws nothing: "Yes, that's all right. You may record me." """


_SAYS_YES = re.compile(r"\b(?:yes|yeah|aye)\b")
"""Whoever says yes and nothing that keeps back has answered: "In the mornings, yes, before the sun is on that side." """


class WishByMeaning:
    """Ask `understood` where `commands.wish` found nothing. Blocking, some 20 ms."""

    def __init__(self, reader: KindReader) -> None:
        """`reader`: of models/wishes; command or "story" -> probability. Its thresholds have two more: "told", where somebody
        else speaks in the turn, and "short"."""
        self._reader = reader

    def __call__(self, said: str) -> Wish | None:
        """As `understood`."""
        return self.understood(said)

    def keeps_back(self, sentence: str) -> Wish | None:
        """The wish in a sentence of any turn that something be kept from somebody, be it likely only: a lock can be undone.

        From whom is not sure: it is kept from everybody, and asked about (evidence.py).
        """
        text = plain(sentence).replace(" . ", " ").strip(" .")
        if not SHORTEST_WISH_WORDS < len(text.split()) <= LONGEST_LOCK or not _POINTS.search(text):
            return None
        open_ = openly.says(sentence) or openly.lets_in(sentence) or openly.leaves_things(text)
        open_ = open_ or releasing.asked(sentence) is not None
        if open_ or not _OF_WHO_KNOWS.search(text) or perhaps_kept.told_of_us(sentence):
            return None
        (shares,) = self._reader.shares([sentence])
        if sum(shares.get(kind, 0.0) for kind in _OF_WHO) < LIKELY:
            return None
        likeliest = Command(max(LOCKS, key=lambda kind: shares.get(kind, 0.0)))
        if likeliest is Command.NOT_WHILE_I_LIVE and not (
            openly.of_knowing(text) and keeping_words.of_death(text)
        ):
            return None
        return perhaps_kept.PERHAPS

    def ends(self, said: str) -> Wish | None:
        """The goodbye in the last two sentences of a turn, or in the last clause of a long one; None where they hold none."""
        sentences = re.split(r"(?<=[.!?;…])\s+", said.strip())
        alone = [*(sentences[-2:] if len(sentences) > 1 else ()), *_tails(sentences[-1])]
        pairs = [" ".join(sentences[-2:])] if len(sentences) > 1 else []
        asked = [(text, LIKELY_ALONE) for text in alone] + [(pair, LIKELY_END) for pair in pairs]
        asked = [
            each for each in asked if SHORTEST_WISH_WORDS <= len(each[0].split()) <= LONGEST_END
        ]
        read = self._reader.shares([text for text, _ in asked]) if asked else ()
        likely = (sum(shares.get(kind, 0.0) for kind in _ENDS) for shares in read)
        ends = any(share >= least for share, (_, least) in zip(likely, asked, strict=True))
        return Wish(Command.GOODBYE) if ends else None

    def understood(self, said: str) -> Wish | None:
        """Return the wish that `said`, as a whole, means, or that it ends in a goodbye; None where it asks for nothing."""
        told = spelt.without(said)
        return self._of_the_whole(told) or self.ends(told)

    def _of_the_whole(self, said: str) -> Wish | None:
        if not SHORTEST_WISH_WORDS <= len(said.split()) <= LONGEST_WISH_WORDS:
            return None
        (shares,) = self._reader.shares([said])
        best = max(shares, key=lambda kind: shares[kind])
        if best not in self._reader.bars:
            return None
        command = Command(best)
        if shares[best] < bar(command, said, self._reader.bars):
            return None
        about = named(command, said)
        wish = Wish(command, about)
        if (command in NAMED and not about) or not openly.may_be_meant(wish, said):
            return None
        if command in KEEPS_BACK and releasing.asked(said):
            return None
        return perhaps_kept.PERHAPS if command in KEEPS_BACK else wish


def _tails(sentence: str) -> list[str]:
    """What a long sentence ends in, from a comma and "so", "and" or "but" on."""
    starts = [match.end() for match in _TAIL.finditer(sentence)]
    return [sentence[start:] for start in starts[-2:]]


def bar(command: Command, said: str, bars: Mapping[str, float]) -> float:
    """The share from which `said` is believed to mean `command`; above 1 where it never is."""
    text = plain(said)
    withdraws = command in _REFUSALS or command is Command.NO_AUDIO
    if withdraws and (_FORGETS.search(text) or _ALLOWS.search(text)):
        return 2.0
    if command in _REFUSALS and not _REFUSES.search(text):
        return 2.0
    if command is Command.NO_AUDIO and not _OF_SOUND.search(text):
        return 2.0
    if command is Command.NOT_WHILE_I_LIVE and _SAYS_YES.search(text) and not _REFUSES.search(text):
        return 2.0
    if command in SAYS_SO and not SAYS_SO[command].search(text):
        return 2.0
    asks = said.rstrip().endswith("?")
    if command is Command.WHAT_DID_I_TELL and not asks and _NOT_YET_TOLD.search(text):
        return 2.0
    asked = [bars[command]]
    if TOLD.search(text):
        asked.append(bars["told"])
    if len(said.split()) <= SHORT:
        asked.append(bars["short"])
    return max(asked)


def named(command: Command, said: str) -> str:
    """Whom `said` names, where `command` needs somebody; "": nobody."""
    return whom(said, refused=command is Command.NO_RECIPIENT) if command in NAMED else ""
