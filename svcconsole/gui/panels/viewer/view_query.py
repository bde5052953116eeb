"""The query of the viewer: filters, search and sorting as one view that every part changes."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from svcconsole.services.analysis.view import Filter, Sort, View


class ViewQuery(QObject):
    """`view` as it is wanted now; `changed(View)` when somebody wants another."""

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view = View()

    def reset(self) -> None:
        """Another file: nothing is asked of it yet, and nobody is told."""
        self.view = View()

    def clear(self) -> None:
        """Take filters and words away; the order stays."""
        self._apply(replace(self.view, filters=(), search=""))

    def search(self, words: str) -> None:
        """Rows that hold these words in any column."""
        self._apply(replace(self.view, search=words.strip()))

    def add(self, wanted: Filter) -> None:
        """One more filter; one of the same column and test gives way to it. What is left out stays so."""
        same = [
            each for each in self.view.filters if (each.column, each.test) == (wanted.column, wanted.test)
        ]
        kept = [each for each in self.view.filters if each not in same]
        if wanted.test == "is_not":
            values = (value for each in (*same, wanted) for value in each.values)
            wanted = replace(wanted, values=tuple(dict.fromkeys(values)))
        self._apply(replace(self.view, filters=(*kept, wanted)))

    def only(self, wanted: Filter) -> None:
        """This filter instead of all others of its column."""
        kept = [each for each in self.view.filters if each.column != wanted.column]
        self._apply(replace(self.view, filters=(*kept, wanted)))

    def change(self, before: Filter, wanted: Filter) -> None:
        """Another filter in the place of one."""
        filters = [wanted if each == before else each for each in self.view.filters]
        self._apply(replace(self.view, filters=tuple(dict.fromkeys(filters))))

    def drop(self, gone: Filter) -> None:
        """Take one filter away."""
        self._apply(replace(self.view, filters=tuple(each for each in self.view.filters if each != gone)))

    def drop_column(self, column: int) -> None:
        """Take the filters of a column away."""
        self._apply(
            replace(self.view, filters=tuple(each for each in self.view.filters if each.column != column))
        )

    def sort(self, column: int, *, add: bool = False) -> None:
        """Up, then down, then as the file has it; `add` keeps what it is sorted by already."""
        now = next((each for each in self.view.sorts if each.column == column), None)
        wanted = () if now is not None and now.descending else (Sort(column, now is not None),)
        if not add:
            self._apply(replace(self.view, sorts=wanted))
        elif now is None:
            self._apply(replace(self.view, sorts=(*self.view.sorts, *wanted)))
        else:
            sorts = [part for each in self.view.sorts for part in (wanted if each is now else (each,))]
            self._apply(replace(self.view, sorts=tuple(sorts)))

    def sort_by(self, column: int, *, descending: bool) -> None:
        """Sort by this column alone."""
        self._apply(replace(self.view, sorts=(Sort(column, descending),)))

    def unsort(self) -> None:
        """In the file's own order again."""
        self._apply(replace(self.view, sorts=()))

    def _apply(self, view: View) -> None:
        if view != self.view:
            self.view = view
            self.changed.emit(view)
