"""Statements of one transaction that need no answer before the next is asked, and what they answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NoReturn, Protocol, TypeVar

from sqlalchemy import (
    Boolean,
    Connection,
    Dialect,
    Select,
    Table,
    TextClause,
    Update,
    UpdateBase,
    bindparam,
    update,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

T = TypeVar("T")
QUEUE = "queue"
"""The option of a connection that holds the queue of its transaction, where its engine has one."""
MOST_VALUES = 999
"""So many values one statement of SQLite binds at least."""
SIZES = (64, 16, 4, 1)
"""So many rows are written by one statement: between two statements the ledger's thread waits for its turn
beside the one that sends. Of few sizes, so that few statements are made."""


Statement = UpdateBase | Select[Any] | TextClause


class Answer(Protocol):
    """What one statement answered; whoever looks sends what is queued."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    def one(self) -> Sequence[Any]:
        """Its only row."""


class StatementQueue(Protocol):
    """Takes statements and carries them out in their order: at the latest when the transaction ends, or
    before the next statement that is not queued."""

    def execute(self, statement: Statement, values: Mapping[str, object]) -> Answer:
        """One statement. It is kept compiled: to be made once, not for each call."""

    def insert(
        self,
        table: Table,
        columns: Sequence[str],
        rows: Sequence[Sequence[object]],
        renewed: Sequence[str] | None = None,
    ) -> None:
        """New rows, the values of each in the order of `columns`. With `renewed` keys may be there already,
        none of them twice in `rows`: of such a row these columns are written anew."""

    def update(self, table: Table, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Other values for rows that are named by the first of `columns`."""

    def check(self, answer: Answer, rowcount: int, refuse: Callable[[], NoReturn]) -> None:
        """Calls `refuse`, which raises, before the transaction is committed unless so many rows were
        changed."""


def queue_of(connection: Connection) -> StatementQueue:
    """The queue of the open transaction; where the database is beside us each statement goes at once."""
    found: StatementQueue | None = connection.get_execution_options().get(QUEUE)
    return DirectQueue(connection) if found is None else found


class DirectQueue:
    """Carries out each statement at once: to ask a file is no journey."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, statement: Statement, values: Mapping[str, object]) -> Answer:
        """Done when this returns."""
        return self._connection.execute(statement, values)

    def insert(
        self,
        table: Table,
        columns: Sequence[str],
        rows: Sequence[Sequence[object]],
        renewed: Sequence[str] | None = None,
    ) -> None:
        """Done when this returns."""
        for piece in _sized(rows, MOST_VALUES // len(columns)):
            text = _insert_text(
                self._connection.dialect, table, tuple(columns), renewed and tuple(renewed), len(piece)
            )
            self._connection.exec_driver_sql(text, tuple(chain.from_iterable(piece)))

    def update(self, table: Table, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Done when this returns."""
        if rows:
            statement = _update_statement(table, tuple(columns))
            self._connection.execute(statement, [_named(columns, row) for row in rows])

    def check(self, answer: Answer, rowcount: int, refuse: Callable[[], NoReturn]) -> None:
        """Refuses at once."""
        if answer.rowcount != rowcount:
            refuse()


class one_of(FunctionElement[bool]):
    """Whether a column is one of the numbers of a parameter, of which there may be any count."""

    type = Boolean()
    inherit_cache = True


@compiles(one_of)
def _in_list(element: one_of, compiler: SQLCompiler, **options: Any) -> str:
    column, numbers = element.clauses
    return compiler.process(column.in_(bindparam(numbers.key, expanding=True)), **options)


def renewal(table: Table, renewed: Sequence[str] | None) -> str:
    """The end of an INSERT, in both engines, that says what becomes of rows that are there already."""
    if renewed is None:
        return ""
    key = ", ".join(column.name for column in table.primary_key)
    values = ", ".join(f"{name} = excluded.{name}" for name in renewed)
    return f" ON CONFLICT ({key}) DO UPDATE SET {values}" if renewed else f" ON CONFLICT ({key}) DO NOTHING"


def names_of(dialect: Dialect, columns: Sequence[str]) -> str:
    """Columns as they stand in a statement."""
    return ", ".join(map(dialect.identifier_preparer.quote, columns))


@lru_cache(maxsize=128)
def _insert_text(
    dialect: Dialect, table: Table, columns: Sequence[str], renewed: Sequence[str] | None, count: int
) -> str:
    """The text of one statement for so many rows, made once: SQLAlchemy takes ten times as long to make it as
    SQLite takes to carry it out."""
    value = "?" if dialect.paramstyle == "qmark" else "%s"
    row = f"({', '.join([value] * len(columns))})"
    begin = f"INSERT INTO {table.name} ({names_of(dialect, columns)}) VALUES "  # noqa: S608 - our own names
    return begin + ", ".join([row] * count) + renewal(table, renewed)


@lru_cache(maxsize=32)
def _update_statement(table: Table, columns: Sequence[str]) -> Update:
    key, *changed = columns
    return (
        update(table)
        .where(table.c[key] == bindparam(f"to_{key}", type_=table.c[key].type))
        .values({name: bindparam(f"to_{name}", type_=table.c[name].type) for name in changed})
    )


def _named(columns: Sequence[str], row: Sequence[object]) -> dict[str, object]:
    return {f"to_{name}": value for name, value in zip(columns, row, strict=True)}


def _sized(values: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    start = 0
    for size in SIZES:
        while size <= most and len(values) - start >= size:
            yield values[start : start + size]
            start += size
