"""What is verified about the file: size, rows as the sum of parts, hash, doubts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from svcconsole.gui.design.text import set_tip, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import quantity_words as numbers
from svcconsole.gui.panels.viewer.decision_words import decision_words
from svcconsole.gui.panels.viewer.file_notices import Note
from svcconsole.gui.panels.viewer.file_status_bar import FileFacts

if TYPE_CHECKING:
    from svcconsole.gui.panels.viewer.page import ViewerPage
    from svcconsole.workspace.runs.report_runs import ReportRun

WORTH_A_NOTE = ("several_tables", "ragged", "mended")


class ManifestStatus(QObject):
    """Fills the page's foot, the pill in its header and the notes over its table."""

    def __init__(self, page: ViewerPage) -> None:
        super().__init__(page)
        self._page = page
        self._said: tuple[object, ...] = ()

    def show_facts(self) -> None:
        """Say what is known now; nothing is drawn anew where nothing changed."""
        page, file = self._page, self._page.showing.file
        if file is None:
            return
        report = page.report
        parts = tuple(part.rows or 0 for part in report.parts) if report is not None else ()
        complete = file.table.complete
        rows = file.table.rows_known if complete else None
        if (said := (file, rows, file.table.decisions, report)) == self._said:
            return
        self._said = said
        sums = rows is None or sum(parts) == rows
        page.foot.show_facts(FileFacts(file.table.path, file.table.size, rows, parts if sums else ()))
        sha256 = (report.sha256 or "") if report is not None else ""
        page.foot.show_hash(sha256, verify=self._manifest() is not None)
        page.notes.set_notes(tuple(self._notes()))
        self._show_pill(parts, rows)

    @staticmethod
    def period(report: ReportRun) -> str:
        """ "1 Jan to 30 Jun 2026, Berlin time"."""
        from svcconsole.services.reports.question import Span

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

    def _show_pill(self, parts: tuple[int, ...], rows: int | None) -> None:
        pill = self._page.proof_pill
        pill.setVisible(len(parts) > 1 and rows is not None)
        if rows is None or len(parts) < 2:
            return
        many = tr_plural("{n} part", "{n} parts", len(parts))
        if sum(parts) == rows:
            pill.set(tr("{many}, sums match", many=many), "check", "success")
        else:
            pill.set(tr("{many}, sums differ", many=many), "error", "danger")
            set_tip(
                pill,
                tr(
                    "The parts had {rows}, the file has {total}.",
                    rows=numbers.rows(sum(parts)),
                    total=numbers.rows(rows),
                ),
            )

    def _notes(self) -> Iterator[Note]:
        file, report = self._page.showing.file, self._page.report
        if file is None:
            return
        for decision in file.table.decisions:
            if decision.code == "several_tables":
                yield Note(
                    decision_words(decision), "table", "info", tr("Choose the table"), self._offer_tables
                )
            elif decision.code in WORTH_A_NOTE:
                yield Note(decision_words(decision))
        if report is None:
            return
        for warning in report.warnings:
            yield Note(visible(warning))
        if any(part.length == "not provable" for part in report.parts):
            yield Note(
                tr("The store did not say how long the file is, so its end is not provable."), "info", "info"
            )

    def _offer_tables(self, anchor: QWidget) -> None:
        page, file = self._page, self._page.showing.file
        if file is None:
            return
        menu = QMenu(page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for at, section in enumerate(file.table.tables, start=1):
            named = visible(section.title) or ", ".join(visible(name) for name in section.columns[:3])
            text = tr("{at}. {name}", at=numbers.count(at), name=named)
            menu.addAction(text.replace("&", "&&")).triggered.connect(
                lambda _=False, at=at: page.read_table(at)
            )
        menu.popup(anchor.mapToGlobal(QPoint(0, anchor.height())))

    # -- the manifest

    def _manifest(self) -> Path | None:
        """What the parts and the whole were when the report was put together, where that is known."""
        path = self._page.path
        if path is None or self._page.report is None:
            return None
        from svcconsole.services.reports.files import MANIFEST

        return path.with_name(MANIFEST)

    def verify(self) -> None:
        """Read everything again and hold it against the manifest."""
        self._page.scope.start(self._verify(), "verify")

    async def _verify(self) -> None:
        from svcconsole.services.reports.manifest import verify

        manifest = self._manifest()
        if manifest is None:
            return
        foot = self._page.foot
        foot.verify.set_busy(tr("Verifying…"))
        try:
            verdict = await asyncio.to_thread(verify, manifest)
        finally:
            foot.verify.set_busy(None)
        notices = self._page.console.notices
        if verdict.holds:
            said = " ".join(verdict.notes)
            notices.add(
                "success", tr("Every byte is as it was when the report was put together."), advice=said
            )
        else:
            said = " ".join(verdict.findings)
            notices.add("error", tr("The file is not what it was when it was put together."), advice=said)
