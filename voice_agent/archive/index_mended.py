"""That the index of memories was damaged and made anew: whoever looks in is told, though nothing is lost by it."""

from datetime import datetime

from voice_agent.archive.record import Record
from voice_agent.archive.session_tables import Read

NOTE = "index mended"
"""Key under which it is kept."""


def note(record: Record, when: datetime) -> None:
    """Keep that it was, at `when`. Raises DiskFull."""
    record.keep(NOTE, when.isoformat())


def says(read: Read) -> str:
    """When it was the last time, as a sentence for the caregiver; "" where it never was."""
    rows = read("SELECT value FROM kept WHERE key = ?", (NOTE,))
    if not rows:
        return ""
    when = datetime.fromisoformat(rows[0][0].strip('"'))
    return (
        f"On {when.day} {when:%B %Y} the index of memories could not be read and was made anew from the record. Nothing that "
        "was told is lost by it. Where no model had been changed, the disk may be failing: look after the backups."
    )
