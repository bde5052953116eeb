"""Other programs that read a workspace, and keep what stands in it now from being removed."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy.engine import make_url

from svcconsole.workspace.address import VARIABLE
from svcconsole.workspace.database import FILE_NAME
from svcconsole.workspace.engines import postgresql_engine, sqlite_engine


@pytest.fixture
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever removes something waits a second for those who read."""
    monkeypatch.setattr(postgresql_engine, "READERS_END_SECONDS", 1.0)
    monkeypatch.setattr(sqlite_engine, "BUSY_SECONDS", 1.0)


def database_address() -> str:
    """Where the shared workspace of this test is, with the password."""
    return make_url(os.environ[VARIABLE]).render_as_string(hide_password=False)


@contextmanager
def somebody_reads(folder: Path) -> Iterator[Callable[[], None]]:
    """Another program that reads what stands in the workspace in this folder until it is told to end."""
    connection: psycopg.Connection[Any] | sqlite3.Connection
    if VARIABLE in os.environ:
        connection = psycopg.connect(database_address())
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    else:
        connection = sqlite3.connect(folder / FILE_NAME, isolation_level=None, check_same_thread=False)
        connection.execute("BEGIN")
    with closing(connection):
        connection.execute("SELECT count(*) FROM meta").fetchall()
        yield connection.rollback
