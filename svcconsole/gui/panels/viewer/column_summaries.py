"""Small column summaries: a profile as bars, one line of text and a tooltip."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, QObject, Qt, Signal

from svcconsole.gui.design.hiding import hidden_value
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import quantity_words as numbers
from svcconsole.gui.kit.cell_text import computed, shown
from svcconsole.gui.kit.charts import chart_text
from svcconsole.gui.kit.grid.header import ColumnSummary
from svcconsole.gui.panels.viewer import viewer_text
from svcconsole.gui.runtime.display_zone import place_of
from svcconsole.gui.runtime.task_scope import TaskScope

if TYPE_CHECKING:
    from svcconsole.services.analysis.analysis import Analysis
    from svcconsole.services.analysis.results import ColumnReading, Profile
    from svcconsole.services.analysis.view import View

TOP = 5
RARE = 0.05
"""A value that fewer than this share of the rows have does not fill the height."""


def summary_of(profile: Profile, names: Sequence[str], chosen: Sequence[str] = ()) -> ColumnSummary:
    """A profile in small, of a file with columns of these names; `chosen` are the values the view is filtered
    to."""
    highest = max((each.count for each in profile.shape), default=0)
    if profile.kind in (
        "text",
        "id",
    ):  # bars of values that hardly come twice are low, whichever is the highest
        highest = max(highest, round((profile.rows - profile.blanks) * RARE))
    bars = tuple(each.count / highest for each in profile.shape) if highest else ()
    strong = next((at for at, each in enumerate(profile.shape) if each.label in chosen), -1)
    return ColumnSummary(bars, _lines(profile, names), _tip(profile, names), strong)


def _lines(profile: Profile, names: Sequence[str]) -> tuple[str, ...]:
    if profile.kind == "empty":
        return (tr("all blank"),)
    said = _range(profile, names) if profile.kind in ("number", "date") else _different(profile)
    if not profile.blanks:
        return (said,)
    blank = _blank_share(profile)
    return f"{said}, {blank}", blank


def _different(profile: Profile) -> str:
    return tr_plural("{n} different", "{n} different", profile.distinct)


def _blank_share(profile: Profile) -> str:
    share = profile.blanks * 100 / max(1, profile.rows)
    if share < 1:
        return tr_plural("{n} blank", "{n} blank", profile.blanks)
    return tr(
        "{value} % blank",
        value=numbers.count(min(99, round(share)) if profile.blanks < profile.rows else 100),
    )


def _range(profile: Profile, names: Sequence[str]) -> str:
    least, most = (_end(profile, names, text) for text in (profile.least, profile.most))
    if profile.kind == "date":
        return _days(least, most) or (f"{least} – {most}" if least else "")
    if not least:
        return ""
    return least if least == most else f"{least} – {most}"


def _days(least: str, most: str) -> str:
    """ "1 Jan – 30 Jun", with the years where they differ."""
    first, last = (QDate.fromString(text.strip(), Qt.DateFormat.ISODate) for text in (least, most))
    if not first.isValid() or not last.isValid():
        return ""
    locale = QLocale()
    if first == last:
        return locale.toString(first, "d MMM yyyy")
    look = "d MMM" if first.year() == last.year() else "MMM yyyy"
    return f"{locale.toString(first, look)} – {locale.toString(last, look)}"


def _end(profile: Profile, names: Sequence[str], text: str) -> str:
    """A least or largest value as it stands in one line."""
    said = hidden_value(names, profile.column, shown(text, profile.look))
    return said[:10] if profile.kind == "date" else said


def _tip(profile: Profile, names: Sequence[str]) -> str:
    lines = [numbers.rows(profile.rows)]
    if profile.kind in ("number", "date"):
        lines.append(
            tr(
                "Smallest {end}, largest {end_2}",
                end=_end(profile, names, profile.least),
                end_2=_end(profile, names, profile.most),
            )
        )
    if profile.kind == "number" and profile.mean is not None:
        middle, mean = computed(profile.middle, profile.look), chart_text.number(profile.mean)
        lines.append(tr("Median {grouped}, mean {mean}", grouped=middle, mean=mean))
    lines += _zone_lines(profile.look)
    lines.append(_different(profile))
    lines.append(tr_plural("{n} blank", "{n} blank", profile.blanks))
    for top in profile.top[:TOP]:
        said = viewer_text.value_words(hidden_value(names, profile.column, top.value))
        lines.append(f"{said}  {numbers.count(top.count)}")
    return "\n".join(lines)


def _zone_lines(look: ColumnReading) -> list[str]:
    """In which zone the moments of a column are written and shown; nothing of days alone."""
    if not look.timed:
        return []
    lines = [tr("Shown in this zone: {place}", place=place_of(look.shown_in))]
    if look.zoneless:
        place = place_of(look.written)
        lines.append(tr("Some times name no zone. They are read as the store's: {place}", place=place))
    return lines


class ColumnSummaries(QObject):
    """`changed()`: one more column is known. The newest view wins."""

    changed = Signal()

    def __init__(self, scope: TaskScope, parent: QObject) -> None:
        super().__init__(parent)
        self._scope = scope
        self.known: dict[int, ColumnSummary] = {}

    def stop(self) -> None:
        """Read no more, and forget what was read."""
        self._scope.cancel("glances")
        self.known = {}

    def read(self, analysis: Analysis, columns: Sequence[int], view: View) -> None:
        """Read these columns of this view one after the other; what was known stays until then."""
        self._scope.start(self._read(analysis, tuple(columns), view), "glances")

    async def _read(self, analysis: Analysis, columns: Sequence[int], view: View) -> None:
        for column in columns:
            profile = await analysis.profile(column, view)
            chosen = [value for each in view.filters if each.column == column and each.test == "is"
                      for value in each.values]  # fmt: skip
            self.known[column] = summary_of(profile, analysis.opened.columns, chosen)
            self.changed.emit()
            await asyncio.sleep(0)
