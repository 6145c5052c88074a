"""What the waiting service does when a session is asked for: the engines loaded once, the room anew."""

import anyio

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.conversation.house import Controls
from voice_agent.settings import Settings


class Corner:
    """The place in the room where the device stands."""

    def __init__(self, settings: Settings) -> None:
        """Loads nothing yet."""
        self._settings = settings
        self._engines: assemble.Engines | None = None

    async def hold(self, controls: Controls) -> None:
        """Hold one session with the real microphone. Raises VoiceAgentError."""
        from voice_agent.audio.device_room import open_room

        settings = self._settings
        if self._engines is None:
            # a second or two of blocking work: the watchdog's heartbeat goes on meanwhile
            self._engines = await anyio.to_thread.run_sync(assemble.engines, settings)
        with Record.open(settings.state) as record:
            async with open_room(settings.audio, volume=settings.speaking.volume) as room:
                await assemble.hold(settings, self._engines, room, record, controls=controls)
