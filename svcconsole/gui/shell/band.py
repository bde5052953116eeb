"""The title band: the store, live or practice, its safe level, and the command field."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from svcconsole.gui.design import icons
from svcconsole.gui.design.fonts import role_font, set_role
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring
from svcconsole.gui.design.text import ElidedLabel, isolate, set_tip, visible
from svcconsole.gui.design.theme import colour
from svcconsole.gui.design.words import mark_plural, tr, tr_plural
from svcconsole.gui.kit.access_keys import FRAME
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.safe_levels import SAFE_LEVELS
from svcconsole.gui.kit.widgets.store_marks import LINE, StoreMark, edge_line, paint_band
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.shell.flat_button import FlatButton, IconButton
from svcconsole.gui.shell.here_marks import HereMarks

NARROW = 1000
CROWDED = 1280
"""Under this there is no room for the words of two that wait."""
FIELD_WIDTH = 330
NAME_WIDTH = 320
ICON = 16


class StoreButton(FlatButton):
    """The store's name with a chevron: opens the list of stores."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        set_role(self, "lead", weight=600)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.set_name(name)

    def set_name(self, name: str) -> None:
        """Show `name`, hidden characters named, direction kept to itself."""
        self.setText(visible(name))
        self.setAccessibleName(visible(name))
        set_tip(self, tr("{store}: choose another store", store=name))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        words = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(min(words, dp(NAME_WIDTH)) + dp(8 + 12 + ICON + 8), dp(32))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(96), dp(32))

    def paint_content(self, painter: QPainter) -> None:
        area = self.rect().adjusted(dp(4), 0, -dp(4), 0)
        chevron = QRect(0, 0, dp(ICON), area.height())
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        room = area.width() - chevron.width() - dp(12)
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        words = QRect(area.left(), area.top(), self.fontMetrics().horizontalAdvance(shown) + 2, area.height())
        if mirrored:
            words.moveRight(area.right())
            chevron.moveRight(words.left() - dp(12))
        else:
            chevron.moveLeft(words.right() + dp(12))
        painter.setPen(colour("text"))
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, isolate(shown))
        icons.paint(painter, "down", "text2", chevron.translated(0, area.top()), dp(ICON))


