"""The shared data folder beside the checkout: real speech, books, labelled sentences. Not ours to ship."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2] / "shared" / "data"


def shared(name: str) -> Path:
    """Return the folder `name` of the shared data, or skip the test that asks for it."""
    path = ROOT / name
    if not path.exists():
        pytest.skip(f"the shared data folder beside the checkout is not here, so no {name}")
    return path
