"""Columns for tables that are read a page at a time, in file order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from svcconsole.gui.kit.grid.table import ColumnSpec

R = TypeVar("R")


def column(key: str, title: str, value: Callable[[R], Any], **look: Any) -> ColumnSpec[R]:
    """A column that cannot be sorted: sorting the rows read so far would pass them off as all of them."""
    return ColumnSpec(key=key, title=title, value=value, sortable=False, **look)
