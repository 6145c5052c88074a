"""What the waiting service does when a session is due or asked for: the engines loaded once, the room anew."""

import functools
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import UTC, datetime
from threading import Lock

import anyio

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.assemble.lean import let_go
from voice_agent.assemble.loading import said_as
from voice_agent.audio import files
from voice_agent.audio.echo import NoEcho
from voice_agent.audio.watched import StandsStill
from voice_agent.backends import EchoCanceller
from voice_agent.conversation.house import Controls, Watch
from voice_agent.dialogue.voiceprint import Verdict, Voiceprint
from voice_agent.errors import RecordError
from voice_agent.resources import resource
from voice_agent.satellite.remembered import Remembered
from voice_agent.scheduler.calling import Caller, wording
from voice_agent.settings import Settings
from voice_agent.sound import RATE, Clip, Room, Samples, Sound
from voice_agent.telemetry.telling import SILENT, Telling
from voice_agent.telemetry.vocabulary import Manner


class Corner:
    """The place in the room where the device stands."""

    def __init__(
        self,
        settings: Settings,
        *,
        tidies: bool = False,
        telling: Telling = SILENT,
        tell: Callable[[str], None] = lambda says: None,
    ) -> None:
        """Loads nothing yet. `tidies`: between talks it does what they have left to do. `tell`: hears what is wrong

        with a satellite, never a word that was said.
        """
        self._settings, self._telling, self._tell = settings, telling, tell
        self._remembered = Remembered()
        self._aside = assemble.Aside(settings) if tidies else None
        if self._aside is not None:
            self._aside.begin()  # what a power cut broke off
        # guards the loading: an invitation and a session may both be first
        self._loading = Lock()
        self._engines: assemble.Engines | None = None

    def engines(self) -> assemble.Engines:
        """Loaded on first use; a second or two of blocking work. Raises ModelError, EngineError."""
        with self._loading:
            if self._engines is None:
                self._engines = assemble.engines(self._settings)
            return self._engines

    @property
    def settings(self) -> Settings:
        """Those that hold for the next talk."""
        return self._settings

    def take(self, settings: Settings) -> None:
        """From the next talk on these settings hold; one under way goes on as it is.

        What is loaded with another voice, or with names said otherwise, is loaded anew when it is needed.
        """
        with self._loading:
            before, self._settings = self._settings, settings
            if _loaded_with(before) != _loaded_with(settings):
                self._engines = None
        if self._aside is not None:
            self._aside.take(settings)

    async def hold(self, controls: Controls) -> None:
        """Hold one session with the real microphone. Raises VoiceAgentError."""
        # the watchdog's heartbeat goes on while engines load
        await anyio.to_thread.run_sync(self.engines)
        async with self.open_room() as room:
            await self.hold_in(room, controls)

    async def hold_in(
        self,
        room: Room,
        controls: Controls,
        watch: Watch | None = None,
        *,
        distant: bool = False,
        picture: str = "",
    ) -> assemble.Held:
        """Hold one session in any room. `distant`: at the other end of a line, where a browser takes our

        voice out of its microphone itself. `picture`: the id of a photograph that it begins with. Raises VoiceAgentError.
        """
        engines = await anyio.to_thread.run_sync(self.engines)
        if distant:
            engines = replace(engines, echo=NoEcho)
        elif isinstance(room, StandsStill):
            engines = replace(engines, echo=functools.partial(self._echo_in, room, engines.echo))
        if self._aside is not None:
            await anyio.to_thread.run_sync(self._aside.stop)
        try:
            held = await self._held(room, controls, watch, engines, picture)
            await anyio.to_thread.run_sync(let_go)
            return held
        finally:
            if self._aside is not None:
                self._aside.begin()

    async def _held(
        self,
        room: Room,
        controls: Controls,
        watch: Watch | None,
        engines: assemble.Engines,
        picture: str,
    ) -> assemble.Held:
        settings = self._settings
        with Record.open(settings.state) as record:
            await assemble.finish_erasing(settings, record, datetime.now(UTC))
            with self._telling.talk(Manner.SPOKEN) as told:
                held = await assemble.hold(
                    settings,
                    engines,
                    room,
                    record,
                    watch=watch,
                    controls=controls,
                    told=told,
                    picture=picture,
                )
            if held.folder is not None:
                # what it says where it fails stands on the caregiver's page
                await anyio.to_thread.run_sync(
                    lambda: assemble.keep_copy(settings, record, datetime.now(UTC), self._telling)
                )
            return held

    def close(self) -> None:
        """The service ends; what is left to do is done the next time."""
        if self._aside is not None:
            self._aside.stop()

    def open_room(self) -> AbstractAsyncContextManager[Room]:
        """The real microphone and loudspeaker: the sound card's, or where satellites are named, theirs."""
        settings = self._settings
        if settings.satellite.addresses:
            from voice_agent.satellite.room import open_satellites

            return open_satellites(
                settings.satellite.addresses,
                remembered=self._remembered,
                volume=settings.speaking.volume,
                ring=settings.audio.ring,
                patience=settings.audio.patience,
                another=self._another,
                tell=self._tell,
            )
        from voice_agent.audio.device_room import open_room

        return open_room(settings.audio, volume=settings.speaking.volume)

    def echo_in(self, room: Room) -> EchoCanceller:
        """What takes our voice out of that room's microphone."""
        made = self.engines().echo
        return self._echo_in(room, made) if isinstance(room, StandsStill) else made()

    def _echo_in(self, room: StandsStill, made: Callable[[], EchoCanceller]) -> EchoCanceller:
        return NoEcho() if self._settings.satellite.echo == "theirs" else room.echo(made)

    def _another(self, voice: Samples) -> bool:
        """Is that surely another's voice than the narrator's? Blocking, some tens of milliseconds."""
        speaker = self.engines().speaker
        try:
            with Record.look(self._settings.state) as record:
                known = Voiceprint.from_json(record.kept("voiceprint"))
        except RecordError:
            return False
        if speaker is None or not known.known:
            return False
        return known.same(speaker.embed(Sound(voice))) is Verdict.SOMEONE_ELSE

    def caller(self, beckoned: Callable[[], bool]) -> Caller:
        """Everything an invitation needs, with the engines of the sessions."""
        engines, settings = self.engines(), self._settings
        return Caller(
            _clip(files.read(resource("audio/invitation.flac"))),
            functools.partial(engines.speech.render, pace=150.0),
            engines.detector(),
            engines.echo(),
            engines.transcriber,
            wording(resource("config/invitation.toml"), settings.narrator.name),
            beckoned=beckoned,
        )


def _loaded_with(settings: Settings) -> tuple[str, dict[str, str]]:
    return settings.speaking.voice, said_as(settings)


def _clip(sound: Sound) -> Clip:
    return Clip(sound.samples, RATE)