class LivePill(QWidget):
    """LIVE STORE or PRACTICE STORE, in an outline."""

    def __init__(self, practice: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "badge")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_practice(practice)

    def set_practice(self, practice: bool) -> None:
        """Say which of the two it is."""
        self._icon = "practice" if practice else "store"
        self._word = tr("PRACTICE STORE") if practice else tr("LIVE STORE")
        self.setAccessibleName(self._word)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._word) + dp(12 + 5 + 16), dp(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            box(painter, self.rect(), dp(10), edge=colour("text2"))
            mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            mark = QRect(dp(8), 0, dp(12), self.height())
            words = self.rect().adjusted(dp(8 + 12 + 5), 0, 0, 0)
            if mirrored:
                mark.moveRight(self.width() - dp(8))
                words = self.rect().adjusted(0, 0, -dp(8 + 12 + 5), 0)
            icons.paint(painter, self._icon, "text", mark, dp(12))
            painter.setPen(colour("text"))
            side = Qt.AlignmentFlag.AlignLeft  # the leading side: the painter mirrors it
            painter.drawText(
                words, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, self._word
            )


class SafeLevelLabel(QWidget):
    """How careful writing is in this store: an icon and its words, the icon alone where it is narrow."""

    def __init__(self, level: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = hbox(parent=self, spacing=6)
        self._mark = IconLabel("help", "text2", 14)
        self._words = ElidedLabel("", "caption", "text2")
        row.addWidget(self._mark)
        row.addWidget(self._words)
        self.set_level(level)

    def set_level(self, level: str) -> None:
        """Show one of `SAFE_LEVELS`."""
        icon, words = SAFE_LEVELS.get(level, SAFE_LEVELS["confirm"])
        self._mark.set(icon, "text2")
        self._words.setText(tr(words))
        self.setAccessibleName(tr(words))
        set_tip(self, tr(words))

    def set_narrow(self, narrow: bool) -> None:
        self._words.setVisible(not narrow)


class CommandField(FlatButton):
    """Looks like a field, opens the palette; a magnifier alone where it is narrow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        name = tr("Search or run a command")
        self.setText(name)
        self.setAccessibleName(name)
        self._keys = tr("Ctrl K")
        self._narrow = False

    def set_narrow(self, narrow: bool) -> None:
        """Show the magnifier alone."""
        self._narrow = narrow
        set_tip(self, self.text() if narrow else "")
        policy = QSizePolicy.Policy.Fixed if narrow else QSizePolicy.Policy.Expanding
        self.setSizePolicy(policy, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(dp(28) if narrow else dp(FIELD_WIDTH))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(28), dp(28)) if self._narrow else QSize(dp(FIELD_WIDTH), dp(32))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(28), dp(28)) if self._narrow else QSize(dp(120), dp(32))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._narrow:
            super().paintEvent(event)
            return
        with QPainter(self) as painter:
            edge = colour("text2") if self.underMouse() else colour("border_input")
            box(painter, self.rect(), dp(6), fill=colour("surface"), edge=edge)
            self.paint_content(painter)
            if self.hasFocus():
                ring(painter, self.rect(), dp(6))

    def paint_content(self, painter: QPainter) -> None:
        if self._narrow:
            icons.paint(painter, "search", "text2", self.rect(), dp(ICON))
            return
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        start, end = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        mark = QRect(dp(11), 0, dp(ICON), self.height())
        inner = self.rect().adjusted(dp(34), 0, -dp(10), 0)
        if mirrored:
            mark.moveRight(self.width() - dp(11))
            inner = self.rect().adjusted(dp(10), 0, -dp(34), 0)
        icons.paint(painter, "search", "text2", mark, dp(ICON))
        painter.setPen(colour("text2"))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.setFont(role_font("caption"))
        keys = painter.fontMetrics().horizontalAdvance(self._keys) + dp(8)
        painter.drawText(inner, end | middle, self._keys)
        painter.setFont(role_font("body"))
        words = inner.adjusted(keys, 0, 0, 0) if mirrored else inner.adjusted(0, 0, -keys, 0)
        shown = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, start | middle, shown)


DECISIONS = mark_plural("{n} needs your decision", "{n} need your decision")
APPROVALS = mark_plural("{n} waits for your approval", "{n} wait for your approval")


class WaitingButton(FlatButton):
    """ "3 need your decision": the only warm thing in the frame, there only when there is something."""

    def __init__(self, icon: str, words: tuple[str, str], parent: QWidget | None = None) -> None:
        """`words`: what stands there for one, and for several."""
        super().__init__("", parent)
        self._icon, self._words = icon, words
        self._narrow = False
        self.set_count(0)

    def set_count(self, count: int) -> None:
        """So many wait."""
        self._count = count
        name = tr_plural(*self._words, count)
        self.setText(name)
        self.setAccessibleName(name)
        self.setVisible(count > 0)
        self.updateGeometry()
        self.update()

    def set_narrow(self, narrow: bool) -> None:
        self._narrow = narrow
        set_tip(self, self.text() if narrow else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        words = str(self._count) if self._narrow else self.text()
        return QSize(self.fontMetrics().horizontalAdvance(words) + dp(12 + ICON + 6 + 12), dp(32))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            box(painter, self.rect(), dp(6), fill=colour("warning_subtle"), edge=colour("warning"))
            self.paint_content(painter)
            if self.hasFocus():
                ring(painter, self.rect(), dp(6))

    def paint_content(self, painter: QPainter) -> None:
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        mark = QRect(dp(12), 0, dp(ICON), self.height())
        words = self.rect().adjusted(dp(12 + ICON + 6), 0, 0, 0)
        side = Qt.AlignmentFlag.AlignLeft
        if mirrored:
            mark.moveRight(self.width() - dp(12))
            words = self.rect().adjusted(0, 0, -dp(12 + ICON + 6), 0)
        icons.paint(painter, self._icon, "warning", mark, dp(ICON))
        painter.setPen(colour("warning"))
        painter.setFont(role_font("strong"))
        text = str(self._count) if self._narrow else self.text()
        painter.drawText(words, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)


class Band(QWidget):
    """52 high, coloured by the store; the line on top is solid for a live store and dashed in practice."""

    store_clicked = Signal()
    command_clicked = Signal()
    decisions_clicked = Signal()
    approvals_clicked = Signal()
    here_clicked = Signal()
    settings_clicked = Signal()

    def __init__(self, card: ProfileSummary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty(FRAME, True)
        self._card = card
        self.mark = StoreMark(card)
        self.store = StoreButton(card.name)
        self.live = LivePill(card.practice)
        self.safe_level = SafeLevelLabel(card.safe_level)
        self.command = CommandField()
        self.here = HereMarks()
        self.approvals = WaitingButton("shield", APPROVALS)
        self.decisions = WaitingButton("decide", DECISIONS)
        self.settings = IconButton("settings", tr("Settings"))
        row = QHBoxLayout(self)
        row.setContentsMargins(dp(14), dp(LINE), dp(14), 1)
        row.setSpacing(dp(8))
        row.addWidget(self.mark)
        row.addWidget(self.store)
        row.addWidget(self.live)
        row.addSpacing(dp(4))
        row.addWidget(self.safe_level)
        row.addStretch(1)
        row.addWidget(self.command, 4)
        row.addStretch(1)
        self._row = row
        self._after_command = row.count() - 1
        row.addWidget(self.here)
        row.addWidget(self.approvals)
        row.addWidget(self.decisions)
        row.addWidget(self.settings)
        self.setAccessibleName(tr("Store and commands"))
        self.store.clicked.connect(self.store_clicked)
        self.command.clicked.connect(self.command_clicked)
        self.decisions.clicked.connect(self.decisions_clicked)
        self.approvals.clicked.connect(self.approvals_clicked)
        self.here.clicked.connect(self.here_clicked)
        self.settings.clicked.connect(self.settings_clicked)
        self.set_card(card)

    def set_card(self, card: ProfileSummary) -> None:
        """Show another state of the store: a new name, colour or safe level."""
        self._card = card
        self.mark.set_card(card)
        self.store.set_name(card.name)
        self.live.set_practice(card.practice)
        self.safe_level.set_level(card.safe_level)
        self.safe_level.setVisible(not card.practice)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(900), dp(52))

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = self.width() < dp(NARROW)
        for part in (self.safe_level, self.command, self.here, self.decisions):
            part.set_narrow(narrow)
        self.approvals.set_narrow(self.width() < dp(CROWDED))
        self._row.setStretch(self._after_command, 0 if narrow else 1)
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_band(painter, self.rect(), self._card)
            edge_line(painter, self.rect())
