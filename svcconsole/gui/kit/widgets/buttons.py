"""Push buttons by kind, links and tool buttons, with icons that follow the theme."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QEnterEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QToolButton,
    QWidget,
)

from svcconsole.gui.design import fonts
from svcconsole.gui.design.controls import KINDS
from svcconsole.gui.design.icons import icon as make_icon
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import literal, set_tip, tip_where_cut
from svcconsole.gui.design.words import show
from svcconsole.gui.kit.focus import HeldFocus
from svcconsole.gui.kit.widgets.literal_buttons import ToolButton, pressed_by_enter


class Button(QPushButton):
    """A push button of one of the kinds primary, plain, quiet, danger, destroy, link or attention."""

    def __init__(
        self, text: str, icon: str | None = None, kind: str = "plain", parent: QWidget | None = None
    ) -> None:
        text = show(text)
        super().__init__(literal(text), parent)
        self._icon_name = icon
        self._words, self._least = text, 0
        self._bare = False
        self._focus = HeldFocus()
        self.setAutoDefault(False)
        fonts.set_role(self, "strong")
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.set_kind(kind)

    def set_kind(self, kind: str) -> None:
        """Change what the button is for; its icon takes the kind's colour."""
        set_property(self, "kind", kind)
        if kind == "link":
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_icon(self._icon_name)

    def set_icon(self, name: str | None) -> None:
        """Another icon, or none."""
        self._icon_name = name
        if name is not None:
            self.setIcon(make_icon(name, KINDS[str(self.property("kind"))].text))
            self.setIconSize(QSize(dp(16), dp(16)))

    def set_compact(self) -> None:
        """28 high instead of 32."""
        self.setProperty("compact", True)
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    def can_be_bare(self) -> bool:
        """Whether its icon alone will do where room is short; never what a page is for, destroys or asks."""
        return self._icon_name is not None and self.property("kind") in ("plain", "quiet")

    def set_bare(self, bare: bool) -> None:
        """The icon alone, with the words as its tooltip, or icon and words."""
        if bare != self._bare:
            self._bare = bare
            set_tip(self, self.text() if bare else "")
            self.updateGeometry()
            self.update()

    def widths(self) -> tuple[int, int]:
        """How wide it is with its words, and bare."""
        return super().sizeHint().width(), dp(36 if self.menu() is None else 56)

    def sizeHint(self) -> QSize:
        wide, bare = self.widths()
        return QSize(bare if self._bare else wide, super().sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._bare:
            super().paintEvent(event)
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""  # only here: of the words Qt's own size hint is made, and remembered
        with QPainter(self) as painter:
            self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)

    def enterEvent(self, event: QEnterEvent) -> None:
        tip_where_cut(self, self.text(), self.width(), self.sizeHint().width())
        super().enterEvent(event)

    def setText(self, text: str) -> None:
        """A message is said here, in the language in use; what it holds is shown as it is."""
        super().setText(literal(text))

    def text(self) -> str:
        return super().text().replace("&&", "&")

    def set_busy(self, words: str | None) -> None:
        """While its own request runs the button is disabled and says so at the same width; None ends it.

        The focus waits for it, and lands on no other button that the next key would press.
        """
        if words is None:
            self.setEnabled(True)
            self._focus.give_back()
            self.setMinimumWidth(self._least)
            self.setText(self._words)
        else:
            if self.isEnabled():
                self._words, self._least = self.text(), self.minimumWidth()
            self.setMinimumWidth(self.width())
            self.setText(words)
            self._focus.hold(self)
            self.setEnabled(False)


def button(text: str, icon: str | None = None, kind: str = "plain") -> Button:
    """A push button; its accessible name is its text."""
    return Button(text, icon, kind)


def link(text: str, role: str = "strong") -> Button:
    """A button that looks like a link: what it opens stays inside the window."""
    made = Button(text, None, "link")
    fonts.set_role(made, role)
    return made


def tool_button(icon: str, name: str, tone: str = "text2") -> QToolButton:
    """A button of one icon; `name` is its tooltip and its accessible name."""
    made = ToolButton()
    made.setIcon(make_icon(icon, tone))
    made.setIconSize(QSize(dp(16), dp(16)))
    made.setAccessibleName(show(name))
    made.setAutoRaise(True)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    set_tip(made, name)
    return made
