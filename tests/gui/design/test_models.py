"""Every Qt model of the window answers as Qt wants it to: empty, filled, changed in place, emptied again."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QListView, QTableView, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.grid.model import RecordModel
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.panels.decisions.decision_list import DecisionList
from svcconsole.gui.panels.decisions.decision_list import Row as DoubtRow
from svcconsole.gui.panels.delivery.run_list import Groups
from svcconsole.gui.panels.practice.received.bubbles import BubbleModel
from svcconsole.gui.panels.practice.received.received_rows import Row as ReceivedRow
from svcconsole.gui.panels.viewer.cells import Kind
from svcconsole.gui.panels.viewer.sheet_model import SheetModel
from svcconsole.gui.shell.palette_list import Entry, Group, Match, Matches
from svcconsole.gui.tabs.customers.people_list import PeopleModel, PersonLine
from svcconsole.gui.tabs.messaging.campaign.wall.wall_tiles import FINE, WallModel, WallTile
from svcconsole.services.campaigns.likely_wrong.suspicions import Ground, Suspicion, Tile
from svcconsole.services.campaigns.views import Recipient
from svcconsole.services.deliveries.deliveries import DeliveryCounts
from svcconsole.services.deliveries.deliveries import Group as RunGroup
from svcconsole.services.messaging.appearance.bubble import Bubble
from svcconsole.workspace.runs.records import Doubt
from svcconsole.workspace.schema import RunState
from tests.gui.kit.widgets.conftest import ITEMS, Item, columns
from tests.support.qt import show

GUI = Path(__file__).parents[3] / "svcconsole" / "gui"
Change = Callable[[], object]
MODEL_BASE = re.compile(r"(Q\w+|Grid|Paged)Model(\[\w+\])?$")
BASES = {"GridModel", "PagedModel"}
"""What the grids' models have in common; neither is used by itself."""
AT = "2026-03-02T09:41:07Z"


@dataclass(frozen=True)
class SheetLine:
    """A row of a file as the viewer's pages give it."""

    number: int
    cells: tuple[str, ...]


def records(_parent: QWidget) -> tuple[QAbstractItemModel, list[Change]]:
    model = RecordModel(columns(), key=lambda item: item.id)
    items = [Item(**vars(item)) for item in ITEMS]
    price = model.column("price")
    return model, [
        lambda: model.set_records(items),
        lambda: model.sort_by("price", descending=True),
        lambda: model.append([Item("new", "New", 1.0, 1), Item("apron", "Linen Apron", 40.0, 3)]),
        model.settle,
        lambda: model.setData(model.index(0, price), "20.5"),
        lambda: model.set_filter(lambda item: item.stock > 5),
        lambda: model.set_filter(None),
        lambda: model.remove(["apron", "planter"]),
        lambda: model.set_records([]),
    ]


def sheet(parent: QWidget) -> tuple[QAbstractItemModel, list[Change]]:
    model = SheetModel(parent)
    lines = [SheetLine(at, (f"row {at}", str(at))) for at in range(1, 8)]
    ragged = [SheetLine(8, ("only one",)), SheetLine(9, ("a", "b", "one too many"))]
    return model, [
        lambda: model.set_file(("Name", ""), (Kind.TEXT, Kind.NUMBER)),
        lambda: model.show(0, lines[:5]),
        lambda: model.show(2, lines[2:7]),
        lambda: model.show(4, [*lines[4:], *ragged]),
        lambda: model.show(7, ragged),
        lambda: model.show(0, ()),
        lambda: model.set_file(("One",), (Kind.ID,)),
    ]


def people(parent: QWidget) -> tuple[QAbstractItemModel, list[Change]]:
    model = PeopleModel(parent)
    lines = [
        PersonLine(f"k{at}", name, "C-20418", "Pune", AT) for at, name in enumerate(("मीरा", "<b>Lena</b>"))
    ]
    return model, [
        lambda: model.set_lines(lines),
        lambda: model.set_lines(lines[:1]),
        lambda: model.set_lines([]),
    ]


def bubbles(parent: QWidget) -> tuple[QAbstractItemModel, list[Change]]:
    model = BubbleModel(parent)
    sent = PillValue("Sent", "tick", "neutral")
    rows = [
        ReceivedRow("text", "Message", f"m{at}", AT, "+91 98", "Text", sent, text="So") for at in range(3)
    ]
    return model, [lambda: model.set_rows(rows), lambda: model.set_rows(rows[1:]), lambda: model.set_rows([])]


