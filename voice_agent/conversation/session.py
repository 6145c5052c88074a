"""The microphone loop, the floor, and the one task group of a session.

Every 20 ms frame is cancelled of our own voice, judged for speech, handed to the scribe, and moves the
floor. Engines never run in this loop: recognition, thinking ahead and synthesis are tasks whose work is
dropped when it comes too late. A reply is a task with its own scope: barge-in hushes it at once, and
its end is `scope.cancel()`.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from anyio import CancelScope, create_task_group
from anyio.abc import TaskGroup
from anyio.lowlevel import checkpoint_if_cancelled

from voice_agent.audio.echo import without_echo
from voice_agent.backends import Transcript
from voice_agent.conversation.acquaintance import Acquaintance
from voice_agent.conversation.attention import Attention
from voice_agent.conversation.committing import Committing
from voice_agent.conversation.considering import Considered
from voice_agent.conversation.course import Course, Owed
from voice_agent.conversation.house import House
from voice_agent.conversation.mouth import Mouth, Script
from voice_agent.conversation.murmurs import Murmurs
from voice_agent.conversation.scribe import Scribe
from voice_agent.conversation.speculation import Speculation
from voice_agent.conversation.standing import Standing, standing
from voice_agent.dialogue import endpoint, interruption
from voice_agent.dialogue.company import Company
from voice_agent.dialogue.floor import Cue, Floor, move
from voice_agent.dialogue.listening import Listener, Sign, SpeechChange, Stretch
from voice_agent.dialogue.patience import Pauses
from voice_agent.dialogue.tempo import Tempo
from voice_agent.dialogue.tiring import Tiring
from voice_agent.dialogue.voiceprint import Voiceprint
from voice_agent.errors import first
from voice_agent.interview import planner
from voice_agent.interview.planner import Act, Move, Progress
from voice_agent.interview.safety import answering
from voice_agent.interview.silence import after_silence
from voice_agent.interview.steering.outcome import promises
from voice_agent.sound import RATE, Sound
from voice_agent.story import Latency, Speaker, Turn, TurnId

SURELY = 1.2
"""Seconds of speech over ours after which nobody is coughing: the floor is given up. A guess."""

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
        self._scribe = scribe = Scribe(house, course, now)
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
        self._manners = known.manners
        self._attention = Attention(house, course, listener, mouth, scribe, known, now)
        self._murmurs = Murmurs(house, course, listener, mouth, scribe, self._attention, now)
        self._committing = Committing(house, course, scribe.note)
        self._floor = Floor.OPEN
        self._quiet_since = 0
        self._reply = CancelScope()
        self._reply_began = 0.0  # seconds
        self._saying: Move | None = None
        self._speaking_up = False  # a remark of our own accord is being prepared
        self._unheard_until = 0  # end of the last frame that was muted or missing, samples
        self._interrupted_at = 0
        self._written = False  # the turn in hand is on disk already
        self._ours_until = -RATE  # end of the last frame with our voice in it, samples
        self._level = 0  # of speech, as last noted
        self._ending = ""
        self._deaf = False
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
        reason = self._ending or "microphone closed"
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
                    self._ending = "stopped"
                if self._ending:
                    break
                await self._frame(frame)
            await self._leave()

    async def _leave(self) -> None:
        """Nothing we started may outlive the session; a half-told turn is written down first."""
        self._tasks.cancel_scope.cancel()
        with CancelScope(shield=True):
            self._note("end", reason=self._ending or "microphone closed")
            if self._floor in (Floor.NARRATOR, Floor.PAUSED, Floor.PENDING) and not self._written:
                transcript = await self._attention.finish()
                if stretch := self._listener.end_turn():
                    asked = self._course.progress.safety.asked
                    await self._scribe.narrator(stretch, transcript, finished=False, withheld=asked)
            self._show(stopped=True)

    def _show(self, *, stopped: bool = False) -> None:
        """Tell whoever watches what becomes of what is said just now, where that has changed."""
        controls = self._house.controls
        now = standing(
            stopped=stopped or self._deaf,
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
        if self._deaf:
            return  # the loudspeaker still needs the clock; nothing is heard or kept any more
        muted = self._house.controls.muted
        if muted:
            frame = Sound(np.zeros_like(frame.samples), frame.start)
        if muted or self._house.controls.away:  # nobody is hurried or answered who cannot be heard
            self._quiet_since = self._unheard_until = self._now
        # whoever is in danger is heard all the same
        unkept = self._course.progress.safety.unrecorded
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

    def _ours_is_gone(self) -> bool:
        """Should the recogniser hear the microphone itself?

        The echo canceller shreds a narrator who speaks while we do. It is needed while a reply of ours
        is in the air; against a murmur that they have begun to speak over, it costs more than it saves.
        """
        if self._now - self._ours_until > TAIL * RATE:
            return True
        listener = self._listener
        return self._floor is Floor.NARRATOR and (listener.speaking or listener.stirring)

    def _note_speech(self, probability: float, at: int) -> None:
        """The journal holds how sure the ear was in three steps: all that the floor depends on."""
        ear = self._house.ears.ear
        level = 2 if probability >= ear.begins else 1 if probability >= ear.ends else 0
        if level != self._level:
            self._level = level
            self._scribe.note_at(at, "speech", level=level)

    async def _on_sign(self, sign: Sign) -> None:
        self._note("sign", heard=str(sign.heard), where=sign.at)
        if sign.heard is not SpeechChange.BEGAN:
            return
        self._attention.forget()
        match self._floor:
            case Floor.OPEN:
                self._reply.cancel()  # what we were about to say of our own accord can wait
                self._open_turn()
                await self._take(Cue.NARRATOR_STARTS)
            case Floor.PENDING:  # they were only breathing
                self._reply.cancel()
                if self._written:  # the first part is being written: this is the next turn
                    self._open_turn()
                else:
                    self._listener.reopen()
                await self._take(Cue.NARRATOR_STARTS)
            case Floor.INTERVIEWER:
                self._mouth.hush()
                self._interrupted_at = sign.at
                self._known.interrupted(sign.at / RATE - self._reply_began)
                self._open_turn()
                await self._take(Cue.NARRATOR_STARTS)
            case Floor.NARRATOR | Floor.PAUSED:
                self._mouth.hush()  # a murmur of ours must never cover the narrator

    async def _on_time(self) -> None:
        """What silence, or speech that lasts, means just now."""
        listener = self._listener
        if self._floor is Floor.OPEN:
            self._on_open_floor()
        elif self._unheard_until == self._now:
            return
        elif self._floor is Floor.PAUSED:
            await self._on_paused_floor()
        elif self._floor is Floor.NARRATOR and not listener.speaking and not listener.stirring:
            unheard = (self._now - self._unheard_until) / RATE
            await self._on_narrator_silent(min(listener.silence, unheard))

    def _on_open_floor(self) -> None:
        if self._speaking_up:
            return
        if self._attention.opening is not None:
            self._speak_up(self._attention.opening)
            return
        if owed := next(iter(self._course.owed), None):
            self._speak_up(owed.move, owed)
            return
        quiet = (self._now - self._quiet_since) / RATE
        progress, cue = after_silence(
            self._house.rules,
            self._course.progress,
            quiet,
            self._house.waits,
            minutes=self._now / RATE / 60,
        )
        if cue.act is not Act.NOTHING:
            self._course.progress = progress
            self._speak_up(cue)

    async def _on_narrator_silent(self, silence: float) -> None:
        attention = self._attention
        attention.think_ahead(self._tasks, silence)
        words, complete = attention.words, attention.complete
        self._murmurs.one_if_fit(self._tasks, silence, words, complete)
        stop = silence >= AT_ONCE and attention.stop
        asked = self._course.progress.question.text
        manners = self._manners.gentler(attention.bearing.patience, self._house.patience.longest)
        if stop or endpoint.over(silence, words, complete, manners, asked=asked):
            await self._take(Cue.NARRATOR_RESTS)
            self._reply = CancelScope()
            self._tasks.start_soon(self._respond, self._reply)

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
        await self._take(Cue.REPLY_RESUMES)
        self._mouth.resume()

    def _open_turn(self) -> None:
        self._written = False
        self._attention.open_turn()

    def _close_turn(self) -> None:
        """The turn goes to the disk as it stands; whatever they say from now on is the next one."""
        self._written = True
        self._attention.close_turn()

    async def _yield_floor(self) -> None:
        self._reply.cancel()
        if self._saying is not None:
            self._attention.spoken_over(self._saying, self._mouth.heard.text)
        await self._take(Cue.REPLY_YIELDS)

    async def _write_aside(self, stretch: Stretch, transcript: Transcript) -> None:
        await self._scribe.narrator(stretch, transcript, kind="aside")

    # ---- our turn

    async def _respond(self, scope: CancelScope) -> None:
        """Answer the turn that has just been judged over."""
        with scope:
            stretch = self._listener.turn
            if stretch is None:  # cannot be: somebody rested
                await self._take(Cue.REPLY_ENDS)
                return
            end = stretch.ended / RATE
            decided = self._now / RATE
            self._known.decided(decided - end)
            speculation = await self._attention.settled(self._tasks)
            latency = Latency(
                speech_end=end,
                decided=decided,
                text_ready=speculation.text_ready,
                reply_ready=speculation.reply_ready,
                first_sound=self._murmurs.after(stretch),
            )
            await self._answer(speculation, stretch, latency)

    async def _answer(self, speculation: Speculation, stretch: Stretch, latency: Latency) -> None:
        transcript = speculation.transcript or Transcript("")
        who, verdict = self._known.whose(speculation, stretch)
        self._note("voice", verdict=str(verdict), who=str(who))
        answered, script = speculation.answered, speculation.script
        chosen = answered.move if answered else None
        if (
            (
                who is Speaker.SOMEONE_ELSE
                and not answering.answers_that_voice(self._course.progress, chosen, transcript.text)
            )
            or answered is None
            or script is None
            or not script.clauses
            or (not transcript.text and stretch.spoken < SURELY)
        ):
            await checkpoint_if_cancelled()
            self._close_turn()
            await self._scribe.narrator(stretch, transcript, speaker=who)
            await self._take(Cue.REPLY_ENDS)
            self._quiet_since = self._now
            if who is Speaker.SOMEONE_ELSE:
                self._ask_if_called_out(transcript.text)
            return
        chosen = answered.move

        async def before() -> None:
            write = partial(self._write_turn, speculation, chosen, stretch)
            await self._committing.commit(self._tasks, answered, speculation.words, write)
            self._take_to_heart(speculation, answered, stretch)

        if not promises(chosen):
            await self._utter(chosen, script, before, latency)
            return
        await before()
        kept = await self._committing.keep_word(self._tasks, answered)
        if kept.move.text != chosen.text:
            script = await self._mouth.prepare(kept.move.text, self._attention.pace())
        asks = partial(self._asks, lambda _: kept.progress)
        await self._utter(kept.move, script, asks, latency, kept.owed)

    async def _asks(self, goes_on: Callable[[Progress], Progress]) -> None:
        """The interview `goes_on` with the first sound of what it asks."""
        await checkpoint_if_cancelled()
        course = self._course
        self._attention.before, course.progress = course.progress, goes_on(course.progress)

    async def _write_turn(self, speculation: Speculation, chosen: Move, stretch: Stretch) -> None:
        """The turn goes to the disk; from now on, what they say is the next one."""
        attention, transcript = self._attention, speculation.transcript or Transcript("")
        asked = self._course.progress.question.text
        await checkpoint_if_cancelled()
        self._close_turn()
        if transcript.text and not chosen.withheld:
            attention.unanswered.append(transcript.text)
        await self._scribe.narrator(stretch, transcript, chosen, asked=asked)
        if speculation.overheard is not None:
            other = Speaker.SOMEONE_ELSE
            await self._scribe.narrator(stretch, speculation.overheard, speaker=other)
        await checkpoint_if_cancelled()  # they went on while we wrote: what we wrote stays true
        attention.unanswered.clear()
        attention.before = self._course.progress

    def _take_to_heart(
        self, speculation: Speculation, answered: Considered, stretch: Stretch
    ) -> None:
        """What is learned of the narrator from a turn that is over, and what they asked of our voice and ears."""
        self._known.heard(speculation, stretch, speculation.transcript or Transcript(""))
        self._manners = self._known.manners
        if self._house.sympathy is not None and not answered.move.withheld:
            feeling = answered.heard.feeling
            self._note(
                "feeling",
                category=str(feeling.category),
                intensity=round(feeling.intensity, 3),
                valence=round(feeling.valence, 3),
                bearing=answered.heard.bearing.reason,
            )
        self._obey(answered.move)

    def _ask_if_called_out(self, said: str) -> None:
        """A voice changed by weeping or a stroke is taken for another's; so may be whoever sees that they fell."""
        if asking := answering.called_out(self._house.rules, self._course.progress, said):
            self._course.progress, chosen = asking
            self._committing.run_errands(self._tasks, chosen, said)
            self._speak_up(chosen)

    def _speak_up(self, chosen: Move, owed: Owed | None = None) -> None:
        """Say something of our own accord: the opening, what is `owed`, or a cue after silence."""
        self._reply = CancelScope()
        scope = self._reply
        before = partial(self._asks, owed.asked) if owed else _nothing

        async def speak() -> None:
            try:
                with scope:
                    script = await self._mouth.prepare(chosen.text, self._attention.pace())
                    await self._utter(chosen, script, before, None, owed)
            finally:
                self._speaking_up = False

        self._speaking_up = True
        self._quiet_since = self._now
        self._known.decided(0.0)
        self._tasks.start_soon(speak)

    async def _utter(
        self,
        chosen: Move,
        script: Script,
        before: Callable[[], Awaitable[None]],
        latency: Latency | None,
        owed: Owed | None = None,
    ) -> None:
        """Speak; `before` is done just before the first sound, when nothing can be taken back.

        What is `owed` stays so until something of it was heard.
        """
        began: float | None = None
        answered = TurnId(0)

        async def begins() -> None:
            nonlocal began, answered
            await before()
            await self._take(Cue.REPLY_BEGINS)
            began = self._reply_began = self._now / RATE
            self._saying = chosen
            if chosen is self._attention.opening:
                self._attention.opening = None
            answered = TurnId(len(self._scribe.turns))
            why = {each.name: round(each.share, 3) for each in chosen.reasons}
            self._note("move", act=str(chosen.act), reason=chosen.reason, why=why)
            self._house.watch.words(Speaker.INTERVIEWER, chosen.text, False)

        try:
            await self._mouth.speak(script, begins)
        finally:
            if began is not None:
                if owed is not None and self._mouth.heard.text:
                    self._course.owed.remove(owed)
                with CancelScope(shield=True):
                    await self._write_ours(chosen, began, answered, latency)
        await self._take(Cue.REPLY_ENDS)
        self._quiet_since = self._now
        self._known.fell_silent(self._now / RATE)
        if chosen.ends:
            self._ending = "refused" if chosen.consent is False else "closing"

    async def _write_ours(
        self, chosen: Move, began: float, answered: TurnId, latency: Latency | None
    ) -> None:
        """Write what the narrator has heard of us, to the word."""
        heard = self._mouth.heard
        if heard.text:
            await self._scribe.interviewer(
                heard.text, began, str(chosen.act), finished=heard.complete
            )
        if latency is not None and answered:
            sound = latency.first_sound if latency.first_sound is not None else began
            latency = replace(latency, first_content=began, first_sound=sound)
            await self._scribe.latency(answered, latency, barge_in=not heard.complete)

    def _obey(self, chosen: Move) -> None:
        """What the narrator asked for by voice takes effect before we answer."""
        self._deaf = chosen.deaf
        self._show()
        self._known.tempo = self._known.tempo.ask(chosen.pace)
        if chosen.loudness != 1.0:
            self._house.loudness(chosen.loudness)

    async def _take(self, cue: Cue) -> None:
        await checkpoint_if_cancelled()  # a reply cut off as it finishes must not report its end
        self._floor = move(self._floor, cue)
        self._note("floor", floor=str(self._floor), cue=str(cue))
        self._house.watch.floor(self._floor, cue, self._now / RATE)

    def _note(self, kind: str, **fields: object) -> None:
        self._scribe.note(kind, **fields)


async def _nothing() -> None: ...
