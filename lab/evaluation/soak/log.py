"""What a soak measures, line by line on the disk as it is measured: whoever breaks it off keeps what there is."""

import json
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Row = dict[str, Any]


class Log:
    """Rows of JSON in a file, each with the part of the soak that it belongs to."""

    def __init__(self, file: Path, parts: Iterable[str]) -> None:
        """Keeps what other parts measured before; `parts` are measured anew."""
        self.file = file
        self._one = threading.Lock()  # guards the file: several watch one house at the same time
        anew = {*parts}
        kept = [row for row in read(file) if row["part"] not in anew]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{json.dumps(row)}\n" for row in kept), encoding="utf-8")

    def write(self, part: str, kind: str, **figures: Any) -> None:
        """One more row, on the disk when this returns."""
        with self._one, self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"part": part, "kind": kind, **figures}) + "\n")


def read(file: Path) -> list[Row]:
    """All rows; a last line that is torn is none."""
    rows = list[Row]()
    if file.is_file():
        for line in file.read_text(encoding="utf-8").splitlines():
            try:
                rows.append(json.loads(line))
            except ValueError:
                continue
    return rows
