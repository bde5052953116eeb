"""What is verified about the file: size, rows as the sum of parts, hash, doubts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from svcconsole.gui.design.text import literal, set_tip, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import quantity_words as numbers
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.panels.viewer import menus, viewer_text
from svcconsole.gui.panels.viewer.decision_words import decision_words
from svcconsole.gui.panels.viewer.file_notices import IN_DOUBT, Doubt, FileNotices, Note
from svcconsole.gui.panels.viewer.file_status_bar import FileFacts, FileStatusBar
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.task_scope import TaskScope
from svcconsole.services.reports.continuation import cut_short

if TYPE_CHECKING:
    from svcconsole.tables.viewing.opened_table import OpenedTable
    from svcconsole.tables.viewing.sections import Section
    from svcconsole.workspace.runs.report_runs import ReportRun

WORTH_A_NOTE = ("several_tables", "ragged", "mended")


class ManifestStatus(QObject):
    """The pill in the header, the notes over the table and what the foot says of the file.

    `table_wanted(at)`: another of several tables, counted from 1. `type_wanted(columns, ColumnType)`.
    """

    table_wanted = Signal(int)
    type_wanted = Signal(object, str)

    def __init__(self, foot: FileStatusBar, scope: TaskScope, notices: Notices, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self.pill = Pill()
        self.notes = FileNotices()
        self._foot = foot
        self.pill.hide()
        self._scope = scope
        self._notices = notices
        self._said: tuple[object, ...] = ()
        self._sums: tuple[tuple[int, ...], int | None] = ((), None)
        """The rows of each part, and those of the file once they are counted."""
        self._table: OpenedTable | None = None
        self._holds: bool | None = None
        """What was verified of the file on screen."""
        self._manifest: Path | None = None
        foot.verify_wanted.connect(lambda: self._scope.start(self._verify(), "verify"))

    def show_facts(self, table: OpenedTable, report: ReportRun | None, doubts: Sequence[Doubt]) -> None:
        """Say what is known of a file now; nothing is drawn anew where nothing changed."""
        parts = tuple(part.rows or 0 for part in report.parts) if report is not None else ()
        rows = table.rows_known if table.complete else None
        if (said := (table, rows, table.decisions, report, doubts)) == self._said:
            return
        self._said = said
        if table is not self._table:
            self._table, self._holds = table, None
        self._sums = (parts, rows)
        self._manifest = None if report is None else _manifest_of(table.path)
        sums = rows is None or sum(parts) == rows
        self._foot.show_facts(FileFacts(table.path, table.size, rows, parts if sums else ()))
        sha256 = (report.sha256 or "") if report is not None else ""
        self._foot.show_hash(sha256, verify=self._manifest is not None)
        self.notes.set_notes((*self._notes_of(table, report), *map(self._note_of, doubts)))
        self._show_pill()

    def _show_pill(self) -> None:
        """Whether the rows of the parts add up; once it was verified, whether their bytes are the same."""
        parts, rows = self._sums
        self.pill.setVisible(len(parts) > 1 and rows is not None)
        if rows is None or len(parts) < 2:
            return
        many = tr_plural("{n} part", "{n} parts", len(parts))
        tip = ""
        if sum(parts) != rows:
            self.pill.set(tr("{many}, rows do not add up", many=many), "error", "danger")
            tip = tr(
                "The parts had {rows}, the file has {total}.",
                rows=numbers.rows(sum(parts)),
                total=numbers.rows(rows),
            )
        elif self._holds is None:
            self.pill.set(tr("{many}, rows add up", many=many), "check", "success")
        elif self._holds:
            self.pill.set(tr("{many}, checksums match", many=many), "check", "success")
        else:
            self.pill.set(tr("{many}, checksums differ", many=many), "error", "danger")
        set_tip(self.pill, tip)

    def _notes_of(self, table: OpenedTable, report: ReportRun | None) -> Iterator[Note]:
        for decision in table.decisions:
            if decision.code == "several_tables":
                offer = partial(self._offer_tables, table.tables)
                yield Note(decision_words(decision), "table", "info", tr("Choose the table"), offer)
            elif decision.code in WORTH_A_NOTE:
                yield Note(decision_words(decision))
        if report is None:
            return
        look = ("error", "danger") if cut_short(report) else ("warning", "warning")
        for warning in report.warnings:
            yield Note(visible(warning), *look)
        if any(part.length == "not provable" for part in report.parts):
            yield Note(
                tr("The store did not say how long the file is, so its end is not provable."), "info", "info"
            )

    def _offer_tables(self, tables: Sequence[Section], anchor: QWidget) -> None:
        menu = QMenu(self._parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for at, section in enumerate(tables, start=1):
            named = visible(section.title) or ", ".join(visible(name) for name in section.columns[:3])
            text = tr("{at}. {name}", at=numbers.count(at), name=named)
            menu.addAction(literal(text)).triggered.connect(lambda _=False, at=at: self.table_wanted.emit(at))
        menu.popup(anchor.mapToGlobal(QPoint(0, anchor.height())))

    def _note_of(self, doubt: Doubt) -> Note:
        sentence, _ = IN_DOUBT[doubt.note]
        said = tr(sentence, columns=viewer_text.few(doubt.names))
        return Note(said, way=tr("Choose how to read them"), run=partial(self._offer_types, doubt))

    def _offer_types(self, doubt: Doubt, anchor: QWidget) -> None:
        menu = QMenu(self._parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        _, types = IN_DOUBT[doubt.note]
        for each in types:
            chosen = menu.addAction(literal(tr(menus.TYPES[each])))
            chosen.triggered.connect(partial(self.type_wanted.emit, doubt.columns, each))
        menu.popup(anchor.mapToGlobal(QPoint(0, anchor.height())))

    async def _verify(self) -> None:
        from svcconsole.services.reports.manifest import verify

        table = self._table
        if self._manifest is None:
            return
        link = self._foot.verify
        link.set_busy(tr("Verifying…"))
        try:
            verdict = await asyncio.to_thread(verify, self._manifest)
        finally:
            link.set_busy(None)
        if table is self._table:
            self._holds = verdict.holds
            self._show_pill()
        if verdict.holds:
            said = " ".join(verdict.notes)
            self._notices.add(
                "success", tr("Every byte is as it was when the report was put together."), advice=said
            )
        else:
            said = " ".join(verdict.findings)
            self._notices.add(
                "error", tr("The file is not what it was when it was put together."), advice=said
            )


def _manifest_of(path: Path) -> Path:
    """Where it is written what the parts and the whole were when the report was put together."""
    from svcconsole.services.reports.files import MANIFEST

    return path.with_name(MANIFEST)


def period_words(report: ReportRun) -> str:
    """ "1 Jan to 30 Jun 2026, Berlin time"."""
    from svcconsole.services.reports.question import Span

    if report.is_watched:
        return ""
    kept = report.question
    span = Span(kept["start"], kept["end"], kept.get("zone") or "")
    first, last = (QDate(day.year, day.month, day.day) for day in span.days)
    locale = QLocale()
    ends = locale.toString(last, "d MMM yyyy")
    if first == last:
        said = ends
    else:
        look = "d MMM" if first.year() == last.year() else "d MMM yyyy"
        said = tr("{first} to {ends}", first=locale.toString(first, look), ends=ends)
    place = span.zone.rpartition("/")[2].replace("_", " ")
    return tr("{said}, {place} time", said=said, place=place) if place else said
