"""How long this narrator is silent inside a story. Fitted from their own pauses, kept across sessions."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """What was learned. Seconds."""

    patience: float = 2.0
    """Silence that ends a turn, whatever the semantic model thinks."""

    settled: float = 1.2
    """Silence that is enough where the semantic model is sure."""