def doubts(_parent: QWidget) -> tuple[QAbstractItemModel, list[Change]]:
    model = DecisionList()
    first = Doubt(
        run_id="r1", seq=1, kind="products/upsert", title="autumn.csv", about="apron", reference="ref",
        record_id="apron", single=False, rows=2, first_row=2, last_row=3, reason="No answer came.",
        server_words="", at=AT, tries=1, run_state=RunState.PAUSED, file_name="autumn.csv", code="",
    )  # fmt: skip
    rows = [
        DoubtRow(first),
        DoubtRow(replace(first, seq=2)),
        DoubtRow(replace(first, seq=3, kind="messages/send")),
    ]

    def tick() -> None:
        assert model.setData(model.first(), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)

    return model, [
        lambda: model.set_rows(rows),
        tick,
        lambda: model.set_rows(rows[1:]),
        lambda: model.set_rows([]),
    ]


def runs(_parent: QWidget) -> tuple[QAbstractItemModel, list[Change]]:
    model = Groups()
    groups = [RunGroup(f"g{at}", "Autumn", AT, DeliveryCounts(), day="2026-03-02") for at in range(3)]
    return model, [
        lambda: model.set_groups(groups),
        lambda: model.set_groups([replace(group, title="Autumn, again") for group in groups]),
        lambda: model.set_groups(groups[:1]),
        lambda: model.set_groups([]),
    ]


def found(parent: QWidget) -> tuple[QAbstractItemModel, list[Change]]:
    model = Matches(parent)
    matches = [
        Match(Entry("Import products", lambda: None, place="Catalog", keys="Ctrl+I"), ((0, 2),)),
        Match(Entry("Linen Apron", lambda: None, reason="Not now", group=Group.PRODUCTS)),
    ]
    return model, [lambda: model.show(matches), lambda: model.show(matches[:1]), lambda: model.show([])]


def wall(_parent: QWidget) -> tuple[QAbstractItemModel, list[Change]]:
    model = WallModel()
    tiles = [
        WallTile(
            Tile(Suspicion(row, Ground.PLACEHOLDER), Recipient(row, "TEST", "", "", "", True, (), (), {})),
            Bubble(body="Hello TEST"),
            "TEST",
        )
        for row in (1, 2, 3)
    ]
    return model, [
        lambda: model.set_tiles(tiles),
        lambda: model.set_mark(1, FINE),
        lambda: model.set_tiles(tiles[:1]),
        lambda: model.set_tiles([]),
    ]


MODELS: dict[str, Callable[[QWidget], tuple[QAbstractItemModel, list[Change]]]] = {
    "RecordModel": records,
    "SheetModel": sheet,
    "PeopleModel": people,
    "BubbleModel": bubbles,
    "DecisionList": doubts,
    "Groups": runs,
    "Matches": found,
    "WallModel": wall,
}
"""Class → one of its kind, and what happens to it in the window; the last leaves it without rows."""


def _classes() -> Iterator[str]:
    """The models that the window's code defines."""
    for path in GUI.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            bases = [ast.unparse(base) for base in node.bases] if isinstance(node, ast.ClassDef) else []
            if isinstance(node, ast.ClassDef) and any(MODEL_BASE.match(base) for base in bases):
                yield node.name


def test_every_model_is_tried_here() -> None:
    assert sorted(_classes()) == sorted(MODELS.keys() | BASES)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_is_one_as_qt_wants_it(qtbot: QtBot, qtmodeltester: ModelTester, name: str) -> None:
    """Qt's tester hears every signal and asks the model anew; a view asks it too, as in the window."""
    place = show(qtbot, QWidget(), 600, 400)
    model, changes = MODELS[name](place)
    view = QListView(place) if isinstance(model, QAbstractListModel) else QTableView(place)
    view.setModel(model)
    view.show()
    counts = []
    qtmodeltester.check(model)
    for change in changes:
        change()
        view.grab()
        counts.append(model.rowCount(QModelIndex()))
    assert max(counts) > 0 and counts[-1] == 0


@pytest.mark.parametrize("name", MODELS)
def test_where_there_is_no_row_there_is_nothing(qapp: QApplication, qtbot: QtBot, name: str) -> None:
    model, changes = MODELS[name](show(qtbot, QWidget()))
    for change in (lambda: None, changes[0]):
        change()
        nowhere = QModelIndex()
        assert model.flags(nowhere) == Qt.ItemFlag.NoItemFlags
        for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.UserRole, Qt.ItemDataRole.CheckStateRole):
            assert model.data(nowhere, role) is None
