"""A view of a table as plain data: filters, a search and an order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Test = Literal["is", "is_not", "contains", "over", "under", "between", "blank", "not_blank", "in_period"]


@dataclass(frozen=True, slots=True)
class Filter:
    """One test of one column (from 0).

    - is, is_not: the cell is (none of) `values`, letter for letter; "" is a cell with nothing in it. In a
      column of numbers or dates also what is the same number, day or second
    - contains: one of `values` stands in it, whatever the case, as the file has it or as it is shown
    - over, under: more (less) than the one value; between: from the first to the second, both included.
      Numbers for a column of numbers, days or moments (ISO) for one of dates; a day includes all of it.
      In a column of text they compare the cells that are numbers, or dates when the value is a date
    - blank, not_blank: without `values`; spaces alone are blank
    - in_period: from the first ISO day, up to but without the second, as a chart's bar covers it; for a
      column of numbers from the first number up to but without the second
    """

    column: int
    test: Test
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sort:
    """A column (from 0) in ascending or descending order.

    Numbers and dates by their value, cells that are none after them as text, blank ones last either way;
    what is equal keeps the file's order.
    """

    column: int
    descending: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """Rows that pass every filter and hold `search` in any column as `contains` does, sorted."""

    filters: tuple[Filter, ...] = ()
    search: str = ""
    sorts: tuple[Sort, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether it is the file as it stands."""
        return not (self.filters or self.search or self.sorts)
