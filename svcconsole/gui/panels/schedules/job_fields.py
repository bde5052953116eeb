"""The fields of each kind of job: what a schedule does when it is due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QSpinBox, QWidget

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.fields import Field, FieldGrid
from svcconsole.gui.kit.report_words import channels, groupings, periods
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.calm_combo import choose, combo_of, fill
from svcconsole.gui.kit.widgets.chips import ChipsEdit
from svcconsole.gui.panels.runs.kind_words import kind_words
from svcconsole.services.imports.prepared_options import Prepared
from svcconsole.services.schedules.job_settings import (
    DigestSettings,
    ImportSettings,
    JobSettings,
    ReportSettings,
    RunSettings,
)
from svcconsole.workspace.team.schedule_records import Job

if TYPE_CHECKING:
    from svcconsole.gui.runtime.task_scope import TaskScope

KINDS = ("products", "catalogs", "customers", "user_properties", "templates", "messages", "tickets", "flows")
REHEARSED = KINDS[:4]
AUTOMATIC, REMEMBERED = "", "remembered"
MOST_DAYS = 366


class FolderEdit(QWidget):
    """A folder that is typed or chosen; `changed()`."""

    changed = Signal()

    def __init__(self, scope: TaskScope) -> None:
        super().__init__()
        self._scope = scope
        self.line = QLineEdit()
        self.choose = button(tr("Choose…"), "file")
        hbox((self.line, 1), self.choose, parent=self, spacing=8)
        self.choose.clicked.connect(lambda: self._scope.start(self._choose(), key="folder"))
        self.line.textEdited.connect(lambda _: self.changed.emit())

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self.line.setAccessibleName(name)

    def focus_start(self) -> QWidget:
        """The line that is typed into."""
        return self.line

    async def _choose(self) -> None:
        known = Path(self.line.text()) if self.line.text() else None
        folder = await dialogs.choose_folder(self, tr("Choose a folder"), folder=known)
        if folder is not None:
            self.line.setText(str(folder))
            self.changed.emit()


class JobFields(QWidget):
    """The fields of one job, by the names in its settings. `changed()`: somebody chose or typed."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, Field] = {}
        self.grid = FieldGrid()
        vbox(self.grid, parent=self, spacing=4)

    def add(self, name: str, field: Field, *, span: bool = False) -> None:
        """One more field."""
        self.fields[name] = field
        self.grid.add(field, span=span)

    def settings(self) -> JobSettings:
        """What is filled in."""
        raise NotImplementedError


class RunFields(JobFields):
    """Which planned run starts."""

    def __init__(self, _scope: TaskScope) -> None:
        super().__init__()
        self._kept = RunSettings("")
        self.run = combo_of(())
        self.add(
            "run",
            Field(
                tr("Planned run"),
                self.run,
                required=True,
                help=tr("An import or a campaign that was planned up to its last step, and has not begun."),
            ),
            span=True,
        )
        self.run.currentIndexChanged.connect(self.changed)

    def offer(self, runs: Sequence[tuple[str, str, str]]) -> None:
        """The runs that can be chosen: id, plan code, and the file or title."""
        entries = [(tr("{code} · {name}", code=code, name=tr(name)), run_id) for run_id, code, name in runs]
        fill(self.run, [(tr("Choose a run"), ""), *entries])

    def show_settings(self, kept: RunSettings) -> None:
        """Show what was kept; a run that has begun stands there by its id."""
        self._kept = kept
        if not choose(self.run, kept.run):
            self.run.addItem(kept.run, kept.run)
            choose(self.run, kept.run)

    def settings(self) -> RunSettings:
        run = str(self.run.currentData() or "")
        return self._kept if run == self._kept.run else RunSettings(run)


