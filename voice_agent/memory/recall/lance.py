"""The index of memories: the only file that knows LanceDB.

Two tables: `memories` (vector, words for full-text search, everything else as JSON) and `samples` (what
might be said, about six rows a memory). Everything in it is derived from the record, and only what may be
brought up is in it at all. It is made anew wherever it is found damaged.

LanceDB does not flush to the disk: after a power cut the newest manifest may be empty, and nothing opens.
Full-text search must not be built on an empty table. A thousand single writes without `optimize` make it
25 times slower.
"""

import os
from collections.abc import AsyncGenerator, Collection, Generator, Iterable, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from threading import Lock
from typing import Any

import anyio
import anyio.to_thread
import numpy as np
import pydantic
from numpy.typing import NDArray

from voice_agent.errors import MemoryRefused
from voice_agent.memory.recall.index_files import (
    broken,
    damaged,
    discard,
    has_room,
    local_folder,
    set_aside,
)
from voice_agent.memory.recall.index_rows import UNKNOWN, Found, Hit, Row, as_tables, schemas

FAILURES = (RuntimeError, ValueError, OSError, KeyError)
"""What LanceDB raises about files that it cannot read."""

MANY = 20_000
"""Rows from which on vectors are indexed (IVF with eight-bit vectors, 1.6 s for 60,000 rows). Below, looking
at all of them is as quick and finds everything."""

UNIT = 0.02
"""How far from one the square of a vector's length may be."""

GRACE = timedelta(seconds=60)
"""Versions younger than this stay while a session goes on: somebody may be looking in."""

NO_GRACE = timedelta(milliseconds=1)
"""After a session only the newest version stays."""


