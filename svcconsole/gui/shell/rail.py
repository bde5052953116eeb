"""The rail: Today and the six tabs as a real tab bar, icons above words; Practice and Help at its foot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QTabBar, QWidget

from svcconsole.gui.design import icons
from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring
from svcconsole.gui.design.text import set_tip, visible
from svcconsole.gui.design.theme import colour
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.access_keys import FRAME
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.shell.flat_button import FlatButton

WIDE, SLIM = 88, 52
ICON = 20
TALL, SHORT = 60, 44


@dataclass(frozen=True, slots=True)
class Tab:
    """One place of the rail: its exact name, its icon, the class that fills it (module and name)."""

    name: str
    icon: str
    module: str
    page: str


TABS = (
    Tab(mark("Today"), "today", "svcconsole.gui.panels.today.tab", "TodayTab"),
    Tab(mark("Catalog"), "catalog", "svcconsole.gui.tabs.catalog.tab", "CatalogTab"),
    Tab(mark("Customers"), "customers", "svcconsole.gui.tabs.customers.tab", "CustomersTab"),
    Tab(mark("Messaging"), "messaging", "svcconsole.gui.tabs.messaging.tab", "MessagingTab"),
    Tab(mark("Helpdesk"), "helpdesk", "svcconsole.gui.tabs.helpdesk.tab", "HelpdeskTab"),
    Tab(mark("Reports"), "reports", "svcconsole.gui.tabs.reports.tab", "ReportsTab"),
    Tab(
        mark("User Properties"), "properties", "svcconsole.gui.tabs.user_properties.tab", "UserPropertiesTab"
    ),
)


def paint_place(
    painter: QPainter, rect: QRect, icon: str, words: str, *, chosen: bool, under: bool, focused: bool
) -> None:
    """One entry: icon over words (none: icon alone), a ground when chosen or under the pointer, the edge."""
    ground = rect.adjusted(dp(6), dp(2), -dp(6), -dp(2))
    if chosen or under:
        box(painter, ground, dp(8), fill=colour("accent_subtle" if chosen else "hover"))
    tone = "accent_text" if chosen else "text2"
    lines = words.split("\n") if words else []
    painter.setFont(role_font("label" if chosen else "caption"))
    line_height = round(painter.fontMetrics().height() * 0.95)
    block = dp(ICON) + (dp(4) + line_height * len(lines) if lines else 0)
    top = ground.top() + (ground.height() - block) // 2
    icons.paint(painter, icon, tone, QRect(ground.left(), top, ground.width(), dp(ICON)), dp(ICON))
    painter.setPen(colour(tone))
    for at, line in enumerate(lines):
        place = QRect(rect.left(), top + dp(ICON + 4) + at * line_height, rect.width(), line_height)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, line)
    if focused:
        ring(painter, ground, dp(8))


def in_lines(words: str, width: int, measure: Callable[[str], int]) -> str:
    """`words` broken at blanks into lines of at most `width`, as `measure` counts it."""
    lines: list[str] = []
    for word in words.split(" "):
        if lines and measure(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)


class TabRail(QTabBar):
    """The page tabs: Qt's tab bar, painted by us; role, keys and names stay those of tabs.

    `elsewhere` means that Practice or Help is open; `came_back` that the current tab was chosen from there.
    """

    came_back = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slim = False
        self.elsewhere = False
        self.setShape(QTabBar.Shape.RoundedWest)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setMouseTracking(True)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Tabs"))
        for tab in TABS:
            at = self.addTab(icons.icon(tab.icon), tr(tab.name))
            self.setAccessibleTabName(at, tr(tab.name))

    def set_slim(self, slim: bool) -> None:
        """Icons only; the words move into the tooltips."""
        self._slim = slim
        for at in range(self.count()):
            self.setTabToolTip(at, visible(self.tabText(at)) if slim else "")
        self.updateGeometry()
        # QTabBar lays out anew only when something about its tabs changes.
        self.setIconSize(QSize(dp(ICON), dp(ICON) + int(slim)))

    def width_wanted(self) -> int:
        """The rail's width in its present form."""
        return dp(SLIM if self._slim else WIDE)

    def words(self, index: int) -> str:
        """The tab's words in lines that fit, none when slim."""
        if self._slim:
            return ""
        return in_lines(
            self.tabText(index), self.width_wanted() - dp(8), self.fontMetrics().horizontalAdvance
        )

    def tabSizeHint(self, index: int) -> QSize:
        lines = self.words(index).count("\n")
        high = dp(SHORT) if self._slim else dp(TALL) + lines * round(self.fontMetrics().height() * 0.95)
        return QSize(self.width_wanted(), high)

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def sizeHint(self) -> QSize:
        high = sum(self.tabSizeHint(at).height() for at in range(self.count()))
        return QSize(self.width_wanted(), high)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.width_wanted(), dp(SHORT) * 2)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self.elsewhere and self.tabAt(event.position().toPoint()) == self.currentIndex():
            self.came_back.emit(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.elsewhere and event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.came_back.emit(self.currentIndex())
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.HoverMove, QEvent.Type.HoverLeave, QEvent.Type.MouseMove):
            self.update()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            pointer = self.mapFromGlobal(self.cursor().pos())
            for at in range(self.count()):
                rect = self.tabRect(at)
                current = at == self.currentIndex()
                chosen = current and not self.elsewhere
                under = self.underMouse() and rect.contains(pointer)
                focused = current and self.hasFocus()
                paint_place(
                    painter, rect, TABS[at].icon, self.words(at), chosen=chosen, under=under, focused=focused
                )
                if chosen:
                    paint_edge(painter, rect, self.layoutDirection())


