"""The turn in hand: its sound, its words so far, and the reply that is thought of while it rests.

Thinking ahead begins at the first silence worth the name. It asks the turn-end model, the recogniser and
the speaker check side by side, then chooses and words a reply and has its first clause spoken into
memory. When the narrator goes on, the thought is dropped: it had no side effects.
"""

from collections import deque
from collections.abc import Callable

import anyio
import numpy as np
from anyio import CancelScope, create_task_group
from anyio.abc import TaskGroup

from voice_agent.backends import Hearing, Transcript, VoiceLook
from voice_agent.conversation.acquaintance import Acquaintance
from voice_agent.conversation.bringing_back import longest_pause
from voice_agent.conversation.considering import bearing, considered, understood
from voice_agent.conversation.course import Course
from voice_agent.conversation.house import Brought, House
from voice_agent.conversation.mouth import Mouth
from voice_agent.conversation.scribe import Scribe
from voice_agent.conversation.speculation import Speculation
from voice_agent.conversation.story_places import by_words
from voice_agent.dialogue import endpoint
from voice_agent.dialogue.clauses import unfinished
from voice_agent.dialogue.listening import Listener, Stretch
from voice_agent.dialogue.story_patience import StoryPlace
from voice_agent.errors import EngineError
from voice_agent.interview import interrupted_question
from voice_agent.interview.planner import Act, Heard, Move, Progress, Stage
from voice_agent.reading.by_rules import yes_no
from voice_agent.reading.wishes import commands
from voice_agent.reading.wishes.commands import Command
from voice_agent.sound import FRAME, RATE, Samples, Sound
from voice_agent.story import Bearing, Speaker

APART = 0.1
"""Seconds after a turn's last sound that still belong to its last word, and not to the next turn. A guess."""

JUDGED = 8.0
"""Seconds of sound the turn-end model looks at."""

BRING = 0.15
"""Seconds that recall and feeling may take (product.md); later they would hold up the reply."""


