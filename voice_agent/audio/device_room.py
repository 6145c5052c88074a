"""A real microphone and a real loudspeaker on one clock."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from voice_agent.audio.loudspeaker import DeviceLoudspeaker, open_loudspeaker
from voice_agent.audio.microphone import DeviceMicrophone, Gap, open_microphone
from voice_agent.settings_sections import Audio
from voice_agent.sound import Sound


@dataclass(slots=True)
class DeviceRoom:
    """Where a session takes place. Made by `open_room`."""

    microphone: DeviceMicrophone
    loudspeaker: DeviceLoudspeaker
    tell: Callable[[Gap], None] = lambda gap: None
    """Hears of every gap in what the microphone brought: a device unplugged, frames dropped."""


class Attended:
    """The microphone, and a word to whoever looks after it when it goes away and when it is back."""

    def __init__(self, microphone: DeviceMicrophone, away: Callable[[bool], None]) -> None:
        self._microphone, self._away = microphone, away

    async def __aiter__(self) -> AsyncIterator[Sound]:
        away = False
        async for frame in self._microphone:
            if self._microphone.lost is not away:
                away = self._microphone.lost
                self._away(away)
            yield frame


@asynccontextmanager
async def open_room(settings: Audio, *, volume: float = 1.0) -> AsyncGenerator[DeviceRoom]:
    """Open both devices. Raises NoMicrophone, NoLoudspeaker, UnknownDevice, DeviceError."""
    room: list[DeviceRoom] = []

    def tell(gap: Gap) -> None:
        for one in room:
            one.tell(gap)

    async with (
        open_microphone(
            settings.microphone, ring=settings.ring, patience=settings.patience, tell=tell
        ) as microphone,
        open_loudspeaker(
            settings.loudspeaker,
            alignment=microphone.alignment,
            volume=volume,
            buffer=settings.buffer,
            patience=settings.patience,
        ) as loudspeaker,
    ):
        room.append(DeviceRoom(microphone, loudspeaker))
        yield room[0]
