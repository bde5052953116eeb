"""The stack of open notices at the bottom corner, above the page's footer buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QStackedWidget,
    QTableView,
    QWidget,
)

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import sentences, tr, tr_plural
from svcconsole.gui.kit.containers import footer
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.quantity_words import quoted
from svcconsole.gui.kit.widgets.notice_card import NoticeCard
from svcconsole.gui.kit.widgets.uncovered import UNCOVERED, places
from svcconsole.gui.runtime.announcer import announcer
from svcconsole.gui.runtime.notices import SHOWN_AT_ONCE, Level, Link, Notice, Notices

WIDTH = 360
NEWS = (Level.INFO, Level.SUCCESS)
NEWS_MS = 6000
STEP = 24
"""How closely places are tried where no corner is free."""
LOOK_MS = 400
USED = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox)
LEAVES = (QComboBox, QLabel, QLineEdit)
DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
LAST_ROWS = 3
"""So many rows of a table stay clear: any other can be scrolled away from under a notice."""


class NoticeStack(QWidget):
    """Draws `notices`: the newest three, a line that counts the others. News leaves by itself, and does not
    come back for its time once newer ones have covered it."""

    def __init__(self, notices: Notices, parent: QWidget) -> None:
        super().__init__(parent)
        self._notices = notices
        self._area = parent
        self._cards: dict[int, NoticeCard] = {}
        self._leaving: dict[int, QTimer] = {}
        self._told: set[int] = set()
        self._on_another_page = False
        self._column = vbox(parent=self, spacing=8)
        self._more = PlainLabel("", "caption", "text2")
        self._column.addWidget(self._more)
        self.setFixedWidth(dp(WIDTH))
        self.setAccessibleName(tr("Notices"))
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._make_way_for_news)
        notices.changed.connect(self._show)
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self._go_where_room_is)
        places.changed.connect(self._soon.start)
        if isinstance(parent, QStackedWidget):
            parent.currentChanged.connect(self._another_page)
        parent.installEventFilter(self)
        self._show()

    def cards(self) -> list[NoticeCard]:
        """The cards on screen, oldest first."""
        return [card for number in sorted(self._cards) if not (card := self._cards[number]).isHidden()]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent() and event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _show(self) -> None:
        shown = self._notices.open[-SHOWN_AT_ONCE:]
        for gone in self._cards.keys() - {notice.id for notice in shown}:
            card = self._cards.pop(gone)
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        for gone in self._leaving.keys() - {notice.id for notice in self._notices.open}:
            self._leaving.pop(gone).deleteLater()
        for place, notice in enumerate(shown):
            if notice.id not in self._cards:
                self._cards[notice.id] = self._card(notice)
                self._column.insertWidget(1 + place, self._cards[notice.id])
                self._cards[notice.id].show()
                self._say(notice)
            self._cards[notice.id].set_count(notice.times)
        self.setVisible(bool(shown))
        self._place()
        self._look.start() if shown else self._look.stop()

    def _say(self, notice: Notice) -> None:
        """To whoever does not see it: trouble at once, news in its turn, and each of them once."""
        if notice.id in self._told:
            return
        self._told.add(notice.id)
        said = sentences(notice.sentence, notice.advice, *map(quoted, notice.server_words))
        about = notice.about or f"notice {notice.id}"
        announcer().say(said, urgent=notice.level not in NEWS, about=about)

    def _card(self, notice: Notice) -> NoticeCard:
        link = _link(self, notice)
        words = link.text if link else None
        card = NoticeCard(
            str(notice.level), notice.sentence, notice.server_words, words, advice=notice.advice
        )
        if link:
            card.link_clicked.connect(link.run)
        card.closed.connect(lambda: self._notices.close(notice))
        if notice.level in NEWS and not notice.standing and notice.id not in self._leaving:
            timer = self._leaving[notice.id] = QTimer(self, interval=NEWS_MS)
            timer.timeout.connect(lambda: self._leave(notice))
            timer.start()
        return card

    def _leave(self, notice: Notice) -> None:
        """Close news, unless somebody is just looking at it: then it has its time once more."""
        card = self._cards.get(notice.id)
        if card is None or not (card.underMouse() or card.isAncestorOf(_focus() or self)):
            self._notices.close(notice)

    def _make_way_for_news(self) -> None:
        """Go elsewhere where the page shows more since, unless the pointer is on a notice."""
        if self.underMouse() or not self.isVisible():
            return
        if _covered(self.geometry(), kept_clear(self._area)):
            self._place()

    def _go_where_room_is(self) -> None:
        """Make way for what came, come back to where something went; while the pointer is on a notice only
        for another page."""
        if self.isVisible() and (self._on_another_page or not self.underMouse()):
            self._place()
        self._on_another_page = False

    def _another_page(self) -> None:
        """Once it has been laid out, together with what is told of its parts until then."""
        self._on_another_page = True
        self._soon.start()

    def _place(self) -> None:
        """Where nothing lies under it; older news waits behind the line that counts it where all of it has no
        room."""
        if not self._cards:
            return
        firm, soft = _occupied(self._area)
        news = [number for number in sorted(self._cards) if self._is_news(number)]
        found = None
        for waiting in range(max(1, len(news))):
            self._show_all_but(news[:waiting])
            edges = self._edges(firm)
            if (
                found := next((each for each in edges if not _lies_over(each, firm, soft)), None)
            ) is not None:
                break
        self.move((found or self._least_bad(edges, firm, soft)).topLeft())
        self.raise_()

    def _is_news(self, number: int) -> bool:
        return any(each.id == number and each.level in NEWS for each in self._notices.open)

    def _show_all_but(self, waiting: Sequence[int]) -> None:
        for number, card in self._cards.items():
            card.setVisible(number not in waiting)
        hidden = len(self._notices.open) - len(self._cards) + len(waiting)
        self._more.setText(tr_plural("{n} more", "{n} more", hidden))
        self._more.setVisible(hidden > 0)
        self._column.activate()
        height = min(self._column.totalHeightForWidth(self.width()), self._area.height())
        self.resize(self.width(), height)

    def _edges(self, firm: Sequence[QRect]) -> list[QRect]:
        """The places at both edges from the bottom up, those just above what is never covered first."""
        area = self._area.rect()
        lefts = area.right() - self.width() - dp(16), dp(16)
        if self.layoutDirection().name == "RightToLeft":
            lefts = lefts[::-1]
        lowest = max(0, area.bottom() - self.height() - dp(16))
        tops = sorted({lowest, *(each.top() - self.height() - dp(8) for each in firm)}, reverse=True)
        tops = [top for top in tops if 0 <= top <= lowest]
        return [
            QRect(QPoint(left, top), self.size())
            for top in (*tops, *range(lowest, -1, -dp(STEP)))
            for left in lefts
        ]

    def _least_bad(self, edges: Sequence[QRect], firm: Sequence[QRect], soft: Sequence[QRect]) -> QRect:
        """Where nothing is free: over what is in use rather than over what is never covered."""
        free = [each for each in edges if not _covered(each, firm)]
        if free:
            return min(free, key=lambda each: _covered(each, soft))
        area, size = self._area.rect(), self.size()
        anywhere = [
            QRect(QPoint(left, top), size)
            for top in range(max(0, area.bottom() - self.height() - dp(16)), -1, -dp(STEP))
            for left in range(dp(16), area.right() - self.width(), dp(STEP))
        ]
        tried = (*edges, *anywhere)
        found = next((each for each in tried if not _covered(each, firm)), None)
        return found or min(tried, key=lambda each: _covered(each, firm))


def kept_clear(area: QWidget) -> list[QRect]:
    """What no notice covers: the buttons at the bottom, the last rows of a table, the phone, a chart."""
    return _occupied(area)[0]


def _occupied(area: QWidget) -> tuple[list[QRect], list[QRect]]:
    """What no notice covers, and what one leaves free where it can: whatever is pressed or typed into."""
    firm: list[QRect] = []
    soft: list[QRect] = []
    for part in _seen_in(area):
        if isinstance(part, USED):
            soft.append(_place_of(part, area))
        if isinstance(part, footer.FooterFrame):
            place = _place_of(part, area)
            firm += [place] if place.top() > area.height() // 2 else []
        elif isinstance(part, QAbstractItemView):
            # nothing of a grid itself is seen: its header and its viewport cover all of it
            if not isinstance(part, QHeaderView):
                firm.append(_last_rows(part, area))
        elif part.property(UNCOVERED):
            firm.append(_place_of(part, area))
    return [each for each in firm if not each.isEmpty()], [each for each in soft if not each.isEmpty()]


def _seen_in(area: QWidget) -> Iterator[QWidget]:
    """Every widget that is shown in `area`, but notices; neither pages behind others, most of all, nor what
    holds nothing of its own are gone into."""
    waiting = [area]
    while waiting:
        for part in waiting.pop().findChildren(QWidget, options=DIRECT):
            if not (part.isHidden() or part.isWindow() or isinstance(part, NoticeStack)):
                yield part
                if not isinstance(part, LEAVES):
                    waiting.append(part)


def _last_rows(view: QAbstractItemView, area: QWidget) -> QRect:
    """The last of the rows that are on screen: what is empty below them is free."""
    rows, number = _place_of(view.viewport(), area), view.model().rowCount(view.rootIndex())
    if not number:
        return QRect()
    if isinstance(view, QTableView):
        end = view.rowViewportPosition(number - 1) + view.rowHeight(number - 1)
    else:
        end = view.visualRect(view.model().index(number - 1, 0, view.rootIndex())).bottom()
    below = view.viewport().mapTo(area, QPoint(0, end)).y()
    rows.setBottom(min(rows.bottom(), below))
    rows.setTop(max(rows.top(), rows.bottom() - LAST_ROWS * _row_height(view)))
    return rows


def _row_height(view: QAbstractItemView) -> int:
    high = view.rowHeight(0) if isinstance(view, QTableView) else view.sizeHintForRow(0)
    return max(1, high)


def _covered(place: QRect, taken: Sequence[QRect]) -> int:
    """How many pixels of what stays clear lie under `place`."""
    under = (place.intersected(each) for each in taken)
    return sum(each.width() * each.height() for each in under if not each.isEmpty())


def _lies_over(place: QRect, *taken: Sequence[QRect]) -> bool:
    return any(place.intersects(each) for some in taken for each in some)


def _place_of(widget: QWidget, area: QWidget) -> QRect:
    """As much of it as is on screen."""
    seen = widget.visibleRegion().boundingRect()
    return QRect(widget.mapTo(area, seen.topLeft()), seen.size())


def _focus() -> QWidget | None:
    focus = QGuiApplication.focusObject()
    return focus if isinstance(focus, QWidget) else None


def _link(stack: NoticeStack, notice: Notice) -> Link | None:
    """The notice's own link; a bug offers its details for copying."""
    if notice.details:
        return Link(tr("Copy the details"), lambda: QGuiApplication.clipboard().setText(notice.details))
    return notice.links[0] if notice.links else None
