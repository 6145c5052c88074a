"""One question to one server over HTTP, and what came back. The only file here that knows the wire.

Nothing but the server of the settings is contacted: no proxy from the environment, no redirect, and one with a name only
where the name leads into this house at that moment, or where what is said may leave it and nobody can listen on the way. An
answer has a kind and a size, and whatever exceeds them is refused before it is read whole.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from socket import SOCK_STREAM, gaierror, getaddrinfo
from ssl import SSLContext
from typing import Any

import httpx
from anyio import fail_after, to_thread

from voice_agent.addresses import by_a_tunnel, in_the_house
from voice_agent.borrowing import trouble
from voice_agent.borrowing.servers import Server
from voice_agent.borrowing.trouble import Trouble
from voice_agent.language.wire import distrusted, trust

CONNECT = 0.5
"""Seconds to look a server up, and again to reach it."""

SILENCE = 60.0
"""Seconds between two signs of life; whoever asks gives up earlier."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a server is asked."""

    path: str
    """Below /v1, with a slash before it."""

    json: Mapping[str, Any] | None = None
    form: Mapping[str, str | list[str]] = field(default_factory=dict[str, str | list[str]])
    sound: bytes = b""
    """A WAV file, sent beside `form`."""

    kinds: tuple[str, ...] = ("application/json",)
    """What the answer may be, as its Content-Type begins."""

    most: int = 4 << 20
    """Bytes of an answer."""


async def send(server: Server, question: Question) -> bytes:
    """Return the answer's body. Raises Trouble. Cancellable: then the connection is closed."""
    url, headers, extensions = await _addressed(server, question.path)
    try:
        async with (
            httpx.AsyncClient(
                timeout=httpx.Timeout(SILENCE, connect=CONNECT),
                trust_env=False,
                verify=_trust(server.certificate) if server.sealed else False,
                follow_redirects=False,
            ) as client,
            client.stream(
                "POST" if question.json or question.sound else "GET",
                url,
                headers=headers,
                extensions=extensions,
                **_body(question),
            ) as response,
        ):
            if response.status_code != 200:
                rest, key = _rest(response), bool(server.key)
                raise trouble.refused(server.where, response.status_code, rest, key=key)
            return await _read(server, question, response)
    except httpx.ConnectError as error:
        if distrusted(error):
            raise trouble.untrusted(server.where) from None
        raise trouble.nobody(server.where) from None
    except httpx.ConnectTimeout:
        raise trouble.nobody(server.where) from None
    except httpx.TimeoutException:
        raise trouble.silent(server.where) from None
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError):
        raise trouble.broken_off(server.where) from None


async def _addressed(server: Server, path: str) -> tuple[httpx.URL, dict[str, str], dict[str, Any]]:
    """Where it really goes, under which name, and whose certificate is wanted. Raises Trouble."""
    url = httpx.URL(f"{server.url}{path}")
    # what is packed could unpack into anything
    headers = {"Host": url.netloc.decode("ascii"), "Accept-Encoding": "identity"}
    if server.key:
        headers["Authorization"] = f"Bearer {server.key}"
    if not server.named:
        return url, headers, {}
    address = chosen(await _looked_up(server), server)
    return url.copy_with(host=address), headers, {"sni_hostname": server.host}


def chosen(addresses: Sequence[str], server: Server) -> str:
    """Which of the addresses of a name is contacted. Raises Trouble where any leads out of the house and none may, or not so."""
    if not addresses:
        raise trouble.unknown_name(server.host)
    out = [each for each in map(_in_url, addresses) if not in_the_house(each, server.outside)]
    if out and not server.may_leave:
        raise trouble.outside(server.where)
    if not server.sealed and not all(by_a_tunnel(each, server.outside) for each in out):
        raise trouble.overheard(server.where)
    return addresses[0]


def _in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address


async def _looked_up(server: Server) -> list[str]:
    def look() -> list[str]:
        try:
            found = getaddrinfo(server.host, server.port, type=SOCK_STREAM)
        except (gaierror, OSError, UnicodeError):
            return []
        # one with a zone means something on this computer alone
        every = dict.fromkeys(str(each[4][0]) for each in found if "%" not in str(each[4][0]))
        return sorted(every, key=lambda address: ":" in address)

    try:
        with fail_after(CONNECT):
            return await to_thread.run_sync(look, abandon_on_cancel=True)
    except TimeoutError:
        return []


def _body(question: Question) -> dict[str, Any]:
    if question.sound:
        files = {"file": ("turn.wav", question.sound, "audio/wav")}
        return {"data": dict(question.form), "files": files}
    return {"json": question.json} if question.json else {}


async def _read(server: Server, question: Question, response: httpx.Response) -> bytes:
    kind = response.headers.get("Content-Type", "").casefold()
    packed = response.headers.get("Content-Encoding", "identity").casefold() != "identity"
    if packed or not kind.startswith(question.kinds):
        raise trouble.rubbish(server.where)
    body = bytearray()
    async for part in response.aiter_raw():
        body += part
        if len(body) > question.most:
            raise trouble.too_much(server.where)
    return bytes(body)


def _rest(response: httpx.Response) -> float:
    """The seconds after which it wants to be asked again; 0 where it does not say."""
    after = response.headers.get("Retry-After", "")
    return float(after) if after.isdecimal() and len(after) < 6 else 0.0


def _trust(certificate: str) -> SSLContext:
    """Raises Trouble."""
    try:
        return trust(certificate)
    except OSError:
        raise Trouble(
            "The file of borrowing.certificate is no certificate, so nothing is sent.",
            mend="Copy the certificate of the server to it anew.",
        ) from None
