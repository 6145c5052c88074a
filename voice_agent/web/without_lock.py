"""Whoever asks for the pages openly where they are kept private: they typed the address without "https", and are shown the way.

A browser that comes over TLS begins with a byte that no line of HTTP begins with, so both can come in by one door. Nothing is
read of an open request but where it wanted to go, and nothing is answered to it but the same address over TLS.
"""

import asyncio
import re
import socket
from collections.abc import Collection

import anyio

HELLO = b"\x16"
"""How every TLS connection begins."""

MOST = 4_000
"""Bytes of an open request that are looked at."""

_ASKS = re.compile(rb"(?:GET|HEAD|POST) (/[\x21-\x7e]{0,1000}) HTTP/1\.[01]\r\n")
_HOST = re.compile(rb"(?i)\r\nhost:[ \t]*([a-z0-9.\-]+|\[[0-9a-f:]+\])(:\d{1,5})?[ \t]*\r\n")

WAY = (
    "HTTP/1.1 308 Permanent Redirect\r\nLocation: https://{host}{port}{path}\r\n"
    "Content-Length: 0\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
)


async def openly(came: socket.socket) -> bool:
    """Does whoever came begin without TLS? Waits for their first byte. Raises OSError."""
    await anyio.wait_readable(came)
    return came.recv(1, socket.MSG_PEEK) not in (HELLO, b"")


async def show_the_way(came: socket.socket, hosts: Collection[str]) -> None:
    """Answer an open request with its address over TLS. Where it names none of our `hosts`, not at all. Raises OSError."""
    loop, head = asyncio.get_running_loop(), b""
    while b"\r\n\r\n" not in head and len(head) < MOST:
        piece = await loop.sock_recv(came, MOST)
        if not piece:
            return
        head += piece
    if to := way(head, hosts):
        await loop.sock_sendall(came, to)


def way(head: bytes, hosts: Collection[str]) -> bytes:
    """The answer to the open request `head`; b"" for none. An address that is not ours is somebody's trick."""
    asks, host = _ASKS.match(head), _HOST.search(head)
    if asks is None or host is None or host[1].decode().lower() not in hosts:
        return b""
    port = (host[2] or b"").decode()
    return WAY.format(host=host[1].decode(), port=port, path=asks[1].decode()).encode()
