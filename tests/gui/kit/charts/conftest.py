"""Charts of real files: a report on the disk, its analysis, and the column that draws it."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.charts.chart_column import ChartColumn
from svcconsole.gui.runtime.notices import Notices
from svcconsole.services.analysis.analysis import Analysis
from svcconsole.tables.viewing.opened_table import open_table
from tests.support.coroutines import until
from tests.support.qt import show

HEADER = ("id", "createdAt", "channel", "agentEmail", "minutes", "status")
CHANNELS = ("whatsapp", "whatsapp", "whatsapp", "email", "instagram")
AGENTS = ("hanna@shop.example", "omar@shop.example", "مريم", "<b>jonas</b>", "")

Draw = Callable[..., AbstractAsyncContextManager[ChartColumn]]


def rows(count: int) -> list[list[str]]:
    """A report of `count` rows: one every six hours, round and round through channels and agents."""
    start = datetime(2026, 1, 5, tzinfo=UTC)
    return [
        [
            str(at + 1),
            (start + timedelta(hours=6 * at)).strftime("%Y-%m-%dT%H:%M:%SZ"),
            CHANNELS[at % len(CHANNELS)],
            AGENTS[at % 7 % len(AGENTS)],
            str(at * at % 997) if at % 10 else "",
            "read" if at % 3 else "sent",
        ]
        for at in range(count)
    ]


def write(path: Path, header: Sequence[str], lines: Sequence[Sequence[str]]) -> Path:
    """A CSV file as the practice store writes it."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *lines])
    return path


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """A report of 700 messages over 25 weeks."""
    return write(tmp_path / "all-conversations.csv", HEADER, rows(700))


async def settled(column: ChartColumn) -> None:
    """Wait until everything wanted is drawn."""
    await until(
        lambda: not column.scope.is_busy() and not any(each.scope.is_busy() for each in column.sections())
    )


@pytest.fixture
def draw(window_loop: QApplication, qtbot: QtBot) -> Draw:
    """`async with draw(path, name) as column`: the file's chart column, everything drawn."""

    @asynccontextmanager
    async def drawing(
        path: Path, name: str | None = None, width: int = 408, notices: Notices | None = None
    ) -> AsyncIterator[ChartColumn]:
        opened, notices = open_table(path), notices or Notices()
        analysis = Analysis(opened)
        column = ChartColumn(analysis, opened.columns, notices, name)
        show(qtbot, column, width, 900)
        await settled(column)
        try:
            yield column
            assert [each.sentence for each in notices.open] == []
        finally:
            await column.aclose()
            await analysis.close()
            opened.close()

    return drawing
