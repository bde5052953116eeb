"""The stack of open notices at the bottom corner, above the page's footer buttons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers import footer
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.widgets.notice_card import NoticeCard
from svcconsole.gui.runtime.notices import SHOWN_AT_ONCE, Level, Link, Notice, Notices

WIDTH = 360
NEWS = (Level.INFO, Level.SUCCESS)
NEWS_MS = 6000


class NoticeStack(QWidget):
    """Draws `notices`: the newest three, a line that counts the others. News leaves by itself, and does not
    come back for its time once newer ones have covered it."""

    def __init__(self, notices: Notices, parent: QWidget) -> None:
        super().__init__(parent)
        self._notices = notices
        self._area = parent
        self._cards: dict[int, NoticeCard] = {}
        self._leaving: dict[int, QTimer] = {}
        self._column = vbox(parent=self, spacing=8)
        self._more = PlainLabel("", "caption", "text2")
        self._column.addWidget(self._more)
        self.setFixedWidth(dp(WIDTH))
        self.setAccessibleName(tr("Notices"))
        notices.changed.connect(self._show)
        footer.places.changed.connect(self._make_way)
        parent.installEventFilter(self)
        self._show()

    def cards(self) -> list[NoticeCard]:
        """The cards on screen, oldest first."""
        return [self._cards[number] for number in sorted(self._cards)]

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
            self._cards[notice.id].set_count(notice.times)
        hidden = len(self._notices.open) - len(shown)
        self._more.setText(tr_plural("{n} more", "{n} more", hidden))
        self._more.setVisible(hidden > 0)
        self.setVisible(bool(shown))
        self._place()

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

    def _make_way(self) -> None:
        if self.isVisible():
            self._place()

    def _place(self) -> None:
        area = self._area.rect()
        self._column.activate()
        self.resize(self.width(), min(self._column.totalHeightForWidth(self.width()), area.height()))
        left = area.right() - self.width() - dp(16)
        if self.layoutDirection().name == "RightToLeft":
            left = dp(16)
        self.move(left, max(0, area.bottom() - self._foot_height() - self.height() - dp(16)))
        self.raise_()

    def _foot_height(self) -> int:
        """Of what is shown at the bottom of the page; 0 without anything."""
        shown = (each for each in self._area.findChildren(footer.FooterFrame) if each.isVisibleTo(self._area))
        tops = [each.mapTo(self._area, QPoint()).y() for each in shown]
        return max((self._area.height() - top for top in tops if top > self._area.height() // 2), default=0)


def _focus() -> QWidget | None:
    focus = QGuiApplication.focusObject()
    return focus if isinstance(focus, QWidget) else None


def _link(stack: NoticeStack, notice: Notice) -> Link | None:
    """The notice's own link; a bug offers its details for copying."""
    if notice.details:
        return Link(tr("Copy the details"), lambda: QGuiApplication.clipboard().setText(notice.details))
    return notice.links[0] if notice.links else None
