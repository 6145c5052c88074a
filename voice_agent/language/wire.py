"""What all engines behind a socket have in common: patience, privacy, and plain sentences for failures.

Nothing but the address in the settings is contacted: no proxy from the environment, no redirect.
Every wait has an end: `Patience` bounds connecting, silence, and the whole request.
"""

import json
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from ssl import SSLContext, SSLError
from typing import Any

import httpx

from voice_agent.errors import AnswerUnfit, EngineError, EngineUnavailable, SettingsError

MEND = "Start the server, or leave things as they are: the interviewer then uses its own words."


@dataclass(frozen=True, slots=True)
class Patience:
    """How long we wait. Guesses for a home network; a caller with less time cancels earlier."""

    connect: float = 0.5
    """To reach the server, seconds. architecture.md: connect within 0.5 s."""

    silence: float = 10.0
    """Between two signs of life, seconds; the first includes reading the prompt."""

    whole: float = 120.0
    """For one request in all, seconds."""

    load: float = 300.0
    """To bring weights from disk into memory, seconds; 24 GB from a slow disk."""

    def timeout(self) -> httpx.Timeout:
        """As httpx understands it."""
        return httpx.Timeout(self.silence, connect=self.connect)

    def loading(self) -> httpx.Timeout:
        """As httpx understands it, for the first request of a session."""
        return httpx.Timeout(self.load, connect=self.connect)


@cache
def trust(certificate: str = "") -> SSLContext:
    """The certificates this machine trusts, and those in that file; reading them takes 20 ms, so once.

    Raises OSError where the file holds none.
    """
    known = httpx.create_ssl_context()
    if certificate:
        known.load_verify_locations(Path(certificate).expanduser())
    return known


def verify(url: str, certificate: str = "") -> SSLContext | bool:
    """For httpx's `verify`: an address without TLS needs no certificates.

    `certificate`: the file of language.openai_certificate. Raises SettingsError where it holds none.
    """
    if not url.lower().startswith("https:"):
        return False
    try:
        return trust(certificate)
    except OSError:
        raise SettingsError(
            "The file of language.openai_certificate cannot be read or holds no certificate, so that server is not asked.",
            mend="Copy the certificate of the server to it anew; or leave the setting empty where this computer knows it.",
        ) from None


def distrusted(error: BaseException) -> bool:
    """Did a connection fail for the other side's certificate?"""
    while (before := error.__cause__ or error.__context__) is not None:
        error = before
    return isinstance(error, SSLError)


@dataclass(slots=True)
class Deadline:
    """The end of one request, looked at whenever the server gives a sign of life."""

    engine: str
    seconds: float
    ends: float = 0.0

    def __post_init__(self) -> None:
        self.ends = time.monotonic() + self.seconds

    def check(self) -> None:
        """Raise EngineError once the time is up: a server may drip one byte a second for ever."""
        if time.monotonic() > self.ends:
            raise EngineError(
                self.engine,
                f"The language server was not done after {self.seconds:.0f} seconds.",
                retryable=True,
                mend="A smaller model answers faster.",
            )


@contextmanager
def plainly(engine: str, where: str) -> Generator[None]:
    """Turn what goes wrong on the wire into an EngineError with a sentence for a person."""
    try:
        yield
    # the native client turns a refused connection into the builtin ConnectionError
    except (httpx.ConnectError, httpx.ConnectTimeout, ConnectionError) as error:
        if isinstance(error, httpx.ConnectError) and distrusted(error):
            raise EngineUnavailable(
                engine,
                f"The certificate of the language server at {where} is not known here, so nothing is sent to it.",
                retryable=True,
                mend="Copy that certificate to this computer and name the file under language.openai_certificate.",
            ) from None
        raise EngineUnavailable(
            engine, f"No language server answers at {where}.", retryable=True, mend=MEND
        ) from None
    except httpx.TimeoutException:
        raise EngineError(
            engine,
            f"The language server at {where} has fallen silent.",
            retryable=True,
            mend="It may be loading a model or be too small for it; `voice-agent doctor` measures it.",
        ) from None
    except httpx.UnsupportedProtocol:
        raise EngineUnavailable(
            engine,
            f"“{where}” is not the address of a server.",
            retryable=False,
            mend="An address looks like http://127.0.0.1:11434.",
        ) from None
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError):
        raise EngineError(
            engine, f"The connection to the language server at {where} broke off.", retryable=True
        ) from None


