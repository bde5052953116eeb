"""Entries of two lines: how they stand, what is cut, and what a list of them shows in either direction."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QStringListModel, Qt
from PySide6.QtGui import QColor, QCursor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QListView
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.colours import colour
from svcconsole.gui.kit.two_lines import Index, TwoLineDelegate, TwoLines, paint_lines
from svcconsole.gui.kit.widgets.pills import STATES
from tests.support.qt import show

GROUND = QRect(0, 0, 240, 44)
LEAD = QColor("#ff00ff")


def inked(picture: QImage, part: QRect) -> bool:
    """Whether anything stands in this part."""
    paper = picture.pixel(picture.width() - 1, picture.height() - 1)
    places = (
        (x, y) for y in range(part.top(), part.bottom() + 1) for x in range(part.left(), part.right() + 1)
    )
    return any(picture.pixel(x, y) != paper for x, y in places)


def painted(lines: TwoLines, direction: Qt.LayoutDirection) -> QImage:
    picture = QImage(GROUND.width() + 4, GROUND.height() + 4, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    paint_lines(painter, GROUND, GROUND, lines, direction)
    painter.end()
    return picture


@pytest.mark.parametrize("line", ["first", "second"])
def test_a_long_text_ends_before_what_stands_at_the_end_of_its_line(qapp: QApplication, line: str) -> None:
    """A time on the first, a pill on the second."""
    words = "Terracotta planter " * 9
    if line == "first":
        alone, beside = TwoLines("", "", "18 Nov"), TwoLines(words, "", "18 Nov")
    else:
        alone = TwoLines("", "", pill=STATES["accepted"])
        beside = TwoLines("", words, pill=STATES["accepted"])
    short = painted(alone, Qt.LayoutDirection.LeftToRight)
    long = painted(beside, Qt.LayoutDirection.LeftToRight)
    first, second = alone.heights()
    top, high = (0, first) if line == "first" else (first, second)
    left = next(x for x in range(GROUND.width()) if inked(short, QRect(x, top, 1, high)))
    end = QRect(left, top, GROUND.width() - left, high)
    assert long.copy(end) == short.copy(end)
    assert inked(long, QRect(left - 40, top, 30, high))
    assert not inked(long, QRect(left - 6, top, 6, high))


def test_a_title_has_the_whole_width_above_a_pill(qapp: QApplication) -> None:
    titled = TwoLines("Terracotta planter " * 9, "", pill=STATES["accepted"])
    long = painted(titled, Qt.LayoutDirection.LeftToRight)
    first, _ = titled.heights()
    assert inked(long, QRect(GROUND.width() - 20, 0, 20, first))


def test_an_entry_turns_round_in_a_right_to_left_window(qapp: QApplication) -> None:
    lines = TwoLines("Title", "about it", "9")
    first, second = lines.heights()
    third = GROUND.width() // 3
    left, right = QRect(0, first, third, second), QRect(2 * third, first, third, second)
    for direction, near, far in (
        (Qt.LayoutDirection.LeftToRight, left, right),
        (Qt.LayoutDirection.RightToLeft, right, left),
    ):
        picture = painted(lines, direction)
        assert inked(picture, near) and not inked(picture, far)
        assert inked(picture, far.translated(0, -first))  # the end of the first line


class Marked(TwoLineDelegate):
    """A list of words, each with a square before it."""

    lead = (20, 6)

    def lines_of(self, index: Index) -> TwoLines | None:
        word = str(index.data())
        return TwoLines(word, f"about {word}") if word else None

    def paint_lead(self, painter: QPainter, rect: QRect, index: Index) -> None:
        painter.fillRect(rect, LEAD)


def test_the_current_entry_lies_on_the_selection_and_what_says_nothing_is_not_painted(qtbot: QtBot) -> None:
    QCursor.setPos(QPoint(5_000, 5_000))
    view = QListView()
    view.setModel(QStringListModel(["one", "two", ""], view))
    view.setItemDelegate(Marked(view))
    show(qtbot, view, 240, 200)
    view.setCurrentIndex(view.model().index(1, 0))
    picture = view.viewport().grab().toImage()
    grounds, leads = [], []
    for row in range(3):
        rect = view.visualRect(view.model().index(row, 0))
        grounds.append(picture.pixelColor(rect.right() - 20, rect.center().y()).name())
        leads.append(picture.pixelColor(rect.left() + 16, rect.center().y()) == LEAD)
    assert grounds[1] == colour("selection").name() != grounds[0]
    assert grounds[0] == grounds[2]
    assert leads == [True, True, False]
