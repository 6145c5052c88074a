"""What a request brings, held in memory from the first byte to the last: nothing of it is ever a file, however large it is."""

import json
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Any, cast

import anyio
from fastapi import Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect

from voice_agent.lending.refusals import too_slow, unclear, whole

SOUND = 25_000_000
"""Bytes of a file, as OpenAI's own endpoint takes them."""

WORDS = 2_000_000
"""Bytes of a request without a file."""

FIELDS = 20

BESIDE = 100_000
"""Bytes of a form that are not its file."""

RESTS = 8.0
"""Seconds in which something must come. A guess."""

AT_LEAST = 32_000.0
"""Bytes a second that must come on the whole. A guess: a telephone at the far end of the garden does."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form with one file."""

    file: bytes
    fields: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def one(self, name: str) -> str:
        """The field `name`, the last of several; "" where there is none."""
        return self.fields.get(name, [""])[-1].strip()


class _InMemory(MultiPartParser):
    """Starlette writes a file of more than a megabyte to the disk for a while."""

    spool_max_size = SOUND + BESIDE + 1


async def form(request: Request) -> Form:
    """The form that is sent. Raises NotLent."""
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise unclear("A form with a file is wanted here (multipart/form-data).", param="file")
    parts = _InMemory(
        request.headers, _arriving(request, SOUND + BESIDE), max_files=1, max_fields=FIELDS
    )
    try:
        sent = await parts.parse()
    except (MultiPartException, UnicodeError):  # the second: letters as they say themselves
        raise unclear(
            "That form cannot be read.", mend="It takes one file and few fields."
        ) from None
    fields, file = dict[str, list[str]](), b""
    for name, value in sent.multi_items():
        if isinstance(value, UploadFile):
            file = await value.read() if name == "file" else file
            await value.close()
        else:
            fields.setdefault(name, []).append(value)
    whole(fields)
    if not file:
        raise unclear("There is no file in that form, or it is empty.", param="file")
    if len(file) > SOUND:
        raise _too_large(SOUND)
    return Form(file, fields)


async def words(request: Request) -> dict[str, Any]:
    """The JSON object that is sent. Raises NotLent."""
    body = b"".join([piece async for piece in _arriving(request, WORDS)])
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise unclear("A JSON object is wanted here.")
    whole(found)
    return cast(dict[str, Any], found)


def _too_large(most: int) -> Exception:
    says = f"That is too large: no more than {most // 1_000_000} MB can be sent here."
    return unclear(says, mend="Send it in parts, or compressed.", status=413)


async def _arriving(request: Request, most: int) -> AsyncGenerator[bytes, None]:
    """The body as it comes. Raises NotLent where it is too large or comes a drop at a time, ClientDisconnect."""
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > most:
        raise _too_large(most // 1_000_000 * 1_000_000)
    came, began = 0, time.monotonic()
    stream = request.stream()
    while True:
        try:
            with anyio.fail_after(RESTS):
                piece = await anext(stream)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise too_slow() from None
        came += len(piece)
        if came > most:
            raise _too_large(most // 1_000_000 * 1_000_000)
        if time.monotonic() - began > RESTS + came / AT_LEAST:
            raise too_slow()
        yield piece


__all__ = ["ClientDisconnect", "Form", "form", "words"]
