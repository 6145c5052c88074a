"""Reads the arrays that were taught, from a file of models/."""

import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged, ModelMissing

MEND = "Restore the file from the package."


def arrays(file: Path, names: Sequence[str]) -> list[NDArray[np.float32]]:
    """Return the arrays of these `names`. Raises ModelMissing, ModelDamaged."""
    try:
        with np.load(file) as kept:
            return [kept[name].astype(np.float32) for name in names]
    except FileNotFoundError:
        raise ModelMissing(f"{file} is missing.", mend=MEND) from None
    except (
        OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile,
    ) as error:  # fmt: skip
        raise ModelDamaged(f"{file} cannot be read: {error}.", mend=MEND) from None
