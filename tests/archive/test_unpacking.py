"""A backup is unpacked: files only, and only below the folder."""

import io
import tarfile
from pathlib import Path

import pytest

from voice_agent.archive import backups
from voice_agent.errors import MemoryRefused


def packed(at: Path, **members: bytes | str) -> Path:
    """An archive of files; a text is where a link of that name leads."""
    with tarfile.open(at, "w:") as tar:
        for name, held in members.items():
            info = tarfile.TarInfo(name.replace("__", "/").replace("UP", ".."))
            if isinstance(held, str):
                info.type, info.linkname = tarfile.SYMTYPE, held
                tar.addfile(info)
            else:
                info.size = len(held)
                tar.addfile(info, io.BytesIO(held))
    return at


def test_files_are_written_for_their_owner_alone(tmp_path: Path) -> None:
    file = packed(tmp_path / "a.tar", **{"record.db": b"rows", "sounds__one.wav": b"ring"})
    backups._unpack(file, tmp_path / "to")  # pyright: ignore[reportPrivateUsage]
    record = tmp_path / "to" / "record.db"
    assert record.read_bytes() == b"rows"
    assert (tmp_path / "to" / "sounds" / "one.wav").read_bytes() == b"ring"
    assert record.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("bad", [{"UP__out": b"x"}, {"__etc": b"x"}, {"link": "/etc/passwd"}])
def test_what_lies_elsewhere_or_is_no_file_is_refused(
    tmp_path: Path, bad: dict[str, bytes]
) -> None:
    file = packed(tmp_path / "a.tar", **{"record.db": b"rows"}, **bad)
    with pytest.raises(MemoryRefused, match="cannot be read as a backup"):
        backups._unpack(file, tmp_path / "to")  # pyright: ignore[reportPrivateUsage]
    assert not (tmp_path / "out").exists()
