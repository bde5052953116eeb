"""The editor of list options or reply buttons: titles and ids, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QToolButton, QWidget

from svcconsole.gui.design.fonts import set_role
from svcconsole.gui.design.icons import icon
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.problem_lines import ProblemLines
from svcconsole.gui.kit.forms.problems import Loc, Problem
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.widgets.pills import Pill

ID_WIDTH, COUNTER_WIDTH = 170, 64


class Handle(QToolButton):
    """Drags its row up and down; with the keyboard Alt and an arrow do."""

    moved = Signal(int)
    dropped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setIcon(icon("drag", "text2"))
        self.setAutoRaise(True)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(self, tr("Drag to another place, or press Alt and an arrow"))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        row = self.parentWidget()
        if event.buttons() & Qt.MouseButton.LeftButton and row is not None:
            at = self.mapTo(row, event.position().toPoint()).y()
            if at < 0 or at > row.height():
                self.moved.emit(-1 if at < 0 else 1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.dropped.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None or not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
            return
        self.moved.emit(step)
        self.dropped.emit()


class ChoiceRow(QWidget):
    """One row."""

    def __init__(self) -> None:
        super().__init__()
        self.handle = Handle()
        self.name, self.id = QLineEdit(), QLineEdit()
        set_role(self.id, "mono")
        self.id.setFixedWidth(dp(ID_WIDTH))
        self.id.setPlaceholderText(tr("not set"))
        self.counter = PlainLabel("", "micro", "text2")
        self.counter.setFixedWidth(dp(COUNTER_WIDTH))
        self.remove = tool_button("close", tr("Remove this row"))
        line = hbox(parent=self, spacing=8)
        for part in (self.handle, self.name, self.id, self.counter, self.remove):
            line.addWidget(part, 1 if part is self.name else 0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def name_rows(self, place: int) -> None:
        """Say which row it is to who cannot see it."""
        self.handle.setAccessibleName(tr("Move row {place}", place=place))
        self.name.setAccessibleName(tr("Row {place}: what they see", place=place))
        self.id.setAccessibleName(tr("Row {place}: id that comes back", place=place))


class ChoicesHeading(QWidget):
    """The name of the rows, the badge of limits nobody documents, how many there are."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = PlainLabel(title, "label")
        self.mark = PlainLabel(tr("required"), "micro", "text2")
        self.badge = Pill(tr("Limits not documented by the service"), "unknown", "neutral", outlined=True)
        set_tip(
            self.badge,
            tr("The service gives no limits for rows. These are WhatsApp's own, as far as known."),
        )
        self.count = PlainLabel("", "micro", "text2")
        hbox(self.title, self.mark, STRETCH, self.badge, self.count, parent=self, spacing=8)


class ChoicesEditor(Editor):
    """A list of `{id, name}`; a new row begins with an id of its own. `None` without rows."""

    spans = True
    whole_steps = False

    def __init__(self, spec: FieldSpec) -> None:
        box = QWidget()
        super().__init__(spec, box)
        self.rows: list[ChoiceRow] = []
        self.head = ChoicesHeading(spec.label)
        self.add_button = button(tr("New row"), "plus", "quiet")
        self.add_button.clicked.connect(lambda _=False: self.add())
        self.lines_below = ProblemLines()
        self._column = vbox(spacing=6)
        column = vbox(parent=box, spacing=6)
        self._names = _captions()
        column.addWidget(self._names)
        column.addLayout(self._column)
        foot = hbox(self.add_button, STRETCH)
        column.addLayout(foot)
        column.addWidget(self.lines_below)
        self._names.hide()

    def value(self) -> Any:
        return [{"id": row.id.text() or None, "name": row.name.text() or None} for row in self.rows] or None

    def set_value(self, value: Any) -> None:
        wanted = list(value or ())
        while len(self.rows) > len(wanted):
            self._drop(self.rows[-1])
        while len(self.rows) < len(wanted):
            self._append()
        for row, entry in zip(self.rows, wanted, strict=True):
            for line, text in ((row.name, entry.get("name") or ""), (row.id, entry.get("id") or "")):
                if line.text() != text:
                    line.setText(text)
        self._renumber()

    def heading(self, title: str, note: str) -> QWidget:
        return self.head

    def add(self) -> None:
        """One more row, at the end."""
        row = self._append()
        taken = {other.id.text() for other in self.rows}
        row.id.setText(next(name for n in range(1, 10_000) if (name := f"option-{n}") not in taken))
        self._renumber()
        row.name.setFocus(Qt.FocusReason.OtherFocusReason)
        self._update_counter()

    def remove(self, row: ChoiceRow) -> None:
        """Take a row away."""
        self._drop(row)
        self._renumber()
        self._update_counter()

    def move(self, row: ChoiceRow, by: int) -> None:
        """Put a row before or after its neighbour."""
        place = self.rows.index(row)
        to = max(0, min(len(self.rows) - 1, place + by))
        if to == place:
            return
        self.rows.insert(to, self.rows.pop(place))
        self._column.removeWidget(row)
        self._column.insertWidget(to, row)
        self._column.activate()
        self._renumber()
        self.changed.emit()

    def show_counts(self, counts: Sequence[tuple[str, bool]], total: tuple[str, bool]) -> None:
        """What each row's counter says and whether it is over; and how many rows of how many."""
        for row, (words, over) in zip(self.rows, counts, strict=False):
            row.counter.setText(words)
            row.counter.set_tone("warning" if over else "text2")
        self.head.count.setText(total[0])
        self.head.count.set_tone("warning" if total[1] else "text2")

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        wrong = {problem.loc[:2] for problem in problems if not problem.warning}
        for place, row in enumerate(self.rows):
            for line, name in ((row.name, "name"), (row.id, "id")):
                bad = (place, name) in wrong or (place,) in {loc[:1] for loc in wrong if len(loc) == 1}
                set_property(line, "state", "error" if bad else "")
        self.lines_below.show_problems(problems)

    def focus(self, loc: Loc = ()) -> None:
        place = loc[0] if loc and isinstance(loc[0], int) else 0
        if place < len(self.rows):
            row = self.rows[place]
            (row.id if loc[1:] == ("id",) else row.name).setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def label_at(self, loc: Loc, label: str) -> str:
        if loc and isinstance(loc[0], int):
            return tr("Row {number}: {label}", number=loc[0] + 1, label=label)
        return self.spec.label

    def _append(self) -> ChoiceRow:
        row = ChoiceRow()
        for line in (row.name, row.id):
            line.textEdited.connect(lambda _: self.changed.emit())
            self._watched(line)
        row.remove.clicked.connect(lambda _=False: self.remove(row))
        row.handle.moved.connect(lambda by: self.move(row, by))
        row.handle.dropped.connect(self.left)
        self.rows.append(row)
        self._column.addWidget(row)
        return row

    def _drop(self, row: ChoiceRow) -> None:
        self.rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _renumber(self) -> None:
        self._names.setVisible(bool(self.rows))
        for place, row in enumerate(self.rows, 1):
            row.name_rows(place)

    def _update_counter(self) -> None:
        self.left.emit()
        self.changed.emit()
        self.left.emit()


def _captions() -> QWidget:
    box = QWidget()
    line = hbox(parent=box, spacing=8)
    line.addSpacing(dp(42))
    line.addWidget(PlainLabel(tr("What they see"), "caption", "text2"), 1)
    second = PlainLabel(tr("Id that comes back"), "caption", "text2")
    second.setFixedWidth(dp(ID_WIDTH))
    line.addWidget(second)
    line.addSpacing(dp(COUNTER_WIDTH) + dp(50))
    return box
