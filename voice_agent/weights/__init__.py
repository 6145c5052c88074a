"""Weights: where they lie, whether they are whole, and how they come into the house.

`find` is what the rest of the program needs; the command `voice-agent models` uses the others.
"""

from voice_agent.weights.fetching import Progress, Tell, fetch
from voice_agent.weights.manifest import File, Manifest, Model, Pack, Part, read
from voice_agent.weights.shelf import Flaw, check, find, glance, place

__all__ = [
    "File",
    "Flaw",
    "Manifest",
    "Model",
    "Pack",
    "Part",
    "Progress",
    "Tell",
    "check",
    "fetch",
    "find",
    "glance",
    "place",
    "read",
]
