"""What a session knows of its narrator and goes on learning: pauses, pace, voice."""

from dataclasses import dataclass, field

from voice_agent.backends import Transcript
from voice_agent.conversation.speculation import Speculation
from voice_agent.dialogue.company import Company
from voice_agent.dialogue.endpoint import Manners
from voice_agent.dialogue.listening import Stretch
from voice_agent.dialogue.patience import Pauses
from voice_agent.dialogue.tempo import Tempo
from voice_agent.dialogue.tiring import Tiring
from voice_agent.dialogue.voiceprint import Verdict, Voiceprint, whose
from voice_agent.settings_sections import Endpoint
from voice_agent.sound import RATE
from voice_agent.story import Speaker

CUT_IN = 1.0
"""Seconds into our reply within which a narrator who speaks had not finished. A guess."""


@dataclass(slots=True)
class Acquaintance:
    """Begins as earlier sessions left it; what it is at the end is kept for the next."""

    company: Company
    pauses: Pauses
    tempo: Tempo
    patience: Endpoint
    tiring: Tiring = field(default_factory=Tiring)
    theirs_as_known: bool = False
    """Was the turn that was just heard surely in the narrator's voice, as earlier talks left it?"""

    _ours_ended: float = 0.0
    """When we last fell silent, seconds."""

    _surely: Verdict | None = None
    """Whose voice was surely heard last."""

    _surely_at: float = 0.0
    """Seconds."""

    _waited: float = 0.0
    """Seconds of silence before the decision we are answering; 0: we speak of our own accord."""

    @property
    def manners(self) -> Manners:
        """How patient to be, as of now."""
        return Manners.of(self.patience, self.pauses)

    def manners_amid(self, turn: Stretch) -> Manners:
        """The same with the pauses of a turn that still goes on: whoever pauses long will do so again."""
        return Manners.of(self.patience, self.pauses.hear(turn.pauses, self.patience.sure))

    @property
    def voiceprint(self) -> Voiceprint:
        """The narrator's, for the next session."""
        return self.company.learned

    def share(self, speculation: Speculation) -> None:
        """Leave only the narrator's words in `thought`, and whose turn it is."""
        heard = speculation.transcript or Transcript("")
        shares = self.company.share(heard.words, speculation.looks)
        speculation.verdict = shares.verdict
        if shares.others and shares.narrator:
            speculation.transcript = heard.only(shares.narrator)
            speculation.overheard = heard.only(shares.others)

    def whose(self, speculation: Speculation, stretch: Stretch) -> tuple[Speaker, Verdict]:
        """The narrator, or someone else: a visitor, the television."""
        verdict = speculation.verdict
        self.theirs_as_known = self.company.surely(speculation.looks)
        at = stretch.ended / RATE
        who = whose(verdict, self._surely, at - self._surely_at)
        if verdict is not Verdict.UNSURE:
            self._surely, self._surely_at = verdict, at
        if verdict is Verdict.SOMEONE_ELSE:
            self.company = self.company.hear(speculation.looks)
        return who, verdict

    def decided(self, waited: float) -> None:
        """A turn was judged over after `waited` seconds of silence; 0: we speak of our own accord."""
        self._waited = waited

    def heard(self, speculation: Speculation, stretch: Stretch, transcript: Transcript) -> None:
        """A turn of the narrator's is over, and we have begun to answer it."""
        self.tempo = self.tempo.hear(len(transcript.text.split()), stretch.spoken)
        self.pauses = self.pauses.hear(stretch.pauses, self.patience.sure).ended(self._waited)
        self.company = self.company.hear(speculation.looks)
        self.tiring = self._with(len(transcript.text.split()), stretch)

    def fell_silent(self, at: float) -> None:
        """We have said all we had to say; what they answer, they answer from now on. Seconds."""
        self._ours_ended = at

    def tires(self, words: int, turn: Stretch | None) -> bool:
        """Would they be tired, if this answer of `words` words were over?"""
        return turn is not None and self._with(words, turn).tired

    def _with(self, words: int, turn: Stretch) -> Tiring:
        return self.tiring.hear(words, turn.spoken, turn.began / RATE - self._ours_ended)

    def interrupted(self, into: float) -> None:
        """They spoke `into` seconds after we began: very soon means that we had cut in."""
        if into <= CUT_IN and self._waited > 0:
            self.pauses = self.pauses.cut_in(self._waited)