class Index:
    """An open index. Use `open`; writes may not overlap reads of the same task only by being awaited."""

    def __init__(self, uri: str, database: Any, size: int, optimise_every: int) -> None:
        self.uri = uri
        self.damaged = False
        """True: what was there could not be read, or not be written to; nothing is found in it until it is filled again."""

        self._database = database
        self._size = size
        self._optimise_every = optimise_every
        self._writes = 0
        self._words_built = 0
        self._indexed = 0
        self._tables: dict[str, Any] = {}
        self._remaking = False
        self._remade = 0
        # guards writes: LanceDB retries conflicting commits instead of queueing them
        self._writing = anyio.Lock()

    @classmethod
    async def open(cls, uri: str, size: int, *, optimise_every: int = 32) -> "Index":
        """Open or make the index at `uri` (a folder or s3://...) for vectors of `size`.

        A damaged one is set aside, and `damaged` says so. Raises MemoryRefused where nothing can be
        opened there at all.
        """
        local, aside = local_folder(uri), False
        try:
            try:
                index = await cls._whole(uri, size, optimise_every)
            except FAILURES:
                if local is None:
                    database = await _connect(uri)
                    for name in await _names(database):
                        await database.drop_table(name)
                else:
                    set_aside(local)
                aside = True
                index = await cls._whole(uri, size, optimise_every)
        except FAILURES as error:
            raise MemoryRefused(
                f"The memory index at {uri} cannot be opened: {error}.",
                safe="Every memory is safe in the record.",
                mend="Check the setting memory.uri, then run `voice-agent memory rebuild`.",
            ) from error
        index.damaged = aside
        return index

    @classmethod
    async def _whole(cls, uri: str, size: int, optimise_every: int) -> "Index":
        """Open or make it. Raises one of FAILURES where anything of it cannot be read."""
        local = local_folder(uri)
        if local is not None:
            # LanceDB makes its files as the process's umask has it; from here on all are private
            os.umask(0o077)
            local.mkdir(mode=0o700, parents=True, exist_ok=True)
            if broken(local):
                raise ValueError("a manifest is cut off")
        with _plainly():
            index = cls(uri, await _connect(uri), size, optimise_every)
            await index._open_tables()
        # what cannot be read is found out now, not in mid-conversation
        await index.rows()
        with np.errstate(all="ignore"):
            rows = [row.astype(np.float64) for row in (await index.vectors()).values()]
            if not all(abs(row @ row - 1) < UNIT for row in rows):
                raise ValueError("a vector is not what was written")
        return index

    @classmethod
    async def there(cls, uri: str) -> "Index | None":
        """The index at `uri`, whatever the size of its vectors, to take something out of it. Nothing is made.

        None where there is none, or it cannot be read.
        """
        local = local_folder(uri)
        try:
            if local is not None and (not local.is_dir() or broken(local)):
                return None
            with _plainly():
                database = await _connect(uri)
                table = await database.open_table("memories")
                size = (await table.schema()).field("vector").type.list_size
                index = cls(uri, database, size, optimise_every=32)
                await index._open_tables()
                await index.rows()
        except FAILURES:
            return None
        return index

    async def count(self) -> int:
        """How many memories there are."""
        return await self._tables["memories"].count_rows()

    async def ids(self) -> frozenset[str]:
        """Which memories there are."""
        found = await self._tables["memories"].query().select(["id"]).to_arrow()
        return frozenset(found.column("id").to_pylist())

    async def rows(self) -> list[tuple[str, str]]:
        """Every (id, body), sorted by id. Raises one of FAILURES where the files have gone bad."""
        with _plainly():
            found = await self._tables["memories"].query().select(["id", "body"]).to_arrow()
            return sorted(
                zip(found.column("id").to_pylist(), found.column("body").to_pylist(), strict=True)
            )

    async def vectors(self) -> dict[str, NDArray[np.float32]]:
        """The vector of every memory, shape (size,) each."""
        with _plainly():
            found = await self._tables["memories"].query().select(["id", "vector"]).to_arrow()
        flat = np.asarray(found.column("vector").combine_chunks().values, np.float32)
        ids = found.column("id").to_pylist()
        return dict(zip(ids, flat.reshape(-1, self._size), strict=True))

    async def texts(self) -> list[str]:
        """Every text in it, field by field: in the files they lie back to back. The body is JSON."""
        found: list[str] = []
        for name, columns in (("memories", ["words", "body"]), ("samples", ["text"])):
            rows = await self._tables[name].query().select(columns).to_arrow()
            found += [text for each in columns for text in rows.column(each).to_pylist()]
        return found

    async def put(self, rows: Sequence[Row]) -> None:
        """Add memories, or replace those of the same id. Raises MemoryRefused, as all that write do: no room is left."""
        if not rows:
            return
        async with self._written():
            memories, samples = as_tables(rows, self._size)
            await (
                self._tables["memories"]
                .merge_insert("id")
                .when_matched_update_all()
                .when_not_matched_insert_all()
                .execute(memories)
            )
            await self._delete("samples", "memory", [row.id for row in rows])
            if samples.num_rows:
                await self._tables["samples"].add(samples)
            self._writes += 1
            if self._writes >= self._optimise_every or not self._words_built:
                await self._optimise()

    async def drop(self, ids: Collection[str]) -> None:
        """Take memories out. Their bytes go with `rewrite`."""
        if not ids:
            return
        async with self._written():
            for name, column in (("memories", "id"), ("samples", "memory")):
                await self._delete(name, column, ids)
            self._writes += 1
            if self._writes >= self._optimise_every:
                await self._optimise()

    async def replace(self, rows: Iterable[Row]) -> None:
        """Make the whole index anew from `rows`; nothing of the old one is left on the disk."""
        held = list(rows)
        async with self._written(), self._away():
            await self._emptied()
            for first in range(0, len(held), 5000):
                memories, samples = as_tables(held[first : first + 5000], self._size)
                await self._tables["memories"].add(memories)
                if samples.num_rows:
                    await self._tables["samples"].add(samples)
            await self._optimise()
        self.damaged = False

    async def _emptied(self) -> None:
        local = local_folder(self.uri)
        if self.damaged and local is not None:
            self._tables.clear()
            set_aside(local)
            local.mkdir(mode=0o700)
            self._database = await _connect(self.uri)
        for name in list(self._tables):
            await self._database.drop_table(name)
        self._tables.clear()
        self._words_built = 0
        if local is not None:
            for old in damaged(local):
                discard(old)
        await self._open_tables()

    async def rewrite(self) -> None:
        """Write what is there into new files and delete the old ones: dropped rows leave no byte.

        What was set aside as damaged goes too: it may hold them.
        """
        async with self._written(), self._away():
            tables = {name: await table.to_arrow() for name, table in self._tables.items()}
            for name in list(self._tables):
                await self._database.drop_table(name)
            self._tables.clear()
            await self._open_tables()
            for name, rows in tables.items():
                if rows.num_rows:
                    await self._tables[name].add(rows)
            await self._optimise()
            if (folder := local_folder(self.uri)) is not None:
                for aside in damaged(folder):
                    discard(aside)

    async def settle(self) -> None:
        """Tidy up at the end of a session: merge small files, bring indexes up to date."""
        async with self._written():
            await self._optimise(NO_GRACE)

    async def near(self, vector: NDArray[np.float32], words: str, limit: int = 60) -> list[Hit]:
        """Find about `limit` memories by meaning, by words and by samples. No side effects.

        Nothing is found while the index is being made anew, nor in files that have gone bad since;
        `damaged` then says so.
        """
        found: dict[str, Found] = {}
        if self._remaking or self.damaged or not self._tables:
            return []
        before = self._remade
        try:
            with _plainly():
                await self._look(found, vector, words, limit)
        except* FAILURES:
            # what was looked into may have been taken away under the looking: then nothing is broken
            self.damaged = self.damaged or (before == self._remade and bool(self._tables))
            found.clear()
        return [
            Hit(id, each.body, each.meaning, each.words, each.samples)
            for id, each in sorted(found.items())
            if each.body
        ]

    async def close(self) -> None:
        """Let go of the files. May be called twice."""
        for table in self._tables.values():
            table.close()
        self._tables.clear()
        self._database.close()

    @asynccontextmanager
    async def _written(self) -> AsyncGenerator[None]:
        """One writes at a time; what could not be written is said to people, and ends nobody's talk.

        Where there is room for it and it cannot be written all the same, its files have gone bad: `damaged` says so.
        """
        async with self._writing:
            try:
                with _plainly():
                    yield
            except FAILURES as error:
                folder = local_folder(self.uri)
                self.damaged = self.damaged or (folder is not None and has_room(folder))
                raise MemoryRefused(
                    f"The memory index at {self.uri} cannot be written; perhaps the disk is full.",
                    safe="Every memory is safe in the record.",
                    mend="Make room, then run `voice-agent memory rebuild`.",
                ) from error

    @asynccontextmanager
    async def _away(self) -> AsyncGenerator[None]:
        """While its tables are dropped and made anew, whoever looks in finds nothing, silently."""
        self._remaking = True
        self._remade += 1
        try:
            yield
        finally:
            self._remaking = False

    async def _look(
        self, found: dict[str, Found], vector: NDArray[np.float32], words: str, limit: int
    ) -> None:
        memories, samples = self._tables["memories"], self._tables["samples"]

        async def by_meaning() -> None:
            rows = await _vectors(memories, vector, ["id", "body"], limit)
            for id, body, distance in _columns(rows, "id", "body", "_distance"):
                each = found.setdefault(id, Found())
                each.body, each.meaning = body, 1 - distance

        async def by_words() -> None:
            if not self._words_built or not words.strip():
                return
            from lancedb.query import MatchQuery

            match = MatchQuery(words, "words")  # pyright: ignore[reportCallIssue]
            asked = memories.query().nearest_to_text(match).limit(limit)
            rows = await asked.select(["id", "body", "vector", "_score"]).to_arrow()
            vectors = np.asarray(rows.column("vector").combine_chunks().values, np.float32)
            likeness = vectors.reshape(-1, self._size) @ vector
            for (id, body, score), like in zip(
                _columns(rows, "id", "body", "_score"), likeness, strict=True
            ):
                each = found.setdefault(id, Found())
                each.words = score
                if not each.body:  # the other search's figure differs in its last digit
                    each.body, each.meaning = body, float(like)

        async def by_samples() -> None:
            rows = await _vectors(samples, vector, ["memory"], 4 * limit)
            for id, distance in _columns(rows, "memory", "_distance"):
                each = found.setdefault(id, Found())
                each.samples = max(each.samples, 1 - distance)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(by_meaning)
            tasks.start_soon(by_words)
            tasks.start_soon(by_samples)
        await self._complete(found, vector)

    async def _complete(self, found: dict[str, Found], vector: NDArray[np.float32]) -> None:
        """Fetch what only a sample found; and the samples' likeness of what only meaning found."""
        missing = [id for id, each in found.items() if not each.body]
        if missing:
            asked = self._tables["memories"].query().where(_among("id", missing))
            rows = await asked.select(["id", "body", "vector"]).to_arrow()
            vectors = np.asarray(rows.column("vector").combine_chunks().values, np.float32)
            likeness = vectors.reshape(-1, self._size) @ vector
            for (id, body), like in zip(_columns(rows, "id", "body"), likeness, strict=True):
                found[id].body, found[id].meaning = body, float(like)
        # beyond the nearest samples nothing is known but that they are further away than all of those
        known = [each.samples for each in found.values() if each.samples > UNKNOWN]
        floor = min(known, default=0.0)
        for each in found.values():
            if each.samples <= UNKNOWN:
                each.samples = floor

    async def _open_tables(self) -> None:
        there = await _names(self._database)
        for name, schema in schemas(self._size).items():
            if name not in there:
                self._tables[name] = await self._database.create_table(name, schema=schema)
                continue
            table = await self._database.open_table(name)
            if (await table.schema()) != schema:
                raise ValueError(f"{name} has other columns")
            await table.count_rows()
            self._tables[name] = table
        listed = [each.columns for each in await self._tables["memories"].list_indices()]
        self._words_built = int(["words"] in listed)

    async def _optimise(self, grace: timedelta = GRACE) -> None:
        from lancedb.index import FTS, BTree, IvfSq

        self._writes = 0
        memories, samples = self._tables["memories"], self._tables["samples"]
        rows = await memories.count_rows()
        if rows and not self._words_built:
            await memories.create_index("words", config=FTS(with_position=False))
            await memories.create_index("id", config=BTree())
            self._words_built = 1
        for table in (memories, samples):
            count = await table.count_rows()
            indexed = [each.columns for each in await table.list_indices()]
            if count >= MANY and ["vector"] not in indexed:
                await table.create_index("vector", config=IvfSq(distance_type="dot"))
            await table.optimize(cleanup_older_than=grace, delete_unverified=True)

    async def _delete(self, name: str, column: str, ids: Collection[str]) -> None:
        held = sorted(ids)
        for first in range(0, len(held), 500):
            await self._tables[name].delete(_among(column, held[first : first + 500]))


