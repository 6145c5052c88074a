"""How a language model is asked to find words for a move that is already chosen. Pure.

What is sent begins with fixed text (system, examples) and ends with what changes, so that the
beginning stays in a model's cache; a second try is appended, never put in between. Only questions
are worded by a model: notices, consent, safety and closings are said as they were reviewed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voice_agent.backends import Message
from voice_agent.errors import SettingsError
from voice_agent.interview.wording.checks import Fault, parts
from voice_agent.reading.words.vocabulary import plain

RECENT = 80
"""Words of the narrator's last turn that are shown; the end of a long story is what one answers."""


@dataclass(frozen=True, slots=True)
class Example:
    """One move, worded well."""

    narrator: str
    plan: str
    interviewer: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """The fixed text."""

    system: str
    examples: tuple[Example, ...]


def parse(text: str, origin: str) -> Prompt:
    """Read config/prompts/wording.md. Raises SettingsError with the file and what is missing."""
    pieces = re.split(r"^## +(\w+) *$", text, flags=re.MULTILINE)[1:]
    named = [(name, body.strip()) for name, body in zip(pieces[::2], pieces[1::2], strict=True)]
    names = [name for name, _ in named]
    if names[:1] != ["system"] or names[1:] != ["narrator", "plan", "interviewer"] * (
        len(names) // 3
    ):
        raise SettingsError(
            f"{origin} must hold one “## system”, then “## narrator”, “## plan”, “## interviewer” "
            "any number of times, in that order."
        )
    if blank := next((name for name, body in named if not body), ""):
        raise SettingsError(f"{origin} has a “## {blank}” with nothing below it.")
    bodies = [body for _, body in named]
    examples = zip(bodies[1::3], bodies[2::3], bodies[3::3], strict=True)
    return Prompt(bodies[0], tuple(Example(*one) for one in examples))


def opening(prompt: Prompt) -> tuple[Message, ...]:
    """The fixed beginning; what a model reads before the session."""
    return tuple(_opening(prompt))


def _opening(prompt: Prompt) -> Iterator[Message]:
    yield Message("system", prompt.system)
    for one in prompt.examples:
        yield Message("user", _asked(one.narrator, one.plan))
        yield Message("assistant", one.interviewer)


def messages(prompt: Prompt, *, heard: str, plan: str) -> tuple[Message, ...]:
    """Ask for words for `plan`, what the interviewer would say itself, after `heard`."""
    return (*opening(prompt), Message("user", _asked(recent(heard), plan)))


def again(asked: Sequence[Message], reply: str, wrong: Sequence[Fault]) -> tuple[Message, ...]:
    """Ask once more, saying which rules were broken."""
    rules = "; ".join(dict.fromkeys(fault.rule.value for fault in wrong))
    request = f"That will not do: {rules}. Say what was planned once more, shorter and plainer."
    return (*asked, Message("assistant", reply), Message("user", request))


def recent(heard: str) -> str:
    """Return the last sentences of `heard`, RECENT words at most."""
    kept: list[str] = []
    count = 0
    for sentence in reversed(parts(plain(heard))):
        words = sentence.split()
        if kept and count + len(words) > RECENT:
            break
        kept.insert(0, " ".join(words[-RECENT:]))
        count += len(words)
    return " ".join(kept)


def tidied(reply: str) -> str:
    """Return `reply` on one line and without quotation marks around all of it."""
    text = " ".join(reply.split())
    return re.sub(r"^[\"“”'](.*)[\"“”']$", r"\1", text) if text.count('"') in (0, 2) else text


def _asked(narrator: str, plan: str) -> str:
    return f"The narrator said: {narrator}\n\nPlanned: {plan}"
