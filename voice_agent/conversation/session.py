"""The microphone loop, the floor, and the one task group of a session.

Every 20 ms frame is cancelled of our own voice, judged for speech, handed to the scribe, and moves the
floor. Engines never run in this loop: recognition, thinking ahead and synthesis are tasks whose work is
dropped when it comes too late. A reply is a task with its own scope: barge-in hushes it at once, and
its end is `scope.cancel()`.
"""

from dataclasses import dataclass

import numpy as np
from anyio import CancelScope, create_task_group
from anyio.abc import TaskGroup

from voice_agent.audio.echo import without_echo
from voice_agent.backends import Transcript
from voice_agent.conversation.absence import Absence, Word
from voice_agent.conversation.acquaintance import Acquaintance
from voice_agent.conversation.attention import Attention
from voice_agent.conversation.course import Course, Owed
from voice_agent.conversation.held_floor import HeldFloor
from voice_agent.conversation.house import House
from voice_agent.conversation.mouth import Mouth
from voice_agent.conversation.murmurs import Murmurs
from voice_agent.conversation.our_turn import SURELY, OurTurn
from voice_agent.conversation.scribe import Scribe
from voice_agent.conversation.standing import Standing, standing
from voice_agent.dialogue import endpoint, interruption
from voice_agent.dialogue.company import Company
from voice_agent.dialogue.floor import Cue, Floor
from voice_agent.dialogue.listening import Listener, Sign, SpeechChange, Stretch
from voice_agent.dialogue.patience import Pauses
from voice_agent.dialogue.story_patience import with_story
from voice_agent.dialogue.tempo import Tempo
from voice_agent.dialogue.tiring import Tiring
from voice_agent.dialogue.voiceprint import Voiceprint
from voice_agent.errors import first
from voice_agent.interview import planner
from voice_agent.interview.picking import phrase
from voice_agent.interview.planner import Act, Move, Progress, Stage
from voice_agent.interview.silence import after_silence
from voice_agent.sound import RATE, Sound
from voice_agent.story import Speaker, Turn

SETTLED = 0.35
"""Seconds of silence after a sound that interrupted us, before its words are judged. A guess."""

AT_ONCE = 0.35
"""Seconds of silence that end a turn whose whole text is "stop": capture must end within one second."""

TAIL = 0.1
"""Seconds for which our voice still hangs in the room after the loudspeaker is silent. A guess."""


@dataclass(frozen=True, slots=True)
class SessionOutcome:
    """How a session ended."""

    reason: str
    """closing, stopped, refused, or microphone closed."""

    turns: tuple[Turn, ...]
    consented: bool


