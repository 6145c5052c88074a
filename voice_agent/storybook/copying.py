"""A copy being made: text is searched before it is written, and the copy appears whole or not at all."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType

from voice_agent.archive.private import folder, plainly
from voice_agent.errors import BookRefused
from voice_agent.storybook import leaks

Tick = Callable[[str], None]
"""Hears of each file as it is done."""


def quiet(_: str) -> None:
    """Nobody is watching."""


class Making:
    """A folder that becomes `to` once everything is in it; use as a context manager."""

    def __init__(
        self, to: Path, forbidden: frozenset[str], tick: Tick = quiet, *, single: str = ""
    ) -> None:
        """`forbidden` are the traces that no text may hold; of the folder, `single` alone becomes `to`

        where it is named. Raises BookRefused where `to` is there.
        """
        if to.exists():
            raise BookRefused(
                f"{to} is there already.", safe="Nothing was written.", mend="Name a new one."
            )
        self.to = to
        self.at = to.with_name(f".{to.name}.part")
        self.tick = tick
        self._forbidden = forbidden
        self._single = single

    def __enter__(self) -> "Making":
        with plainly(self.at):
            shutil.rmtree(self.at, ignore_errors=True)
            folder(self.at)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                self._arrive()
        finally:
            shutil.rmtree(self.at, ignore_errors=True)

    def _arrive(self) -> None:
        """A picture may be named after what is in no page: names are searched like texts. Raises BookRefused."""
        names = " . ".join(str(each.relative_to(self.at)) for each in sorted(self.at.rglob("*")))
        leaks.refuse("The list of its files", names.encode(), self._forbidden)
        with plainly(self.to):
            (self.at / self._single if self._single else self.at).replace(self.to)

    def text(self, name: str, text: str) -> None:
        """Write a text file. Raises BookRefused where it holds what was left out."""
        self.texts({name: text})

    def texts(self, files: Mapping[str, str]) -> None:
        """Write several; none where one may not be."""
        for name, text in files.items():
            leaks.refuse(name, text.encode(), self._forbidden)
        for name, text in files.items():
            self._write(name, text.encode())
            self.tick(name)

    def _write(self, name: str, data: bytes) -> None:
        path = self.at / name
        with plainly(path):
            folder(path.parent)
            path.write_bytes(data)
            path.chmod(0o600)
