"""The engines that memory needs: embedders, readers, and a language model where there is one."""

from dataclasses import dataclass, field
from typing import Literal

from voice_agent.backends import Embedder, LanguageModel
from voice_agent.memory.affect import Reader as AffectReader
from voice_agent.memory.reading import Reader
from voice_agent.memory.themes import Themes
from voice_agent.memory.thread import Setting
from voice_agent.memory.weight import WeightReader


@dataclass(frozen=True, slots=True, eq=False)
class MemoryEngines:
    """The engines that memory needs; loaded once, shared."""

    embedder: Embedder
    themes: Themes
    reader: Reader
    affect: AffectReader | None = None
    setting: Setting = field(default_factory=Setting)
    model: LanguageModel | None = None
    """Weighs what the rules found in a turn (`guided`); only one that runs on another machine is asked."""
    weight: WeightReader | None = None
    """Reads what weighs on the heart; None: a list of words knows it."""
    again: Embedder | None = None
    """Reads what is told again in quite other words; None: two tellings are one event by rules alone."""
    telling: Embedder | None = None
    """Reads which turns tell one story: `again` and what belongs together, side by side; None: by words alone."""
    passes: Literal[1, 2] = 1
    """How often recall looks before a memory comes to mind (settings_sections.Memory.passes)."""
