"""Everything but one file of the practice store is SQL that PostgreSQL takes as well."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, get_args

from sqlalchemy import Engine, event, make_url
from sqlalchemy.dialects.sqlite import Insert as SqliteInsert
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlalchemy.sql import ClauseElement

from svcconsole.api.models.reports import ReportName
from svcconsole.api.operations import GENERATE_REPORT
from svcconsole.api.reference import ENTRIES
from svcconsole.sandbox.egress import Egress
from svcconsole.sandbox.reports.job import make_reports
from svcconsole.sandbox.seed import clock
from svcconsole.sandbox.seed.history import ensure
from svcconsole.sandbox.store import database
from svcconsole.sandbox.store.store import Store
from svcconsole.sandbox.store.tables import metadata

FOLDER = Path(database.__file__).parent
SQLITE_IMPORTS = {"sqlite", "sqlite3", "pysqlite"}
SQLITE_ONLY = {
    *SQLITE_IMPORTS,
    "pragma",
    *("date", "datetime", "glob", "group_concat", "ifnull", "instr", "json_extract", "julianday", "strftime"),
}
POSTGRESQL = make_url("postgresql://localhost/practice").get_dialect()()


def test_only_one_file_knows_which_database_it_is() -> None:
    for path in sorted(FOLDER.rglob("*.py")):
        if path.name == "database.py" and path.parent == FOLDER:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: set[str] = set()
            if isinstance(node, ast.Import):
                names = {part for one in node.names for part in one.name.split(".")} & SQLITE_IMPORTS
            elif isinstance(node, ast.ImportFrom):
                named = {*(node.module or "").split("."), *(one.name for one in node.names)}
                names = named & SQLITE_IMPORTS
            elif (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "func"
            ):
                names = {node.attr}
            elif isinstance(node, ast.Attribute):
                assert node.attr not in {"exec_driver_sql", "executescript"}, f"{path}:{node.lineno}"
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                names = {"pragma"} & set(node.value.lower().split()[:1])
            assert not names & SQLITE_ONLY, f"{path}: {names & SQLITE_ONLY}"


def test_every_table_and_index_is_postgresql_too() -> None:
    for table in metadata.sorted_tables:
        assert table.name in str(CreateTable(table).compile(dialect=POSTGRESQL))
        for index in table.indexes:
            assert table.name in str(CreateIndex(index).compile(dialect=POSTGRESQL))
        assert all(index.name and len(index.name) < 64 for index in table.indexes)


@contextmanager
def statements() -> Iterator[list[ClauseElement]]:
    """Every statement that is executed meanwhile, but those that database.py alone makes."""
    seen: list[ClauseElement] = []

    def see(_: Any, statement: ClauseElement, *__: Any) -> None:
        if isinstance(statement, ClauseElement) and not isinstance(statement, SqliteInsert):
            seen.append(statement)

    event.listen(Engine, "before_execute", see)
    try:
        yield seen
    finally:
        event.remove(Engine, "before_execute", see)


async def test_every_statement_is_postgresql_too(tmp_path: Path) -> None:
    calendar = clock.Calendar()
    today = calendar.first + timedelta(clock.DAYS)
    demo = Store(tmp_path, "http://127.0.0.1:1", "demo", Egress(), today)
    with statements() as seen, closing(demo) as store:
        for entry in ENTRIES:
            for example in entry.examples:
                status, answer = await store.answer(entry.operation, json.dumps(example.body).encode())
                assert status == 200, answer
        await ensure(store, calendar.begins, calendar.begins + timedelta(1))
        for name in get_args(ReportName):
            body = {
                "reportType": "Overall",
                "reportName": name,
                "dateRange": {"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-01-02T00:00:00Z"},
                "emails": ["asha@practice.example"],
                "filters": {"channel": "whatsapp", "groupBy": "week"},
            }
            status, answer = await store.answer(GENERATE_REPORT, json.dumps(body).encode())
            assert status == 200, answer
        await make_reports(store)
        await store.counts()
        await store.reset("empty")
    assert len(seen) > 200
    for statement in seen:
        assert str(statement.compile(dialect=POSTGRESQL))
