"""A console on a store of its own, as the program puts one together, without a window around it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from svcconsole.api.client import Connection
from svcconsole.api.token import Token
from svcconsole.gui.panels.runs.unfinished_runs import UnfinishedRuns
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.runtime.settings import Settings
from svcconsole.services.runs.figures import Figures
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem, RunInfo
from svcconsole.workspace.schema import ItemState
from tests.support.generate import product
from tests.support.practice import PracticeStore

MakeConsole = Callable[..., Console]


@pytest.fixture
def make_console(window_loop: QApplication, own_folders: Path) -> MakeConsole:
    """`make_console(store)`: a console whose first paint has been; close it with `await leave(console)`. Its
    ledger lies in `folder`, if one is given."""

    def make(store: PracticeStore, card: ProfileSummary | None = None, folder: Path | None = None) -> Console:
        async def connect() -> Connection:
            return Connection(store.base_url, Token(store.token))

        shown = ProfileSummary("practice", "Practice store", "plum", practice=True, base_url=store.base_url)
        console = Console(
            card or shown,
            settings=Settings.of_this_user(),
            store_folder=folder or own_folders / "data" / "practice",
            notices=Notices(),
            connect=connect,
        )
        console.may_load.set()
        console.runs = RunsController(console, may_resume=consent)
        UnfinishedRuns(console.runs, console.notices)
        return console

    return make


async def consent(_info: RunInfo, _known: Figures) -> bool:
    """The answer of somebody who wants every stopped run to go on."""
    return True


async def leave(console: Console) -> None:
    """What the program does when its window closes."""
    if console.runs is not None:
        await console.runs.close()
    await console.close()


def plan(
    workspace: Workspace,
    count: int,
    file_name: str = "autumn-range.csv",
    refused: frozenset[int] = frozenset(),
    unknown: frozenset[int] = frozenset(),
) -> str:
    """Freeze a run of `count` products of one row each; those in `refused` name a catalog no store has, of
    those in `unknown` nobody knows whether they arrived."""
    items = []
    for number in range(1, count + 1):
        body = product(number)
        if number in refused:
            body["catalogIds"] = ["no-such-catalog"]
        row = FileRow(number, number + 1, (str(body["id"]), str(body["name"])))
        state = ItemState.UNKNOWN if number in unknown else ItemState.PLANNED
        items.append(PlanItem(str(body["id"]), (row,), json.dumps(body).encode(), state))
    new = NewRun(
        kind="products",
        title="Import products",
        path=f"/shop/{file_name}",
        file_name=file_name,
        fingerprint=hashlib.sha256(file_name.encode()).hexdigest(),
        header=("Handle", "Title"),
    )
    return workspace.runs.create(new, items)