class Conversation:
    """One session. `hold` it once."""

    def __init__(
        self,
        house: House,
        *,
        voiceprint: Voiceprint,
        pauses: Pauses,
        tempo: Tempo,
        tiring: Tiring | None = None,
    ) -> None:
        """`voiceprint`, `pauses`, `tempo` and `tiring` are what earlier sessions learned of the narrator."""
        self._house = house
        self._now = 0  # end of the last frame, samples: the clock

        def now() -> int:
            return self._now

        self._course = course = Course()
        self._scribe = scribe = Scribe(house, now)
        self._listener = listener = Listener(house.ears.ear)
        self._mouth = mouth = Mouth(
            house.speech,
            house.loudspeaker,
            house.labour,
            lambda clause, seconds: self._note("clip", clause=clause, seconds=round(seconds, 4)),
        )
        self._known = known = Acquaintance(
            Company(voiceprint), pauses, tempo, house.patience, tiring or Tiring()
        )
        self._attention = Attention(house, course, listener, mouth, scribe, known, now)
        self._murmurs = Murmurs(house, course, listener, mouth, scribe, self._attention, now)
        self._held = held = HeldFloor(house, scribe, now)
        self._ours = OurTurn(
            house,
            course,
            listener,
            mouth,
            scribe,
            known,
            self._attention,
            self._murmurs,
            held,
            now,
            self._show,
        )
        self._absence = Absence()  # of the microphone
        self._owning_up: Move | None = None  # what was last said of it
        self._unheard_until = 0  # end of the last frame that was muted or missing, samples
        self._interrupted_at = 0
        self._ours_until = -RATE  # end of the last frame with our voice in it, samples
        self._level = 0  # of speech, as last noted
        self._shown: Standing | None = None  # what whoever watches was told last

    # ---- the door

    async def hold(self) -> SessionOutcome:
        """Hold the session until it closes, is stopped, or the microphone ends.

        Raises the VoiceAgentError that ended it; everything said until then is on disk.
        """
        try:
            async with create_task_group() as beside:
                beside.start_soon(self._scribe.run)
                try:
                    await self._converse()
                finally:
                    await self._scribe.close()
        except BaseExceptionGroup as group:
            raise first(group) from None
        reason = self._held.ending or "microphone closed"
        return SessionOutcome(reason, tuple(self._scribe.turns), self._house.notebook.agreed)

    @property
    def progress(self) -> Progress:
        """Where the interview stands."""
        return self._course.progress

    @property
    def known(self) -> Acquaintance:
        """What this session knows of the narrator now."""
        return self._known

    async def _converse(self) -> None:
        async with create_task_group() as tasks:
            self._tasks: TaskGroup = tasks
            self._course.progress, self._attention.opening = planner.open_session(
                self._house.rules, self._house.opening
            )
            async for frame in self._house.ears.microphone:
                if self._house.controls.stopping:
                    self._held.ending = "stopped"
                if self._held.ending:
                    break
                await self._frame(frame)
            await self._leave()

    async def _leave(self) -> None:
        """Nothing we started may outlive the session; a half-told turn is written down first."""
        self._tasks.cancel_scope.cancel()
        with CancelScope(shield=True):
            self._note("end", reason=self._held.ending or "microphone closed")
            if (
                self._held.floor in (Floor.NARRATOR, Floor.PAUSED, Floor.PENDING)
                and not self._held.written
            ):
                transcript = await self._attention.finish()
                if stretch := self._listener.end_turn():
                    asked = self._course.progress.safety.asked
                    await self._scribe.narrator(stretch, transcript, finished=False, withheld=asked)
            self._show(stopped=True)

    def _show(self, *, stopped: bool = False) -> None:
        """Tell whoever watches what becomes of what is said just now, where that has changed."""
        controls = self._house.controls
        now = standing(
            stopped=stopped or self._held.deaf,
            lost=controls.away,
            muted=controls.muted,
            keeps=self._house.notebook.agreed,
            unkept=self._course.progress.safety.unrecorded,
        )
        if now is not self._shown:
            self._shown = now
            self._house.watch.state(now)

    # ---- one frame

    async def _frame(self, frame: Sound) -> None:
        self._now = frame.end
        self._show()
        far = self._house.loudspeaker.reference(frame.start, len(frame.samples))
        if self._held.deaf:
            return  # the loudspeaker still needs the clock; nothing is heard or kept any more
        muted = self._house.controls.muted
        if muted:
            frame = Sound(np.zeros_like(frame.samples), frame.start)
        if muted or self._house.controls.away:  # nobody is hurried or answered who cannot be heard
            self._held.quiet_since = self._unheard_until = self._now
        word, self._absence = self._absence.at(self._now, away=self._house.controls.away)
        if word is not None and not muted:
            await self._own_up(word)
        unkept = (
            self._course.progress.safety.unrecorded
        )  # whoever is in danger is heard all the same
        kept = Sound(np.zeros_like(frame.samples), frame.start) if unkept else frame
        await self._scribe.hear(Speaker.NARRATOR, kept)
        if far.any():
            await self._scribe.hear(Speaker.INTERVIEWER, Sound(far, frame.start))
            self._ours_until = frame.end
        ears = self._house.ears
        clean = without_echo(frame, self._house.loudspeaker, ears.echo)
        probability = 0.0 if muted else ears.detector.probability(clean)
        self._note_speech(probability, frame.start)
        self._attention.feed(frame if self._ours_is_gone() else clean)
        sign = self._listener.hear(probability, frame.start, len(frame.samples))
        if sign is not None:
            await self._on_sign(sign)
        await self._on_time()

    async def _own_up(self, word: Word) -> None:
        """Say before anything else that they are not heard, or are again; what they told until then is a turn."""
        attention, progress = self._attention, self._course.progress
        unsaid = attention.opening is not None and attention.opening is not self._owning_up
        kept = self._house.notebook.agreed and not progress.safety.unrecorded
        if unsaid or progress.stage is Stage.OVER or (word is Word.LOST and not kept):
            return  # who we are comes first, and nothing is called kept that is not
        said, self._course.progress = phrase(self._house.rules, progress, word)
        attention.opening = self._owning_up = Move(Act.CUE, said, reason=word)
        if self._held.floor is Floor.NARRATOR:
            attention.forget()
            if word is Word.LOST:
                await self._answer_turn()

    def _ours_is_gone(self) -> bool:
        """Should the recogniser hear the microphone itself?

        The echo canceller shreds a narrator who speaks while we do. It is needed while a reply of ours
        is in the air; against a murmur that they have begun to speak over, it costs more than it saves.
        """
        if self._now - self._ours_until > TAIL * RATE:
            return True
        listener = self._listener
        return self._held.floor is Floor.NARRATOR and (listener.speaking or listener.stirring)

    def _note_speech(self, probability: float, at: int) -> None:
        """The journal holds how sure the ear was in three steps: all that the floor depends on."""
        ear = self._house.ears.ear
        level = 2 if probability >= ear.begins else 1 if probability >= ear.ends else 0
        if level != self._level:
            self._level = level
            self._scribe.note_at(at, "speech", level=level)

    async def _on_sign(self, sign: Sign) -> None:
        self._note("sign", heard=str(sign.heard), where=sign.at)
        if sign.heard is SpeechChange.STOPPED and (turn := self._listener.turn) is not None:
            self._ours.manners = self._known.manners_amid(turn)
        if sign.heard is not SpeechChange.BEGAN:
            return
        if self._held.floor is Floor.PENDING and not self._held.written and self._attention.pressed:
            # they speak on before a button was obeyed: it is, as soon as they have spoken
            self._house.controls.asked.appendleft(self._attention.pressed)
        self._attention.forget()
        match self._held.floor:
            case Floor.OPEN:
                self._held.reply.cancel()  # what we were about to say of our own accord can wait
                self._open_turn()
                await self._held.take(Cue.NARRATOR_STARTS)
            case Floor.PENDING:  # they were only breathing
                self._held.reply.cancel()
                if self._held.written:  # the first part is being written: this is the next turn
                    self._open_turn()
                else:
                    self._listener.reopen()
                await self._held.take(Cue.NARRATOR_STARTS)
            case Floor.INTERVIEWER:
                self._mouth.hush()
                self._interrupted_at = sign.at
                self._known.interrupted(sign.at / RATE - self._held.reply_began)
                self._open_turn()
                await self._held.take(Cue.NARRATOR_STARTS)
            case Floor.NARRATOR | Floor.PAUSED:
                self._mouth.hush()  # a murmur of ours must never cover the narrator

    async def _on_time(self) -> None:
        """What silence, or speech that lasts, means just now."""
        listener = self._listener
        if self._house.controls.asked and await self._on_button():
            return
        if self._held.floor is Floor.OPEN:
            self._on_open_floor()
        elif self._unheard_until == self._now:
            return
        elif self._held.floor is Floor.PAUSED:
            await self._on_paused_floor()
        elif self._held.floor is Floor.NARRATOR and not listener.speaking and not listener.stirring:
            unheard = (self._now - self._unheard_until) / RATE
            await self._on_narrator_silent(min(listener.silence, unheard))

    async def _on_button(self) -> bool:
        """A button asks for something: we give up the floor for it, and a frame later its words are a turn.

        False while somebody speaks or is being answered: it waits.
        """
        held, listener = self._held, self._listener
        asked, obeyed = self._house.controls.asked, self._attention.pressed
        if held.floor is Floor.PENDING and obeyed in asked:
            asked.remove(obeyed)  # pressed again while it is being obeyed: it is one wish
        if listener.speaking or listener.stirring:
            return False
        if held.floor in (Floor.OPEN, Floor.INTERVIEWER):
            ours = held.floor is Floor.INTERVIEWER
            self._mouth.hush()
            held.reply.cancel()  # what we were about to say of our own accord can wait
            self._open_turn()
            await held.take(Cue.NARRATOR_STARTS)
            if ours:
                await self._yield_floor()
            return True
        if held.floor is not Floor.NARRATOR or listener.turn is not None:
            return False
        words = asked.popleft()
        self._note("button", words=words)
        listener.press()
        self._attention.press(self._tasks, words)
        await self._answer_turn()
        return True

    def _on_open_floor(self) -> None:
        if self._held.speaking_up:
            return
        if self._attention.opening is not None:
            self._ours.speak_up(self._tasks, self._attention.opening)
            return
        if changed := self._house.changes():
            said, self._course.progress = phrase(self._house.rules, self._course.progress, changed)
            self._course.owed.append(Owed(Move(Act.CUE, said, reason=changed)))
        if owed := next(iter(self._course.owed), None):
            self._ours.speak_up(self._tasks, owed.move, owed)
            return
        quiet = (self._now - self._held.quiet_since) / RATE
        progress, cue = after_silence(
            self._house.rules,
            self._course.progress,
            quiet,
            self._house.waits,
            minutes=self._now / RATE / 60,
        )
        if cue.act is not Act.NOTHING:
            self._course.progress = progress
            self._ours.speak_up(self._tasks, cue)

    async def _on_narrator_silent(self, silence: float) -> None:
        attention = self._attention
        attention.think_ahead(self._tasks, silence)
        words, complete = attention.words, attention.complete
        self._murmurs.one_if_fit(self._tasks, silence, words, complete)
        stop = silence >= AT_ONCE and attention.stop
        asked = self._course.progress.question.text
        longest = self._house.patience.longest
        manners = self._ours.manners.gentler(attention.bearing.patience, longest)
        manners = with_story(manners, attention.place, longest)
        if stop or endpoint.over(silence, words, complete, manners, asked=asked):
            await self._answer_turn()

    async def _answer_turn(self) -> None:
        """The turn is over: think of an answer, unless they go on."""
        await self._held.take(Cue.NARRATOR_RESTS)
        self._held.reply = CancelScope()
        self._tasks.start_soon(self._ours.respond, self._tasks, self._held.reply)

    async def _on_paused_floor(self) -> None:
        listener, attention = self._listener, self._attention
        if listener.speaking:
            if (self._now - self._interrupted_at) / RATE >= SURELY:
                await self._yield_floor()
            return
        attention.think_ahead(self._tasks, listener.silence)
        speculation = attention.speculation
        if listener.stirring or listener.silence < SETTLED:
            return
        if speculation is None or speculation.transcript is None:
            return
        ours = self._mouth.heard.clause
        if interruption.judge(speculation.words, ours=ours) is interruption.Meaning.YIELD:
            await self._yield_floor()
            return
        # an "mm-hm" over our speech: written down, not answered
        if stretch := self._listener.turn:
            self._tasks.start_soon(self._write_aside, stretch, speculation.transcript)
        attention.close_turn()
        await self._held.take(Cue.REPLY_RESUMES)
        self._mouth.resume()

    def _open_turn(self) -> None:
        self._held.written = False
        self._attention.open_turn()

    async def _yield_floor(self) -> None:
        self._held.reply.cancel()
        if self._held.saying is not None:
            self._attention.spoken_over(self._held.saying, self._mouth.heard.text)
        await self._held.take(Cue.REPLY_YIELDS)

    async def _write_aside(self, stretch: Stretch, transcript: Transcript) -> None:
        await self._scribe.narrator(stretch, transcript, kind="aside")

    def _note(self, kind: str, **fields: object) -> None:
        self._scribe.note(kind, **fields)
