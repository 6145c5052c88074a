import os
from collections.abc import Iterator

import often
import pytest
from fresh_process import in_fresh_processes
from hypothesis import settings

from voice_agent.measuring.sound_card import SoundCard, missing, virtual_sound_card


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run what takes minutes, too")


def pytest_configure(config: pytest.Config) -> None:
    often.long = config.getoption("--long")
    # no test times anything: a busy machine must not fail a property. On CI the same examples come every time, so
    # that a change is judged by what it changed; at a desk new ones are tried.
    settings.register_profile(
        "patient",
        deadline=None,
        derandomize=bool(os.environ.get("CI")),
        max_examples=100 if often.long else 40,
    )
    settings.load_profile("patient")


@pytest.hookimpl(trylast=True)  # after -m has chosen
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="takes minutes: --long runs it"))
    in_fresh_processes(items)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def sound_card() -> Iterator[SoundCard]:
    """A virtual sound card of this module's own; the test is skipped where PulseAudio is missing."""
    if program := missing():
        pytest.skip(f"{program} is not installed here, so there is no virtual sound card")
    with virtual_sound_card() as card:
        yield card
