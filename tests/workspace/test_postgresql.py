"""Every way in which a shared workspace cannot be used is a sentence, the server's own words beside it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL, make_url

import svcconsole
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.engines.postgresql_engine import read_url
from svcconsole.workspace.engines.postgresql_errors import too_old
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.records import NewRun
from tests.support.nowhere import free_port
from tests.support.postgresql import WITH_PASSWORD
from tests.workspace.planning import item

PASSWORD = "Basil & Thyme?"
"""With signs that an address writes otherwise."""


SOURCES = Path(svcconsole.__file__).parent
GRAMMAR = {"coalesce", "greatest"}
"""What reads as a function and is a part of its language."""

NEW = NewRun("products", "", "/shop/p.csv", "p.csv", "f" * 64, ("Handle",))


def str_of(url: URL) -> str:
    return url.render_as_string(hide_password=False)


@pytest.fixture
def address(new_database: Callable[[], str]) -> URL:
    return make_url(new_database())


@pytest.fixture
def ann(address: URL) -> Iterator[URL]:
    """The address with an account that may log in and nothing more."""
    with closing(psycopg.connect(str_of(address), autocommit=True)) as connection:
        connection.execute(f"CREATE ROLE {WITH_PASSWORD} LOGIN PASSWORD '{PASSWORD}'".encode())
        yield address.set(username=WITH_PASSWORD, password=PASSWORD)
        connection.execute(f"DROP OWNED BY {WITH_PASSWORD}".encode())
        connection.execute(f"DROP ROLE {WITH_PASSWORD}".encode())


def refusal(folder: Path, url: URL | str) -> WorkspaceError:
    text = url if isinstance(url, str) else str_of(url)
    with pytest.raises(WorkspaceError) as caught:
        Workspace.open(folder / "store", text)
    assert PASSWORD not in str(caught.value)
    return caught.value


def test_a_wrong_password_is_said_without_either(tmp_path: Path, ann: URL) -> None:
    trouble = refusal(tmp_path, ann.set(password="Mint"))
    assert "does not accept the password of ann" in trouble.sentence
    assert "password authentication failed" in trouble.advice
    assert "Mint" not in str(trouble)


def test_an_account_that_may_write_nothing_is_told_so(tmp_path: Path, ann: URL) -> None:
    trouble = refusal(tmp_path, ann)
    assert trouble.sentence.startswith("ann has no right to do this in the shared workspace")
    assert "permission denied" in trouble.advice


def test_an_account_that_may_write_shares_it(tmp_path: Path, ann: URL, address: URL) -> None:
    with closing(psycopg.connect(str_of(address), autocommit=True)) as owner:
        owner.execute(f"GRANT ALL ON SCHEMA public TO {WITH_PASSWORD}".encode())
    with Workspace.open(tmp_path / "store", str_of(ann)) as workspace:
        workspace.runs.create(replace(NEW, title="Import \0 products"), [item(0)])
        [run] = workspace.runs.list()
        assert run.title == "Import ␀ products"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda url: url.set(database="harbor"), "There is no database"),
        (lambda url: url.set(username="nobody"), "does not let nobody in from this computer"),
        (lambda url: url.set(query={"host": "no-such-host.invalid"}), "nobody knows that name"),
        (lambda url: url.set(query={"host": "/no/such/folder"}), "was not reached"),
    ],
    ids=["database", "account", "name", "socket"],
)
def test_what_the_address_has_wrong_is_named(
    tmp_path: Path, address: URL, wrong: Callable[[URL], URL], sentence: str
) -> None:
    trouble = refusal(tmp_path, wrong(address))
    assert sentence in trouble.sentence
    assert "The server said: connection" in trouble.advice or "The server said: failed" in trouble.advice


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with free_port() as port:
        trouble = refusal(tmp_path, f"postgresql://ann@127.0.0.1:{port}/workspace")
    assert trouble.sentence == "The shared workspace 127.0.0.1/workspace was not reached."


def test_a_copy_that_follows_another_server_can_only_be_read(tmp_path: Path, address: URL) -> None:
    trouble = refusal(tmp_path, address.update_query_dict({"options": "-c default_transaction_read_only=on"}))
    assert "can only be read" in trouble.sentence


def test_every_function_in_a_statement_is_one_that_it_knows(address: URL) -> None:
    with closing(psycopg.connect(str_of(address))) as connection:
        known = {name for (name,) in connection.execute("SELECT DISTINCT proname FROM pg_proc").fetchall()}
    used = {
        node.attr: path.name
        for part in ("workspace", "services")
        for path in (SOURCES / part).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "func"
    }
    assert {"count", "coalesce"} <= used.keys(), "the functions were not found where they stand"
    assert {name: where for name, where in used.items() if name not in known | GRAMMAR} == {}


def test_an_index_of_few_rows_is_one_of_few_rows_there_too(tmp_path: Path, address: URL) -> None:
    Workspace.open(tmp_path / "shop", str_of(address)).close()
    with closing(psycopg.connect(str_of(address))) as connection:
        found = connection.execute(
            "SELECT indexname FROM pg_indexes WHERE indexdef LIKE '% WHERE %'"
        ).fetchall()
    assert {name for (name,) in found} == {"items_unknown", "items_not_taken"}


def test_a_server_that_ends_connections_is_met_again(tmp_path: Path, address: URL) -> None:
    text = str_of(address)
    with Workspace.open(tmp_path / "store", text) as workspace:
        with closing(psycopg.connect(text, autocommit=True)) as other:
            other.execute(
                # Until each is gone: a server that is still saying so has not said it.
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        workspace.drafts.save("note", {"text": "Thyme"})
        assert workspace.drafts.keys() == ["note"]


def test_an_older_server_is_refused_by_its_number() -> None:
    assert too_old("db.example/w", 120005).sentence == (
        "The shared workspace db.example/w runs on PostgreSQL 12; version 14 or newer is needed."
    )


@pytest.mark.parametrize(
    "text", ["", "mysql://h/d", "postgresql://host", "not an address", "postgresql://h:x/d"]
)
def test_what_is_no_address_is_told_what_one_looks_like(text: str) -> None:
    with pytest.raises(WorkspaceError, match="not the address of a PostgreSQL database") as caught:
        read_url(text)
    assert "postgresql://name:password@host:5432/database" in caught.value.advice


def test_a_server_elsewhere_has_to_prove_who_it_is() -> None:
    away = read_url("postgresql://ann@db.example/store")
    assert dict(away.query) == {"sslmode": "verify-full", "sslrootcert": "system"}
    assert dict(read_url("postgresql://ann@db.example/store?sslmode=require").query) == {"sslmode": "require"}
    assert not read_url("postgresql://ann@127.0.0.1/store").query
