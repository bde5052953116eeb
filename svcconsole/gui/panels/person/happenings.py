"""What happened with a person, day by day: icon, sentence, what explains it, and the time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from svcconsole.gui.forms.fields import label_of
from svcconsole.gui.metrics import dp
from svcconsole.gui.text import ElidedLabel, PlainLabel, set_tip, visible
from svcconsole.gui.when import clock_of, day, exact
from svcconsole.gui.widgets.cards import IconLabel
from svcconsole.gui.widgets.emptied import emptied
from svcconsole.services.person_story import Happening, What
from svcconsole.workspace.schema import ItemState

ENDS = {
    ItemState.ACKED: ("check", "success"),
    ItemState.REJECTED: ("error", "danger"),
    ItemState.UNKNOWN: ("decide", "warning"),
    ItemState.LEFT_OUT: ("minus", "text2"),
    ItemState.PLANNED: ("clock", "text2"),
    ItemState.SENDING: ("clock", "text2"),
    ItemState.BLOCKED: ("pause", "text2"),
}
ICONS = {What.CREATED: "plus", What.CHANGED: "edit", What.IMPORTED: "import"}


def tr(text: str) -> str:
    return QCoreApplication.translate("story", text)


def title_of(happening: Happening) -> str:
    """One sentence without its end: `Created here`, `Ticket for Meera`."""
    match happening.what:
        case What.CREATED:
            return tr("Created here")
        case What.CHANGED:
            return tr("Changed here")
        case What.IMPORTED:
            return tr("Sent by an import")
    return visible(happening.title or happening.kind)


def ending_of(happening: Happening) -> str:
    """How it ended and why, in words."""
    if happening.what is What.IMPORTED:
        return visible(happening.title)
    if happening.what in (What.CREATED, What.CHANGED):
        fields = [label_of(name) for name in happening.fields]
        many = tr("1 field: {1}") if len(fields) == 1 else tr("{0} fields: {1}")
        return many.format(len(fields), ", ".join(fields)) if fields else ""
    ends = {
        ItemState.ACKED: tr("Accepted"),
        ItemState.REJECTED: tr("Refused"),
        ItemState.UNKNOWN: tr("Needs your decision"),
        ItemState.LEFT_OUT: tr("Not sent"),
        ItemState.PLANNED: tr("Waiting"),
        ItemState.SENDING: tr("On the way"),
        ItemState.BLOCKED: tr("Held back"),
    }
    end = ends[happening.state] if happening.state is not None else ""
    parts = [f"{end} · {happening.answer_id}" if happening.answer_id else end, happening.reason]
    return visible(": ".join(part for part in parts if part))


class HappeningsList(QWidget):
    """Newest first, under the day it was."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(dp(8))
        self.shown: Sequence[Happening] = ()

    def show_happenings(self, happenings: Sequence[Happening], nothing: str, *, whole: bool = False) -> None:
        """Show them; `nothing` says so where there are none; `whole` adds the store's own words."""
        self.shown = happenings
        emptied(self._column)
        if not happenings:
            self._column.addWidget(PlainLabel(nothing, "caption", "text2", wrap=True))
        for its_day, of_day in groupby(happenings, key=lambda each: day(each.at)):
            self._column.addWidget(PlainLabel(its_day, "label", "text2"))
            for entry in of_day:
                self._column.addWidget(_Line(entry, whole))


class _Line(QWidget):
    def __init__(self, happening: Happening, whole: bool) -> None:
        super().__init__()
        icon, tone = ENDS.get(happening.state, ("send", "text2")) if happening.state is not None else (
            ICONS.get(happening.what, "send"), "text2"
        )  # fmt: skip
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(dp(10))
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        title, ending = title_of(happening), ending_of(happening)
        time = PlainLabel(clock_of(happening.at), "caption", "text2")
        set_tip(time, exact(happening.at))
        grid.addWidget(IconLabel(icon, tone, 16), 0, 0, top)
        grid.addWidget(
            ElidedLabel(title, "strong") if not whole else PlainLabel(title, "strong", wrap=True), 0, 1
        )
        grid.addWidget(time, 0, 2, top)
        if ending:
            label = PlainLabel(ending, "caption", "text2", wrap=True) if whole else ElidedLabel(
                ending, "caption", "text2"
            )  # fmt: skip
            grid.addWidget(label, 1, 1)
        if whole and happening.server_words:
            quoted = PlainLabel(f"“{visible(happening.server_words)}”", "caption", "text2", wrap=True)
            grid.addWidget(quoted, 2, 1)
        self.setAccessibleName(title)
        self.setAccessibleDescription(ending)
