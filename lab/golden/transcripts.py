"""What was kept of each script's talks, and where they differ now."""

import difflib
import tempfile
from pathlib import Path

from lab.golden.house import hold, talks

HERE = Path(__file__).parent
SCRIPTS, KEPT = HERE / "scripts", HERE / "kept"


def names() -> list[str]:
    """Every script there is."""
    return sorted(each.stem for each in SCRIPTS.glob("*.txt"))


def held(name: str) -> str:
    """The talks of one script as they are held now. Some seconds a talk."""
    with tempfile.TemporaryDirectory() as state:
        script = talks((SCRIPTS / f"{name}.txt").read_text(encoding="utf-8"))
        return "\n\n".join(hold(Path(state), script)) + "\n"


def keep(name: str, text: str) -> None:
    """Keep `text` as what that script's talks are."""
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{name}.txt").write_text(text, encoding="utf-8")


def differences(name: str, now: str) -> list[str]:
    """Where `now` is not what was kept; lines of a diff. Raises OSError where nothing was."""
    kept = (KEPT / f"{name}.txt").read_text(encoding="utf-8")
    lines = difflib.unified_diff(
        kept.splitlines(), now.splitlines(), f"{name} kept", f"{name} now", n=1, lineterm=""
    )
    return list(lines)
