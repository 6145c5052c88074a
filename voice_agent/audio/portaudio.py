"""PortAudio itself, by way of sounddevice: loaded when first needed, and kept quiet.

The only file that imports sounddevice.
"""

import atexit
import ctypes
import ctypes.util
import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import Any

from voice_agent.errors import DeviceError, DeviceLost

LIBRARY = threading.Lock()
"""Guards PortAudio's list of devices: to read it anew is to close the library, fatal inside a call."""


@cache
def sounddevice() -> Any:
    """Return the module; it ships no types. Raises DeviceError with the line that installs PortAudio."""
    _hush_alsa()
    try:
        import sounddevice as loaded
    except OSError as error:
        raise DeviceError(
            "PortAudio, which brings sound in and out, is not installed on this machine.",
            mend="Run: sudo apt install libportaudio2",
        ) from error
    return loaded


def never_close() -> None:
    """A call hangs inside the library: closing it as the program ends would abort the program."""
    atexit.unregister(sounddevice()._exit_handler)


@contextmanager
def quietly() -> Generator[None]:
    """PortAudio prints its own source lines for every device that does not open, over our captions,

    and cannot be told not to: for those milliseconds standard error leads nowhere. Inside LIBRARY only.
    """
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


@contextmanager
def as_lost() -> Generator[None]:
    """PortAudio's errors become DeviceLost."""
    try:
        yield
    except (sounddevice().PortAudioError, ValueError) as error:
        raise DeviceLost(
            f"The device cannot be used ({_reason(error)}).",
            mend="See what is there with: voice-agent devices",
        ) from error


def _reason(error: BaseException) -> str:
    text = str(error.args[0]) if error.args else str(error)
    return text.removeprefix("Error opening ").split(" [PaErrorCode")[0].rstrip(".")


_AlsaSays = ctypes.CFUNCTYPE(
    None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p
)


@_AlsaSays
def _not_alsa(file: bytes, line: int, function: bytes, code: int, text: bytes) -> None:
    """ALSA prints a page about devices nobody asked for; our own errors say what matters."""


def _hush_alsa() -> None:
    name = ctypes.util.find_library("asound")
    if name is not None:
        ctypes.CDLL(name).snd_lib_error_set_handler(_not_alsa)
