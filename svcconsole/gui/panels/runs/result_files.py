"""The result files of a run: contents, size, and a link to the folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import grid_box, vbox
from svcconsole.gui.kit.containers.cards import Hairline, SectionHeading
from svcconsole.gui.kit.widgets.buttons import link

HOLDS = {
    "sent.csv": mark("Rows the store accepted"),
    "refused.csv": mark("Rows the store refused, with its words"),
    "not_sent.csv": mark("Rows that were not sent, with the reason"),
    "needs_decision.csv": mark("Rows that need your decision"),
    "manifest.json": mark("The hashes of these files, of the plan and of the log"),
}


@dataclass(frozen=True, slots=True)
class ResultFile:
    """One written file and its size in bytes."""

    path: Path
    size: int


def sized(paths: Sequence[Path]) -> tuple[ResultFile, ...]:
    """Look at the files on the disk; not for the window's thread."""
    return tuple(ResultFile(path, path.stat().st_size) for path in paths)


class ResultFiles(QWidget):
    """The files as lines: name, what it holds, size, Open. `folder_wanted`: keep copies somewhere else."""

    folder_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.heading = SectionHeading(tr("Files"))
        self.keep = link(tr("Keep copies in a folder"))
        self.keep.clicked.connect(self.folder_wanted)
        self._lines = QWidget()
        self._body = vbox(self.heading, Hairline(), self._lines, self.keep, parent=self, spacing=6)
        self.files: tuple[ResultFile, ...] = ()
        self.hide()

    def set_files(self, files: tuple[ResultFile, ...]) -> None:
        self.files = files
        lines = QWidget()
        grid = grid_box(parent=lines, spacing=(16, 4), margins=(0, 0, 8, 0))
        grid.setColumnStretch(1, 1)
        for row, file in enumerate(files):
            opener = link(tr("Open", "action"))
            opener.setAccessibleName(tr("Open {file}", file=file.path.name))
            opener.clicked.connect(
                lambda *_, path=file.path: QDesktopServices.openUrl(QUrl.fromLocalFile(path))
            )
            grid.addWidget(PlainLabel(file.path.name, role="strong"), row, 0)
            grid.addWidget(ElidedLabel(tr(HOLDS.get(file.path.name, "")), tone="text2"), row, 1)
            grid.addWidget(PlainLabel(quantity_words.file_size(file.size), tone="text2"), row, 2)
            grid.addWidget(opener, row, 3)
        self._body.replaceWidget(self._lines, lines)
        self._lines.deleteLater()
        self._lines = lines
        self.setVisible(bool(files))
