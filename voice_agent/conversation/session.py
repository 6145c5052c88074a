"""The microphone loop, the floor, and the one task group of a session.

Every 20 ms frame is cancelled of our own voice, judged for speech, handed to the recorder, and moves the
floor. Engines never run in this loop: recognition, thinking ahead and synthesis are tasks that carry a
revision, and what comes too late is dropped. A reply is a task with its own scope: barge-in hushes
it at once, and its end is `scope.cancel()`.
"""

from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import anyio
import numpy as np
from anyio import CancelScope, create_memory_object_stream, create_task_group
from anyio.abc import TaskGroup
from anyio.lowlevel import checkpoint_if_cancelled

from voice_agent.backends import Hearing, Transcript
from voice_agent.conversation.house import House
from voice_agent.conversation.mouth import Mouth, Script
from voice_agent.conversation.thought import Thought
from voice_agent.dialogue import backchannel, endpoint, interruption
from voice_agent.dialogue.clauses import unfinished
from voice_agent.dialogue.floor import Cue, Floor, move
from voice_agent.dialogue.listening import Heard as Noise
from voice_agent.dialogue.listening import Listener, Sign, Stretch
from voice_agent.dialogue.patience import Pauses
from voice_agent.dialogue.tempo import Tempo
from voice_agent.dialogue.voiceprint import Verdict, Voiceprint, whose
from voice_agent.errors import EngineError, VoiceAgentError, first
from voice_agent.interview import commands, planner
from voice_agent.interview.commands import Command
from voice_agent.interview.planner import Act, Heard, Move, Progress, Stage
from voice_agent.sound import FRAME, RATE, Samples, Sound
from voice_agent.story import Consent, ConsentKind, Latency, Speaker, Turn, TurnId

SURELY = 1.2
"""Seconds of speech over ours after which nobody is coughing: the floor is given up. A guess."""

SETTLED = 0.35
"""Seconds of silence after a sound that interrupted us, before its words are judged. A guess."""

AT_ONCE = 0.35
"""Seconds of silence that end a turn whose whole text is "stop": capture must end within one second."""

CUT_IN = 1.0
"""Seconds into our reply within which a narrator who speaks had not finished. A guess."""

TAIL = 0.1
"""Seconds for which our voice still hangs in the room after the loudspeaker is silent. A guess."""

TOGETHER = 4
"""Frames written at once: 80 ms, which with the 0.4 s between two flushes stays below the 0.5 s promised."""

BEHIND = 1500
"""Frames the recorder may lag behind (30 s) before the microphone loop waits for it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a session ended."""

    reason: str
    """closing, stopped, refused, or microphone closed."""

    turns: tuple[Turn, ...]
    consented: bool


