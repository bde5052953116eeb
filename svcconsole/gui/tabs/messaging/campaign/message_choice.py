"""The choice of what a campaign sends: a template or a type of message."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from svcconsole.gui.design.icons import icon
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, set_tip, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, Space, hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, IconLabel, SectionHeading
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.calm_combo import CalmCombo
from svcconsole.gui.tabs.messaging.messaging_text import ICONS, TEMPLATE, type_words
from svcconsole.gui.tabs.messaging.templates.template_cache import TemplateCache
from svcconsole.services.campaigns.message_template_fields import MESSAGES_KIND, TEMPLATES_KIND
from svcconsole.services.campaigns.views import Sending
from svcconsole.services.messaging.messages import TYPES

BY_COLUMN = ""
Choice = tuple[str, str]
"""The kind of import and the template's id or the message's type."""


class MessageChoice(QWidget):
    """`chosen(kind, what)` when a person chooses; `library_wanted()`: write templates down first."""

    chosen = Signal(str, str)
    library_wanted = Signal()

    def __init__(self, library: TemplateCache) -> None:
        super().__init__()
        self._library = library
        self._sending: Sending | None = None
        self.combo = CalmCombo()
        self.combo.setAccessibleName(tr("What is sent"))
        self.combo.setPlaceholderText(tr("Choose a template or a type of message"))
        self.combo.setMinimumContentsLength(24)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.combo.setMaximumWidth(dp(560))
        self.to_library = link(tr("Templates"))
        set_tip(self.to_library, tr("This campaign is kept; it goes on from the list of campaigns"))
        self.to_library.clicked.connect(self.library_wanted)
        self.mark = IconLabel("error", "danger", 14)
        self.said = PlainLabel("", "caption", "danger", wrap=True)
        line = hbox((self.combo, 1), self.to_library, STRETCH, spacing=12)
        below = hbox((self.mark, 0, Qt.AlignmentFlag.AlignTop), (self.said, 1), spacing=6)
        vbox(
            SectionHeading(tr("What is sent")),
            line,
            below,
            Space(6),
            Hairline(),
            parent=self,
            spacing=6,
            margins=(0, 0, 0, 8),
        )
        self.combo.activated.connect(self._activated)
        library.changed.connect(self._fill)
        self._fill()

    def show_sending(self, sending: Sending) -> None:
        """What is chosen now, and why it cannot be sent."""
        if self._sending is None or sending.by_column != self._sending.by_column:
            self._sending = sending
            self._fill()
        self._sending = sending
        self._mark()
        self.said.setText("\n".join(map(visible, sending.refusals)))
        self.said.setVisible(bool(sending.refusals))
        self.mark.setVisible(bool(sending.refusals))

    def choose(self, kind: str, what: str) -> None:
        """Choose as a person does."""
        self.combo.setCurrentIndex(self._place((kind, what)))
        self.combo.activated.emit(self.combo.currentIndex())

    def _fill(self) -> None:
        model = QStandardItemModel(self)
        templates = self._library.templates.values()
        _add_heading(model, tr("Templates of the library"))
        for template in templates:
            named = f" · {template.id}" if template.name else ""
            _add(model, visible(template.shown) + named, ICONS[TEMPLATE], (TEMPLATES_KIND, template.id))
        if self._sending is not None and self._sending.by_column:
            words = tr("Named in each row by a column")
            _add(model, words, "columns", (TEMPLATES_KIND, BY_COLUMN))
        if not templates:
            _add_heading(model, tr("No templates yet"))
        _add_heading(model, tr("Messages, within 24 hours of the customer’s last one"))
        for kind in TYPES:
            _add(model, type_words(kind), ICONS[kind], (MESSAGES_KIND, kind))
        with QSignalBlocker(self.combo):
            self.combo.setModel(model)
            self._mark()

    def _mark(self) -> None:
        sending = self._sending
        named = sending is not None and (sending.chosen or sending.by_column)
        place = self._place((sending.kind, sending.chosen)) if sending is not None and named else -1
        with QSignalBlocker(self.combo):
            self.combo.setCurrentIndex(place)

    def _place(self, choice: Choice) -> int:
        for at in range(self.combo.count()):
            data = self.combo.itemData(at)
            if data and tuple(data) == choice:
                return at
        return -1

    def _activated(self, at: int) -> None:
        data = self.combo.itemData(at)
        if data and tuple(data)[1] != BY_COLUMN:
            self.chosen.emit(*data)
        else:
            self._mark()


def _add(model: QStandardItemModel, words: str, mark: str, choice: Choice) -> None:
    item = QStandardItem(icon(mark, "text2"), words)
    item.setData(choice, Qt.ItemDataRole.UserRole)
    model.appendRow(item)


def _add_heading(model: QStandardItemModel, words: str) -> None:
    item = QStandardItem(words)
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    model.appendRow(item)
