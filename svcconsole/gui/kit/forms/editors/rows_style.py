"""The columns of a list of records in a form, and how new rows begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtGui import QPixmap

Contents = dict[str, Any]


@dataclass(eq=False, slots=True)
class Line:
    """One row in the table: its values, those the store has (None: a new row), what is wrong in its cells
    and what is worth a look there."""

    key: int
    values: Contents
    original: Contents | None = None
    problems: dict[str, str] = field(default_factory=dict)
    looks: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RowsStyle:
    """How a list of records is shown and begun; everything not said follows from the model.

    `columns` are the fields shown, in order; `extra` those shown on demand; `money` those with two decimals;
    `fixed` those of the store's rows that cannot change; `ghost` says what a blank cell stands for; `begin`
    makes a new row from the others; `thumb` draws before the first column.
    """

    thing: str = ""
    columns: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    widths: Mapping[str, int] = field(default_factory=dict)
    fixed: frozenset[str] = frozenset()
    money: frozenset[str] = frozenset()
    key: str = "id"
    ghost: Callable[[Contents, str], str] | None = None
    begin: Callable[[list[Contents]], Contents] | None = None
    thumb: Callable[[Contents], QPixmap | str | None] | None = None
    most_rows: int = 12
