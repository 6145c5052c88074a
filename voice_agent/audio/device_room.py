"""A real microphone and a real loudspeaker on one clock."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from voice_agent.audio.loudspeaker import DeviceLoudspeaker, open_loudspeaker
from voice_agent.audio.microphone import DeviceMicrophone, Gap, open_microphone
from voice_agent.settings import Audio


@dataclass(slots=True)
class DeviceRoom:
    """Where a session takes place. Made by `open_room`."""

    microphone: DeviceMicrophone
    loudspeaker: DeviceLoudspeaker
    tell: Callable[[Gap], None] = lambda gap: None
    """Hears of every gap in what the microphone brought: a device unplugged, frames dropped."""


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
