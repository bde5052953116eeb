"""DuckDB comes with the first question, reaches no file and no network, and forgets when it is closed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from pathlib import Path

import duckdb
import pytest

from svcconsole.services.analysis.database import Database, QueryCancelled, Question
from svcconsole.services.analysis.loading import literal
from svcconsole.services.analysis.results import AnalysisError
from tests.support.coroutines import until

HEAVY = {"duckdb", "numpy", "xlsxwriter", "pandas", "pyarrow"}

LOOKING = """
import sys
from pathlib import Path
from svcconsole.services.analysis.analysis import Analysis
from svcconsole.tables.viewing.opened_table import open_table
opened = open_table(Path(sys.argv[1]))
Analysis(opened)
assert len(opened.first_rows()) == 2
opened.close()
print(*sys.modules)
"""


def test_nothing_heavy_is_imported_to_look_at_the_first_rows(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("id,name\n1,a\n2,b\n")
    done = subprocess.run(
        [sys.executable, "-c", LOOKING, str(path)], capture_output=True, text=True, check=True
    )
    assert HEAVY & set(done.stdout.split()) == set()


FORBIDDEN = {
    "a file": "SELECT * FROM read_csv('{outside}/secret.csv')",
    "a file by a way around": "SELECT * FROM read_csv('{inside}/../secret.csv')",
    "writing a file": "COPY (SELECT 1) TO '{outside}/stolen.csv'",
    "another database": "ATTACH '{outside}/other.db'",
    "the network": "SELECT * FROM read_csv('https://reports.example/a.csv')",
    "an extension": "INSTALL httpfs",
    "more rights": "SET enable_external_access = true",
    "more memory": "SET memory_limit = '100GB'",
}


@pytest.mark.parametrize("what", FORBIDDEN)
async def test_a_locked_database_reaches_nothing_outside(tmp_path: Path, what: str) -> None:
    inside = tmp_path / "private"
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n")
    inside.mkdir()
    database = Database()
    database.connect(inside)
    database.lock(inside)
    statement = FORBIDDEN[what].format(outside=tmp_path, inside=inside)
    with pytest.raises((duckdb.PermissionException, duckdb.InvalidInputException, duckdb.IOException)):
        await database.ask(lambda question: question.run(statement))
    assert await database.ask(lambda question: question.row("SELECT 1")) == (1,)
    await database.close()


async def test_a_question_of_a_closed_database_is_refused(tmp_path: Path) -> None:
    database = Database()
    database.connect(tmp_path)
    await database.close()
    with pytest.raises(AnalysisError, match="This table was closed"):
        database.start(Question(), lambda question: None)


def test_a_path_is_never_a_pattern() -> None:
    assert literal(Path("a[1]*?.csv")) == "a[[]1][*][?].csv"


async def test_work_that_is_taken_back_is_told_to_stop_and_waited_for() -> None:
    database, begun, ends = Database(), threading.Event(), list[str]()

    def work(question: Question) -> None:
        begun.set()
        for _ in range(2_000):
            if question.stopped:
                ends.append("stopped")
                raise QueryCancelled
            time.sleep(0.005)
        ends.append("nobody said so")

    task = asyncio.ensure_future(database.ask(work))
    await until(begun.is_set)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ends == ["stopped"]
    await database.close()
