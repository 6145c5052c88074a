"""Files that ship with the product: settings, models.toml, sounds, phrases.

They lie beside the package in a checkout and inside it in an installed wheel.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent


def resource(name: str) -> Path:
    """Return the path of a shipped file or folder, e.g. `config/agent.toml`. It may not exist."""
    inside = _PACKAGE / "_shipped" / name
    return inside if inside.exists() else _CHECKOUT / name
