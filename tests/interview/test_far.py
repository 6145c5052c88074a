"""How far what is said goes is read off the settings, before any engine was asked."""

import pytest

from voice_agent.assemble import far
from voice_agent.interview.leave.reach import Reach
from voice_agent.settings import Settings

LENT = "http://192.168.1.20:8440/v1"
TUNNEL = "http://10.8.0.1:8480/v1"


@pytest.mark.parametrize(
    ("settings", "goes"),
    [
        ({}, Reach.DEVICE),
        ({"borrowing": {"hearing": ["http://127.0.0.1:8440/v1"]}}, Reach.DEVICE),
        ({"borrowing": {"hearing": [LENT]}}, Reach.HOUSE),
        ({"borrowing": {"embedding": ["http://study.local:8440/v1"]}}, Reach.HOUSE),
        ({"borrowing": {"speaking": [LENT], "elsewhere": "yes"}}, Reach.HOUSE),
        (
            {"borrowing": {"hearing": ["https://hear.example.org/v1"], "elsewhere": "yes"}},
            Reach.BEYOND,
        ),
        ({"borrowing": {"hearing": [TUNNEL], "elsewhere": "yes"}}, Reach.HOUSE),
        (
            {
                "borrowing": {
                    "hearing": [LENT, TUNNEL],
                    "elsewhere": "yes",
                    "outside": ["10.8.0.0/16"],
                }
            },
            Reach.BEYOND,
        ),
        (
            {
                "borrowing": {"hearing": [LENT], "elsewhere": "yes", "outside": ["10.8.0.0/16"]},
            },
            Reach.HOUSE,
        ),
        (
            {
                "language": {"model": "openai", "openai_url": TUNNEL, "elsewhere": "yes"},
                "borrowing": {"outside": ["10.8.0.0/16"]},
            },
            Reach.BEYOND,
        ),
        (
            {
                "language": {"model": "openai", "openai_url": TUNNEL},
                "borrowing": {"outside": ["10.8.0.0/16"]},
            },
            Reach.DEVICE,
        ),
        ({"language": {"ollama_host": "http://192.168.1.20:11434"}}, Reach.DEVICE),
        (
            {"language": {"ollama_host": "http://192.168.1.20:11434", "elsewhere": "yes"}},
            Reach.HOUSE,
        ),
        ({"language": {"ollama_model": "big-cloud", "elsewhere": "yes"}}, Reach.BEYOND),
        (
            {
                "language": {
                    "model": "openai",
                    "openai_url": "https://llm.example.org/v1",
                    "elsewhere": "yes",
                }
            },
            Reach.BEYOND,
        ),
    ],
)
def test_it_goes_as_far_as_the_farthest_engine(settings: dict[str, object], goes: Reach) -> None:
    assert far.goes(Settings.model_validate(settings)) is goes
