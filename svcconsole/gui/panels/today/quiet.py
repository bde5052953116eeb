"""A quiet day: nothing waits, why that is true, and three things one may like to do."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import ScrollPage
from svcconsole.gui.kit.two_lines import TwoLines, paint_lines
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton
from svcconsole.gui.panels.today.line import STEPS

MARK, WIDTH, HIGH = 40, 480, 56


class QuietDay(ScrollPage):
    """`wanted(what)`: "message", "import" or "report" was chosen."""

    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__("surface", 20)
        self.why = PlainLabel("", "body", "text2", wrap=True)
        self.why.setAlignment(Qt.AlignmentFlag.AlignCenter)
        title = PlainLabel(tr("Nothing waits for you"), "title", wrap=True)
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.invitations = {
            "message": Invitation("messaging"),
            "import": Invitation("import"),
            "report": Invitation("reports"),
        }
        middle = QWidget()
        middle.setMaximumWidth(dp(WIDTH))
        lead = PlainLabel(tr("A good day for"), "label", "text2")
        vbox(lead, *self.invitations.values(), parent=middle, spacing=8)
        mark = hbox(STRETCH, _Tick(), STRETCH)
        row = hbox(STRETCH, (middle, 100), STRETCH)
        self.body.addStretch(2)
        self.body.addLayout(mark)
        self.body.addWidget(title)
        self.body.addWidget(self.why)
        self.body.addSpacing(dp(12))
        self.body.addLayout(row)
        self.body.addStretch(3)
        for what, invitation in self.invitations.items():
            invitation.clicked.connect(lambda _=False, what=what: self.wanted.emit(what))
            invitation.stepped.connect(partial(self._step, invitation))

    def focus_start(self) -> QWidget:
        """The first invitation."""
        return self.invitations["message"]

    def _step(self, from_: Invitation, by: int) -> None:
        rows = list(self.invitations.values())
        at = rows.index(from_) + by
        if 0 <= at < len(rows):
            rows[at].setFocus()


class Invitation(PaintedButton):
    """A framed row: an icon, what one can do, a line about it, and the keys that do the same. `stepped(by)`:
    the one below is wanted (1), or the one above (-1)."""

    stepped = Signal(int)

    def __init__(self, icon: str) -> None:
        super().__init__()
        self._icon, self._sub, self._keys = icon, "", ""
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        fonts.set_role(self, "strong")

    def set_texts(self, title: str, sub: str, keys: str = "") -> None:
        """What it invites to now."""
        self._sub, self._keys = show(sub), keys
        self.setText(show(title))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(self._sub)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(WIDTH), max(dp(HIGH), sum(self._lines().heights()) + dp(20)))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(240), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in STEPS:
            self.stepped.emit(STEPS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            whole, direction = self.rect(), self.layoutDirection()
            ground = colour("hover" if self.underMouse() else "surface")
            box(painter, QRectF(whole), dp(6), fill=ground, edge=colour("border"))
            if self.hasFocus():
                ring(painter, whole, dp(6))
            lines = self._lines()
            icon = QRect(dp(16), 0, dp(20), whole.height())
            icons.paint(painter, self._icon, "accent_text", QStyle.visualRect(direction, whole, icon), dp(20))
            painter.setFont(fonts.role_font("caption"))
            wide = QFontMetrics(painter.font()).horizontalAdvance(self._keys)
            end = QRect(whole.right() - dp(16) - wide, 0, wide + 1, whole.height())
            words(painter, QStyle.visualRect(direction, whole, end), self._keys, "text2", direction)
            room = whole.adjusted(dp(52), 0, -dp(28) - wide, 0)
            room.setTop((whole.height() - sum(lines.heights())) // 2)
            paint_lines(painter, whole, room, lines, direction)

    def _lines(self) -> TwoLines:
        return TwoLines(self.text(), self._sub)


class _Tick(QWidget):
    """The round tick over the sentence; it says nothing to a screen reader, the heading does."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(dp(MARK), dp(MARK))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            box(painter, QRectF(self.rect()), self.height() / 2, fill=colour("success_subtle"))
            icons.paint(painter, "check", "success", self.rect(), dp(16))
