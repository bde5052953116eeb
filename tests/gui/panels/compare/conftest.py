"""The compare page over two real files, as the viewer of the first one opens it."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.api.connection import Connection
from svcconsole.api.token import Token
from svcconsole.gui.panels.compare.other_report import OtherReport
from svcconsole.gui.panels.compare.page import ComparePage
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.settings import Settings
from svcconsole.services.analysis.analysis import Analysis
from svcconsole.tables.viewing.opened_table import open_table
from tests.support.coroutines import until
from tests.support.qt import show

HEADER = ["messageId", "agent", "status", "note"]

Compare = Callable[..., AbstractAsyncContextManager[ComparePage]]


def messages(first: int, last: int, **changes: str) -> list[list[str]]:
    """Messages by number; `changes` are of the status by number: `m3="read"`."""
    return [
        HEADER,
        *([f"m{at}", f"agent {at % 3}", changes.get(f"m{at}", "sent"), ""] for at in range(first, last)),
    ]


def write(path: Path, lines: Sequence[Sequence[str]]) -> Path:
    """A CSV file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines)
    return path


async def at_rest(page: ComparePage) -> None:
    """Wait until nothing is read or compared."""
    await until(lambda: not page.scope.is_busy())


@pytest.fixture
def compare(window_loop: QApplication, own_folders: Path, qtbot: QtBot) -> Compare:
    """`async with compare(before, after) as page`: two tables compared; without `after` it is asked for."""

    @asynccontextmanager
    async def comparing(
        before: list[list[str]],
        after: list[list[str]] | None = None,
        others: Sequence[OtherReport] = (),
        width: int = 1352,
        headings: Mapping[str, str] | None = None,
    ) -> AsyncIterator[ComparePage]:
        async def connect() -> Connection:
            return Connection(base_url="http://127.0.0.1:9", token=Token("none"))

        settings = Settings(QSettings(str(own_folders / "window.ini"), QSettings.Format.IniFormat))
        card = ProfileSummary(id="practice", name="Practice store", practice=True)
        console = Console(
            card, settings=settings, store_folder=own_folders, notices=Notices(), connect=connect
        )
        first = Analysis(open_table(write(own_folders / "before.csv", before)))
        page: ComparePage = show(qtbot, ComparePage(console), width, 786)
        page.begin(first, "All Conversations Report", others, headings)
        if after is not None:
            page.compare_with(write(own_folders / "after.csv", after))
            await at_rest(page)
        try:
            yield page
        finally:
            await page.aclose()
            await first.close()
            first.opened.close()
            await console.close()

    return comparing
