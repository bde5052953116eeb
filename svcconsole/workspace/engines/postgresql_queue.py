"""Statements of a transaction that go to PostgreSQL together: the way to a server and back takes longer than
what it does with most of them."""

# The statements are ours, and what stands in them are names of our own.
# ruff: noqa: S608

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import Any, NoReturn

import psycopg
from psycopg import capabilities
from psycopg.pq import TransactionStatus
from sqlalchemy import ARRAY, Dialect, Integer, Table, bindparam
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from svcconsole.workspace.statement_queue import Answer, Statement, names_of, one_of, renewal

NUL, NUL_SHOWN = "\0", "␀"
"""PostgreSQL's texts hold no NUL; files and odd stores have some. It is shown by its own picture."""

BY_INDEX = (
    b"SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),"
    b" set_config('enable_mergejoin', 'off', true)"
)
"""What is queued names few rows by their keys. The server keeps the plan that it makes of a statement, and
one made while a table was small would go on reading it whole."""


class PostgresqlQueue:
    """The queue of one transaction on the connection `raw`. Raises what the driver raises, at the latest when
    it is sent."""

    def __init__(self, raw: psycopg.Connection[Any], dialect: Dialect) -> None:
        self._raw = raw
        self._dialect = dialect
        self._waiting: list[_Queued] = []
        self._checks: list[tuple[Answer, int, Callable[[], NoReturn]]] = []
        self._by_index = False

    def add(self, text: bytes, values: Sequence[object]) -> None:
        """A statement in the server's own words, its values in order, whose answer nobody wants."""
        self._waiting.append(_Queued(self, text, values, is_asked=False))

    def execute(self, statement: Statement, values: Mapping[str, object]) -> Answer:
        compiled, text = _compiled(self._dialect, statement)
        found = compiled.construct_params(values)
        queued = _Queued(self, text, [found[name] for name in compiled.positiontup or ()], is_asked=True)
        self._to_rows()
        self._waiting.append(queued)
        return queued

    def insert(
        self,
        table: Table,
        columns: Sequence[str],
        rows: Sequence[Sequence[object]],
        renewed: Sequence[str] | None = None,
    ) -> None:
        if rows:
            text = _insert_text(self._dialect, table, tuple(columns), renewed and tuple(renewed))
            self._to_rows()
            self.add(text, (_as_json(columns, rows),))

    def update(self, table: Table, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        if rows:
            self._to_rows()
            self.add(_update_text(self._dialect, table, tuple(columns)), (_as_json(columns, rows),))

    def check(self, answer: Answer, rowcount: int, refuse: Callable[[], NoReturn]) -> None:
        self._checks.append((answer, rowcount, refuse))

    def send(self) -> None:
        """Carry out what waits, and check what is to be checked."""
        self._send()
        checks, self._checks = self._checks, []
        for answer, rowcount, refuse in checks:
            if answer.rowcount != rowcount:
                refuse()

    def finish(self) -> None:
        """Carry out what waits before the transaction is committed; where nothing is to be checked any more,
        commit it by the same journey."""
        begun = self._raw.info.transaction_status == TransactionStatus.INTRANS
        if begun and self._waiting and not self._checks:
            self._send(b"COMMIT")
        else:
            self.send()

    def _to_rows(self) -> None:
        if not self._by_index:
            self._by_index = True
            self.add(BY_INDEX, ())

    def _send(self, last: bytes = b"") -> None:
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        with self._together():
            unasked = self._raw.cursor()
            for queued in waiting:
                # A cursor of its own costs more than most statements: those nobody asks about share one.
                cursor = self._raw.cursor() if queued.is_asked else unasked
                queued.cursor = cursor.execute(queued.text, queued.values, prepare=True)
            if last:
                self._raw.execute(last, prepare=False)

    def _together(self) -> AbstractContextManager[object]:
        return self._raw.pipeline() if capabilities.has_pipeline() else nullcontext()


class _Queued:
    """A statement that waits or was carried out, and then its answer."""

    __slots__ = ("_queue", "cursor", "is_asked", "text", "values")

    def __init__(
        self, queue: PostgresqlQueue, text: bytes, values: Sequence[object], *, is_asked: bool
    ) -> None:
        self._queue = queue
        self.is_asked = is_asked
        self.text = text
        self.values = values
        self.cursor: psycopg.Cursor[Any] | None = None

    @property
    def rowcount(self) -> int:
        return self._answered().rowcount

    def one(self) -> Sequence[Any]:
        row: Sequence[Any] | None = self._answered().fetchone()
        if row is None:
            raise AssertionError("the statement gives one row")
        return row

    def _answered(self) -> psycopg.Cursor[Any]:
        if self.cursor is None:
            self._queue.send()
        if self.cursor is None:
            raise AssertionError("what was sent is answered")
        return self.cursor


@compiles(one_of, "postgresql")
def _any_of(element: one_of, compiler: SQLCompiler, **options: Any) -> str:
    """By one parameter, however many there are: the server has to make one plan."""
    column, numbers = element.clauses
    many = bindparam(numbers.key, type_=ARRAY(Integer))
    return f"{compiler.process(column, **options)} = ANY ({compiler.process(many, **options)})"


@lru_cache(maxsize=128)
def _compiled(dialect: Dialect, statement: Statement) -> tuple[SQLCompiler, bytes]:
    made = statement.compile(dialect=dialect)
    if not isinstance(made, SQLCompiler):
        raise TypeError("what is queued reads or changes rows")
    return made, str(made).encode()


@lru_cache(maxsize=64)
def _insert_text(
    dialect: Dialect, table: Table, columns: Sequence[str], renewed: Sequence[str] | None
) -> bytes:
    names = names_of(dialect, columns)
    rows = _rows_text(dialect, table, columns)
    return f"INSERT INTO {table.name} ({names}) SELECT {names} FROM {rows}{renewal(table, renewed)}".encode()


@lru_cache(maxsize=64)
def _update_text(dialect: Dialect, table: Table, columns: Sequence[str]) -> bytes:
    key, *changed = map(dialect.identifier_preparer.quote, columns)
    values = ", ".join(f"{name} = given.{name}" for name in changed)
    rows = _rows_text(dialect, table, columns)
    return f"UPDATE {table.name} SET {values} FROM {rows} WHERE {table.name}.{key} = given.{key}".encode()


def _rows_text(dialect: Dialect, table: Table, columns: Sequence[str]) -> str:
    """Rows of any count as one parameter."""
    quote = dialect.identifier_preparer.quote
    typed = ", ".join(f"{quote(name)} {table.c[name].type.compile(dialect)}" for name in columns)
    return f"json_to_recordset(%s::json) AS given ({typed})"


def _as_json(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    text = _dumped(columns, rows)
    if r"\u0000" not in text:
        return text
    return _dumped(columns, [[_without_nul(value) for value in row] for row in rows])


def _dumped(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    return json.dumps([dict(zip(columns, row, strict=True)) for row in rows], ensure_ascii=False)


def _without_nul(value: object) -> object:
    return value.replace(NUL, NUL_SHOWN) if isinstance(value, str) else value
