"""The viewer's page with a console of its own, and the tables it is shown."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from svcconsole.api.connection import Connection
from svcconsole.api.token import Token
from svcconsole.gui.panels.viewer.page import ViewerPage
from svcconsole.gui.panels.viewer.sheet import Sheet
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from tests.support.consoles import console_in
from tests.support.coroutines import until
from tests.support.qt import show

OpenViewer = Callable[..., AbstractAsyncContextManager[ViewerPage]]
HEADER = ("conversation_id", "started_at", "customer", "agent", "label", "first_reply_s", "csat")
PEOPLE = ("Zoë van der Berg", "نور الحسن", "Raj <b>Admin</b> Patel", "李 伟", 'Siobhán "O" Dowd')
AGENTS = ("Hanna", "Omar", "Priya", "Hanna", "Hanna")
LABELS = ("delivery", "", "stock, late\nor lost", "sizing")


def conversation(number: int) -> tuple[str, ...]:
    """Row `number` (from 0) of the report that `write_report` writes."""
    return (
        f"C-{number:06}",
        f"2026-{number % 6 + 1:02}-{number % 28 + 1:02} {number % 24:02}:{number % 60:02}",
        PEOPLE[number % 5],
        AGENTS[number % 5],
        LABELS[number % 4],
        str(number * 7919 % 50_000),
        "" if number % 3 == 0 else str(number % 5 + 1),
    )


def write_report(path: Path, rows: int, header: Sequence[str] = HEADER) -> Path:
    """A report of `rows` conversations with quotes, line breaks, blanks and several scripts."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(conversation(number) for number in range(rows))
    return path


@pytest.fixture
def open_viewer(own_folders: Path, qtbot: QtBot) -> OpenViewer:
    """`async with open_viewer(path) as page`: the page with the file on screen and all its rows found."""

    @asynccontextmanager
    async def opening(
        path: Path | None = None, width: int = 1352, height: int = 786, **options: Any
    ) -> AsyncIterator[ViewerPage]:
        async def connect() -> Connection:
            return Connection(base_url="http://127.0.0.1:9", token=Token("none"))

        card = ProfileSummary(id="practice", name="Practice store", practice=True)
        console = console_in(own_folders, card, connect)
        page: ViewerPage = show(qtbot, ViewerPage(console), width, height)
        try:
            if path is not None:
                page.open_file(path, **options)
                await until(lambda: page.showing.complete() and not page.scope.is_busy("index"))
            yield page
        finally:
            await page.aclose()
            await console.close()

    return opening


def on_screen(sheet: Sheet) -> list[int]:
    """The row numbers of the file that are on screen."""
    return [row.number for row in sheet.file_model.rows]


def cell(sheet: Sheet, slot: int, name: str) -> str:
    """What a cell on screen says."""
    return sheet.file_model.plain_text(slot, sheet.file_model.names.index(name))


def column(page: ViewerPage, name: str) -> list[str]:
    """The cells of a column on screen."""
    return [cell(page.sheet, slot, name) for slot in range(len(page.sheet.file_model.rows))]


async def until_read(page: ViewerPage) -> None:
    """Wait until all columns have been read whole and are in small in the header."""
    await until(lambda: len(page.showing.glances.known) == len(page.sheet.file_model.names))
    await until(lambda: not page.scope.is_busy("looks"))


async def until_rested(page: ViewerPage) -> None:
    """Wait until what was asked is on screen."""
    await until(lambda: not page.showing.busy and page.showing.view == page.showing.asked.view)
    await until(lambda: not page.scope.is_busy("rows"))
