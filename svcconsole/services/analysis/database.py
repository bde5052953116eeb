"""DuckDB in memory without access to files or network, queried from threads; every query can be stopped."""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from svcconsole.services.analysis.results import AnalysisError
from svcconsole.services.analysis.sql import keep, select, text
from svcconsole.words.message import message

if TYPE_CHECKING:
    import duckdb
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")
Share = Callable[[float], None]

MEMORY = "1GB"
"""What DuckDB may hold in memory; beyond it, it spills into the private folder."""

QUESTIONS_AT_ONCE = 3
POLL_SECONDS = 0.1
SLICE_ROWS = 250_000
_ANSWER = "answer"


class QueryCancelled(Exception):
    """The question was taken back."""


class Question:
    """What is asked of DuckDB in a thread, statement by statement; `stop` comes from another one."""

    def __init__(self) -> None:
        self._cursor: duckdb.DuckDBPyConnection | None = None
        self._stopped = threading.Event()

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def begin(self, cursor: duckdb.DuckDBPyConnection) -> None:
        """Ask with this connection."""
        self._cursor = cursor

    def end(self) -> duckdb.DuckDBPyConnection | None:
        """Give the connection back."""
        cursor, self._cursor = self._cursor, None
        return cursor

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """All rows of a small answer."""
        return self._run(sql, values).fetchall()

    def row(self, sql: str, values: Sequence[object] = ()) -> tuple[Any, ...]:
        """The one row of an answer."""
        return self.rows(sql, values)[0]

    def numbers(self, sql: str, values: Sequence[object] = ()) -> list[NDArray[np.uint32]]:
        """The columns of an answer as numbers of 32 bits, without a Python object for each row.

        Fetched in slices: one fetch of 2.5 million rows holds Python's lock for 25 ms, which a window shows.
        """
        import numpy

        self._run(keep(_ANSWER, sql), values)
        (count,) = self.row(select("count(*)", _ANSWER))
        slices = []
        for first in range(0, max(1, count), SLICE_ROWS):
            within = select("*", _ANSWER, where=f"rowid >= {first} AND rowid < {first + SLICE_ROWS}")
            slices.append(list(self._run(within, ()).fetchnumpy().values()))
        self._run(f"DROP TABLE {_ANSWER}", ())
        return [numpy.concatenate(parts).astype(numpy.uint32) for parts in zip(*slices, strict=True)]

    def run(self, sql: str, values: Sequence[object] = ()) -> None:
        """A statement without an answer."""
        self._run(sql, values)

    def share(self) -> float:
        """How far the running statement is, 0 to 1."""
        cursor = self._cursor
        return max(0.0, cursor.query_progress() / 100) if cursor is not None else 0.0

    def stop(self) -> None:
        """Interrupt the running statement and let no other begin."""
        self._stopped.set()
        cursor = self._cursor
        if cursor is not None:
            cursor.interrupt()

    def _run(self, sql: str, values: Sequence[object]) -> duckdb.DuckDBPyConnection:
        import duckdb

        if self.stopped or self._cursor is None:
            raise QueryCancelled
        try:
            return self._cursor.execute(sql, list(values))
        except duckdb.InterruptException:
            raise QueryCancelled from None
        except duckdb.OutOfMemoryException:
            raise AnalysisError(
                message("There is not enough memory or disk for this question."),
                message("Filter the rows, then ask again."),
            ) from None


class Database:
    """One DuckDB and the threads that ask it: `connect` and, once the tables are in, `lock`."""

    def __init__(self) -> None:
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._cursors: queue.SimpleQueue[duckdb.DuckDBPyConnection] = queue.SimpleQueue()
        self._threads = ThreadPoolExecutor(QUESTIONS_AT_ONCE, thread_name_prefix="analysis")
        self._asked: set[Question] = set()
        self._closed = False

    def connect(self, folder: Path) -> None:
        """Import DuckDB and begin; in a thread, for the import alone takes 90 ms. `folder` is for spills."""
        import duckdb

        if self._connection is not None:
            return
        self._connection = duckdb.connect(
            ":memory:",
            config={
                "autoinstall_known_extensions": False,
                "autoload_known_extensions": False,
                "allow_community_extensions": False,
                "memory_limit": MEMORY,
                "temp_directory": str(folder),
            },
        )
        for _ in range(QUESTIONS_AT_ONCE):
            cursor = self._connection.cursor()
            cursor.execute("SET enable_progress_bar = true")
            cursor.execute("SET enable_progress_bar_print = false")
            cursor.execute("SET progress_bar_time = 0")
            self._cursors.put(cursor)

    def lock(self, folder: Path) -> None:
        """From now on nothing but the private folder can be read or written, and no setting changed."""
        if self._connection is None:
            raise QueryCancelled
        self._connection.execute(f"SET allowed_directories = [{text(f'{folder}{os.sep}')}]")
        self._connection.execute("SET enable_external_access = false")
        self._connection.execute("SET lock_configuration = true")

    def start(self, question: Question, work: Callable[[Question], T]) -> asyncio.Future[T]:
        """Run `work` in a thread; `connect` may be part of it."""
        if self._closed:
            raise AnalysisError(message("This table was closed."), message("Open it again."))
        self._asked.add(question)
        future = asyncio.get_running_loop().run_in_executor(self._threads, self._with_cursor, question, work)
        future.add_done_callback(lambda done: self._answered(question, done))
        return future

    async def ask(self, work: Callable[[Question], T], *, told: Share | None = None) -> T:
        """Run `work` in a thread; cancelling the awaiting task stops it and waits until it has stopped.

        `told` hears how far the running statement is, up to ten times a second.
        """
        question = Question()
        future = self.start(question, work)
        try:
            while not future.done():
                await asyncio.wait({future}, timeout=POLL_SECONDS if told else None)
                if told:
                    told(question.share())
            return future.result()
        except QueryCancelled:
            raise asyncio.CancelledError from None
        finally:
            while not future.done():
                question.stop()
                await asyncio.wait({future}, timeout=POLL_SECONDS)

    async def close(self) -> None:
        """Stop every question, wait for the threads, give the memory back."""
        self._closed = True
        while self._asked:
            for question in self._asked:
                question.stop()
            await asyncio.sleep(POLL_SECONDS / 10)
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self._threads.shutdown()
        while not self._cursors.empty():
            self._cursors.get().close()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _with_cursor(self, question: Question, work: Callable[[Question], T]) -> T:
        if question.stopped:
            raise QueryCancelled
        if self._connection is not None:
            self.lend(question)
        try:
            return work(question)
        finally:
            cursor = question.end()
            if cursor is not None:
                self._cursors.put(cursor)

    def lend(self, question: Question) -> None:
        """Give a question a connection to ask with until its work ends; who connects asks for it."""
        question.begin(self._cursors.get())

    def _answered(self, question: Question, done: asyncio.Future[Any]) -> None:
        self._asked.discard(question)
        if not done.cancelled():
            done.exception()  # Looked at: a question nobody waits for any more says nothing.
