"""The model of a table: typed records, orders that stay put, words for copying and reading out."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from svcconsole.gui.kit.grid.table import ColumnSpec, Mark, RecordModel
from svcconsole.gui.kit.widgets.pills import PillValue
from tests.gui.kit.widgets.conftest import ITEMS, Item, columns


@pytest.fixture
def model(qapp: QApplication) -> RecordModel[Item]:
    made = RecordModel(columns(), key=lambda item: item.id)
    made.set_records([Item(**vars(item)) for item in ITEMS])
    return made


def _ids(model: RecordModel[Item]) -> list[str]:
    return [item.id for item in model.shown()]


def test_sorting_by_a_column_puts_blanks_last_both_ways(model: RecordModel[Item]) -> None:
    model.sort_by("price")
    assert _ids(model) == ["mug", "planter", "size", "box", "apron", "lamp"]
    model.sort_by("price", descending=True)
    assert _ids(model) == ["apron", "box", "size", "planter", "mug", "lamp"]
    model.sort_by(None)
    assert _ids(model) == [item.id for item in ITEMS]


def test_names_sort_without_regard_to_case(qapp: QApplication) -> None:
    made = RecordModel(columns(), key=lambda item: item.id)
    made.set_records([Item(name, name, 1.0, 1) for name in ("b", "A", "a", "B")])
    made.sort_by("name")
    assert [item.name for item in made.shown()] == ["A", "a", "b", "B"]


def test_more_pages_come_at_the_end_and_are_sorted_in_when_settled(model: RecordModel[Item]) -> None:
    model.sort_by("price")
    before = _ids(model)
    model.append([Item("cheap", "Cheap", 1.0, 3), Item("dear", "Dear", 99.0, 3)])
    assert _ids(model) == [*before, "cheap", "dear"]
    model.settle()
    assert _ids(model) == ["cheap", *before[:-1], "dear", "lamp"]


def test_a_record_that_comes_again_is_updated_in_its_row(model: RecordModel[Item]) -> None:
    changes: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda first, last: changes.append((first.row(), last.row())))
    model.append([Item("mug", "Mug, blue", 17.0, 5)])
    assert model.total() == len(ITEMS)
    assert model.record(2).name == "Mug, blue"
    assert changes == [(2, 2)]


def test_the_filter_holds_for_what_comes_later(model: RecordModel[Item]) -> None:
    model.set_filter(lambda item: "Kitchen" in item.catalogs)
    model.append([Item("pan", "Pan", 5.0, 1, ("Kitchen",)), Item("rug", "Rug", 5.0, 1)])
    assert _ids(model) == ["apron", "mug", "size", "pan"]
    assert model.total() == len(ITEMS) + 2
    assert model.row_of("rug") is None
    assert model.row_of("pan") == 3
    model.set_filter(None)
    assert model.row_of("rug") == len(ITEMS) + 1


def test_records_are_found_by_key_and_taken_away_by_key(model: RecordModel[Item]) -> None:
    found = model.find("apron")
    assert found is not None
    assert found.name == "Linen Apron"
    model.remove(["apron", "not there"])
    assert model.find("apron") is None
    assert "apron" not in _ids(model)


def test_cells_are_read_out_with_their_column_state_and_problem(model: RecordModel[Item]) -> None:
    item = model.record(1)
    item.edited, item.wrong = True, "39.00 is higher than 35.00"
    said = model.index(1, model.column("price")).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Price: 39.00, changed, 39.00 is higher than 35.00"
    assert model.index(3, model.column("state")).data(Qt.ItemDataRole.AccessibleTextRole) == "Out"


def test_typing_goes_through_the_columns_own_setter(model: RecordModel[Item]) -> None:
    edited: list[tuple[str, str, str]] = []
    refused: list[tuple[str, str, str]] = []
    model.value_edited.connect(lambda item, key, typed: edited.append((item.id, key, typed)))
    model.value_refused.connect(lambda item, key, wrong: refused.append((item.id, key, wrong)))
    price = model.index(0, model.column("price"))
    assert model.setData(price, "20.5")
    assert model.record(0).price == 20.5
    assert not model.setData(price, "2O")
    assert not model.setData(price, "20.50")
    assert not model.setData(model.index(0, model.column("name")), "x")
    assert edited == [("planter", "price", "20.5")]
    assert refused == [("planter", "price", "“2O” is not a price")]
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsEditable
    assert model.flags(price) & Qt.ItemFlag.ItemIsEditable


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        ("number", 1026, "1,026"),
        ("pills", ("Garden", "Autumn"), "Garden, Autumn"),
        ("pill", PillValue("Out", "close", "danger"), "Out"),
        ("pill", None, ""),
        ("mark", Mark("error", "danger", "6 of 12 digits left"), "6 of 12 digits left"),
        ("ticks", "read", "Read"),
        ("ticks", "deferred", "“deferred”"),
        ("bar", 0.625, "62 %"),
        ("text", "a\u202eb", "a‹RLO›b"),
        ("text", None, ""),
    ],
)
def test_every_kind_has_words(kind: str, value: object, said: str) -> None:
    column: ColumnSpec[object] = ColumnSpec(key="x", title="X", kind=kind, value=lambda record: record)
    assert column.plain_text(value) == said
