"""The texts of the viewer: counts, sizes, short values, filters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QDate, QLocale, Qt

from svcconsole.gui.design.hiding import hidden_value
from svcconsole.gui.design.text import isolate, visible
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.quantity_words import count, rows

if TYPE_CHECKING:
    from svcconsole.services.analysis.view import Filter

LONGEST: Final = 28
"""Characters of a value in a chip or a menu."""
TESTS: Final[Mapping[str, str]] = {
    "is": mark("is"),
    "is_not": mark("is not"),
    "contains": mark("contains"),
    "over": mark("over"),
    "under": mark("under"),
    "between": mark("between"),
    "in_period": mark("in"),
    "blank": mark("is blank"),
    "not_blank": mark("is not blank"),
}
"""The tests of a filter in the order they are offered, as they stand between column and value."""
VALUES: Final[Mapping[str, int]] = {"between": 2, "in_period": 2, "blank": 0, "not_blank": 0}
"""How many values a test takes; one where it is not named."""
OF_SEVERAL: Final = ("is", "is_not", "contains")
"""The tests of texts, which can have more values than one."""


def seconds(taken: float) -> str:
    """0.21 s; below ten seconds with two decimals."""
    return tr("{n} s", n=QLocale().toString(taken, "f", 2 if taken < 10 else 0))


def short(text: str) -> str:
    """A value short enough for a chip, on one line, with its own direction."""
    line = " ".join(visible(text[: LONGEST * 4]).split())
    return isolate(line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…")


def value_words(text: str) -> str:
    """A value as it stands in a chip; a blank one says so."""
    return short(text) if text.strip() else tr("(blank)")


def few(texts: Sequence[str]) -> str:
    """Up to three values or names; of more the first two, and how many others there are."""
    values = [value_words(text) for text in texts]
    if len(values) <= 3:
        return ", ".join(values)
    return f"{values[0]}, {values[1]} +{count(len(values) - 2)}"


def said_values(names: Sequence[str], wanted: Filter) -> list[str]:
    """The values of a filter as they may be shown; `names` are what the file calls its columns."""
    if wanted.test not in OF_SEVERAL:
        return list(wanted.values)
    return [hidden_value(names, wanted.column, value) for value in wanted.values]


def filter_words(heading: str, names: Sequence[str], wanted: Filter) -> str:
    """ "first_reply_s over 600"; `heading` is what its column is called on screen."""
    test, said_of = tr(TESTS[wanted.test]), said_values(names, wanted)
    values = [value_words(value) for value in said_of]
    match len(values):
        case 0:
            said = ""
        case 2 if wanted.test == "between":
            said = tr("{first} and {last}", first=values[0], last=values[1])
        case 2 if wanted.test == "in_period":
            said = period_words(*wanted.values)
        case _:
            said = few(said_of)
    return " ".join(part for part in (short(heading), test, said) if part)


def period_words(first: str, after: str) -> str:
    """The days from `first` up to but without `after`, both ISO: "18 May 2026 to 24 May 2026", "May 2026"."""
    begin = QDate.fromString(first[:10], Qt.DateFormat.ISODate)
    end = QDate.fromString(after[:10], Qt.DateFormat.ISODate).addDays(-1)
    if not begin.isValid() or not end.isValid():
        return tr("{first} to {after}", first=short(first), after=short(after))
    locale = QLocale()
    if begin == end:
        return locale.toString(begin, "d MMM yyyy")
    if begin.day() == 1 and end == begin.addMonths(1).addDays(-1):
        return locale.toString(begin, "MMM yyyy")
    return tr(
        "{begin} to {end}", begin=locale.toString(begin, "d MMM yyyy"), end=locale.toString(end, "d MMM yyyy")
    )


def seen_words(seen: int, total: int, taken: float | None, *, complete: bool) -> str:
    """ "8,214 of 120,418 rows · 0.21 s"; nothing asked: "120,418 rows", "… so far" while they are counted."""
    if taken is None:
        return rows(total) if complete else tr("{rows} so far", rows=rows(total))
    said = rows(total) if seen == total else tr("{seen} of {rows}", seen=count(seen), rows=rows(total))
    return f"{said} · {seconds(taken)}"