class RailButton(FlatButton):
    """Practice or Help: looks like a tab, is a button."""

    accessible_role = QAccessible.Role.Button

    def __init__(self, icon: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._icon = icon
        self._slim = False
        self.setCheckable(True)

    def set_slim(self, slim: bool) -> None:
        """The icon only."""
        self._slim = slim
        set_tip(self, self.text() if slim else "")
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(dp(SLIM if self._slim else WIDE), dp(SHORT if self._slim else TALL))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_place(
                painter,
                self.rect(),
                self._icon,
                "" if self._slim else self.text(),
                chosen=self.isChecked(),
                under=self.underMouse(),
                focused=self.hasFocus(),
            )
            if self.isChecked():
                paint_edge(painter, self.rect(), self.layoutDirection())


def paint_edge(painter: QPainter, rect: QRect, direction: Qt.LayoutDirection) -> None:
    """The 3 px edge of the chosen place, at the leading side of the rail."""
    edge = QRect(rect.left(), rect.top() + dp(14), dp(3), rect.height() - dp(28))
    if direction == Qt.LayoutDirection.RightToLeft:
        edge.moveRight(rect.right())
    box(painter, edge, 1.5, fill=colour("accent"))


class Rail(QWidget):
    """Tabs above, Practice and Help below a hairline."""

    tab_chosen = Signal(int)
    practice_clicked = Signal()
    help_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty(FRAME, True)
        self.tabs = TabRail()
        self.practice = RailButton("practice", tr("Practice"))
        self.help = RailButton("help", tr("Help"))
        vbox((self.tabs, 1), self.practice, self.help, parent=self, spacing=0, margins=(0, 6, 0, 6))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.tabs.currentChanged.connect(self.tab_chosen)
        self.tabs.came_back.connect(self.tab_chosen)
        self.practice.clicked.connect(self.practice_clicked)
        self.help.clicked.connect(self.help_clicked)

    def set_slim(self, slim: bool) -> None:
        """Icons only, under 1000 wide."""
        for part in (self.tabs, self.practice, self.help):
            part.set_slim(slim)

    def choose(self, index: int) -> None:
        """Mark tab `index` without telling anybody."""
        blocked = self.tabs.blockSignals(True)
        self.tabs.setCurrentIndex(index)
        self.tabs.blockSignals(blocked)
        self._mark("")

    def choose_place(self, place: str) -> None:
        """Mark `practice` or `help`; the tab bar keeps its current tab, unmarked, to come back to."""
        self._mark(place)

    def _mark(self, place: str) -> None:
        self.tabs.elsewhere = bool(place)
        self.practice.setChecked(place == "practice")
        self.help.setChecked(place == "help")
        self.tabs.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), colour("canvas"))
            end = self.rect().right() if self.layoutDirection() == Qt.LayoutDirection.LeftToRight else 0
            painter.fillRect(QRect(end, 0, 1, self.height()), colour("border"))
            line = self.practice.y() - dp(6)
            painter.fillRect(QRect(dp(12), line, self.width() - dp(24), 1), colour("border"))
