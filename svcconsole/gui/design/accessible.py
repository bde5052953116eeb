"""What a screen reader is told of the program's own widgets: their role, states and value.

Qt knows what its own widgets are; one that paints itself is nothing in particular to it. Such a class says
what it is by `accessible_role`, and may have `accessible_value()`, `accessible_label()` where it has no name
of its own, and `is_told()` where it is there for eyes alone at times. Labels and buttons need to say nothing:
labels in the font of a title are headings, and one without text is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleEvent,
    QAccessibleInterface,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QAccessibleWidget,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTableView,
    QToolButton,
    QWidget,
)

from svcconsole.gui.design.fonts import ROLE_PROPERTY

ROLE: Final = "accessible_role"
"""What a widget of ours calls the `QAccessible.Role` that it has."""
VALUE: Final = "accessible_value"
"""A method that gives the value that it shows, as words."""
LABEL: Final = "accessible_label"
"""A method that gives its name where nobody gave it one."""
TOLD: Final = "is_told"
"""A method that says whether it is there now for somebody who hears."""
NO_WORDS: Final = " "
"""A description that Qt takes for one, and of which nothing is heard."""
HEADINGS: Final = frozenset({"hero", "display", "title", "section", "heading"})
"""Fonts of what stands above something else."""


class WidgetInterface(QAccessibleWidget):
    """A widget that paints itself, with the role it says that it has."""

    def text(self, kind: QAccessible.Text) -> str:
        widget = self._widget()
        if widget is None:
            return ""
        if kind == QAccessible.Text.Value and callable(value := getattr(widget, VALUE, None)):
            return str(value())
        if kind == QAccessible.Text.Name:
            return widget.accessibleName() or self._own_text(widget)
        said = str(super().text(kind))
        # Without a description Qt reads the hint, which for a button of one icon is its name once more.
        return "" if kind == QAccessible.Text.Description and said == self.text(_NAME) else said

    def _widget(self) -> QWidget | None:
        found = self.object()
        return found if isinstance(found, QWidget) else None

    def state(self) -> QAccessible.State:
        state = super().state()
        told = getattr(self.object(), TOLD, None)
        if (callable(told) and not told()) or (self.role() in _TEXTS and not self.text(_NAME).strip()):
            state.invisible = True
        return state

    def _own_text(self, widget: QWidget) -> str:
        label = getattr(widget, LABEL, None)
        return str(label()) if callable(label) else ""


class LabelInterface(WidgetInterface):
    """A label: what it shows."""

    def _own_text(self, widget: QWidget) -> str:
        return widget.text() if isinstance(widget, QLabel) else ""


class ButtonInterface(WidgetInterface):
    """A button: it is pressed, or chosen, or opens a menu."""

    def role(self) -> QAccessible.Role:
        button = self._button()
        if button is None:
            return QAccessible.Role.Button
        said = getattr(button, ROLE, None)
        if isinstance(said, QAccessible.Role):
            return said
        if _menu_of(button):
            return QAccessible.Role.ButtonMenu
        if button.isCheckable():
            return QAccessible.Role.RadioButton if _is_one_of(button) else QAccessible.Role.CheckBox
        return QAccessible.Role.Button

    def state(self) -> QAccessible.State:
        state = super().state()
        if (button := self._button()) is not None:
            state.checkable = button.isCheckable()
            state.checked = button.isChecked()
            state.pressed = button.isDown()
            state.hasPopup = _menu_of(button)
        return state

    def actionNames(self) -> list[str]:
        button = self._button()
        if button is None or not button.isEnabled():
            return []
        press = QAccessibleActionInterface.toggleAction if button.isCheckable() else _press
        return [press(), QAccessibleActionInterface.setFocusAction()]

    def doAction(self, name: str) -> None:
        button = self._button()
        if button is None:
            return
        if name in (_press(), QAccessibleActionInterface.toggleAction()):
            button.click()
        elif name == QAccessibleActionInterface.setFocusAction():
            button.setFocus()

    def _button(self) -> QAbstractButton | None:
        found = self.object()
        return found if isinstance(found, QAbstractButton) else None

    def _own_text(self, widget: QWidget) -> str:
        return widget.text().replace("&&", "&") if isinstance(widget, QAbstractButton) else ""


def interface_of(_class: str, thing: QObject) -> QAccessibleInterface | None:
    """What stands for `thing`; None leaves it to Qt."""
    if isinstance(thing, QStackedWidget):
        # Qt's own role is read out as a layered pane with its number of pages, at every page that is opened.
        return WidgetInterface(thing, QAccessible.Role.Client)
    if not isinstance(thing, QWidget) or not type(thing).__module__.startswith("svcconsole."):
        return None
    if isinstance(thing, QAbstractButton):
        return ButtonInterface(thing)
    if isinstance(thing, QLabel):
        is_title = is_heading(thing)
        return LabelInterface(thing, QAccessible.Role.Heading if is_title else QAccessible.Role.StaticText)
    role = getattr(thing, ROLE, None)
    return WidgetInterface(thing, role) if isinstance(role, QAccessible.Role) else None


def call(control: QWidget, name: str) -> None:
    """Give a control its name, and the line that is typed into within it."""
    control.setAccessibleName(name)
    if isinstance(control, QComboBox):
        mind_choice(control)
    if isinstance(control, QComboBox | QAbstractSpinBox) and (line := control.findChild(QLineEdit)):
        line.setAccessibleName(name)


def describe(control: QWidget, words: str) -> None:
    """Say `words` after the control's name. Where there are none Qt reads the placeholder of a line, which
    nobody sees once something is typed into it."""
    said = words or (NO_WORDS if isinstance(control, QLineEdit) and control.text() else "")
    if said != control.accessibleDescription():
        control.setAccessibleDescription(said)


def changed_cells(table: QTableView, row: int, columns: Iterable[int]) -> Iterator[QAccessibleInterface]:
    """What stands for these cells of a row."""
    tree = QAccessible.queryAccessibleInterface(table)
    # The headers count as a row and a column of the table, hidden or not.
    first = (row + 1) * (table.model().columnCount() + 1) + 1
    for column in columns:
        cell = tree.child(first + column)
        if cell is not None and cell.isValid():
            yield cell


def tell_changed(table: QTableView, row: int, columns: Iterable[int]) -> None:
    """Have a screen reader ask again for these cells: it keeps what they were called."""
    if QAccessible.isActive():
        for cell in changed_cells(table, row, columns):
            QAccessible.updateAccessibility(QAccessibleEvent(cell, QAccessible.Event.NameChanged))


class _Placeholder(QObject):
    """Has the placeholder of its line read while it is seen."""

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        line.textChanged.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        line = self.parent()
        if isinstance(line, QLineEdit):
            describe(line, line.accessibleDescription().strip())


def mind_placeholder(line: QLineEdit) -> None:
    """What the style does to each line before it is shown: its placeholder is read while it is seen."""
    if line.findChild(_Placeholder) is None:
        _Placeholder(line)


class _ChoiceName(QLabel):
    """The name of a combo box, for whoever hears it."""


def mind_choice(combo: QComboBox) -> None:
    """What the style does to each combo box before it is shown. Except on Windows Qt calls one by what is
    chosen in it, and looks for its name on a label beside it."""
    parent, name = combo.parentWidget(), combo.accessibleName()
    if parent is None or isinstance(parent, QSplitter) or not name:
        return
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    labels = parent.findChildren(_ChoiceName, options=direct)
    label = next((each for each in labels if each.buddy() is combo), None)
    if label is None:
        label = _ChoiceName(parent)
        label.setBuddy(combo)
        label.hide()
        combo.destroyed.connect(label.deleteLater)
    label.setAccessibleName(name)  # as text an "&" in it would be a key of the window


def is_heading(label: QLabel) -> bool:
    """Whether its font is one of what stands above something else."""
    return label.property(ROLE_PROPERTY) in HEADINGS


def install() -> None:
    """Have Qt ask here for the program's own widgets; a second call changes nothing."""
    if not _installed:
        _installed.append(interface_of)
        QAccessible.installFactory(interface_of)


def _menu_of(button: QAbstractButton) -> bool:
    return isinstance(button, QPushButton | QToolButton) and button.menu() is not None


def _is_one_of(button: QAbstractButton) -> bool:
    """Whether choosing it ends the choice of another."""
    group = button.group()
    return group.exclusive() if group is not None else button.autoExclusive()


_TEXTS = (QAccessible.Role.StaticText, QAccessible.Role.Heading)
_press = QAccessibleActionInterface.pressAction
_NAME = QAccessible.Text.Name
_installed: list[Callable[[str, QObject], QAccessibleInterface | None]] = []
