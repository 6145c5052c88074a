"""Numbers out of a PyTorch checkpoint of 2019, without PyTorch.

Importing torch takes more than a second and 190 MB (measured), for five small matrices. The old
format is a row of pickles followed by raw numbers; a pickle may run anything, so this reader knows
the three names that such a file needs and refuses every other.
"""

import pickle
import struct
from collections import OrderedDict
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from voice_agent.errors import ModelDamaged

MAGIC = 0x1950A86A20F9469CFC6C
"""First thing in the file."""


class _Storage:
    """A run of float32 numbers, filled after the pickles are read."""

    def __init__(self, count: int) -> None:
        self.numbers: NDArray[np.float32] = np.zeros(count, np.float32)


class _Tensor:
    """A view into a storage; contiguous ones only."""

    def __init__(self, storage: _Storage, offset: int, shape: tuple[int, ...]) -> None:
        self._storage, self._offset, self._shape = storage, offset, shape

    def array(self) -> NDArray[np.float32]:
        count = int(np.prod(self._shape, dtype=np.int64))
        return self._storage.numbers[self._offset : self._offset + count].reshape(self._shape)


def _rebuild(storage: _Storage, offset: int, shape: tuple[int, ...], *_: Any) -> _Tensor:
    return _Tensor(storage, offset, shape)


class _Reader(pickle.Unpickler):
    def __init__(self, file: BinaryIO) -> None:
        super().__init__(file)
        self.storages: dict[str, _Storage] = {}

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        match module_name, global_name:
            case "collections", "OrderedDict":
                return OrderedDict
            case "torch._utils", "_rebuild_tensor_v2":
                return _rebuild
            case "torch", "FloatStorage":
                return "float32"
            case _:
                raise pickle.UnpicklingError(f"it names {module_name}.{global_name}")

    def persistent_load(self, pid: Any) -> _Storage:
        kind, number_type, key, _, count, _ = pid
        if kind != "storage" or number_type != "float32":
            raise pickle.UnpicklingError(f"it holds {number_type} numbers")
        return self.storages.setdefault(key, _Storage(count))


def read(path: Path, part: str) -> dict[str, NDArray[np.float32]]:
    """Return the tensors of the table `part` by name, float32. Raises ModelDamaged."""
    try:
        with path.open("rb") as file:
            if _Reader(file).load() != MAGIC:
                raise pickle.UnpicklingError("it is no checkpoint of this kind")
            for _ in range(2):  # protocol version and byte order; always 1001 and little
                _Reader(file).load()
            reader = _Reader(file)
            table = reader.load()[part]
            for key in _Reader(file).load():
                storage = reader.storages[key]
                (count,) = struct.unpack("<q", file.read(8))
                numbers = np.frombuffer(file.read(4 * count), "<f4")
                if len(numbers) != len(storage.numbers):
                    raise EOFError("it ends too early")
                storage.numbers = numbers
    except (
        OSError,
        EOFError,
        LookupError,
        TypeError,
        ValueError,
        struct.error,
        pickle.UnpicklingError,
    ) as error:
        raise ModelDamaged(
            f"{path} cannot be read: {error}.", mend="Run: voice-agent models verify"
        ) from error
    return {name: tensor.array() for name, tensor in table.items()}
