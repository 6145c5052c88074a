"""Does something take the call where a satellite should be? For a page that somebody is waiting for: nothing is said, or heard."""

import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from voice_agent.addresses import host_and_port

PORT = 10_700
"""Where satellites listen unless they are told otherwise."""

SECONDS = 1.0
"""In which it must."""


def answering(addresses: Iterable[str]) -> dict[str, bool]:
    """Which of them take a call. A second at most, blocking."""
    every = tuple(addresses)
    with ThreadPoolExecutor(max(1, len(every))) as threads:
        return dict(zip(every, threads.map(_answers, every), strict=True))


def _answers(address: str) -> bool:
    try:
        with socket.create_connection(host_and_port(address, PORT), SECONDS):
            return True
    except OSError:
        return False
