"""Workspace files with random damage: refused in words or read as they are, never a crash (threat T18)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known import list_snapshot
from tests.workspace.planning import plan


def use(folder: Path) -> None:
    """Everything a window reads at its start, and a new plan."""
    with Workspace.open(folder) as workspace:
        for info in workspace.runs.list():
            workspace.runs.totals(info.id)
            workspace.runs.reasons(info.id)
            workspace.runs.rows(info.id)
            workspace.runs.events(info.id)
            workspace.ledger.waiting(info.id, -1, 50)
        for found in workspace.imports.list(open_only=False):
            workspace.imports.steps(found.id)
        for key in workspace.drafts.keys("products:"):
            workspace.drafts.get(key)
        workspace.mappings.find("products", "header")
        workspace.changes.last_changed("products")
        workspace.changes.history("products", "sage")
        fence = workspace.runner.acquire()
        workspace.ledger.checkpoint(plan(workspace, 2), fence)


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("pristine")
    with Workspace.open(folder) as workspace:
        plan(workspace, 30, 3)
        kept = workspace.imports.create("products", SourceFile("/p.csv", "p.csv", 1, 1, "f" * 64), {"a": 1})
        workspace.imports.add_step(kept, {"left_out": [1, 2]}, {"a": 1})
        workspace.drafts.save("products:new", {"name": "Sage"})
        workspace.mappings.save("products", "header", {"rules": {}}, "p.csv")
        workspace.changes.record("products", ["sage"], "sent", source="import", after={"name": "Sage"})
    return (folder / FILE_NAME).read_bytes()


@contextmanager
def in_words() -> Iterator[None]:
    try:
        yield
    except WorkspaceError as error:
        assert error.sentence.endswith(".")


@pytest.mark.parametrize("count", [60, pytest.param(1500, marks=pytest.mark.deep)])
def test_random_damage_is_never_a_crash(tmp_path: Path, pristine: bytes, count: int) -> None:
    chance = random.Random(20)
    for number in range(count):
        folder = tmp_path / str(number)
        folder.mkdir()
        content = bytearray(pristine)
        for _ in range(chance.choice((1, 3, 20, 200))):
            content[chance.randrange(len(content))] = chance.randrange(256)
        if chance.random() < 0.2:
            content = content[: chance.randrange(len(content))]
        (folder / FILE_NAME).write_bytes(content)
        (folder / list_snapshot.FILE_NAME).write_bytes(content)
        with in_words():
            use(folder)
        assert list_snapshot.load(folder, "products").texts == []


def test_words_that_are_not_ours_are_damage(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        run_id = plan(workspace, 2)
        with workspace.writing() as connection:
            connection.exec_driver_sql("UPDATE runs SET state = 'dancing'")
            connection.exec_driver_sql("UPDATE file_rows SET cells = '[1,'")
        with pytest.raises(WorkspaceError, match="damaged"):
            workspace.runs.list()
        with pytest.raises(WorkspaceError, match="damaged"):
            workspace.runs.get(run_id)
        with pytest.raises(WorkspaceError, match="damaged"):
            workspace.runs.rows(run_id)


@pytest.mark.parametrize("nonsense", ['\ufffd"name": "Sage"}', "{file}"])
def test_a_text_that_is_not_utf_8_is_damage_whatever_stands_in_it(tmp_path: Path, nonsense: str) -> None:
    """The driver quotes the text in its error: braces in it are no places to fill."""
    with Workspace.open(tmp_path) as workspace:
        workspace.drafts.save("products:new", {"name": "Sage"})
        with workspace.writing() as connection:
            broken = b"\xff" + nonsense.encode()
            connection.exec_driver_sql("UPDATE drafts SET value = CAST(? AS TEXT)", (broken,))
        with pytest.raises(WorkspaceError, match="damaged"):
            workspace.drafts.get("products:new")