class Conversation:
    """One session. `hold` it once."""

    def __init__(
        self, house: House, *, voiceprint: Voiceprint, pauses: Pauses, tempo: Tempo
    ) -> None:
        """`voiceprint`, `pauses` and `tempo` are what earlier sessions learned of the narrator."""
        self._house = house
        self._ears = house.ears
        self._mouth = Mouth(
            house.speech,
            house.loudspeaker,
            house.labour,
            lambda clause, seconds: self._note("clip", clause=clause, seconds=round(seconds, 4)),
        )
        self._listener = Listener(house.ears.ear)
        self._floor = Floor.OPEN
        self._now = 0  # end of the last frame, samples: the clock
        self._quiet_since = 0
        self._recent = deque[Sound](maxlen=round(house.ears.preroll * RATE / FRAME))
        self._hearing: Hearing | None = None
        self._heard_sound = list[Samples]()  # the turn so far, echo cancelled
        self._thought: Thought | None = None
        self._thinking = CancelScope()
        self._settled = anyio.Event()  # the thought has all it will get
        self._reply = CancelScope()
        self._revision = 0
        self._asked_model = 0  # how many of endpoint.ASK_AT have been used in this silence
        self._murmured = backchannel.Memory()
        self._interrupted_at = 0
        self._progress = Progress()
        self._consented = house.opening.consented
        self._turns = list[Turn]()
        self._said = list[str]()  # the narrator's texts of this session
        self._unanswered = list[str]()  # words from before a change of mind
        self._written = False  # the turn in hand is on disk already
        self._latency: Latency | None = None
        self._surely: Verdict | None = None  # whose voice was surely heard last
        self._surely_at = 0.0
        self._reply_began: float | None = None  # seconds
        self._last_wait = 0.0  # seconds of silence before the decision we are answering
        self._ours_until = -RATE  # end of the last frame with our voice in it, samples
        self._level = 0  # of speech, as last noted
        self._ending = ""
        self._deaf = False
        self._voiceprint, self._pauses, self._tempo = voiceprint, pauses, tempo
        self._manners = endpoint.Manners.of(house.patience, pauses)

    # ---- the door

    async def hold(self) -> Outcome:
        """Hold the session until it closes, is stopped, or the microphone ends.

        Raises the VoiceAgentError that ended it; everything said until then is on disk.
        """
        try:
            await self._hold()
        except* VoiceAgentError as group:
            raise first(group) from None
        return Outcome(self._ending or "microphone closed", tuple(self._turns), self._consented)

    async def _hold(self) -> None:
        self._tape, tape = create_memory_object_stream[tuple[Speaker, Sound] | anyio.Event](BEHIND)
        async with create_task_group() as recorder:
            recorder.start_soon(self._record, tape)
            async with self._tape, create_task_group() as tasks:
                self._tasks: TaskGroup = tasks
                self._progress, opening = planner.open_session(
                    self._house.rules, self._house.opening
                )
                self._start_reply(opening, None)
                async for frame in self._ears.microphone:
                    if self._house.controls.stopping:
                        self._ending = "stopped"
                    if self._ending:
                        break
                    await self._frame(frame)
                await self._leave(tasks)

    async def _leave(self, tasks: TaskGroup) -> None:
        """Nothing we started may outlive the session; a half-told turn is written down first."""
        self._thinking.cancel()
        self._reply.cancel()
        tasks.cancel_scope.cancel()
        with CancelScope(shield=True):
            self._note("end", reason=self._ending or "microphone closed")
            if self._floor in (Floor.NARRATOR, Floor.PENDING) and not self._written:
                hearing = self._hearing
                if hearing and (stretch := self._listener.end_turn()):
                    transcript = await self._finish(hearing)
                    await self._write_narrator(stretch, transcript, None, finished=False)
            self._house.watch.state("stopped")

    # ---- one frame

    async def _frame(self, frame: Sound) -> None:
        self._now = frame.end
        far = self._house.loudspeaker.reference(frame.start, len(frame.samples))
        if self._deaf:
            return  # the loudspeaker still needs the clock; nothing is heard or kept any more
        if self._house.controls.muted:
            frame = Sound(np.zeros_like(frame.samples), frame.start)
        await self._tape.send((Speaker.NARRATOR, frame))
        if far.any():
            await self._tape.send((Speaker.INTERVIEWER, Sound(far, frame.start)))
            self._ours_until = frame.end
        clean = Sound(self._ears.echo.cancel(frame.samples, far), frame.start)
        probability = self._ears.detector.probability(clean)
        self._note_speech(probability)
        best = frame if self._ours_is_gone() else clean
        if self._hearing is not None:
            self._hearing.feed(best)
            self._heard_sound.append(best.samples)
        else:
            self._recent.append(best)
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

    def _note_speech(self, probability: float) -> None:
        """The journal holds how sure the ear was in three steps: all that the floor depends on."""
        ear = self._ears.ear
        level = 2 if probability >= ear.begins else 1 if probability >= ear.ends else 0
        if level != self._level:
            self._level = level
            self._house.notebook.note("speech", self._now - FRAME, level=level)

    async def _on_sign(self, sign: Sign) -> None:
        self._note("sign", heard=str(sign.heard), where=sign.at)
        if sign.heard is not Noise.BEGAN:
            return
        self._forget_thought()
        match self._floor:
            case Floor.OPEN:
                self._open_turn()
                await self._take(Cue.NARRATOR_STARTS)
            case Floor.PENDING:  # they were only breathing
                self._reply.cancel()
                if self._written:  # the first part is on disk: this is the next turn
                    self._open_turn()
                else:
                    self._listener.reopen()
                await self._take(Cue.NARRATOR_STARTS)
            case Floor.INTERVIEWER:
                self._mouth.hush()
                self._interrupted_at = sign.at
                self._learn_from_cut_in(sign)
                self._open_turn()
                await self._take(Cue.NARRATOR_STARTS)
            case Floor.NARRATOR | Floor.PAUSED:
                self._mouth.hush()  # a murmur of ours must never cover the narrator

    async def _on_time(self) -> None:
        """What silence, or speech that lasts, means just now."""
        listener = self._listener
        if self._floor is Floor.OPEN:
            await self._on_open_floor()
        elif self._floor is Floor.PAUSED:
            await self._on_paused_floor()
        elif self._floor is Floor.NARRATOR and not listener.speaking and not listener.stirring:
            await self._on_narrator_silent(listener.silence)

    async def _on_open_floor(self) -> None:
        quiet = (self._now - self._quiet_since) / RATE
        progress, cue = planner.after_silence(
            self._house.rules, self._progress, quiet, self._house.waits
        )
        if cue.act is not Act.NOTHING:
            self._progress = progress
            self._start_reply(cue, None)

    async def _on_narrator_silent(self, silence: float) -> None:
        self._think_ahead(silence)
        thought = self._thought
        words = thought.words if thought else ""
        complete = thought.complete if thought else None
        kind = self._murmur_now(silence, words, complete)
        if kind is not None:
            self._tasks.start_soon(self._murmur, kind)
        at_once = silence >= AT_ONCE and _wants_silence(words)
        if at_once or endpoint.over(
            silence, words, complete, self._manners, asked=self._progress.last
        ):
            await self._decide()

    async def _on_paused_floor(self) -> None:
        listener = self._listener
        if listener.speaking:
            if (self._now - self._interrupted_at) / RATE >= SURELY:
                await self._yield_floor()
            return
        self._think_ahead(listener.silence)
        thought = self._thought
        if listener.stirring or listener.silence < SETTLED or not thought or not thought.transcript:
            return
        if (
            interruption.judge(thought.words, ours=self._mouth.heard.clause)
            is interruption.Meaning.GO_ON
        ):
            await self._write_aside(thought)
            await self._take(Cue.REPLY_RESUMES)
            self._mouth.resume()
        else:
            await self._yield_floor()

    # ---- the narrator's turn

    def _open_turn(self) -> None:
        self._hearing = self._ears.transcriber.begin()
        self._heard_sound = []
        self._written = False
        for sound in self._recent:
            self._hearing.feed(sound)
            self._heard_sound.append(sound.samples)
        self._recent.clear()

    def _forget_thought(self) -> None:
        self._revision += 1
        self._asked_model = 0
        self._thinking.cancel()
        self._thought = None

    def _think_ahead(self, silence: float) -> None:
        """Start speculating once the silence is long enough; ask the turn-end model again later."""
        if self._asked_model >= len(endpoint.ASK_AT):
            return
        if silence < endpoint.ASK_AT[self._asked_model]:
            return
        self._asked_model += 1
        if self._thought is None:
            self._thought = Thought(self._revision)
            self._settled = anyio.Event()
            self._thinking = CancelScope()
            self._tasks.start_soon(self._think, self._thought, self._thinking, self._settled)
        elif self._ears.turn_end is not None:
            self._tasks.start_soon(self._ask_turn_end, self._thought, self._thinking)

    async def _think(self, thought: Thought, scope: CancelScope, settled: anyio.Event) -> None:
        hearing = self._hearing
        with scope:
            async with create_task_group() as both:
                if self._ears.turn_end is not None:
                    both.start_soon(self._ask_turn_end, thought, scope)
                if hearing is not None:
                    both.start_soon(self._transcribe, thought, hearing)
                    both.start_soon(self._recognise_voice, thought)
            if thought.transcript is not None:
                await self._consider(thought)
        settled.set()

    async def _ask_turn_end(self, thought: Thought, scope: CancelScope) -> None:
        model = self._ears.turn_end
        sound = self._turn_sound(8.0)
        if model is None or scope.cancel_called:
            return
        try:
            complete = await self._house.labour(lambda: model.finished(sound))
        except EngineError as error:
            self._note("engine", engine=error.engine)
            return
        if thought is self._thought:
            thought.complete = endpoint.agreed(thought.complete, complete)
            self._judge(thought)
            self._note("complete", probability=round(complete, 4), until=sound.end)

    async def _transcribe(self, thought: Thought, hearing: Hearing) -> None:
        spoken_to = self._listener.turn.ended if self._listener.turn else self._now
        transcript = await self._finish(hearing, peek=True)
        thought.transcript = transcript
        thought.text_ready = self._now / RATE
        if thought is self._thought:
            self._judge(thought)
            self._note(
                "text", text=transcript.text, until=spoken_to, dropped=len(transcript.dropped)
            )
            self._house.watch.words(Speaker.NARRATOR, transcript.text, False)

    def _judge(self, thought: Thought) -> None:
        """Let the ear remember what this silence looked like, in case it is only a pause."""
        is_open = unfinished(thought.words, asked=self._progress.last) if thought.words else False
        self._listener.judge(thought.complete, unfinished=is_open)

    async def _finish(self, hearing: Hearing, *, peek: bool = False) -> Transcript:
        try:
            return await self._house.labour(hearing.peek if peek else hearing.finish)
        except EngineError as error:
            # the sound is on disk; a later pass can still read it
            self._note("engine", engine=error.engine)
            return Transcript("", confidence=0.0)

    async def _recognise_voice(self, thought: Thought) -> None:
        encoder = self._ears.speaker
        sound = self._turn_sound(6.0)
        if encoder is None or sound.seconds < self._voiceprint.shortest:
            return
        try:
            thought.voice = await self._house.labour(lambda: encoder.embed(sound))
        except EngineError as error:
            self._note("engine", engine=error.engine)

    async def _consider(self, thought: Thought) -> None:
        """Choose and word the reply, and synthesise its first clause. No side effects."""
        heard = self._as_heard(thought.words)
        progress, chosen = planner.reply(
            self._house.rules, self._progress, heard, self._house.opening
        )
        worded = None
        if self._house.wording is not None and chosen.act is Act.QUESTION:
            worded = await self._house.wording(chosen, heard, (*self._said, heard.text))
        if worded:
            say, _, ask = worded.rpartition(". ") if worded.endswith("?") else (worded, "", "")
            chosen = replace(chosen, say=f"{say}." if say and ask else say, ask=ask)
            progress = replace(progress, last=ask or progress.last)
        script = await self._mouth.prepare(chosen.text, self._pace(chosen.pace))
        thought.progress, thought.move, thought.script = progress, chosen, script
        thought.reply_ready = self._now / RATE

    def _as_heard(self, words: str) -> Heard:
        turn = self._listener.turn
        seconds = (turn.ended - turn.began) / RATE if turn else 0.0
        text = " ".join((*self._unanswered, words)).strip()
        return Heard(text, seconds, self._now / RATE / 60)

    def _turn_sound(self, seconds: float) -> Sound:
        wanted = round(seconds * RATE / FRAME)
        pieces = self._heard_sound[-wanted:]
        samples = np.concatenate(pieces) if pieces else np.zeros(0, np.float32)
        return Sound(samples, self._now - len(samples))

    def _murmur_now(
        self, silence: float, words: str, complete: float | None
    ) -> backchannel.Kind | None:
        turn = self._listener.turn
        if not self._house.murmurs or turn is None or self._progress.stage is not Stage.TALK:
            return None
        kind, self._murmured = backchannel.murmur(
            self._murmured,
            silence=silence,
            spoken=turn.spoken,
            words=words,
            complete=complete,
            now=self._now / RATE,
            seed=self._house.rules.seed,
        )
        return kind

    async def _murmur(self, kind: backchannel.Kind) -> None:
        clip = self._house.speech.murmur(str(kind), self._house.rules.seed + len(self._turns))
        if clip is None or self._listener.speaking:
            return
        if self._latency is None and self._listener.turn is not None:
            ended = self._listener.turn.ended / RATE
            self._latency = Latency(speech_end=ended, first_sound=self._now / RATE)
        self._note("murmur", what=str(kind))
        await self._mouth.murmur(clip)

    # ---- our turn

    async def _decide(self) -> None:
        """The turn is over."""
        await self._take(Cue.NARRATOR_RESTS)
        self._reply = CancelScope()
        self._tasks.start_soon(self._respond, self._thought, self._reply)

    async def _respond(self, thought: Thought | None, scope: CancelScope) -> None:
        with scope:
            stretch = self._listener.turn
            hearing = self._hearing
            if stretch is None or hearing is None:
                return
            decided = self._now / RATE
            self._last_wait = decided - stretch.ended / RATE
            before = self._latency
            latency = Latency(
                speech_end=stretch.ended / RATE,
                decided=decided,
                first_sound=before.first_sound
                if before and before.speech_end == stretch.ended / RATE
                else None,
            )
            if thought is None:  # patience ran out before anything was asked
                thought = Thought(self._revision)
                await self._think(thought, CancelScope(), self._settled)
            await self._settled.wait()
            transcript = thought.transcript or Transcript("")
            latency = replace(
                latency, text_ready=thought.text_ready, reply_ready=thought.reply_ready
            )
            await self._answer(thought, stretch, transcript, latency)

    async def _answer(
        self, thought: Thought, stretch: Stretch, transcript: Transcript, latency: Latency
    ) -> None:
        who = self._whose(thought, stretch)
        chosen, script = thought.move, thought.script
        silent = (
            who is Speaker.SOMEONE_ELSE
            or chosen is None
            or script is None
            or not script.clauses
            or (not transcript.text and stretch.spoken < SURELY)
        )
        if silent or chosen is None or script is None:
            await self._write_narrator(stretch, transcript, None, speaker=who)
            self._close_turn()
            await self._take(Cue.REPLY_ENDS)
            return

        async def before() -> None:
            await self._write_narrator(stretch, transcript, chosen)
            await checkpoint_if_cancelled()  # they went on while we wrote: what we wrote stays true
            self._unanswered.clear()
            self._close_turn()
            self._progress = thought.progress or self._progress
            self._learn(stretch, transcript)
            self._obey(chosen)

        await self._utter(chosen, script, before, latency)

    def _start_reply(self, chosen: Move, latency: Latency | None) -> None:
        """Say something of our own accord: the opening, or a cue after silence."""
        self._reply = CancelScope()
        scope = self._reply

        async def nothing() -> None: ...

        async def speak() -> None:
            with scope:
                script = await self._mouth.prepare(chosen.text, self._pace(1.0))
                await self._utter(chosen, script, nothing, latency)

        self._quiet_since = self._now
        self._last_wait = 0.0
        self._tasks.start_soon(speak)

    async def _utter(
        self,
        chosen: Move,
        script: Script,
        before: Callable[[], Awaitable[None]],
        latency: Latency | None,
    ) -> None:
        began: float | None = None
        answered = self._turns[-1].id if self._turns else None

        async def begins() -> None:
            nonlocal began, latency, answered
            await before()
            await self._take(Cue.REPLY_BEGINS)
            began = self._reply_began = self._now / RATE
            answered = self._turns[-1].id if self._turns else None
            if latency is not None:
                latency = replace(
                    latency, first_content=began, first_sound=latency.first_sound or began
                )
            self._note("move", act=str(chosen.act), reason=chosen.reason)
            self._house.watch.words(Speaker.INTERVIEWER, chosen.text, False)

        try:
            await self._mouth.speak(script, begins)
        finally:
            if began is not None:
                with CancelScope(shield=True):
                    await self._write_interviewer(chosen, began)
                    if latency is not None and answered is not None:
                        await self._write_latency(answered, latency)
        await self._take(Cue.REPLY_ENDS)
        self._quiet_since = self._now
        if chosen.ends:
            self._ending = "refused" if chosen.consent is False else "closing"

    async def _yield_floor(self) -> None:
        self._reply.cancel()
        await self._take(Cue.REPLY_YIELDS)

    def _pace(self, factor: float) -> float:
        fixed, slowest, fastest = self._house.paces
        return self._tempo.ask(factor).ours(fixed=fixed, slowest=slowest, fastest=fastest)

    # ---- what follows from a turn

    def _whose(self, thought: Thought, stretch: Stretch) -> Speaker:
        """The narrator, or someone else: a visitor, the television."""
        verdict = Verdict.UNSURE
        if thought.voice is not None:
            verdict = self._voiceprint.same(thought.voice, stretch.spoken)
        since = stretch.ended / RATE - self._surely_at
        who = whose(verdict, self._surely, since)
        if verdict is not Verdict.UNSURE:
            self._surely, self._surely_at = verdict, stretch.ended / RATE
        self._note("voice", verdict=str(verdict), who=str(who))
        return who

    def _learn(self, stretch: Stretch, transcript: Transcript) -> None:
        """Pauses, pace and voice of the narrator, kept only once they have agreed to it."""
        self._tempo = self._tempo.hear(len(transcript.text.split()), stretch.spoken)
        waited = (self._now - stretch.ended) / RATE
        self._pauses = self._pauses.hear(stretch.pauses, self._manners.sure).ended(waited)
        self._manners = endpoint.Manners.of(self._house.patience, self._pauses)
        thought = self._thought
        if thought is not None and thought.voice is not None:
            self._voiceprint = self._voiceprint.enrol(thought.voice, stretch.spoken)

    def _learn_from_cut_in(self, sign: Sign) -> None:
        """They went on almost as soon as we began: we had cut in."""
        began = self._reply_began
        if began is not None and sign.at / RATE - began <= CUT_IN and self._last_wait > 0:
            self._pauses = self._pauses.cut_in(self._last_wait)
            self._manners = endpoint.Manners.of(self._house.patience, self._pauses)

    def _obey(self, chosen: Move) -> None:
        self._deaf = chosen.deaf
        if self._deaf:
            self._house.watch.state("stopped")
        self._tempo = self._tempo.ask(chosen.pace)
        if chosen.loudness != 1.0:
            self._house.loudness(chosen.loudness)

    def _close_turn(self) -> None:
        self._listener.end_turn()
        self._hearing = None
        self._heard_sound = []
        self._latency = None
        self._quiet_since = self._now

    # ---- writing down

    async def _write_narrator(
        self,
        stretch: Stretch,
        transcript: Transcript,
        chosen: Move | None,
        *,
        speaker: Speaker = Speaker.NARRATOR,
        finished: bool = True,
        kind: str = "",
    ) -> None:
        """Audio and turn are on disk when this returns, also if the narrator goes on meanwhile."""
        withheld = chosen is not None and chosen.withheld
        if not transcript.text and not withheld:
            return  # nothing intelligible: the sound is kept, an empty turn is not
        with CancelScope(shield=True):
            turn = Turn(
                id=TurnId(len(self._turns) + 1),
                session=self._house.session,
                speaker=speaker,
                text="" if withheld else transcript.text,
                began=stretch.began / RATE,
                ended=stretch.ended / RATE,
                said_at=self._house.now(),
                words=() if withheld else transcript.words,
                confidence=transcript.confidence,
                finished=finished,
                kind="withheld" if withheld else kind,
            )
            if chosen is not None and chosen.consent is not None:
                await self._settle_consent(chosen.consent, transcript.text)
            await self._write(turn)
            self._written = True
            if speaker is Speaker.NARRATOR and not withheld:
                self._said.append(transcript.text)
                self._unanswered.append(transcript.text)
            self._house.watch.words(speaker, turn.text, True)

    async def _settle_consent(self, given: bool, words: str) -> None:
        if not given:
            await self._flush()
            self._house.notebook.refuse()
            return
        consent = Consent(
            ConsentKind.RECORDING,
            True,
            self._house.now(),
            self._house.session,
            words,
            asked=self._progress.last,
        )
        await self._flush()
        await self._house.labour(lambda: self._house.notebook.agree(consent))
        self._consented = True
        self._house.watch.state("recording")

    async def _write_aside(self, thought: Thought) -> None:
        """An "mm-hm" over our speech: written down, not answered."""
        stretch = self._listener.end_turn()
        if stretch is not None and thought.transcript is not None:
            await self._write_narrator(stretch, thought.transcript, None, kind="aside")
            self._unanswered.clear()
        self._close_turn()

    async def _write_interviewer(self, chosen: Move, began: float) -> None:
        text = self._mouth.heard.text
        if not text:
            return
        turn = Turn(
            id=TurnId(len(self._turns) + 1),
            session=self._house.session,
            speaker=Speaker.INTERVIEWER,
            text=text,
            began=began,
            ended=self._now / RATE,
            said_at=self._house.now(),
            finished=self._mouth.heard.complete,
            kind=str(chosen.act),
        )
        await self._write(turn)
        self._house.watch.words(Speaker.INTERVIEWER, text, True)

    async def _write(self, turn: Turn) -> None:
        self._turns.append(turn)
        await self._flush()
        await self._house.labour(lambda: self._house.notebook.turn(turn))

    async def _write_latency(self, answered: TurnId, latency: Latency) -> None:
        final = replace(
            latency, reply_end=self._now / RATE, barge_in=not self._mouth.heard.complete
        )
        await self._house.labour(lambda: self._house.notebook.latency(answered, final))
        self._house.watch.latency(answered, final)

    async def _flush(self) -> None:
        """Every frame heard so far has reached the notebook when this returns."""
        reached = anyio.Event()
        await self._tape.send(reached)
        await reached.wait()

    async def _record(
        self, tape: anyio.abc.ObjectReceiveStream[tuple[Speaker, Sound] | anyio.Event]
    ) -> None:
        notebook = self._house.notebook
        held = dict[Speaker, list[Sound]]()

        async def write() -> None:
            for speaker, sounds in held.items():
                start = sounds[0].start
                sound = Sound(np.concatenate([s.samples for s in sounds]), start)
                await self._house.labour(
                    lambda speaker=speaker, sound=sound: notebook.hear(speaker, sound)
                )
            held.clear()

        async with tape:
            async for item in tape:
                if isinstance(item, anyio.Event):
                    await write()
                    item.set()
                    continue
                speaker, sound = item
                before = held.setdefault(speaker, [])
                if before and before[-1].end != sound.start:
                    await write()
                    before = held.setdefault(speaker, [])
                before.append(sound)
                if len(before) >= TOGETHER:
                    await write()
        await write()

    async def _take(self, cue: Cue) -> None:
        await checkpoint_if_cancelled()  # a reply cut off as it finishes must not report its end
        self._floor = move(self._floor, cue)
        self._note("floor", floor=str(self._floor), cue=str(cue))
        self._house.watch.floor(self._floor, cue, self._now / RATE)

    def _note(self, kind: str, **fields: object) -> None:
        self._house.notebook.note(kind, self._now, **fields)

    # ---- what was learned

    @property
    def learned(self) -> tuple[Voiceprint, Pauses, Tempo]:
        """What this session knows of the narrator now."""
        return self._voiceprint, self._pauses, self._tempo


def _wants_silence(words: str) -> bool:
    return commands.understood(words) is Command.STOP
