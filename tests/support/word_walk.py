"""Drives the tour in a language and writes down every text that its screens show.

python -m tests.support.word_walk MO OUT [PART]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

from svcconsole.tour import tour
from svcconsole.tour.window_driver import WindowDriver
from svcconsole.words import catalog

ROOT: Final = QModelIndex()
CELLS: Final = 40
"""So many rows and columns of a table are read."""
Text = tuple[str, str]
"""What it is (text, name, tip …) and what it says."""


def texts(widget: QWidget) -> Iterator[Text]:
    """Every text of one widget, for eyes and for ears."""
    if widget.isWindow():
        yield "title", widget.windowTitle()
    if isinstance(widget, QLabel | QAbstractButton):
        yield "text", widget.text()
    if isinstance(widget, QLineEdit | QPlainTextEdit | QComboBox):
        yield "placeholder", widget.placeholderText()
    if isinstance(widget, QComboBox):
        yield from (("choice", widget.itemText(at)) for at in range(widget.count()))
    if isinstance(widget, QTabBar):
        yield from (("tab", widget.tabText(at)) for at in range(widget.count()))
    if isinstance(widget, QAbstractItemView) and (model := widget.model()) is not None:
        yield from cells(model)
    yield "tip", widget.toolTip()
    yield "name", widget.accessibleName()
    yield "description", widget.accessibleDescription()


def cells(model: QAbstractItemModel) -> Iterator[Text]:
    """Header and cells of a table, as far as anybody looks."""
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(ROOT)
    for column in range(min(columns, CELLS)):
        yield "header", str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        for row in range(min(model.rowCount(ROOT), CELLS)):
            said = model.index(row, column).data()
            if isinstance(said, str):
                yield "cell", said


class Walk(WindowDriver):
    """A stage that reads the screen with every picture it takes."""

    async def picture(self, name: str) -> Path:
        path = await super().picture(name)
        for top in QApplication.topLevelWidgets():
            for widget in (top, *top.findChildren(QWidget)):
                if widget.isVisible():
                    for kind, said in texts(widget):
                        if any(character.isalpha() for character in said):
                            SEEN.setdefault(said, f"{path.stem}: {kind} of {type(widget).__name__}")
        return path


SEEN: dict[str, str] = {}


def main(mo: str, out: str, part: str | None = None) -> int:
    """The texts as JSON, each with where it was first seen, after the claims of the tour that failed."""
    catalog.use(catalog.load("en", Path(mo)))
    vars(tour)["WindowDriver"] = Walk
    pictures = Path(out)
    report = tour.run_tour(pictures, part, patience=4)
    (pictures / "texts.json").write_text(
        json.dumps({**report.totals, "texts": SEEN}, ensure_ascii=False, indent=1), encoding="utf-8"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
