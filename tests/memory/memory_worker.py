"""Tells and remembers until it is killed; prints the ids of claims once they are acknowledged."""

import sys
from pathlib import Path

import anyio
from evening import finish, remembered, session, tell

from voice_agent.archive import memory_tables
from voice_agent.archive.record import Record


async def main(state: Path) -> None:
    """Runs for ever."""
    with Record.open(state) as record:
        memory = await remembered(record, state)
        number = 0
        while True:
            number += 1
            lines = [
                f"We moved to Cleveland in nineteen {60 + number}. My sister Rose helped us then."
            ]
            turns = tell(record, lines, number)
            await memory.remember(turns)
            mine = [
                c.id for c in memory_tables.claims(record.read) if c.session == session(number).id
            ]
            print(*mine, flush=True)
            finish(record, number)


if __name__ == "__main__":
    anyio.run(main, Path(sys.argv[1]))
