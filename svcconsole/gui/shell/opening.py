"""The first paint: one top-level window with the last store's name and colour, and nothing else."""

from __future__ import annotations

import gc
import linecache
import sys
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRect, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from svcconsole.gui.design import colours, tokens
from svcconsole.gui.design.fills import fill, fill_text
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.keyboard_window import KeyboardWindow
from svcconsole.gui.kit.paint_turn import LONG_SECONDS, paint_turn
from svcconsole.gui.kit.widgets.store_marks import LINE, paint_band, paint_mark
from svcconsole.gui.runtime.languages import window_language
from svcconsole.gui.runtime.profile_summary import PRACTICE_ID, ProfileSummary
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.runtime.signal_wait import wait_for

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QMoveEvent, QPaintEvent, QResizeEvent

FIRST = (1440, 900)
BAND, STATUS, RAIL, RAIL_SLIM, NARROW = 52, 30, 88, 52, 1000
PAINT_MS = 2000
REMEMBER_MS = 400
TITLE_BAR = 40


class Application(QApplication):
    """`file_asked`: a file to open, as macOS hands it over instead of naming it at the start.

    It may do so before anybody listens: all of them stand in `files_asked`.
    """

    file_asked = Signal(str)

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self.files_asked: list[str] = []

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            self.files_asked.append(event.file())
            self.file_asked.emit(event.file())
            return True
        return super().event(event)


