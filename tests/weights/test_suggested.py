"""Which language model suits a machine: said from a table, and from what the machine says of itself."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from voice_agent.weights import read as manifest
from voice_agent.weights.card import Card, card, memory
from voice_agent.weights.suggested import for_card, read

ROWS = read()


def printing(text: str):
    def run(command: Sequence[str]) -> str:
        assert command[0] == "nvidia-smi"
        return text

    return run


@pytest.mark.parametrize(
    ("printed", "found"),
    [
        ("8188, NVIDIA GeForce RTX 4060\n", Card("NVIDIA GeForce RTX 4060", 8)),
        ("12282, A\n24564, B\n", Card("B", 24)),
        ("[N/A], NVIDIA GB10\n", None),
        ("", None),
        ("NVIDIA-SMI has failed because it could not communicate with the driver.\n", None),
    ],
)
def test_a_card_is_known_by_the_memory_it_is_sold_with(printed: str, found: Card | None) -> None:
    assert card(printing(printed), system="Linux") == found


@pytest.mark.parametrize("error", [FileNotFoundError(), subprocess.TimeoutExpired("nvidia-smi", 5)])
def test_a_machine_that_cannot_be_asked_has_none(error: Exception) -> None:
    def run(command: Sequence[str]) -> str:
        raise error

    assert card(run, system="Linux") is None


def test_an_apple_machine_shares_its_memory() -> None:
    found = card(printing(""), system="Darwin", processor="arm64")
    assert found is not None and 0 < found.memory < memory()


@pytest.mark.parametrize(
    ("size", "models"),
    [
        (48, ["gemma4:26b-a4b"]),
        (24, ["gemma4:26b-a4b"]),
        (16, ["gemma4:12b-it-qat"]),
        (12, ["gemma4:12b-it-qat"]),
        (8, ["gemma4:e4b-it-qat", "qwen3.5:9b"]),
        (6, ["qwen-coder"]),
        (None, ["qwen-coder"]),
    ],
)
def test_the_largest_that_fits_is_suggested(size: int | None, models: list[str]) -> None:
    found = for_card(ROWS, None if size is None else Card("a card", size))
    assert [row.model for row in found] == models
    assert all(row.leads == (size is not None and size >= 8) for row in found)


def test_every_row_says_how_to_get_it_and_what_to_expect() -> None:
    for row in ROWS:
        if row.card:
            assert row.run == f"ollama pull {row.model}"
        else:
            assert row.run == f"voice-agent models fetch {manifest().model(row.model).name}"
        assert row.expect.endswith(".")


def suggested(folder: Path, *arguments: str) -> str:
    """What the command prints where nvidia-smi is what lies in `folder`."""
    environ = {**os.environ, "PATH": str(folder), "COLUMNS": "200"}
    line = [sys.executable, "-m", "voice_agent", "models", "suggest", *arguments]
    return subprocess.run(line, env=environ, capture_output=True, text=True, check=True).stdout


def test_the_command_says_it_for_people_and_for_programs(tmp_path: Path) -> None:
    told = suggested(tmp_path)
    assert "None may lead a talk here" in told and "voice-agent models fetch qwen-coder" in told
    smi = tmp_path / "nvidia-smi"
    smi.write_text("#!/bin/sh\necho '12282, NVIDIA GeForce RTX 5060 Ti'\n", encoding="utf-8")
    smi.chmod(0o755)
    told = suggested(tmp_path)
    assert "ollama pull gemma4:12b-it-qat" in told and "voice-agent bench seat" in told
    table = json.loads(suggested(tmp_path, "--json"))
    assert [row["model"] for row in table["suggested"]] == ["gemma4:12b-it-qat"]
    assert table["card"] == {"name": "NVIDIA GeForce RTX 5060 Ti", "memory": 12}
    assert len(table["table"]) == len(ROWS)
