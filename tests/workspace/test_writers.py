"""Tables that another version of the program has written: who may write, who reads, who is told to wait."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, insert, update

from svcconsole.workspace import versions
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import ReadOnly, WorkspaceError
from svcconsole.workspace.schema import Repeat
from svcconsole.workspace.versions import META
from tests.workspace.planning import plan

NEXT = versions.VERSION + 1


def say(connection: Connection, **entries: int) -> None:
    for key, value in entries.items():
        connection.execute(delete(META).where(META.c.key == key))
        connection.execute(insert(META).values(key=key, value=str(value)))


@pytest.mark.usefixtures("either_engine")
def test_an_older_console_reads_says_so_and_never_writes(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    with Workspace.open(folder) as workspace:
        run_id = plan(workspace, 3, effect=Repeat.ONCE)
        with workspace.writing() as connection:
            say(
                connection,
                schema=NEXT,
                oldest_reader=versions.VERSION,
                oldest_writer=NEXT,
                newest_writer=NEXT,
            )
    with Workspace.open(folder) as workspace:
        assert workspace.read_only is not None
        assert "this one only reads it" in workspace.read_only.sentence
        assert workspace.runs.totals(run_id).rows == 3
        for attempt in (
            lambda: workspace.runner.acquire(run_id),
            lambda: workspace.drafts.save("note", {}),
            lambda: plan(workspace, 1),
            lambda: workspace.runs.forget(run_id),
        ):
            with pytest.raises(ReadOnly, match="Install the newer program"):
                attempt()
        with workspace.reading() as connection:
            assert versions.read_version(connection) == NEXT


@pytest.mark.usefixtures("either_engine")
def test_an_older_console_goes_on_where_a_newer_one_says_that_it_may(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    with Workspace.open(folder) as workspace, workspace.writing() as connection:
        say(connection, schema=NEXT, oldest_reader=1, oldest_writer=1, newest_writer=NEXT)
    with Workspace.open(folder) as workspace:
        assert workspace.read_only is None
        workspace.drafts.save("note", {"text": "Thyme"})
        with workspace.reading() as connection:
            assert versions.read_version(connection) == NEXT


@pytest.mark.usefixtures("either_engine")
@pytest.mark.parametrize("said", [{}, {"oldest_reader": NEXT}], ids=["nothing", "no reader"])
def test_what_an_older_console_cannot_read_it_leaves_alone(tmp_path: Path, said: dict[str, int]) -> None:
    folder = tmp_path / "store"
    with Workspace.open(folder) as workspace, workspace.writing() as connection:
        connection.execute(delete(META).where(META.c.key.in_(versions.LIMITS)))
        say(connection, schema=NEXT, **said)
    with pytest.raises(WorkspaceError, match="written by a newer svcconsole") as caught:
        Workspace.open(folder)
    assert not isinstance(caught.value, ReadOnly)


def test_a_newer_console_leaves_the_tables_of_those_that_share_them_alone(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    address = new_database()
    with Workspace.open(tmp_path / "store", address) as workspace, workspace.writing() as connection:
        before = dict.fromkeys(versions.LIMITS, versions.VERSION - 1)
        say(connection, schema=versions.VERSION - 1, **before)
    with pytest.raises(WorkspaceError, match="of an older svcconsole") as caught:
        Workspace.open(tmp_path / "store", address)
    assert "team move --to-file" in caught.value.advice


def test_every_file_says_who_may_write_it(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        with workspace.writing() as connection:
            connection.execute(delete(META).where(META.c.key.in_(versions.LIMITS)))
            connection.execute(update(META).where(META.c.key == "schema").values(value=str(versions.VERSION)))
            versions.upgrade(connection)
        with workspace.reading() as connection:
            found = {row.key: row.value for row in connection.execute(META.select())}
    assert {key: int(found[key]) for key in versions.LIMITS} == versions.LIMITS