class TopWindow(KeyboardWindow, QMainWindow):
    """Holds one content after another: the first-run page, a store; until then it paints the empty frame.

    Closing is asked for, never done: `close_asked`. `desktop_changed`: its theme or font may be another.
    `activated`: it is the window in front now.
    """

    close_asked = Signal()
    desktop_changed = Signal()
    activated = Signal()
    painted = Signal()

    def __init__(self, settings: Settings, card: ProfileSummary | None) -> None:
        super().__init__()
        self._settings = settings
        self._card = card
        self._followed: ProfileSummary | None = None
        self._remember_soon = QTimer(self, interval=REMEMBER_MS, singleShot=True)
        self._remember_soon.timeout.connect(self._remember_now)
        self._paint_soon = QTimer(self, interval=0, singleShot=True)
        self._paint_soon.timeout.connect(self._paint_in_turn)
        self._asked_to_paint, self._put_off = 0.0, False
        self.setWindowTitle(card.name if card else "svcconsole")
        self.restore(card)

    def restore(self, card: ProfileSummary | None) -> None:
        """Size and place as the window of this store had them."""
        state = self._settings.of_store(card.id).state("window/geometry") if card else None
        if state is None or state.isEmpty() or not self.restoreGeometry(state):
            room = QApplication.primaryScreen().availableSize()
            high = room.height() - dp(TITLE_BAR)  # the system's own, which the size does not count
            self.resize(min(dp(FIRST[0]), room.width()), min(dp(FIRST[1]), high))

    def remember(self, card: ProfileSummary) -> None:
        """Keep size and place for this store."""
        self._settings.of_store(card.id).put_state("window/geometry", self.saveGeometry())

    def follow(self, card: ProfileSummary) -> None:
        """Keep size and place for this store as they change: nobody is asked before the power goes."""
        self._followed = card

    def _changed_place(self) -> None:
        if self._followed is not None:
            self._remember_soon.start()

    def _remember_now(self) -> None:
        if self._followed is not None:
            self.remember(self._followed)
            self._settings.save()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._changed_place()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._changed_place()

    def show_content(self, content: QWidget) -> None:
        """Put `content` in place of what is there; that is deleted."""
        before = self.centralWidget()
        if before is not None:
            before.windowTitleChanged.disconnect(self.setWindowTitle)
        content.windowTitleChanged.connect(self.setWindowTitle)
        self.setWindowTitle(content.windowTitle())
        self.setCentralWidget(content)
        self._card = None

    def wait_for_paint(self) -> None:
        """Run Qt until the window is on screen; a window that starts minimised is never painted."""
        wait_for(self.painted, PAINT_MS)

    def event(self, event: QEvent) -> bool:
        # What is shown anew is laid out first, and painting takes as long again: it has a turn of its own.
        if event.type() == QEvent.Type.UpdateRequest:
            if not self._paint_soon.isActive():
                self._asked_to_paint = time.perf_counter()
                self._paint_soon.start()
            return True
        return super().event(event)

    def _paint_in_turn(self) -> None:
        """Once more a turn later where others that had their time in this one took long."""
        late = time.perf_counter() - self._asked_to_paint > LONG_SECONDS
        self._put_off = late and not self._put_off
        if self._put_off:
            self._paint_soon.start()
        else:
            self.paint_now()

    def paint_now(self) -> None:
        """Paint what waits to be painted, in this turn."""
        paint_turn.begin()
        super().event(QEvent(QEvent.Type.UpdateRequest))
        paint_turn.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ThemeChange:
            self.desktop_changed.emit()
        elif event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.activated.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.centralWidget() is None:
            with QPainter(self) as painter:
                self._paint_frame(painter)
            QTimer.singleShot(0, self.painted.emit)

    def _paint_frame(self, painter: QPainter) -> None:
        """What the store's frame will look like before there is anything in it."""
        area, card = self.rect(), self._card
        fill(painter, area, colours.colour("canvas"))
        if card is None:
            return
        band = QRect(0, 0, area.width(), dp(BAND))
        paint_band(painter, band, card)
        rail = dp(RAIL if area.width() >= dp(NARROW) else RAIL_SLIM)
        status = area.height() - dp(STATUS)
        mirrored = self.isRightToLeft()
        page = QRect(0 if mirrored else rail, band.bottom() + 1, area.width() - rail, status - band.height())
        fill(painter, page, colours.colour("surface"))
        side = dp(28)
        high = dp(BAND) - dp(LINE) - 1
        mark = QRect(dp(14), dp(LINE) + (high - side) // 2, side, side)
        name = QRect(mark.right() + dp(13), dp(LINE), area.width() // 3, high)
        if mirrored:
            mark.moveRight(area.width() - dp(14))
            name.moveRight(mark.left() - dp(13))
        paint_mark(painter, mark, card)
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() + 2)
        font.setWeight(QFont.Weight.DemiBold)
        metrics = QFontMetrics(font)
        wide = metrics.horizontalAdvance(card.name)
        painter.setClipRect(name)
        left = max(name.right() - wide, name.left()) if mirrored else name.left()
        start = QPointF(left, name.center().y() + metrics.capHeight() // 2)
        fill_text(painter, start, font, card.name, colours.colour("text"))
        painter.setClipping(False)
        line = colours.colour("border")
        edge = page.right() if mirrored else rail - 1
        for hairline in (
            QRect(0, band.bottom(), area.width(), 1),
            QRect(0, status, area.width(), 1),
            QRect(edge, page.top(), 1, page.height()),
        ):
            fill(painter, hairline, line)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.close_asked.emit()


def open_window(*, practice: bool) -> tuple[Application, TopWindow, Settings]:
    """Make the application, show its window and wait until it is painted."""
    gc.disable()  # nothing of what start-up makes is garbage; `GarbageCollector` begins after the first paint
    application = make_application()
    settings = Settings.of_this_user()
    colours.use(theme_of(settings.get("theme", "system")))
    scaled = application.font()
    scaled.setPointSizeF(scaled.pointSizeF() * settings.get("text_size", 100) / 100)
    application.setFont(scaled)
    card = practice_card() if practice else settings.last_card()
    top = TopWindow(settings, card)
    top.show()
    top.wait_for_paint()
    return application, top, settings


def make_application() -> Application:
    """The application as the desktop knows it, in the language that is chosen. Closing the last window does
    not end it, the program does."""
    _skip_feature_check()
    application = Application(["svcconsole"])
    application.setApplicationName("svcconsole")
    application.setDesktopFileName("svcconsole")
    application.setQuitOnLastWindowClosed(False)
    window_language().follow()
    return application


def _skip_feature_check() -> None:
    """Keep PySide from reading the source of each module that is imported from now on, an eighth of the time
    until the window is usable.

    It looks there for its own name, to know who may ask for the other names of its methods (`__feature__`);
    nobody here does. What it has read is forgotten, 1.6 MB. Where a later PySide does it otherwise, nothing
    is changed.
    """
    feature, check = sys.modules.get("shibokensupport.feature"), "_mod_uses_pyside"
    if hasattr(feature, check):
        setattr(feature, check, lambda module: False)
        linecache.clearcache()


def practice_card() -> ProfileSummary:
    """The practice store's face."""
    name = tr("Practice store")
    return ProfileSummary(PRACTICE_ID, name, "plum", practice=True, safe_level="open")


def theme_of(setting: str) -> str:
    """The theme to draw with until `theme.py` is loaded: the setting's, else the system's."""
    if setting in tokens.THEMES:
        return setting
    return "dark" if QApplication.palette().window().color().lightness() < 128 else "light"
