"""The actions of a requested report's card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.dialogs import Answer, ask
from svcconsole.gui.kit.report_title import title_of
from svcconsole.gui.kit.widgets.field_question import FieldQuestion, Judged, answer_to
from svcconsole.gui.runtime.task_scope import TaskScope
from svcconsole.services.reports.files import ReportFiles
from svcconsole.services.reports.question import described

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.workspace.runs.report_runs import ReportRun


class RunActions(QObject):
    """`open_wanted(run)`: its file is to be looked at. `again_wanted(run)`: its question, in the form.
    `watched(run id)`: one that was asked for elsewhere is followed now."""

    open_wanted = Signal(object)
    again_wanted = Signal(object)
    watched = Signal(str)

    def __init__(self, console: Console, scope: TaskScope, parent: QWidget) -> None:
        super().__init__(parent)
        self._console, self._scope, self._page = console, scope, parent
        reports = console.reports
        self._acts: dict[str, Callable[[ReportRun], object]] = {
            "stop": lambda run: reports.stop(run.id),
            "leave": lambda run: reports.stop(run.id),
            "go_on": lambda run: reports.go_on(run.id),
            "allow": lambda run: reports.allow(run.id),
            "decide": lambda run: reports.decide(run.id),
            "look": lambda run: reports.look_now(run.id),
            "open": self.open_wanted.emit,
            "again": self.again_wanted.emit,
            "copy": self._copy,
            "copy_id": self._copy_id,
            "folder": self._show_in_folder,
            "give_id": lambda run: self._scope.start(self._give_id(run), ("id", run.id)),
            "forget": lambda run: self._scope.start(self._forget(run), ("forget", run.id)),
        }

    def do(self, verb: str, run_id: str) -> None:
        """Do one of them to a run that is still there."""
        live = self._console.reports.find(run_id)
        if live is not None:
            self._acts[verb](live.run)

    def _copy(self, run: ReportRun) -> None:
        QGuiApplication.clipboard().setText(described("", run.reference))

    def _copy_id(self, run: ReportRun) -> None:
        """By which somebody else watches it, from another computer or with `svcconsole report fetch`."""
        QGuiApplication.clipboard().setText(str(run.parts[0].history_id))

    def _show_in_folder(self, run: ReportRun) -> None:
        show_folder(ReportFiles.of(self._console.store_folder, run.id).folder)

    def watch(self) -> None:
        """Ask for the id of a report that was asked for elsewhere, and follow it."""
        self._scope.start(self._watch(), "watch")

    async def _watch(self) -> None:
        number = await ask_history_id(
            self._page,
            tr("Which report was asked for elsewhere?"),
            tr("The store's e-mail names its id; where it was asked for in svcconsole, “Copy its id” on its "
               "card gives it. It is not asked for again, and nobody gets another e-mail."),
        )  # fmt: skip
        if number is not None:
            live = await self._console.reports.watch(number)
            self.watched.emit(live.run.id)

    async def _give_id(self, run: ReportRun) -> None:
        number = await ask_history_id(
            self._page,
            tr("Which id does the store's e-mail name?"),
            tr("By its id the report is watched and fetched as if the answer had come."),
        )
        if number is not None:
            self._console.reports.give_id(run.id, number)

    async def _forget(self, run: ReportRun) -> None:
        answers = (
            Answer("forget", tr("Delete"), destroys=True),
            Answer("stay", tr("Keep it")),
        )
        question = tr("Delete this report?")
        if (
            await ask(
                self._page,
                question,
                tr(
                    "{title} and its files are deleted from this computer. The store and the e-mails "
                    "stay as they are.",
                    title=title_of(run),
                ),
                answers,
                safe="stay",
            )
            == "forget"
        ):
            self._console.reports.forget(run.id)


def show_folder(folder: Path) -> None:
    """Open a folder in the system's own way."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(folder))


def _judged_id(text: str) -> Judged:
    """A whole number above zero will do."""
    written = text.strip()
    return Judged(written if written.isascii() and written.isdigit() and int(written) > 0 else "")


async def ask_history_id(parent: QWidget, question: str, told: str) -> int | None:
    """The id; None when the person thought better of it."""
    line = QLineEdit()
    line.setAccessibleName(tr("Id of the report"))
    line.setPlaceholderText("4711")
    asked = FieldQuestion(parent, question, tr("Watch this report"), line, _judged_id, told=told)
    given = await answer_to(asked)
    return int(given) if given else None
