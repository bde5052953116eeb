"""The context menus of the viewer's table for a cell, its row and its column."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from svcconsole.gui.design.hiding import hidden_value
from svcconsole.gui.design.text import literal
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.actions import native_keys
from svcconsole.gui.panels.viewer import viewer_text
from svcconsole.gui.panels.viewer.cells import Kind
from svcconsole.gui.panels.viewer.sheet import Sheet
from svcconsole.gui.panels.viewer.view_query import ViewQuery
from svcconsole.services.analysis.results import ColumnType
from svcconsole.services.analysis.view import Filter

TYPES: Final[Mapping[ColumnType, str]] = {
    "number": mark("Number, such as 1,234.5"),
    "number_comma": mark("Number, such as 1.234,5"),
    "amount": mark("Amount of money"),
    "text": mark("Text or id"),
    "phone": mark("Phone number"),
    "date_day_first": mark("Date, day first"),
    "date_month_first": mark("Date, month first"),
    "date_store": mark("Date and time, in the store's zone"),
    "date_utc": mark("Date and time, in UTC"),
    "date_computer": mark("Date and time, in this computer's zone"),
    "date_epoch": mark("Date and time, as seconds since 1970"),
}
"""What a column can be read as; a zone is for moments that name none."""

Entry = tuple[str, Callable[[], object]]


class Ways(NamedTuple):
    """What the page does for its menus."""

    copy: Callable[[bool, bool], object]
    """(rows, with header)"""
    open_row: Callable[[], object]
    add_filter: Callable[[int], object]
    chart: Callable[[int], object]
    go_to: Callable[[], object]
    types: Callable[[], Mapping[int, ColumnType]]
    """What somebody chose that columns hold."""
    set_type: Callable[[int, ColumnType | None], object]


def _menu(parent: QWidget, groups: Sequence[Sequence[Entry]]) -> QMenu:
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for at, group in enumerate(groups):
        if at and group:
            menu.addSeparator()
        for text, run in group:
            menu.addAction(literal(text)).triggered.connect(lambda _=False, run=run: run())
    return menu


def _keys(text: str, keys: str) -> str:
    return f"{text}\t{native_keys(keys)}"


def cell_menu(sheet: Sheet, asked: ViewQuery, ways: Ways) -> QMenu:
    """For the current cell and the chosen rows."""
    column = sheet.choice.column
    row = sheet.current_row()
    value = row.cells[column] if row is not None and column < len(row.cells) else ""
    said = viewer_text.value_words(hidden_value(sheet.file_model.names, column, value))
    many = sheet.choice.count()
    filled = bool(value.strip())
    only = Filter(column, "is", (value,)) if filled else Filter(column, "blank")
    without = Filter(column, "is_not", (value,)) if filled else Filter(column, "not_blank")
    menu = _menu(
        sheet,
        [
            [
                (tr("Show only {said}", said=said), lambda: asked.only(only)),
                (tr("Leave out {said}", said=said), lambda: asked.add(without)),
            ],
            [
                (_keys(tr("Copy the cell"), "Ctrl+C"), partial(ways.copy, False, False)),
                (
                    _keys(tr_plural("Copy the row", "Copy {n} rows", many), "Ctrl+Shift+C"),
                    partial(ways.copy, True, False),
                ),
                (tr("Copy with the header"), partial(ways.copy, True, True)),
            ],
            [
                (_keys(tr("Show the whole row"), "Return"), ways.open_row),
                (_keys(tr("Go to row…"), "Ctrl+G"), ways.go_to),
            ],
            _column_entries(sheet, asked, ways, column),
        ],
    )
    _add_types(menu, sheet, ways, column)
    return menu


def column_menu(sheet: Sheet, asked: ViewQuery, ways: Ways, column: int) -> QMenu:
    """For one column."""
    menu = _menu(sheet, [_column_entries(sheet, asked, ways, column)])
    _add_types(menu, sheet, ways, column)
    return menu


def _add_types(menu: QMenu, sheet: Sheet, ways: Ways, column: int) -> None:
    """What the column holds: by its cells, or as somebody says."""
    name = viewer_text.short(sheet.file_model.name(column))
    types = menu.addMenu(literal(tr("Read {column} as", column=name)))
    group = QActionGroup(types)
    chosen = ways.types().get(column)
    offered: list[tuple[ColumnType | None, str]] = [(None, _by_its_cells(sheet.kind(column), chosen))]
    for each, words in [*offered, *((key, tr(words)) for key, words in TYPES.items())]:
        action = types.addAction(literal(words))
        action.setCheckable(True)
        action.setChecked(each == chosen)
        group.addAction(action)
        action.triggered.connect(partial(_set_type, ways, column, each))
        if each is None:
            types.addSeparator()


def _set_type(ways: Ways, column: int, chosen: ColumnType | None, _checked: bool = False) -> None:
    ways.set_type(column, chosen)


def _by_its_cells(kind: Kind, chosen: ColumnType | None) -> str:
    if chosen is not None:
        return tr("By its cells")
    return {
        Kind.NUMBER: tr("By its cells: a number"),
        Kind.DATE: tr("By its cells: a date or time"),
        Kind.ID: tr("By its cells: an id"),
        Kind.TEXT: tr("By its cells: text"),
    }[kind]


def _column_entries(sheet: Sheet, asked: ViewQuery, ways: Ways, column: int) -> list[Entry]:
    name = viewer_text.short(sheet.file_model.name(column))
    stays = sheet.columns.stays(column)
    freeze = tr("Unfreeze {column}", column=name) if stays else tr("Freeze {column}", column=name)
    filters = any(each.column == column for each in asked.view.filters)
    entries: list[tuple[bool, str, Callable[[], object]]] = [
        (
            True,
            tr("Sort by {column}, ascending", column=name),
            partial(asked.sort_by, column, descending=False),
        ),
        (
            True,
            tr("Sort by {column}, descending", column=name),
            partial(asked.sort_by, column, descending=True),
        ),
        (bool(asked.view.sorts), tr("Original row order"), asked.unsort),
        (True, tr("Filter {column}…", column=name), partial(ways.add_filter, column)),
        (filters, tr("Clear the filters of {column}", column=name), partial(asked.drop_column, column)),
        (True, tr("Chart {column}", column=name), partial(ways.chart, column)),
        (True, freeze, partial(sheet.columns.freeze, column, not stays)),
        (True, tr("Hide {column}", column=name), partial(sheet.columns.show, column, False)),
    ]
    return [(text, run) for offered, text, run in entries if offered]