class ShutOut(EngineUnavailable):
    """The server does not take our key."""


def shut_out(engine: str, where: str) -> ShutOut:
    """The server does not take our key."""
    return ShutOut(
        engine,
        f"The language server at {where} does not let us in.",
        retryable=False,
        mend="Check its key or its list of allowed machines.",
    )


def refused(engine: str, where: str, status: int) -> EngineError:
    """The server answered with an error; `status` is HTTP's, or -1 for one in mid-stream."""
    if status in (401, 403):
        return shut_out(engine, where)
    if status in (404, 405):
        return EngineUnavailable(
            engine,
            f"What answers at {where} is not the language server we expected.",
            retryable=False,
            mend="Check the address in the settings, its port and its path.",
        )
    if status in (429, 503):
        return EngineError(engine, f"The language server at {where} is busy.", retryable=True)
    if 400 <= status < 500:
        return EngineError(
            engine, f"The language server at {where} refused the request.", retryable=False
        )
    return EngineError(engine, f"The language server at {where} has failed.", retryable=True)


def by_server(error: EngineError) -> bool:
    """Is it the server's fault? An unfit answer, or a prompt that is too long, would come from another one too, and more likely."""
    if isinstance(error, AnswerUnfit):
        return False
    return error.retryable or isinstance(error, EngineUnavailable)


def too_long(engine: str) -> EngineError:
    """The prompt would not fit."""
    return EngineError(
        engine,
        "What the language model was to read is longer than it can hold at once.",
        retryable=False,
        mend="Raise `language.context` if the machine has the memory.",
    )


def rubbish(engine: str) -> EngineError:
    """What came back is not what the protocol promises."""
    return EngineError(
        engine,
        "The language server sent something that could not be understood.",
        retryable=True,
        mend="Check that the address in the settings belongs to a language server.",
    )


def cut_short(engine: str) -> EngineError:
    """The server stopped in the middle."""
    return EngineError(engine, "The language server stopped in the middle.", retryable=True)


class Unasked(AnswerUnfit):
    """The server does not know something we asked for, and so asked no model."""


def unasked(engine: str, where: str) -> Unasked:
    """The server does not know something we asked for: a schema, probabilities."""
    return Unasked(engine, f"The language server at {where} refused the request.", retryable=True)


def truncated(engine: str, limit: int) -> AnswerUnfit:
    """The text was not finished within the tokens it was allowed."""
    return AnswerUnfit(engine, f"The answer was not finished after {limit} tokens.", retryable=True)


def empty(engine: str) -> AnswerUnfit:
    """The server answered with nothing."""
    return AnswerUnfit(engine, "The language model had nothing to say.", retryable=True)


def wrong_form(engine: str, faults: list[str]) -> AnswerUnfit:
    """The answer has the wrong form; `faults` never quote it."""
    return AnswerUnfit(
        engine, f"The language model's answer has the wrong form: {faults[0]}.", retryable=True
    )


def parsed(engine: str, text: str) -> Any:
    """Return the JSON that a model wrote; raises AnswerUnfit, never quoting it."""
    try:
        return json.loads(text)
    except ValueError:
        raise wrong_form(engine, ["it is not JSON"]) from None


def asked_in_words(schema: Mapping[str, Any]) -> str:
    """The request for JSON as a sentence, for servers that do not hold a model to a schema."""
    return (
        "Answer with one JSON object and nothing else. It must follow this JSON Schema:\n"
        + json.dumps(schema, ensure_ascii=False)
    )


Announce = Callable[[str], None]
"""Tell the people in the house, in one plain sentence."""