class Attention:
    """Follows the narrator. One for each session."""

    def __init__(
        self,
        house: House,
        course: Course,
        listener: Listener,
        mouth: Mouth,
        scribe: Scribe,
        known: Acquaintance,
        now: Callable[[], int],
    ) -> None:
        """`now`: the microphone's clock, samples."""
        self._house, self._course = house, course
        self._listener, self._mouth = listener, mouth
        self._scribe, self._known, self._now = scribe, known, now
        self.unanswered = list[str]()
        """Written down but not answered yet: words from before a change of mind."""

        self.before = Progress()
        """Where it stood before what is being said now was chosen."""

        self.opening: Move | None = None
        """What must be said before anything else, until it is: who we are, or that they were not heard."""

        self._said_again = ""
        self.speculation: Speculation | None = None
        self._before = deque[Sound](maxlen=round(house.ears.preroll * RATE / FRAME))
        self._sound = deque[Samples](maxlen=round(JUDGED * RATE / FRAME))
        self._hearing: Hearing | None = None
        self._looks = list[VoiceLook]()
        self._unlooked = deque[Sound]()  # from the beginning of the last look on
        self._revision = 0
        self._asked = 0  # how many of endpoint.ASK_AT have been used in this silence
        self._scope = CancelScope()
        self._settled = anyio.Event()

    @property
    def words(self) -> str:
        """The turn's text, as far as it is known."""
        return self.speculation.words if self.speculation else ""

    @property
    def stop(self) -> bool:
        """Is all of it, as far as it is known, a wish to stop?"""
        return self.speculation is not None and self.speculation.stop

    @property
    def complete(self) -> float | None:
        """What the turn-end model says of this silence."""
        return self.speculation.complete if self.speculation else None

    @property
    def place(self) -> StoryPlace:
        """Where the story of the turn stands, as far as its words are known."""
        return self.speculation.place if self.speculation else StoryPlace.UNKNOWN

    # ---- the sound of the turn

    def feed(self, sound: Sound) -> None:
        """Take in one frame, whether or not there is a turn yet."""
        self._before.append(sound)
        if self._hearing is not None:
            self._follow(self._hearing, sound)

    def _follow(self, hearing: Hearing, sound: Sound) -> None:
        hearing.feed(sound)
        self._sound.append(sound.samples)
        if self._house.ears.speaker is not None:
            self._unlooked.append(sound)

    def open_turn(self) -> None:
        """Somebody begins to speak; a second of what came before belongs to it."""
        self._hearing = hearing = self._house.ears.transcriber.begin()
        self._forget_sound()
        for sound in self._before:
            self._follow(hearing, sound)

    def close_turn(self) -> None:
        """The turn is over; the next one may begin with what was heard since its last word."""
        ended = self._listener.end_turn()
        while ended and self._before and self._before[0].start < ended.ended + APART * RATE:
            self._before.popleft()
        self._hearing = None
        self._forget_sound()

    def _forget_sound(self) -> None:
        self._sound.clear()
        self._looks.clear()
        self._unlooked.clear()

    async def finish(self) -> Transcript:
        """Read the whole turn, whatever was thought before."""
        transcript, _ = await self._read(peek=False)
        return transcript

    def spoken_over(self, said: Move, heard: str) -> None:
        """The narrator takes the floor when `heard` of `said` has reached the air: what was not heard was not asked."""
        if not said.asks or interrupted_question.reached(said, heard):
            return
        self._course.progress = interrupted_question.taken_back(
            self._course.progress, self.before, said
        )
        if said.act is Act.CONSENT and said.text != self._said_again:
            self.opening, self._said_again = said, said.text
        self.forget()  # what was thought of since stood on a question that nobody heard

    # ---- thinking ahead

    def forget(self) -> None:
        """The narrator goes on: drop what was thought."""
        self._revision += 1
        self._asked = 0
        self._scope.cancel()
        self.speculation = None

    def think_ahead(self, tasks: TaskGroup, silence: float) -> None:
        """Begin once the silence is long enough; ask the turn-end model again later."""
        if self._asked >= len(endpoint.ASK_AT) or silence < endpoint.ASK_AT[self._asked]:
            return
        self._asked += 1
        if self.speculation is None:
            self._begin(tasks)
        elif self._house.ears.turn_end is not None:
            tasks.start_soon(self._ask_turn_end, self.speculation, self._scope)

    def press(self, tasks: TaskGroup, words: str) -> None:
        """Think about what a button asks for: a turn that nobody needs to listen to."""
        self.forget()
        self._begin(tasks, Transcript(words))

    @property
    def pressed(self) -> str:
        """What a button asked for, in the turn that is thought about; "" where it was spoken."""
        return self.words if self.speculation and self.speculation.pressed else ""

    async def settled(self, tasks: TaskGroup) -> Speculation:
        """Return the thought when it has all it will get."""
        speculation = self.speculation or self._begin(tasks)
        await self._settled.wait()
        return speculation

    def _begin(self, tasks: TaskGroup, pressed: Transcript | None = None) -> Speculation:
        self.speculation = Speculation(
            self._revision, transcript=pressed, pressed=pressed is not None
        )
        self._settled, self._scope = anyio.Event(), CancelScope()
        tasks.start_soon(self._think, self.speculation, self._scope, self._settled)
        return self.speculation

    async def _think(
        self, speculation: Speculation, scope: CancelScope, settled: anyio.Event
    ) -> None:
        with scope:
            if not speculation.pressed:
                await self._hear_out(speculation, scope)
            if speculation.transcript is not None:
                await self._consider(speculation)
        settled.set()

    async def _hear_out(self, speculation: Speculation, scope: CancelScope) -> None:
        """Its words, whose they are, and whether they are all."""
        # alone and first: our first small sound waits for it, and beside the others it takes twice as long
        await self._ask_turn_end(speculation, scope)
        async with create_task_group() as side_by_side:
            side_by_side.start_soon(self._transcribe, speculation)
            side_by_side.start_soon(self._recognise_voice, speculation)
        if speculation.transcript is not None:
            self._share(speculation)

    async def _ask_turn_end(self, speculation: Speculation, scope: CancelScope) -> None:
        model = self._house.ears.turn_end
        sound = self._latest(JUDGED)
        if model is None or scope.cancel_called:
            return
        try:
            complete = await self._house.labour(lambda: model.finished(sound))
        except EngineError as error:
            self._scribe.note("engine", engine=error.engine)
            return
        if speculation is self.speculation:
            speculation.complete = endpoint.agreed(speculation.complete, complete)
            self._judge(speculation)
            self._scribe.note("complete", probability=round(complete, 4), until=sound.end)

    async def _transcribe(self, speculation: Speculation) -> None:
        turn = self._listener.turn
        spoken_to = turn.ended if turn else self._now()
        transcript, speculation.place = await self._read(peek=True)
        speculation.transcript = transcript
        speculation.stop = commands.understood(speculation.words) is Command.STOP
        speculation.text_ready = self._now() / RATE
        if speculation is self.speculation:
            self._judge(speculation)
            self._tell(transcript.text, spoken_to, dropped=len(transcript.dropped))

    def _tell(self, text: str, until: int, **counts: int) -> None:
        """Show and journal the narrator's words up to the sample `until`."""
        # what will be withheld from the record is withheld from the journal too
        crisis = self._course.progress.safety.asked or self._house.rules.readers.net.holds(text)
        text = "" if crisis else text
        self._scribe.note("text", text=text, until=until, **counts)
        self._house.watch.words(Speaker.NARRATOR, text, False)

    async def _read(self, *, peek: bool) -> tuple[Transcript, StoryPlace]:
        """The words so far, and where their story stands; nobody asks that of a turn that is over."""
        hearing = self._hearing
        if hearing is None:
            return Transcript(""), StoryPlace.UNKNOWN
        try:
            return await self._house.labour(lambda: self._read_now(hearing, peek=peek))
        except EngineError as error:
            # the sound is on disk; a later pass can still read it
            self._scribe.note("engine", engine=error.engine)
            return Transcript("", confidence=0.0), StoryPlace.UNKNOWN

    def _read_now(self, hearing: Hearing, *, peek: bool) -> tuple[Transcript, StoryPlace]:
        transcript = hearing.peek() if peek else hearing.finish()
        # read for danger here, beside the microphone loop; what was read once is not read again
        self._house.rules.readers.net.hear(transcript.text)
        return transcript, self._place(transcript.text) if peek else StoryPlace.UNKNOWN

    def _place(self, words: str) -> StoryPlace:
        readers = self._house.rules.readers
        if readers.net.holds(words):  # nobody in danger is kept waiting
            return StoryPlace.UNKNOWN
        return by_words(words, readers.ending(words))

    async def _recognise_voice(self, speculation: Speculation) -> None:
        encoder = self._house.ears.speaker
        if encoder is None or not self._unlooked:
            return
        start = self._unlooked[0].start
        sound = Sound(np.concatenate([piece.samples for piece in self._unlooked]), start)
        try:
            looks = await self._house.labour(lambda: encoder.looks(sound))
        except EngineError as error:
            self._scribe.note("engine", engine=error.engine)
            return
        if looks and speculation is self.speculation:
            # the last look is taken again: it may have ended before the word did
            self._looks = [look for look in self._looks if look.begin < looks[0].begin] + [*looks]
            while self._unlooked and self._unlooked[0].end <= looks[-1].begin * RATE:
                self._unlooked.popleft()
        speculation.looks = tuple(self._looks)

    def _share(self, speculation: Speculation) -> None:
        """Take out of the turn what somebody else said in it."""
        self._known.share(speculation)
        speculation.stop = commands.understood(speculation.words) is Command.STOP
        if speculation.overheard is not None and speculation is self.speculation:
            turn = self._listener.turn
            until = turn.ended if turn else self._now()
            self._tell(speculation.words, until, overheard=len(speculation.overheard.words))

    async def _consider(self, speculation: Speculation) -> None:
        """Choose and word the reply, and synthesise its first clause. No side effects."""
        house, before = self._house, self._course.progress
        turn = self._listener.turn
        text = " ".join((*self.unanswered, speculation.words)).strip()

        def as_told() -> Heard:
            return Heard(
                text,
                seconds=(turn.ended - turn.began) / RATE if turn else 0.0,
                minutes=self._now() / RATE / 60,
                tiring=self._known.tires(len(speculation.words.split()), turn),
                pause=self._trailed(speculation, turn),
            )

        taken = await understood(house, text, self._bring, as_told)
        speculation.bearing = taken.heard.bearing
        # they spoke before we had said who we are: no yes can be an answer to it
        unsaid = None if self._refuses(speculation, text) else self.opening
        answered = await considered(house, before, taken, unsaid=unsaid)
        pace = self.pace(answered.move.pace) * taken.heard.bearing.pace
        speculation.script = await self._mouth.prepare(answered.move.text, pace)
        speculation.answered = answered
        speculation.reply_ready = self._now() / RATE

    def _refuses(self, speculation: Speculation, text: str) -> bool:
        """A no, or a wish to stop, needs nothing explained first."""
        asking = self._course.progress.stage is Stage.CONSENT
        return speculation.stop or (asking and yes_no.agrees(text) is False)

    @staticmethod
    def _trailed(speculation: Speculation, turn: Stretch | None) -> float:
        """Seconds of the longest pause after which only few words came."""
        pauses = [(p.began / RATE, p.ended / RATE) for p in turn.pauses] if turn else []
        words = speculation.transcript.words if speculation.transcript else ()
        return longest_pause(pauses, [word.start for word in words])

    @property
    def bearing(self) -> Bearing:
        """How to carry oneself now, as far as the turn is known."""
        if self.speculation is not None and self.speculation.bearing is not None:
            return self.speculation.bearing
        return bearing(self._house)

    async def _bring(self, text: str) -> Brought:
        """What comes with the turn; nothing where it would hold the reply up."""
        bring = self._house.bring
        if bring is None or not text:
            return Brought()
        with anyio.move_on_after(BRING):
            brought = await bring(text, self._latest(JUDGED))
            if brought.late:
                self._scribe.note("late", what="part of recall")
            return brought
        self._scribe.note("late", what="recall")
        return Brought()

    def pace(self, factor: float = 1.0) -> float:
        """Our pace, words a minute, if the narrator now asked for `factor`."""
        fixed, slowest, fastest = self._house.paces
        return self._known.tempo.ask(factor).ours(fixed=fixed, slowest=slowest, fastest=fastest)

    def _judge(self, speculation: Speculation) -> None:
        """Let the ear remember what this silence looked like, in case it is only a pause."""
        is_open = bool(speculation.words) and unfinished(
            speculation.words, asked=self._course.progress.question.text
        )
        self._listener.judge(speculation.complete, unfinished=is_open)

    def _latest(self, seconds: float) -> Sound:
        pieces = list(self._sound)[-round(seconds * RATE / FRAME) :]
        samples = np.concatenate(pieces) if pieces else np.zeros(0, np.float32)
        return Sound(samples, self._now() - len(samples))
