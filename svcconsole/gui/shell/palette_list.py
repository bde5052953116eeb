"""The matches of the command palette, and how each line is painted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from svcconsole.gui.design import icons
from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box
from svcconsole.gui.design.theme import colour
from svcconsole.gui.design.words import show, tr

ROW, HEADING = 36, 28
NO_INDEX = QModelIndex()
Index = QModelIndex | QPersistentModelIndex


class Group(IntEnum):
    """In which order they are listed."""

    ACTIONS = 0
    PRODUCTS = 1
    CUSTOMERS = 2
    MESSAGES = 3
    TEMPLATES = 4
    RUNS = 5
    REPORTS = 6
    HELP = 7


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be done. `reason` says why it cannot be done now; empty when it can. `found_by` are
    further words it is found by, in small letters."""

    title: str
    run: Callable[[], None]
    icon: str = "right"
    place: str = ""
    keys: str = ""
    reason: str = ""
    group: Group = Group.ACTIONS
    found_by: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """An entry with the places of its title's letters that were typed."""

    entry: Entry
    letters: tuple[tuple[int, int], ...] = ()


def find(text: str, entries: Sequence[Entry]) -> list[Match]:
    """Entries that hold every typed word, by group: those that begin with one first, what cannot run now
    last."""
    wanted = text.casefold().split()
    beginnings = [re.compile(rf"(?<!\w){re.escape(word)}") for word in wanted]
    found: list[tuple[Group, int, int, Match]] = []
    for at, entry in enumerate(entries):
        title, place = entry.title.casefold(), entry.place.casefold()
        if not all(word in title or word in place or word in entry.found_by for word in wanted):
            continue
        spots = tuple((title.index(word), len(word)) for word in wanted if word in title)
        begins = any(pattern.search(title) for pattern in beginnings)
        rank = (2 if entry.reason else 0) + (0 if begins or not wanted else 1)
        found.append((entry.group, rank, at, Match(entry, spots)))
    found.sort(key=lambda each: each[:3])
    return [match for *_, match in found]


class Matches(QAbstractListModel):
    """The matches as rows, under the names of their groups where there is more than one."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: list[Match | Group] = []

    def show(self, found: list[Match]) -> None:
        self.beginResetModel()
        groups = dict.fromkeys(match.entry.group for match in found)
        self.rows = []
        for group in groups:
            if len(groups) > 1:
                self.rows.append(group)
            self.rows += [match for match in found if match.entry.group is group]
        self.endResetModel()

    def match_at(self, row: int) -> Match | None:
        """The match in a row; None for a heading and where there is no row."""
        found = self.rows[row] if 0 <= row < len(self.rows) else None
        return found if isinstance(found, Match) else None

    def heading_words(self, group: Group) -> str:
        """A group's name."""
        names = {
            Group.ACTIONS: tr("Actions"),
            Group.PRODUCTS: tr("Products"),
            Group.CUSTOMERS: tr("Customers"),
            Group.MESSAGES: tr("Messages"),
            Group.TEMPLATES: tr("Templates"),
            Group.RUNS: tr("Runs"),
            Group.REPORTS: tr("Reports"),
            Group.HELP: tr("Help"),
        }
        return names[group]

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if isinstance(row, Group):
            return self.heading_words(row) if role == Qt.ItemDataRole.DisplayRole else None
        entry = row.entry
        if role == Qt.ItemDataRole.DisplayRole:
            return show(entry.title)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(
                show(part) for part in (entry.title, entry.place, entry.keys, entry.reason) if part
            )
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        enabled = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return enabled if self.match_at(index.row()) is not None else Qt.ItemFlag.NoItemFlags


class MatchPainter(QStyledItemDelegate):
    """Icon, title with the typed letters heavier, place or reason and shortcut at the end."""

    def __init__(self, model: Matches) -> None:
        super().__init__(model)
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(dp(200), dp(HEADING if self._model.match_at(index.row()) is None else ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        match = self._model.match_at(index.row())
        row = QStyleOptionViewItem(option)
        rect = _rect(row)
        if match is None:
            _draw_heading(painter, str(index.data()), rect)
            return
        entry = match.entry
        painter.save()
        if _state(row) & QStyle.StateFlag.State_Selected:
            box(painter, rect, dp(5), fill=colour("selection"))
        tone = "disabled" if entry.reason else "text"
        mirrored = _direction(row) == Qt.LayoutDirection.RightToLeft
        mark = _at(rect, dp(10), dp(16), mirrored)
        icons.paint(painter, entry.icon, "disabled" if entry.reason else "text2", mark, dp(16))
        painter.setFont(role_font("caption"))
        painter.setPen(colour("text2"))
        end = "   ".join(show(part) for part in (entry.reason or entry.place, entry.keys) if part)
        width = painter.fontMetrics().horizontalAdvance(end)
        inner = rect.adjusted(dp(36), 0, -dp(12), 0) if not mirrored else rect.adjusted(dp(12), 0, -dp(36), 0)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | middle, end)
        painter.setPen(colour(tone))
        _draw_title(painter, match, _title_place(inner, width + dp(12), mirrored), mirrored)
        painter.restore()


def _draw_heading(painter: QPainter, words: str, rect: QRect) -> None:
    painter.save()
    painter.setFont(role_font("label"))
    painter.setPen(colour("text2"))
    low = Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextSingleLine
    painter.drawText(rect.adjusted(dp(10), 0, -dp(10), -dp(4)), Qt.AlignmentFlag.AlignLeft | low, words)
    painter.restore()


def _draw_title(painter: QPainter, match: Match, place: QRect, mirrored: bool) -> None:
    """The title; letters are set apart only where reading order is simple, so that no script is broken up."""
    title = match.entry.title
    middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    if mirrored or not title.isascii():
        painter.setFont(role_font("body"))
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | middle, title)
        return
    heavy = {at for start, length in match.letters for at in range(start, start + length)}
    left, at = place.left(), 0
    while at < len(title) and left < place.right():
        weight = at in heavy
        end = at
        while end < len(title) and (end in heavy) == weight:
            end += 1
        painter.setFont(role_font("heading" if weight else "body"))
        piece = title[at:end]
        painter.drawText(QRect(left, place.top(), place.right() - left, place.height()), middle, piece)
        left += painter.fontMetrics().horizontalAdvance(piece)
        at = end


def _title_place(inner: QRect, taken: int, mirrored: bool) -> QRect:
    return inner.adjusted(taken, 0, 0, 0) if mirrored else inner.adjusted(0, 0, -taken, 0)


def _at(rect: QRect, offset: int, width: int, mirrored: bool) -> QRect:
    left = rect.right() - offset - width if mirrored else rect.left() + offset
    return QRect(left, rect.top(), width, rect.height())


def _rect(option: QStyleOptionViewItem) -> QRect:
    rect: QRect = option.rect
    return rect


def _state(option: QStyleOptionViewItem) -> QStyle.StateFlag:
    state: QStyle.StateFlag = option.state
    return state


def _direction(option: QStyleOptionViewItem) -> Qt.LayoutDirection:
    direction: Qt.LayoutDirection = option.direction
    return direction
