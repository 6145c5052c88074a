"""Puts each drawn row to a language model as the interviewer's seat would, for the reading alone, and keeps what it wrote.

The answers lie in lab/predictions/model, a file a set, a line a row; all words in them are of our own labelled rows. With
them lies what rules and heads would ask about, which lab/predictions does not hold.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import anyio

from lab.evaluation.predictions import KEPT
from lab.evaluation.shadow.drawing import Drawn
from voice_agent.backends import LanguageModel, Message
from voice_agent.errors import EngineError, SettingsError
from voice_agent.interview.progress import Exchange
from voice_agent.interview.seat import brief as briefs
from voice_agent.interview.seat.brief import Brief
from voice_agent.interview.wording.prompts import Prompt
from voice_agent.language import seating, wire
from voice_agent.language.ollama import at_ollama
from voice_agent.language.openai_compatible import openai_compatible
from voice_agent.reading.by_model import LIVE
from voice_agent.reading.danger.safety import Net
from voice_agent.reading.wishes import asks_us
from voice_agent.settings_sections import Language

ANSWERS = KEPT / "model"

ALONE = 'This once write only the object of "reading", without its name, and no replies.'

TOKENS = 160

APART = 0.02
"""Seconds between two requests: a small server takes in few callers at once."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model wrote of one row."""

    line: int
    label: str
    asked: str
    """Which messages it answers: the beginning of their sum."""

    by: str
    on: str
    """The day."""

    form: str
    """The level that the grammar of the words asks about; "" for none."""

    doubts: str
    """The level that heads or grammar ask about, too unsure to be believed."""

    answer: Mapping[str, Any]


def prompt() -> Prompt:
    """The seat's own, its examples cut down to the reading. Raises SettingsError."""
    seat = seating.prompt()
    examples = tuple(
        (moment, json.dumps(json.loads(answer)["reading"], ensure_ascii=False))
        for moment, answer in seat.examples
    )
    return replace(seat, system=f"{seat.system}\n\n{ALONE}", examples=examples)


def messages(prompt: Prompt, drawn: Drawn) -> tuple[Message, ...]:
    """What is asked about a row."""
    talk = [Exchange(each, "") for each in drawn.before]
    if drawn.row.asked:
        talk.append(Exchange("", drawn.row.asked))
    return briefs.messages(prompt, Brief(drawn.row.said, tuple(talk)))


def sum_of(messages: Iterable[Message]) -> str:
    """Another one means that the brief has changed since."""
    text = "\n".join(f"{each.role}: {each.text}" for each in messages)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def server(chosen: Language, patience: float) -> Callable[[], LanguageModel]:
    """A view of the settings' language server for each request, so that they are asked together. Raises SettingsError.

    `patience` in seconds, for one request.
    """
    waits = wire.Patience(connect=30.0, silence=patience, whole=patience)
    if chosen.model == "openai" and chosen.openai_url:
        url, name = chosen.openai_url, chosen.openai_model
        return lambda: openai_compatible(url, name, patience=waits)
    if chosen.model == "ollama":
        host, tag = chosen.ollama_host, chosen.ollama_model
        return lambda: at_ollama(host, tag, context=chosen.context, patience=waits)
    raise SettingsError(
        "The settings name no language server.",
        mend='Set `language.model` to "openai" or "ollama", or compute from what is kept with --replay.',
    )


async def ask(
    model: Callable[[], LanguageModel],
    rows: Sequence[Drawn],
    net: Net,
    today: str,
    *,
    tell: Callable[[str], None],
) -> dict[str, list[Answer]]:
    """Set -> what was answered, by line; what was not answered in time is missing. `net`: with the heads."""
    fixed = prompt()
    found: dict[str, list[Answer]] = {}
    failed: set[str] = set()

    async def one(drawn: Drawn) -> None:
        asked = messages(fixed, drawn)
        view = model()
        try:
            answer = await view.json(asked, LIVE, limit=TOKENS)
        except EngineError as error:
            failed.add(error.what)
            return
        row, said = drawn.row, drawn.row.said
        form = "2" if asks_us.hides_danger(said) else net.by_form(said)
        found.setdefault(drawn.set, []).append(
            Answer(
                row.line, row.label, sum_of(asked), view.name, today, form, net.doubts(said), answer
            )
        )

    async with anyio.create_task_group() as tasks:
        for each in rows:
            tasks.start_soon(one, each)
            await anyio.sleep(APART)
        tell(f"{len(rows)} rows were asked about.")
    for why in sorted(failed):
        tell(why)
    return {name: sorted(some, key=lambda each: each.line) for name, some in found.items()}


def keep(found: Mapping[str, Sequence[Answer]], to: Path = ANSWERS) -> None:
    """Write what was answered beside what is kept already; the newer answer to a row stands. Raises OSError."""
    to.mkdir(parents=True, exist_ok=True)
    for name, some in found.items():
        whole = {each.line: each for each in (*kept(name, to), *some)}
        lines = [json.dumps(asdict(whole[line]), ensure_ascii=False) for line in sorted(whole)]
        (to / f"{name}.jsonl").write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")


def kept(name: str, of: Path = ANSWERS) -> list[Answer]:
    """What is kept of the set `name`."""
    path = of / f"{name}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [Answer(**json.loads(line)) for line in lines]
