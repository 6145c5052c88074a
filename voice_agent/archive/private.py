"""Files and folders that only their owner may open, written so that a crash leaves old or new, never half.

Everything a narrator says lies in such files: folders 0700, files 0600, whatever the umask is.
"""

import errno
import fcntl
import os
import re
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from voice_agent.errors import DiskFull, RecordError, StateUnwritable

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""What a file system answers when there is no room: disk, quota, largest file."""


def for_people(error: OSError, path: Path) -> RecordError:
    """Return the error of ours that says what `error` means for the narrator's words."""
    if error.errno in FULL:
        return DiskFull(
            f"There is no room left on the disk that holds {path.parent}.",
            safe="What was written before is safe.",
            mend="Free some space on it, then start again.",
        )
    return StateUnwritable(
        f"{path} cannot be written: {error.strerror or error}.",
        safe="Nothing that was there before has been changed.",
        mend="Choose a folder you may write to with the setting state_directory, or mend its rights.",
    )


@contextmanager
def plainly(path: Path) -> Generator[None]:
    """Turn an OSError about `path` into DiskFull or StateUnwritable."""
    try:
        yield
    except OSError as error:
        raise for_people(error, path) from error


def folder(path: Path) -> Path:
    """Make `path` (and what is above it) a folder for its owner alone. Returns it.

    Raises StateUnwritable where that cannot be, DiskFull where there is no room.
    """
    with plainly(path):
        made = [above for above in (path, *path.parents) if not above.is_dir()]
        for one in reversed(made):  # mkdir's own `parents` would leave those above open to others
            one.mkdir(mode=0o700, exist_ok=True)
        # made by hand or by an installer it may be open to others; a folder that many share, such as
        # /tmp, must stay as it is
        found = path.stat()
        ours = found.st_uid == os.geteuid() and not found.st_mode & stat.S_ISVTX
        if ours and found.st_mode & 0o077:
            path.chmod(0o700)
        if not os.access(path, os.W_OK | os.X_OK):
            raise OSError(errno.EACCES, "it may only be read", str(path))
        for one in made:
            settle(one.parent)
    return path


def open_private(path: Path, flags: int) -> int:
    """Open `path` with `flags`, creating it for its owner alone, and return the descriptor."""
    with plainly(path):
        made = not path.exists()
        descriptor = os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, 0o600)
        if made:
            settle(path.parent)
        return descriptor


_making = Lock()
"""Held while a file is made: no thread may begin to use it before our own descriptor is closed."""


def make_private(path: Path) -> None:
    """Make the empty file `path` for its owner alone, where there is none; one that is there is not opened.

    Closing a descriptor of a database drops the locks of every connection that this process has to it.
    Raises DiskFull, StateUnwritable where it cannot be made or may only be read.
    """
    with plainly(path), _making:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        except FileExistsError:
            if not os.access(path, os.W_OK):
                raise OSError(errno.EACCES, "it may only be read", str(path)) from None
            return
        os.close(descriptor)
        settle(path.parent)


def read_apart(path: Path) -> bytes:
    """The bytes of `path`, read by a process of its own, so that no lock of ours on it is dropped.

    Raises StateUnwritable where it cannot be read.
    """
    with plainly(path):
        read = subprocess.run(["cat", "--", str(path)], capture_output=True)
        if read.returncode:
            raise OSError(errno.EIO, "it cannot be read", str(path))
    return read.stdout


def settle(path: Path) -> None:
    """Bring the names in folder `path` to the disk: without it a new file may vanish with the power."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def hand_over(path: Path) -> None:
    """What root wrote below the folder `path`, which is somebody else's, becomes theirs: the service must read it.

    Nothing happens for anybody but root.
    """
    if os.geteuid() != 0:
        return
    owner = path.stat()
    with plainly(path):
        for each in path.rglob("*"):
            found = each.lstat()
            if (found.st_uid, found.st_gid) != (owner.st_uid, owner.st_gid):
                os.chown(each, owner.st_uid, owner.st_gid, follow_symlinks=False)


def hand_over_file(path: Path) -> None:
    """The same for one file, which belongs to whomever its folder belongs to."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        with plainly(path):
            os.chown(path, owner.st_uid, owner.st_gid)


HALF = re.compile(r"\..+\.(?:[a-z0-9_]{8}|record)")
"""How files are called that take another's place once they are whole."""


def _begun(path: Path) -> tuple[int, str]:
    """A new file that is to become `path`: its descriptor and name. Locked, so that nobody sweeps it."""
    while True:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # is 0600
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return descriptor, name
        os.close(descriptor)  # swept before it was locked


@contextmanager
def claimed(path: Path) -> Generator[None]:
    """`path`, made empty where it is not there, is swept by nobody meanwhile; it is deleted in the end."""
    descriptor = open_private(path, os.O_RDWR)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)


@contextmanager
def aside(path: Path) -> Generator[Path]:
    """An empty folder `path`, whose name is as PASSING has it, for one process at a time; deleted in the end.

    Waits for whoever has it. Of one that was killed it is swept.
    """
    while True:
        descriptor = os.open(folder(path), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink and path.is_dir():
            break
        os.close(descriptor)  # whoever had it has deleted it
    try:
        _empty(path)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        os.close(descriptor)


def _empty(path: Path) -> None:
    for each in path.iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()


PASSING = re.compile(r"\..+\.aside")
"""How folders are called that nobody needs after whoever made them."""


def sweep(folder: Path) -> None:
    """Delete what a process left half done below `folder` that was killed: files and folders; one that lives keeps its own."""
    for at, folders, names in os.walk(folder):
        for path in (Path(at) / name for name in folders if PASSING.fullmatch(name)):
            _sweep_folder(path)
        folders[:] = [
            # an index is not ours to read
            each
            for each in folders
            if not each.endswith(".lance") and not PASSING.fullmatch(each)
        ]
        for path in (Path(at) / name for name in names if HALF.fullmatch(name)):
            with suppress(OSError):
                descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    path.unlink()
                finally:
                    os.close(descriptor)


def _sweep_folder(path: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path)
        finally:
            os.close(descriptor)


@contextmanager
def replacing(path: Path) -> Generator[int]:
    """Yield a descriptor to write to; `path` becomes the new file, on disk, once the block is left well."""
    with plainly(path):
        descriptor, name = _begun(path)
        try:
            yield descriptor
            os.fsync(descriptor)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)  # where it did not become the new file
            os.close(descriptor)
        settle(path.parent)


def write_all(descriptor: int, data: bytes, at: int) -> None:
    """Write every byte of `data` at offset `at`: the system may take less than it is given."""
    view = memoryview(data)
    while view:
        written = os.pwrite(descriptor, view, at)
        view, at = view[written:], at + written