class ImportFields(JobFields):
    """Which files of a folder are imported as what, and how they are read."""

    def __init__(self, scope: TaskScope) -> None:
        super().__init__()
        self._kept: ImportSettings | None = None
        self.kind = combo_of((kind_words(kind).listed, kind) for kind in KINDS)
        self.folder, self.pattern = FolderEdit(scope), QLineEdit("*")
        self.columns = combo_of(())
        self.rehearse = QCheckBox(tr("Try each file in a practice store first"))
        self.create_catalogs = QCheckBox(tr("Create catalogs that the store does not have"))
        self.more = PlainLabel("", "caption", "text2", wrap=True)
        self.add("kind", Field(tr("Import"), self.kind))
        self.add(
            "pattern",
            Field(tr("Files"), self.pattern, help=tr("The newest whose name fits, as stock-*.csv.")),
        )
        self.add(
            "folder",
            Field(
                tr("Folder"),
                self.folder,
                required=True,
                help=tr("Where the files come, as the worker sees it."),
            ),
            span=True,
        )
        self.add("preset", Field(tr("Columns"), self.columns), span=True)
        for part in (self.rehearse, self.create_catalogs, self.more):
            self.grid.add(part, span=True)
        self._offer()
        self.kind.currentIndexChanged.connect(self._offer)
        for signal in (
            self.kind.currentIndexChanged, self.columns.currentIndexChanged, self.folder.changed,
            self.pattern.textEdited, self.rehearse.toggled, self.create_catalogs.toggled,
        ):  # fmt: skip
            signal.connect(self.changed)

    def show_settings(self, kept: ImportSettings) -> None:
        """Show what was kept; what has no field here stays as it is."""
        self._kept = kept
        prepared = kept.prepared
        choose(self.kind, prepared.kind)
        self._offer()
        choose(self.columns, prepared.preset or (REMEMBERED if prepared.remembered else AUTOMATIC))
        self.folder.line.setText(kept.folder)
        self.pattern.setText(kept.pattern)
        self.rehearse.setChecked(kept.rehearse)
        self.create_catalogs.setChecked(kept.create_catalogs)
        given = len(prepared.settings) + len(prepared.rules) + len(prepared.reading)
        self.more.setText(
            tr_plural("{n} answer given by command stays.", "{n} answers given by command stay.", given)
        )
        self._offer()

    def settings(self) -> ImportSettings:
        kind, columns = str(self.kind.currentData()), str(self.columns.currentData())
        kept = self._kept.prepared if self._kept is not None else Prepared(kind)
        # The answers belong to the kind they were given for.
        before = kept if kept.kind == kind else Prepared(kind)
        prepared = replace(
            before,
            remembered=columns == REMEMBERED,
            preset=columns if columns not in (AUTOMATIC, REMEMBERED) else None,
        )
        return ImportSettings(
            self.folder.line.text(),
            prepared,
            self.pattern.text(),
            rehearse=self.rehearse.isChecked() and kind in REHEARSED,
            create_catalogs=self.create_catalogs.isChecked() and kind == "products",
        )

    def _offer(self, _index: int = 0) -> None:
        """What there is for the chosen kind."""
        from svcconsole.tables.presets import PRESETS

        kind = str(self.kind.currentData())
        fill(
            self.columns,
            [
                (tr("By their names and what is in them"), AUTOMATIC),
                (tr("As such a file was mapped in the window"), REMEMBERED),
                *((tr("As {system} exports them", system=preset.title), name)
                  for name, preset in PRESETS.get(kind, {}).items()),
            ],
        )  # fmt: skip
        self.rehearse.setVisible(kind in REHEARSED)
        self.create_catalogs.setVisible(kind == "products")
        kept = self._kept.prepared if self._kept is not None else Prepared("")
        answered = kept.kind == kind and bool(kept.settings or kept.rules or kept.reading)
        self.more.setVisible(answered)
        self.grid.arrange()


