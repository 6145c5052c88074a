"""Claims are known by what is said around them as well, by another reader: what was kept of the former is read anew."""

import sqlite3


def m010_told_again(db: sqlite3.Connection) -> None:
    """`vector` in meanings: two unit vectors, one behind the other (memory.same_event.Vectors)."""
    db.execute("DELETE FROM meanings")
