"""Fields of a form: what is required, changed, wrong, locked; one column or two."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.colours import colour
from svcconsole.gui.kit.containers.fields import Field, FieldGrid
from svcconsole.gui.kit.widgets.chips import ChipsEdit, FilterChip, ValueChip
from svcconsole.gui.kit.widgets.pills import Pill
from tests.support.qt import show


def _words(field: Field) -> list[str]:
    return [label.text() for label in field.findChildren(QLabel) if label.text() and not label.isHidden()]


def _ground(widget: QWidget) -> str:
    return widget.grab().toImage().pixelColor(6, widget.height() // 2).name()


def test_the_label_line_says_required_and_what_it_was(qtbot: QtBot) -> None:
    field = Field("Stock", QLineEdit("58"), required=True)
    show(qtbot, field, 300, 80)
    assert _words(field) == ["Stock", "required"]
    field.set_was("61")
    assert _words(field) == ["Stock", "required", "was 61"]
    assert field.editor.accessibleDescription() == "Required. Changed; was 61."
    assert _ground(field.editor) == colour("edited").name()
    field.set_was("")
    assert "was empty" in _words(field)
    field.set_was(None)
    assert _words(field) == ["Stock", "required"]
    assert _ground(field.editor) == colour("surface").name()


def test_an_error_takes_the_helps_place_and_offers_a_way_out(qtbot: QtBot) -> None:
    field = Field("Price", QLineEdit("39,0O"), help="As customers see it")
    show(qtbot, field, 300, 90)
    done: list[str] = []
    field.set_error("“39,0O” has a letter O in it", ("Use 39.00", lambda: done.append("fixed")))
    assert field.error() == "“39,0O” has a letter O in it"
    assert "As customers see it" not in _words(field)
    assert field.editor.accessibleDescription() == "Not valid. “39,0O” has a letter O in it"
    assert (
        field.editor.grab().toImage().pixelColor(0, field.editor.height() // 2).name()
        == colour("danger").name()
    )
    fix = field.findChild(QPushButton)
    assert fix is not None
    fix.click()
    assert done == ["fixed"]
    field.set_error(None)
    assert field.error() == ""
    assert _words(field) == ["Price", "As customers see it"]
    assert field.editor.accessibleDescription() == "As customers see it"


def test_an_error_outweighs_an_edit_and_a_lock_outweighs_both(qtbot: QtBot) -> None:
    field = Field("Id", QLineEdit("apron"))
    show(qtbot, field, 300, 80)
    field.set_was("old")
    field.set_error("taken")
    assert field.editor.property("state") == "error"
    field.set_locked("fixed once created")
    assert field.editor.property("state") == "locked"
    assert "fixed once created" in _words(field)
    assert isinstance(field.editor, QLineEdit)
    assert field.editor.isReadOnly()
    assert field.editor.accessibleDescription() == (
        "Cannot be changed here. Not valid. taken Changed; was old. fixed once created"
    )
    field.set_locked(None)
    assert field.editor.property("state") == "error"


def test_what_is_not_documented_says_so(qtbot: QtBot) -> None:
    field = Field("Message type", QLineEdit())
    show(qtbot, field, 400, 80)
    field.set_badge("Not documented by the service", "The specification lists the word without a meaning.")
    badge = field.findChild(Pill)
    assert badge is not None
    assert badge.value().word == "Not documented by the service"


def test_leaving_a_field_is_told(qtbot: QtBot) -> None:
    grid = FieldGrid()
    first, second = Field("One", QLineEdit()), Field("Two", QLineEdit())
    grid.add(first)
    grid.add(second)
    show(qtbot, grid, 500, 120)
    with qtbot.waitActive(grid):
        grid.activateWindow()
    with qtbot.assertNotEmitted(first.left):
        first.editor.setFocus()
    with qtbot.waitSignal(first.left), qtbot.assertNotEmitted(second.left):
        second.editor.setFocus()


@pytest.mark.parametrize(("width", "columns"), [(599, 1), (600, 2), (1000, 2), (300, 1)])
def test_two_columns_from_six_hundred(qtbot: QtBot, width: int, columns: int) -> None:
    grid = FieldGrid()
    fields = [Field(name, QLineEdit()) for name in ("Name", "Product id", "Storefront URL")]
    for field in fields:
        grid.add(field)
    wide = Field("Description", QLineEdit())
    grid.add(wide, span=True)
    show(qtbot, grid, width, 400)
    assert grid.columns() == columns
    assert (fields[0].y() == fields[1].y()) is (columns == 2)
    assert wide.width() > 0.9 * width
    assert wide.y() > fields[2].y()


def test_chips_are_typed_taken_away_and_told(qtbot: QtBot) -> None:
    chips = ChipsEdit("Add a catalog")
    show(qtbot, chips, 300, 40)
    with qtbot.assertNotEmitted(chips.changed):
        chips.set_values(["Kitchen"])
    told: list[list[str]] = []
    chips.changed.connect(lambda: told.append(chips.values()))
    line = chips.findChild(QLineEdit)
    assert line is not None
    qtbot.keyClicks(line, "Gifts")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.keyClicks(line, "Tea,")
    qtbot.keyClicks(line, "Kitchen")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert chips.values() == ["Kitchen", "Gifts", "Tea"]
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    assert told == [["Kitchen", "Gifts"], ["Kitchen", "Gifts", "Tea"], ["Kitchen", "Gifts"]]
    first = chips.findChild(ValueChip)
    assert first is not None
    qtbot.keyClick(first, Qt.Key.Key_Delete)
    assert chips.values() == ["Gifts"]


@pytest.mark.parametrize(
    "typed, taken",
    [
        ("kit", "Kitchen & table"),
        ("table", "Kitchen & table"),
        ("BATH", "Bath"),
        ("b", "b"),
        ("Attic", "Attic"),
    ],
)
def test_a_part_of_the_one_word_there_is_becomes_that_word(qtbot: QtBot, typed: str, taken: str) -> None:
    chips = show(qtbot, ChipsEdit("Add a catalog"), 300, 40)
    chips.set_suggestions(["Bath", "Bath robes", "Bedroom", "Kitchen & table"], closed=True)
    line = chips.findChild(QLineEdit)
    assert line is not None
    qtbot.keyClicks(line, typed)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert chips.values() == [taken]


def test_where_any_value_may_be_new_nothing_is_completed(qtbot: QtBot) -> None:
    chips = show(qtbot, ChipsEdit("Add a tag"), 300, 40)
    chips.set_suggestions(["sale-2024"])
    line = chips.findChild(QLineEdit)
    assert line is not None
    qtbot.keyClicks(line, "sale")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert chips.values() == ["sale"]


def test_many_chips_take_more_rows(qtbot: QtBot) -> None:
    chips = ChipsEdit()
    show(qtbot, chips, 240, 40)
    one = chips.heightForWidth(240)
    chips.set_values([f"Catalog number {at}" for at in range(6)])
    assert chips.heightForWidth(240) > 2 * one


def test_a_locked_list_cannot_be_changed(qtbot: QtBot) -> None:
    chips = ChipsEdit()
    chips.set_values(["Kitchen"])
    field = Field("Catalogs", chips)
    show(qtbot, field, 300, 80)
    field.set_locked("comes from the file")
    chip = chips.findChild(ValueChip)
    assert chip is not None
    chip.removed.emit()
    assert chips.values() == ["Kitchen"]


def test_a_filter_chip_says_its_filter_and_is_cleared_by_its_cross(qtbot: QtBot) -> None:
    chip = FilterChip("Stock: any")
    show(qtbot, chip, 0, 0)
    told: list[str] = []
    chip.clicked.connect(lambda: told.append("open"))
    chip.cleared.connect(lambda: told.append("clear"))
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=chip.rect().center())
    chip.set_filter("stock under 15", 128)
    chip.resize(chip.sizeHint())
    assert chip.is_set()
    assert chip.accessibleName() == "stock under 15, 128"
    cross = chip.rect().adjusted(chip.width() - 18, 0, 0, 0).center()
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=cross)
    qtbot.keyClick(chip, Qt.Key.Key_Delete)
    assert told == ["open", "clear", "clear"]
    chip.set_filter(None)
    assert chip.text() == "Stock: any"