class ReportFields(JobFields):
    """Which report is asked for, about which days, and where it goes."""

    def __init__(self, scope: TaskScope) -> None:
        super().__init__()
        from typing import get_args

        from svcconsole.api.models.reports import ReportType
        from svcconsole.services.reports.names import REPORTS

        self.report = combo_of([(tr("Choose a report"), ""), *((each.name, each.name) for each in REPORTS)])
        self.type = combo_of([(tr("The usual one"), ""), *((each, each) for each in get_args(ReportType))])
        self.period = combo_of((words, name) for name, words in periods().items())
        self.emails, self.description = ChipsEdit(tr("name@shop.example")), QLineEdit()
        self.channel = combo_of((words, name) for name, words in channels().items())
        self.group_by = combo_of((words, name) for name, words in groupings().items())
        self.folder = FolderEdit(scope)
        choose(self.period, "last_7_days")
        self.add("name", Field(tr("Report"), self.report, required=True))
        self.add("period", Field(tr("About"), self.period, help=tr("Counted from the day it is asked for.")))
        self.add(
            "emails",
            Field(tr("Recipients"), self.emails, required=True, help=tr("The service writes to them.")),
            span=True,
        )
        self.add(
            "folder",
            Field(
                tr("Folder"), self.folder, optional=True, help=tr("The whole report is written there, too.")
            ),
            span=True,
        )
        self.add("type", Field(tr("Type"), self.type))
        self.add("channel", Field(tr("Channel"), self.channel))
        self.add("group_by", Field(tr("Grouped"), self.group_by))
        self.add("description", Field(tr("Description"), self.description, optional=True))
        for signal in (
            self.report.currentIndexChanged, self.type.currentIndexChanged, self.period.currentIndexChanged,
            self.channel.currentIndexChanged, self.group_by.currentIndexChanged, self.emails.changed,
            self.folder.changed, self.description.textEdited,
        ):  # fmt: skip
            signal.connect(self.changed)

    def show_settings(self, kept: ReportSettings) -> None:
        """Show what was kept."""
        from svcconsole.services.reports.names import REPORTS

        for combo, value in (
            (self.report, kept.name), (self.period, kept.period), (self.channel, kept.channel),
            (self.group_by, kept.group_by),
        ):  # fmt: skip
            choose(combo, value)
        usual = next((each.type for each in REPORTS if each.name == kept.name), "")
        choose(self.type, "" if kept.type == usual else kept.type)
        self.emails.set_values(kept.emails)
        self.description.setText(kept.description)
        self.folder.line.setText(kept.folder)

    def settings(self) -> ReportSettings:
        return ReportSettings(
            str(self.report.currentData()),
            str(self.type.currentData()),
            str(self.period.currentData()),
            tuple(self.emails.values()),
            self.description.text().strip(),
            self.channel.currentData(),
            self.group_by.currentData(),
            self.folder.line.text().strip(),
        )


class DigestFields(JobFields):
    """Over how many days messages are counted, and where the sums are told."""

    def __init__(self, scope: TaskScope) -> None:
        super().__init__()
        self.days, self.folder = QSpinBox(), FolderEdit(scope)
        self.days.setRange(1, MOST_DAYS)
        self.notice = QCheckBox(tr("Tell the sums in everybody's window"))
        self.notice.setChecked(True)
        self.add("days", Field(tr("Over the last days"), self.days))
        self.add(
            "folder",
            Field(tr("Folder"), self.folder, optional=True,
                  help=tr("A file with a line for each send is written there.")),
            span=True,
        )  # fmt: skip
        self.grid.add(self.notice, span=True)
        for signal in (self.days.valueChanged, self.folder.changed, self.notice.toggled):
            signal.connect(self.changed)

    def show_settings(self, kept: DigestSettings) -> None:
        """Show what was kept."""
        self.days.setValue(kept.days)
        self.folder.line.setText(kept.folder)
        self.notice.setChecked(kept.notice)

    def settings(self) -> DigestSettings:
        return DigestSettings(self.folder.line.text().strip(), self.days.value(), self.notice.isChecked())


FIELDS: Mapping[Job, type[RunFields | ImportFields | ReportFields | DigestFields]] = {
    Job.REPORT: ReportFields,
    Job.IMPORT: ImportFields,
    Job.DIGEST: DigestFields,
    Job.RUN: RunFields,
}
