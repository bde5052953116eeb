"""The first-run window: practise first, or connect your store."""

from __future__ import annotations

import asyncio
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QWidget,
)

from svcconsole.gui.design import icons
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.theme import theme
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Card, IconLabel, ScrollPage
from svcconsole.gui.kit.file_drop import FileDropWidget
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.profiles.shop_drawing import ShopDrawing
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import PRACTICE_ID
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.runtime.version import version_text
from svcconsole.gui.runtime.window_requests import WindowRequest
from svcconsole.gui.shell.main_window import LEAST
from svcconsole.gui.shell.notice_stack import NoticeStack

STACKED_BELOW = 960
CARDS_WIDTH = 940


class ChoiceCard(Card):
    """A picture, a heading, what it means, three promises, one button."""

    def __init__(self, picture: ShopDrawing, title: str, text: str, promises: tuple[str, ...]) -> None:
        super().__init__()
        self.setProperty("large", True)
        self.body.setSpacing(dp(8))
        self.body.addWidget(picture)
        self.body.addSpacing(dp(4))
        self.body.addWidget(PlainLabel(title, "title"))
        self.body.addWidget(PlainLabel(text, "body", "text2", wrap=True))
        for promise in promises:
            line = hbox(IconLabel("check", "success", 14), (PlainLabel(promise), 1), spacing=8)
            self.body.addLayout(line)
        self.body.addStretch(1)
        self.row = hbox(spacing=12)
        self.body.addSpacing(dp(4))
        self.body.addLayout(self.row)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)


class StartWindow(FileDropWidget):
    """Shown while there is no store: `wishes` says what is chosen."""

    def __init__(self, settings: Settings, notices: Notices) -> None:
        super().__init__()
        self.wishes: asyncio.Queue[WindowRequest] = asyncio.Queue()
        self._settings = settings
        self.setWindowTitle(tr("svcconsole"))
        self.accept_files(notices)
        self.file_dropped.connect(
            lambda path: self.wishes.put_nowait(WindowRequest("open", PRACTICE_ID, path))
        )
        self.practise = button(tr("Open the practice store"), "practice", "primary")
        self.connect_store = button(tr("Connect a store"), "store")
        self.practise.clicked.connect(lambda: self._wish("open", PRACTICE_ID))
        self.connect_store.clicked.connect(lambda: self._wish("connect"))
        self._cards = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._cards.setSpacing(dp(20))
        for card in self._choices():
            self._cards.addWidget(card, 1)
        self._build()
        self.notices = NoticeStack(notices, self)
        QShortcut(QKeySequence("Ctrl+Q"), self, partial(self._wish, "quit"))
        self.setMinimumSize(dp(LEAST[0]), dp(LEAST[1]))
        self.practise.setDefault(True)

    def begin(self) -> None:
        """Put the focus on the filled button."""
        self.practise.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choices(self) -> tuple[ChoiceCard, ChoiceCard]:
        practise = ChoiceCard(
            ShopDrawing("plum", practice=True, word=tr("PRACTICE")),
            tr("Practise first"),
            tr("A full store on this computer. It answers as the real one does, mistakes included."),
            (
                tr("Nothing reaches a customer"),
                tr("Nothing leaves this computer"),
                tr("Reset it whenever you like"),
            ),
        )
        practise.row.addWidget(self.practise)
        practise.row.addStretch(1)
        live = ChoiceCard(
            ShopDrawing("forest", practice=False),
            tr("Connect your store"),
            tr(
                "You need the address of the service and a token. "
                "Whoever runs your store's account can give you both."
            ),
            (
                tr("The token is kept by this computer's keyring"),
                tr("Starts careful: asks before every change"),
                tr("A test says which step fails, if one does"),
            ),
        )
        live.row.addWidget(self.connect_store)
        live.row.addStretch(1)
        return practise, live

    def _build(self) -> None:
        column = vbox(parent=self, margins=(20, 12, 16, 12))
        column.addLayout(self._head())
        page = ScrollPage("canvas", 0)
        centre = Qt.AlignmentFlag.AlignHCenter
        heading = PlainLabel(tr("Where would you like to start?"), "display", wrap=True)
        lead = PlainLabel(
            tr(
                "You can do both, and change at any time. Your own store is not touched until you connect it."
            ),
            "lead",
            "text2",
            wrap=True,
        )
        heading.setAlignment(centre)
        lead.setAlignment(centre)
        page.body.addStretch(1)
        page.body.addWidget(heading)
        page.body.addWidget(lead)
        page.body.addSpacing(dp(20))
        middle = QWidget()
        middle.setLayout(self._cards)
        self._cards.setContentsMargins(0, 0, 0, 0)
        middle.setMaximumWidth(dp(CARDS_WIDTH))
        row = hbox(STRETCH, (middle, 100), STRETCH)
        page.body.addLayout(row)
        page.body.addStretch(2)
        column.addWidget(page, 1)
        column.addLayout(self._foot())

    def _head(self) -> QHBoxLayout:
        mark = QLabel()
        mark.setPixmap(icons.window_icon().pixmap(dp(28), dp(28)))
        self.theme_choice = QComboBox()
        self.theme_choice.setAccessibleName(tr("Theme"))
        for name, words in (
            ("system", tr("Theme: system")),
            ("light", tr("Theme: light")),
            ("dark", tr("Theme: dark")),
            ("contrast", tr("Theme: high contrast")),
        ):
            self.theme_choice.addItem(words, name)
        self.theme_choice.setCurrentIndex(self.theme_choice.findData(theme().setting))
        self.theme_choice.activated.connect(self._set_theme)
        return hbox(mark, PlainLabel("svcconsole", "section"), STRETCH, self.theme_choice, spacing=8)

    def _foot(self) -> QHBoxLayout:
        row = hbox(spacing=8)
        row.addWidget(IconLabel("import", "text2", 14))
        words = tr("Have a file at hand? Drop it anywhere in this window; it opens in the practice store.")
        row.addWidget(PlainLabel(words, "caption", "text2"), 1)
        row.addWidget(PlainLabel(version_text(), "caption", "text2"))
        return row

    def _set_theme(self) -> None:
        name = str(self.theme_choice.currentData())
        theme().set_setting(name)
        self._settings.set("theme", name)

    def _wish(self, kind: str, profile_id: str = "") -> None:
        self.wishes.put_nowait(WindowRequest(kind, profile_id))

    def resizeEvent(self, event: QResizeEvent) -> None:
        stacked = self.width() < dp(STACKED_BELOW)
        direction = QBoxLayout.Direction.TopToBottom if stacked else QBoxLayout.Direction.LeftToRight
        self._cards.setDirection(direction)
        super().resizeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self._wish("quit")
