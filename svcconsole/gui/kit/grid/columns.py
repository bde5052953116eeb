"""What a table of records shows: one `ColumnSpec` per column, and the values its cells are painted from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QLocale

from svcconsole.gui.design.hiding import hidden_cell, is_hiding
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.widgets.pills import PillValue, Tick, tick_for
from svcconsole.gui.kit.widgets.thumbnails import Shown
from svcconsole.words.masking import Mask

R = TypeVar("R")

KINDS: Final = (
    "text", "strong", "mono", "number", "money", "row", "pills", "pill", "status", "mark", "strong_mark",
    "ticks", "bar", "menu", "check",
)  # fmt: skip
END_ALIGNED: Final = frozenset({"number", "money", "row"})


class Mark(NamedTuple):
    """A sentence with a state's icon before it, e.g. what is wrong in this row; no icon keeps its room."""

    icon: str
    tone: str
    text: str


@dataclass(frozen=True, kw_only=True)
class ColumnSpec(Generic[R]):
    """One column.

    `value(record)` is what the cell shows, by `kind`: text, strong (names), mono (ids), money: a string;
    number: an int; row: the row's number; pills: strings; pill, status: a PillValue or None;
    mark, strong_mark (its words in ink): a Mark or None; ticks: a delivery word or a Tick; bar: a fraction or
    a sequence of (value, token);
    menu: what the row's menu is called, drawn as "…"; check: whether the row's box is ticked.
    """

    key: str
    title: str
    value: Callable[[R], Any]
    kind: str = "text"
    width: int = 120
    """In units of look.md; `stretch` takes what is left over and never less than this."""
    stretch: bool = False
    drop: int = 0
    """At narrow widths the largest goes first; 0 never goes."""
    hidden: bool = False
    """Not shown until the user asks for it."""
    sort: Callable[[R], Any] | None = None
    """The key to sort by; the value itself without one. Blanks (None) always sort last."""
    sortable: bool = True
    text: Callable[[R], str] | None = None
    """What is shown, copied and read out when it is not simply the value as text."""
    struck: Callable[[R], str] | None = None
    """What stood there before, struck through beside the text; blank for nothing."""
    tone: Callable[[R], str | None] | None = None
    heads: Callable[[R], bool] | None = None
    """Whether a record heads those below it: its row has the quiet ground."""
    strong: Callable[[R], bool] | None = None
    """Whether the text of a record stands out, as that of a group of rows."""
    thumb: Callable[[R], Shown] | None = None
    """The picture before the text; asked for painted rows only, so asking may start loading it."""
    set_value: Callable[[R, str], str | None] | None = None
    """Takes what was typed, returns what is wrong with it or None; with it the column is edited by F2."""
    edit_text: Callable[[R], str] | None = None
    """What editing begins with where that is not what the cell shows."""
    edited: Callable[[R], bool] | None = None
    problem: Callable[[R], str | None] | None = None
    look: Callable[[R], str | None] | None = None
    """What is worth a look in this cell and is no problem."""
    tip: Callable[[R], str | None] | None = None
    mask: Mask | None = None
    """How its cells are hidden while people are; by its title where there is none."""
    hint: str = ""
    """What the header's tooltip adds to its title."""

    def ends(self) -> bool:
        """Whether the column is aligned at its end."""
        return self.kind in END_ALIGNED

    def plain_text(self, record: R) -> str:
        """The cell in words: for painting, copying, tooltips and screen readers; who people are is hidden in
        it while that is wanted."""
        return hidden_cell(self.title, self._said(record), self.mask)

    def _said(self, record: R) -> str:
        said = _SAID.get(self.kind, _plain)(self.value(record)) if self.text is None else self.text(record)
        return show(said)

    def typed(self, record: R) -> str:
        """What editing the cell begins with."""
        if self.edit_text is not None:
            return self.edit_text(record)
        value = self.value(record)
        return value if is_hiding() and isinstance(value, str) else self._said(record)

    def sort_key(self, record: R) -> Any:
        """What the column sorts by; None for blanks."""
        key = self.sort(record) if self.sort is not None else self.value(record)
        if isinstance(key, str):
            return key.casefold() or None
        if isinstance(key, PillValue | Mark | Tick):
            return _plain_sort(key)
        if isinstance(key, list | tuple):
            return tuple(str(part).casefold() for part in key) or None
        return key


def _plain_sort(value: PillValue | Mark | Tick) -> str:
    return (value.text if isinstance(value, Mark) else value.word).casefold()


def _plain(value: object) -> str:
    return "" if value is None else visible(value if isinstance(value, str) else str(value))


def _number(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return QLocale().toString(value)
    return _plain(value)


def _pills(value: Sequence[str] | None) -> str:
    return ", ".join(visible(each) for each in value or ())


def _pill(value: PillValue | None) -> str:
    return show(value.word) if value is not None else ""


def _mark(value: Mark | None) -> str:
    return visible(value.text) if value is not None else ""


def _check(value: object) -> str:
    return tr("ticked") if value else tr("not ticked")


def _ticks(value: str | Tick | None) -> str:
    if not value:
        return ""
    return show((value if isinstance(value, Tick) else tick_for(value)).word)


def _bar(value: float | Sequence[tuple[float, str]] | None) -> str:
    if isinstance(value, int | float):
        return f"{round(value * 100)} %"
    return ", ".join(QLocale().toString(round(part)) for part, _token in value or ())


_SAID: Final[dict[str, Callable[[Any], str]]] = {
    "number": _number,
    "row": _number,
    "pills": _pills,
    "pill": _pill,
    "status": _pill,
    "mark": _mark,
    "strong_mark": _mark,
    "ticks": _ticks,
    "bar": _bar,
    "check": _check,
}
