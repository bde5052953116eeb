"""A row whose cells are joined, or parted, by hand until there is one for each column."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, set_tip, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.widgets.choice_chip import ChoiceChip

CELL = 130
HandState = tuple[tuple[str, ...], tuple[bool, ...]]
"""The texts of the cells, and which are joined to the next."""


class JoinedCells(QWidget):
    """`changed()`: other cells, see `cells`.

    A row with too many cells: between any two stands what joins them, with the file's own separator. One with
    too few: after each stands what puts a blank cell there. Each cell can be typed over.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._header: tuple[str, ...] = ()
        self._separator = ","
        self.fields: list[QLineEdit] = []
        self.joints: list[ChoiceChip] = []
        self.sentence = PlainLabel("", "caption", "text2", wrap=True)
        self._place = QWidget()
        self._flow = FlowLayout(self._place, gap=6)
        vbox(self._place, self.sentence, parent=self, spacing=6)

    def set_row(self, header: tuple[str, ...], cells: tuple[str, ...], separator: str) -> None:
        """Begin with the row as it is in the file."""
        self._header, self._separator = header, separator
        clear_layout(self._flow)
        self.fields, self.joints = [], []
        for at, text in enumerate(cells):
            field = QLineEdit(text)
            field.setFixedWidth(dp(CELL))
            field.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            field.setCursorPosition(0)
            field.setAccessibleName(tr("Cell {n}", n=at + 1))
            field.textChanged.connect(lambda _text: self._tell())
            self.fields.append(field)
            self._flow.addWidget(field)
            if at < len(cells) - 1 or len(cells) < len(header):
                self._add_joint(at, too_many=len(cells) > len(header))
        self._tell()

    def _add_joint(self, at: int, *, too_many: bool) -> None:
        joint = ChoiceChip(tr("join") if too_many else tr("blank"))
        words = (
            tr("Join cell {n} with the next", n=at + 1) if too_many else tr("Blank cell after {n}", n=at + 1)
        )
        joint.setAccessibleName(words)
        set_tip(joint, visible(words))
        joint.toggled.connect(lambda _on: self._tell())
        self.joints.append(joint)
        self._flow.addWidget(joint)

    def state(self) -> HandState:
        """What was typed and joined."""
        return tuple(field.text() for field in self.fields), tuple(each.isChecked() for each in self.joints)

    def restore(self, state: HandState) -> None:
        """Go on with what `state` gave for the same row."""
        for field, text in zip(self.fields, state[0], strict=False):
            field.setText(text)
        for joint, on in zip(self.joints, state[1], strict=False):
            joint.setChecked(on)

    def cells(self) -> tuple[str, ...]:
        """The cells as they are joined now."""
        made: list[str] = []
        too_many = len(self.fields) > len(self._header)
        joins = False
        for at, field in enumerate(self.fields):
            if joins:
                made[-1] = f"{made[-1]}{self._separator}{field.text()}"
            else:
                made.append(field.text())
            on = at < len(self.joints) and self.joints[at].isChecked()
            joins = on and too_many
            if on and not too_many:
                made.append("")
        return tuple(made)

    def fits(self) -> bool:
        """Whether there is one cell for each column."""
        return len(self.cells()) == len(self._header)

    def _tell(self) -> None:
        over = len(self.cells()) - len(self._header)
        if over > 0:
            said = tr_plural("{n} cell too many: join two that belong together.",
                             "{n} cells too many: join those that belong together.", over)  # fmt: skip
        elif over < 0:
            said = tr_plural("{n} cell too few: put a blank one where it is missing.",
                             "{n} cells too few: put blank ones where they are missing.", -over)  # fmt: skip
        else:
            said = tr("One cell for each column.")
        self.sentence.setText(said)
        self.changed.emit()