def engine() -> Any:
    """LanceDB itself. The first time takes a second, which nobody who is about to be greeted need wait for."""
    with _UNCHECKED, _as_they_are():
        import lancedb
    return lancedb


_UNCHECKED = Lock()  # guards what pydantic is, while LanceDB is imported


@contextmanager
def _as_they_are() -> Generator[None]:
    """Let pydantic check no calls of what is imported meanwhile.

    LanceDB brings a client for catalogues on servers along; that each of its thousand functions gets a checker takes half of
    the import, and a table on our own disk calls none of them.
    """
    checked = pydantic.validate_call
    pydantic.validate_call = _as_it_is
    try:
        yield
    finally:
        pydantic.validate_call = checked


def _as_it_is(function: Any) -> Any:
    return function


@contextmanager
def _plainly() -> Generator[None]:
    """What LanceDB raises of files that make it panic becomes one of FAILURES; of several at once, the group's own kinds stay."""
    try:
        yield
    except Exception as error:  # the class can be imported from nowhere
        if _panic(error):
            raise RuntimeError("the index cannot be read: its files are damaged") from error
        raise


def _panic(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return any(_panic(each) for each in error.exceptions)
    return type(error).__name__ == "RustPanic"


async def _connect(uri: str) -> Any:
    lancedb = await anyio.to_thread.run_sync(engine)
    # 0: a handle that is not the writer's sees every write at once
    return await lancedb.connect_async(uri, read_consistency_interval=timedelta(0))


async def _names(database: Any) -> list[str]:
    return list((await database.list_tables()).tables)


async def _vectors(table: Any, vector: NDArray[np.float32], columns: list[str], limit: int) -> Any:
    asked = table.query().nearest_to(vector).distance_type("dot").limit(limit)
    return await asked.select([*columns, "_distance"]).to_arrow()


def _columns(rows: Any, *names: str) -> Iterable[tuple[Any, ...]]:
    return zip(*(rows.column(name).to_pylist() for name in names), strict=True)


def _among(column: str, ids: Collection[str]) -> str:
    quoted = ", ".join("'" + id.replace("'", "''") + "'" for id in ids)
    return f"{column} IN ({quoted})"
