"""What the disk has changed in the workspace's JSON is a sentence, or as if nothing had been kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Column as TableColumn
from sqlalchemy import update

from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import Defaults, ImportRefused
from svcconsole.tables.mapping.mapping import Column
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.schema import drafts, imports, mappings, presets, report_runs

CHANGES = ('{"mapping": ', "[" * 100_000, "5", '{"mapping": {"target": "x"}}', "{}", '"text"', "\x00")


def damage(space: Workspace, column: TableColumn[str], text: str) -> None:
    """Write over a column of a table as a flipped bit does."""
    with space.writing() as connection:
        connection.execute(update(column.table).values({column.name: text}))


@pytest.mark.parametrize("text", CHANGES, ids=range(len(CHANGES)))
def test_a_mapping_that_was_damaged_is_as_if_none_was_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "people.csv"
    path.write_text("Who,Mail\nAda,ada@shop.example\n", "utf-8")
    folder = tmp_path / "workspace"
    first = ImportSession(str(folder), kind="customers", path=str(path), defaults=Defaults())
    first.set_source("firstName", Column("Who"))
    first.close()
    with Workspace.open(folder) as space:
        damage(space, mappings.c.settings, text)
    again = ImportSession(str(folder), kind="customers", path=str(path), defaults=Defaults())
    remembered = again.mapping_view().remembered
    again.close()
    assert remembered is None or not remembered.in_use


@pytest.mark.parametrize("text", CHANGES, ids=range(len(CHANGES)))
def test_an_import_that_was_damaged_says_so_and_the_others_are_listed(tmp_path: Path, text: str) -> None:
    path = tmp_path / "people.csv"
    path.write_text("First name,E-mail\nAda,ada@shop.example\n", "utf-8")
    folder = tmp_path / "workspace"
    ImportSession(str(folder), kind="customers", path=str(path), defaults=Defaults()).close()
    with Workspace.open(folder) as space:
        damage(space, imports.c.settings, text)
        (identity,) = (info.id for info in space.imports.list())
    ImportSession(str(folder), kind="customers", path=str(path), defaults=Defaults()).close()
    with Workspace.open(folder) as space:
        listed = {info.id for info in space.imports.list()}
        assert identity in listed and len(listed) == 2
    with pytest.raises(ImportRefused, match="is damaged"):
        ImportSession(str(folder), import_id=identity, defaults=Defaults())


def test_presets_and_drafts_that_were_damaged_stop_nothing_else(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as space:
        space.presets.save("ticket", "usual", {"channel": "EMAIL"})
        damage(space, presets.c.value, '{"channel')
        assert space.presets.all("ticket") == ()
        space.drafts.save("a", {"b": 1})
        damage(space, drafts.c.value, '{"b')
        with pytest.raises(WorkspaceError, match="is damaged"):
            space.drafts.get("a")


def test_a_reports_run_that_was_damaged_is_a_sentence(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as space:
        run = space.reports.create("Ledger report", {"name": "Ledger report"}, "K7M2-Q9XP")
        damage(space, report_runs.c.question, "{")
        with pytest.raises(WorkspaceError, match="is damaged"):
            space.reports.get(run.id)
