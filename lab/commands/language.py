"""`python -m lab language`: how fast meaning and a language model are on this machine."""

import json
import os
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.cli.options import JsonFile, Profile, SettingsFile

SENTENCES = (
    "My mother baked bread every Saturday, and the whole street smelled of it.",
    "We walked to school through the snow.",
    "He came back from the war in the spring of nineteen forty-six and never spoke of it again.",
)
ROUNDS = 20

STORY = "We had bees behind the chapel, and in the summer you could hear them from the road."


def language(
    model: Annotated[
        Path | None,
        typer.Option(metavar="GGUF", help="Weights of an embedded model, a file or its folder."),
    ] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    json_file: JsonFile = None,
) -> None:
    """Measure embeddings, an embedded language model, and how soon a missing server is noticed."""
    import anyio

    chosen = house.load(settings_file, profile=profile)
    figures: dict[str, Any] = {
        "cores": os.cpu_count(),
        "load_before": os.getloadavg()[0],
        "embedding": _meaning(weights.find(chosen.weights, chosen.memory.embedder)),
        "server_down": anyio.run(_down),
    }
    if model is not None:
        figures["embedded"] = anyio.run(_embedded, model)
    table = Table("what", "figure", box=SIMPLE_HEAD, pad_edge=False)
    for part, values in figures.items():
        for name, value in values.items() if isinstance(values, dict) else [("", values)]:
            shown = f"{value:.2f}" if isinstance(value, float) else str(value)
            table.add_row(f"{part} {name}".replace("_", " ").strip(), shown)
    console = Console()
    console.print(table)
    if json_file:
        json_file.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        console.print(f"Written to {json_file}.")


def _meaning(folder: Path) -> dict[str, float]:
    from voice_agent.language.embedding import MiniLM

    began = time.perf_counter()
    embedder = MiniLM(folder)
    loaded = time.perf_counter() - began
    embedder.embed(SENTENCES)
    figures = {"load_s": loaded}
    for name, batch in (("alone", 1), ("together", len(SENTENCES) * ROUNDS)):
        texts = list(SENTENCES) * ROUNDS
        cpu, wall = time.process_time(), time.perf_counter()
        for first in range(0, len(texts), batch):
            embedder.embed(texts[first : first + batch])
        figures[f"{name}_cpu_ms_a_sentence"] = (time.process_time() - cpu) / len(texts) * 1e3
        figures[f"{name}_wall_ms_a_sentence"] = (time.perf_counter() - wall) / len(texts) * 1e3
    return figures


async def _down() -> dict[str, float]:
    import socket

    from voice_agent.language.ollama import at_ollama

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with socket.socket() as deaf:  # takes connections in and never answers
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        figures: dict[str, float] = {}
        for name, at in (("nobody_listens_ms", port), ("never_answers_ms", deaf.getsockname()[1])):
            began = time.perf_counter()
            await at_ollama(f"http://127.0.0.1:{at}", "none").health()
            figures[name] = (time.perf_counter() - began) * 1e3
    return figures


async def _embedded(path: Path) -> dict[str, float]:
    from contextlib import aclosing

    from anyio import to_thread

    from voice_agent.backends import Message
    from voice_agent.errors import AnswerUnfit
    from voice_agent.interview.seat import brief as briefs
    from voice_agent.interview.seat.brief import Brief
    from voice_agent.language import seating
    from voice_agent.language.llamacpp import embedded

    prompt = seating.prompt()
    began = time.perf_counter()
    model = await to_thread.run_sync(embedded, path)
    figures = {"load_s": time.perf_counter() - began}

    async def first_and_rate(asked: tuple[Message, ...], limit: int) -> tuple[float, float]:
        began, first, count = time.perf_counter(), 0.0, 0
        try:
            async with aclosing(model.stream(asked, limit=limit, seed=7)) as pieces:
                async for _ in pieces:
                    first = first or time.perf_counter() - began
                    count += 1
        except AnswerUnfit:
            pass  # it wrote as far as it was allowed to
        rest = time.perf_counter() - began - first
        return first, (count - 1) / rest if count > 1 and rest else 0.0

    figures["cold_first_word_s"], _ = await first_and_rate(briefs.messages(prompt, Brief(STORY)), 4)
    other = briefs.messages(prompt, Brief(" ".join(SENTENCES[:2])))
    figures["cached_first_word_s"], _ = await first_and_rate(other, 4)
    free = (Message("user", "Write a long story about a harbour, as long as you can."),)
    _, figures["tokens_a_second"] = await first_and_rate(free, 120)
    began = time.perf_counter()
    await model.score([Message("user", "Is bread baked? Yes or no.")], ["yes", "no"])
    figures["a_choice_s"] = time.perf_counter() - began
    return figures
