"""The header of a page (60) and the toolbar row under it (52)."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.metrics import control_height, dp
from svcconsole.gui.design.text import ElidedLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, set_margins
from svcconsole.gui.kit.containers.cards import Ground
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.widgets.buttons import Button

LEAST_TITLE: Final = 200


class PageHeader(Ground):
    """Back link, title, what belongs to it, and at the end the page's actions; where room is short, these
    keep their icons and lose their words."""

    back_clicked = Signal()
    _has_segments = False

    def __init__(self, title: str, back: str | None = None, parent: QWidget | None = None) -> None:
        super().__init__("canvas", "bottom", parent)
        self.setFixedHeight(control_height() + dp(28))
        self._row = hbox(parent=self, spacing=8, margins=(20, 0, 20, 0))
        self._back: Button | None = None
        if back is not None:
            self._back = Button(back, "left", "quiet")
            self._back.setAccessibleName(back or tr("Back"))
            self._back.clicked.connect(self.back_clicked)
            set_margins(self._row, 12, 0, 20, 0)
            self._row.addWidget(self._back)
        self._title = ElidedLabel(title, "title")
        self._title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.set_title(title)
        self._row.addWidget(self._title)
        self._leading = hbox(spacing=8, margins=(10, 0, 0, 0))
        self._row.addLayout(self._leading)
        self._row.addStretch(1)
        self._added: list[QWidget] = []
        self._actions = hbox(spacing=8)
        self._row.addLayout(self._actions)

    def set_back_enabled(self, enabled: bool) -> None:
        """Whether the page can be left this way."""
        if self._back is not None:
            self._back.setEnabled(enabled)

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_title"):
            self._keep_title()
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._share_out()
        return handled

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        spare = sum(each.sizeHint().width() - each.widths()[1] for each in self._may_be_bare())
        if self._has_segments and not self._title.isHidden():
            spare += self._title.minimumSizeHint().width() + self._row.spacing()
        return QSize(least.width() - spare, least.height())

    def _may_be_bare(self) -> list[Button]:
        shown = (each for each in self._added if isinstance(each, Button) and not each.isHidden())
        return [each for each in shown if each.can_be_bare()]

    def _share_out(self) -> None:
        """The words of the actions give way to the title, but not to one that the segments repeat."""
        margins = self._row.contentsMargins()
        room = self.width() - margins.left() - margins.right() - 3 * self._row.spacing()
        room -= self._leading.sizeHint().width() + self._actions.sizeHint().width()
        if self._back is not None:
            room -= self._back.sizeHint().width() + self._row.spacing()
        if not self._has_segments:
            room -= self._title.sizeHint().width()
        buttons = self._may_be_bare()
        room -= sum(each.widths()[0] - each.sizeHint().width() for each in buttons)
        for each in buttons:
            each.set_bare(room < 0)
        if self._has_segments:
            self._title.setVisible(room >= self._title.sizeHint().width())
        self._row.activate()

    def title(self) -> str:
        """The page's title."""
        return self._title.text()

    def set_title(self, title: str) -> None:
        """Another title; steps give way before a short one is cut, and before segments would be cut it goes
        whole: the rail names the page, too."""
        self._title.setText(title)
        self._keep_title()

    def _keep_title(self) -> None:
        self._title.setMinimumWidth(0)
        least = 0 if self._has_segments else min(dp(LEAST_TITLE), self._title.sizeHint().width())
        self._title.setMinimumWidth(least)

    def add_leading(self, widget: QWidget) -> None:
        """Segments or steps, right after the title."""
        if isinstance(widget, Segments):
            self._has_segments = True
            self._title.setMinimumWidth(0)
        self._leading.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)

    def add_action(self, widget: QWidget) -> None:
        """One more at the end; the filled button comes last."""
        self._added.append(widget)
        self._actions.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)


class Toolbar(Ground):
    """Search and filters at the leading side, counts and quiet actions at the end."""

    def __init__(self, bg: str = "surface", line: str | None = None, parent: QWidget | None = None) -> None:
        super().__init__(bg, line, parent)
        self.setFixedHeight(control_height() + dp(20))
        self._row = hbox(parent=self, spacing=8, margins=(20, 0, 16, 0))

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """One more part."""
        self._row.addWidget(widget, stretch)

    def add_stretch(self) -> None:
        """What follows stands at the end."""
        self._row.addStretch(1)
