"""The page About: version and build, where this program keeps things, the licences of all it ships."""

from __future__ import annotations

import asyncio
import platform

from PySide6.QtCore import QUrl, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget

from svcconsole import folders, parts
from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.containers.splitter import Splitter
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.runtime.version import version_text
from svcconsole.parts import Part

MARK = 40


class AboutPage(QWidget):
    """Facts to copy into a question, a list of what is shipped, and the licence of the chosen part."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self.facts = Facts()
        self.facts.set_facts(_facts())
        self.copy = button(tr("Copy these lines"), "copy")
        self.open_folder = button(tr("Open the folder of the workspaces"), "file")
        self.model: RecordModel[Part] = RecordModel(_columns(), key=lambda part: part.name)
        self.table = RecordTable(self.model, tr("What is shipped"))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.text.setAccessibleName(tr("Licence of the chosen part"))
        self.text.document().setDocumentMargin(dp(12))
        fonts.set_role(self.text, "mono")
        halves = Splitter()
        halves.addWidget(self.table)
        halves.addWidget(self.text)
        halves.setSizes([dp(520), dp(560)])
        vbox(self._head(), (halves, 1), parent=self, spacing=0)
        self.copy.clicked.connect(self._copy)
        self.open_folder.clicked.connect(self._open_folder)
        self.table.current_changed.connect(self._show)
        self.scope.start(self._read(), "read")

    def _head(self) -> QWidget:
        head = Ground("surface", "bottom")
        mark = QLabel()
        mark.setPixmap(icons.window_icon().pixmap(dp(MARK), dp(MARK)))
        name = vbox(PlainLabel("svcconsole", "title"), PlainLabel(version_text(), "body", "text2"), spacing=2)
        title = hbox(mark, (name, 1), spacing=12)
        buttons = hbox(self.copy, self.open_folder, STRETCH, spacing=8)
        lead = tr(
            "All of this comes with svcconsole, each part under its own licence. "
            "Qt's libraries are files of their own and may be replaced."
        )
        vbox(
            title,
            self.facts,
            buttons,
            PlainLabel(lead, "body", "text2", wrap=True),
            parent=head,
            spacing=12,
            margins=(20, 16, 20, 16),
        )
        return head

    async def _read(self) -> None:
        self.model.set_records(await asyncio.to_thread(parts.parts))
        if self.model.rowCount():
            self.table.set_current(self.model.record(0).name)

    def _show(self, part: Part | None) -> None:
        if part is not None:
            self.scope.start(self._show_text(part), "text")

    async def _show_text(self, part: Part) -> None:
        words = await asyncio.to_thread(part.words)
        self.text.setPlainText(visible(words) or tr("This copy of the program has no text of this licence."))

    def _copy(self) -> None:
        lines = [f"svcconsole {version_text()}", *(f"{fact.label}: {fact.value}" for fact in _facts())]
        QGuiApplication.clipboard().setText("\n".join(lines))
        self._console.notices.add("success", tr("The lines are copied."))

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folders.data_dir())))


def _facts() -> list[Fact]:
    data = folders.data_dir()
    return [
        Fact(tr("Workspaces"), str(data / "stores"), mono=True),
        Fact(tr("Profiles"), str(folders.config_dir()), mono=True),
        Fact(tr("Log"), str(data / "logs" / "svcconsole.log"), mono=True),
        Fact(tr("Tokens"), tr("In this computer's keyring, in no file")),
        Fact(tr("Runs on"), f"{platform.platform()}, Python {platform.python_version()}, Qt {qVersion()}"),
    ]


def _columns() -> list[ColumnSpec[Part]]:
    return [
        ColumnSpec(key="name", title=tr("Part"), value=lambda part: part.name, kind="strong", width=190),
        ColumnSpec(
            key="version",
            title=tr("Version"),
            value=lambda part: part.version,
            kind="mono",
            width=100,
            drop=1,
        ),
        ColumnSpec(
            key="licence", title=tr("Licence"), value=lambda part: part.licence, width=160, stretch=True
        ),
    ]
