"""The side of a run's page: its facts and the store's latest answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design import icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.fonts import role_font
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.cards import Hairline, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.panels.runs.kind_words import kind_words
from svcconsole.gui.runtime.colleagues import called
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.services.runs.figures import Figures

if TYPE_CHECKING:
    from svcconsole.workspace.runs.records import RunEvent, RunInfo

SHOWN_EVENTS = 12
LOOKS = {
    "ok": ("check", "success"),
    "refused": ("error", "danger"),
    "doubt": ("decide", "warning"),
    "wait": ("clock", "warning"),
    "info": ("play", "accent_text"),
}


class EventList(QWidget):
    """The last answers, newest first: time, icon, what and how it ended; painted, so it costs nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._events: tuple[RunEvent, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Just now"))

    def set_events(self, events: Sequence[RunEvent]) -> None:
        shown = tuple(events)[:SHOWN_EVENTS]
        if shown == self._events:
            return
        grown = len(shown) != len(self._events)
        self._events = shown
        self.setAccessibleDescription(
            ". ".join(f"{show(event.title)}: {show(event.detail)}" for event in shown[:3])
        )
        if grown:
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(240), len(self._events) * self._step())

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(160), self.sizeHint().height())

    def _step(self) -> int:
        return dp(38)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            caption, strong = role_font("caption"), role_font("label")
            for at, entry in enumerate(self._events):
                top = at * self._step()
                icon, tone = LOOKS[str(entry.level)]
                painter.setFont(caption)
                painter.setPen(colour("text2"))
                line = painter.fontMetrics().height()
                painter.drawText(
                    QRect(0, top, dp(60), line),
                    Qt.AlignmentFlag.AlignVCenter,
                    clock_of(entry.at, seconds=True),
                )
                size = dp(13)
                icons.paint(painter, icon, tone, QRect(dp(62), top, size, line), size)
                left, width = dp(84), self.width() - dp(84)
                painter.drawText(
                    QRect(left, top + line + 1, width, line),
                    Qt.AlignmentFlag.AlignVCenter,
                    painter.fontMetrics().elidedText(
                        visible(entry.detail), Qt.TextElideMode.ElideRight, width
                    ),
                )
                painter.setFont(strong)
                painter.setPen(colour("text"))
                painter.drawText(
                    QRect(left, top, width, line),
                    Qt.AlignmentFlag.AlignVCenter,
                    painter.fontMetrics().elidedText(
                        visible(entry.title), Qt.TextElideMode.ElideRight, width
                    ),
                )


class RunSide(ScrollPage):
    """This run (file, store, plan, left out), Just now, and how the columns were read."""

    def __init__(self, card: ProfileSummary) -> None:
        super().__init__("canvas", inset=16)
        self._card = card
        self._info: RunInfo | None = None
        self._counted: object = None
        self.setMinimumWidth(dp(240))
        self.facts = Facts()
        self.columns = Facts()
        self.events = EventList()
        column = self.body
        column.setSpacing(dp(10))
        column.addWidget(SectionHeading(tr("This run")))
        column.addWidget(self.facts)
        self._lately = (Hairline(), SectionHeading(tr("Just now")), self.events)
        self._columns = (Hairline(), SectionHeading(tr("Columns")), self.columns)
        for part in (*self._lately, *self._columns):
            column.addWidget(part)
            part.hide()
        column.addStretch(1)

    def set_events(self, events: Sequence[RunEvent]) -> None:
        """The store's latest answers; without any their heading is not there either."""
        self.events.set_events(events)
        for part in self._lately:
            part.setVisible(bool(events))

    def set_columns(self, lines: Sequence[tuple[str, str]]) -> None:
        """What each field was filled from; nothing where the run came of no file."""
        self.columns.set_facts([Fact(show(label), show(source)) for label, source in lines])
        for part in self._columns:
            part.setVisible(bool(lines))

    def set_run(self, info: RunInfo, known: Figures) -> None:
        """Which run it is, with its figures."""
        self._info = info
        self.set_figures(known)

    def set_figures(self, known: Figures) -> None:
        """How many records it sends, and how many rows it does not: a run that begins leaves out who was
        sent something since it was planned."""
        info, rows = self._info, known.rows or known
        counted = (info, known.total, rows.total, rows.left_out)
        if info is None or counted == self._counted:
            return
        self._counted = counted
        store = self._card.name if self._card.practice else tr("{store}, live", store=self._card.name)
        facts = [
            Fact(tr("File"), info.file_name),
            Fact(tr("Into"), store),
            Fact(tr("Plan"), info.code, mono=True),
            *_history(info),
            Fact(tr(kind_words(info.kind).listed), quantity_words.count(known.total)),
        ]
        if rows.left_out:
            in_file = quantity_words.rows(rows.total + rows.left_out)
            facts.append(
                Fact(
                    tr("Left out"),
                    tr("{n} of {rows}", n=quantity_words.count(rows.left_out), rows=in_file),
                )
            )
        self.facts.set_facts(facts)


def _history(info: RunInfo) -> list[Fact]:
    """Who planned the run, how its file was read, and whether it was rehearsed."""
    from svcconsole.services.imports.kept_mapping import read_mapping

    facts = [Fact(tr("By"), called(info.operator))] if info.operator else []
    if read_as := read_mapping(info.mapping)[0]:
        facts.append(Fact(tr("Read as"), tr(read_as)))
    if info.rehearsed_at:
        facts.append(Fact(tr("Rehearsed"), clock_of(info.rehearsed_at)))
    return facts
