"""Our turn: an answer to what the narrator told, or something said of our own accord.

What we are about to say is dropped when the narrator goes on; with its first sound the interview goes on, and what was
heard of us is written, to the word.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from anyio import CancelScope
from anyio.abc import TaskGroup
from anyio.lowlevel import checkpoint_if_cancelled

from voice_agent.backends import Transcript
from voice_agent.conversation.acquaintance import Acquaintance
from voice_agent.conversation.attention import Attention
from voice_agent.conversation.committing import Committing
from voice_agent.conversation.considering import Considered
from voice_agent.conversation.course import Course, Owed
from voice_agent.conversation.held_floor import HeldFloor
from voice_agent.conversation.house import House
from voice_agent.conversation.mouth import Mouth, Script
from voice_agent.conversation.murmurs import Murmurs
from voice_agent.conversation.scribe import Scribe
from voice_agent.conversation.speculation import Speculation
from voice_agent.dialogue.floor import Cue
from voice_agent.dialogue.listening import Listener, Stretch
from voice_agent.interview.planner import Move, Progress
from voice_agent.interview.safety import answering
from voice_agent.interview.steering.outcome import promises
from voice_agent.sound import RATE
from voice_agent.story import Latency, Speaker, TurnId

SURELY = 1.2
"""Seconds of speech over ours after which nobody is coughing: the floor is given up. A guess."""


class OurTurn:
    """What we say in one session."""

    def __init__(
        self,
        house: House,
        course: Course,
        listener: Listener,
        mouth: Mouth,
        scribe: Scribe,
        known: Acquaintance,
        attention: Attention,
        murmurs: Murmurs,
        held: HeldFloor,
        now: Callable[[], int],
        show: Callable[[], None],
    ) -> None:
        """`now`: end of the last frame, samples; `show` tells whoever watches what becomes of what is said."""
        self._house = house
        self._course = course
        self._listener = listener
        self._mouth = mouth
        self._scribe = scribe
        self._known = known
        self._attention = attention
        self._murmurs = murmurs
        self._committing = Committing(house, course, scribe.note)
        self._held = held
        self._now = now
        self._show = show
        self.manners = known.manners
        """As learned of the narrator with the last turn, and the pauses of the one that goes on."""

    async def respond(self, tasks: TaskGroup, scope: CancelScope) -> None:
        """Answer the turn that has just been judged over."""
        with scope:
            stretch = self._listener.turn
            if stretch is None:  # cannot be: somebody rested
                await self._held.take(Cue.REPLY_ENDS)
                return
            end = stretch.ended / RATE
            decided = self._now() / RATE
            self._known.decided(decided - end)
            thought = await self._attention.settled(tasks)
            latency = Latency(
                speech_end=end,
                decided=decided,
                text_ready=thought.text_ready,
                reply_ready=thought.reply_ready,
                first_sound=self._murmurs.after(stretch),
            )
            await self._answer(tasks, thought, stretch, latency)

    def speak_up(self, tasks: TaskGroup, chosen: Move, owed: Owed | None = None) -> None:
        """Say something of our own accord: the opening, what is `owed`, or a cue after silence."""
        self._held.reply = CancelScope()
        scope = self._held.reply
        before = partial(self._asks, owed.asked) if owed else _nothing

        async def speak() -> None:
            try:
                with scope:
                    script = await self._mouth.prepare(chosen.text, self._attention.pace())
                    await self._utter(chosen, script, before, None, owed)
            finally:
                self._held.speaking_up = False

        self._held.speaking_up = True
        self._held.quiet_since = self._now()
        self._known.decided(0.0)
        tasks.start_soon(speak)

    async def _answer(
        self, tasks: TaskGroup, thought: Speculation, stretch: Stretch, latency: Latency
    ) -> None:
        transcript = thought.transcript or Transcript("")
        who, verdict = self._known.whose(thought, stretch)
        who = Speaker.NARRATOR if thought.pressed else who
        self._scribe.note("voice", verdict=str(verdict), who=str(who))
        answered, script = thought.answered, thought.script
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
            await self._held.take(Cue.REPLY_ENDS)
            self._held.quiet_since = self._now()
            if who is Speaker.SOMEONE_ELSE:
                self._ask_if_called_out(tasks, transcript.text)
            return
        chosen = answered.move

        async def before() -> None:
            write = partial(self._write_turn, thought, chosen, stretch)
            await self._committing.commit(tasks, answered, thought.words, write)
            self._take_to_heart(thought, answered, stretch)

        if not promises(chosen):
            await self._utter(chosen, script, before, latency)
            return
        await before()
        kept = await self._committing.keep_word(tasks, answered)
        if kept.move.text != chosen.text:
            script = await self._mouth.prepare(kept.move.text, self._attention.pace())
        asks = partial(self._asks, lambda _: kept.progress)
        await self._utter(kept.move, script, asks, latency, kept.owed)

    async def _asks(self, goes_on: Callable[[Progress], Progress]) -> None:
        """The interview `goes_on` with the first sound of what it asks."""
        await checkpoint_if_cancelled()
        course = self._course
        self._attention.before, course.progress = course.progress, goes_on(course.progress)

    async def _write_turn(self, thought: Speculation, chosen: Move, stretch: Stretch) -> None:
        """The turn goes to the disk; from now on, what they say is the next one."""
        attention, transcript = self._attention, thought.transcript or Transcript("")
        asked = self._course.progress.question.text
        await checkpoint_if_cancelled()
        self._close_turn()
        if transcript.text and not chosen.withheld:
            attention.unanswered.append(transcript.text)
        await self._scribe.narrator(stretch, transcript, chosen, asked=asked)
        if thought.overheard is not None:
            other = Speaker.SOMEONE_ELSE
            await self._scribe.narrator(stretch, thought.overheard, speaker=other)
        await checkpoint_if_cancelled()  # they went on while we wrote: what we wrote stays true
        attention.unanswered.clear()
        attention.before = self._course.progress

    def _close_turn(self) -> None:
        """The turn goes to the disk as it stands; whatever they say from now on is the next one."""
        self._held.written = True
        self._attention.close_turn()

    def _take_to_heart(self, thought: Speculation, answered: Considered, stretch: Stretch) -> None:
        """What is learned of the narrator from a turn that is over, and what they asked of our voice and ears."""
        self._known.heard(thought, stretch, thought.transcript or Transcript(""))
        self.manners = self._known.manners
        if self._house.sympathy is not None and not answered.move.withheld:
            feeling = answered.heard.feeling
            self._scribe.note(
                "feeling",
                category=str(feeling.category),
                intensity=round(feeling.intensity, 3),
                valence=round(feeling.valence, 3),
                bearing=answered.heard.bearing.reason,
            )
        self._obey(answered.move)

    def _ask_if_called_out(self, tasks: TaskGroup, said: str) -> None:
        """A voice changed by weeping or a stroke is taken for another's; so may be whoever sees that they fell."""
        if asking := answering.called_out(self._house.rules, self._course.progress, said):
            self._course.progress, chosen = asking
            self._committing.run_errands(tasks, chosen, said)
            self.speak_up(tasks, chosen)

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
            await self._held.take(Cue.REPLY_BEGINS)
            began = self._held.reply_began = self._now() / RATE
            self._held.saying = chosen
            opening = self._attention.opening
            if opening is not None and chosen.text == opening.text:
                self._attention.opening = None
            answered = TurnId(len(self._scribe.turns))
            why = {each.name: round(each.share, 3) for each in chosen.reasons}
            self._scribe.note("move", act=str(chosen.act), reason=chosen.reason, why=why)
            self._house.watch.words(Speaker.INTERVIEWER, chosen.text, False)

        try:
            await self._mouth.speak(script, begins)
        finally:
            if began is not None:
                if owed is not None and self._mouth.heard.text:
                    self._course.owed.remove(owed)
                with CancelScope(shield=True):
                    await self._write_ours(chosen, began, answered, latency)
        await self._held.take(Cue.REPLY_ENDS)
        self._held.quiet_since = self._now()
        self._known.fell_silent(self._now() / RATE)
        if chosen.ends:
            self._held.ending = "refused" if chosen.consent is False else "closing"

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
        self._held.deaf = chosen.deaf
        self._show()
        self._known.tempo = self._known.tempo.ask(chosen.pace)
        if chosen.loudness != 1.0:
            self._house.loudness(chosen.loudness)


async def _nothing() -> None: ...
