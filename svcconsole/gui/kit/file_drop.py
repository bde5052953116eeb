"""File drops from outside: the one file an import can begin with, or why it is refused."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileInfo, QLocale, QMimeData, QMimeDatabase, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.runtime.notices import Notices

TABLES = (".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xlsm", ".xls", ".ods", ".zip", ".gz")
KINDS = {
    "spreadsheet": mark("a spreadsheet"),
    "image/": mark("a picture"),
    "video/": mark("a video"),
    "audio/": mark("a sound"),
    "pdf": mark("a PDF document"),
    "zip": mark("an archive"),
    "compressed": mark("an archive"),
    "tar": mark("an archive"),
}
"""What a kind of file is called, by what is in its MIME type: the system's own words differ by machine."""


class DropRefused(Exception):
    """What was dropped is not one file to import: a sentence, and what to do."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice


def dropped_file(data: QMimeData) -> Path:
    """The one local file that may hold a table; raises `DropRefused` with the reason for everything else.

    A kind of file the system does not know is taken: what is in it decides, and the import says what it is.
    """
    urls = data.urls()
    if len(urls) > 1:
        raise DropRefused(
            tr(
                "{count} files were dropped, and one is taken at a time.", count=QLocale().toString(len(urls))
            ),
            tr("Drop them one after the other."),
        )
    if not urls or not urls[0].isLocalFile():
        raise DropRefused(
            tr("What was dropped is not a file on this computer."),
            tr("Save it as a file first, then drop that file here."),
        )
    path = Path(urls[0].toLocalFile())
    name = visible(path.name)
    info = QFileInfo(str(path))
    if info.isDir():
        raise DropRefused(
            tr("“{name}” is a folder, and a file is needed.", name=name),
            tr("Open the folder and drop one of its files."),
        )
    if not info.exists():
        raise DropRefused(
            tr("“{name}” is no longer where it was dragged from.", name=name),
            tr("Look where it is now, then drop it from there."),
        )
    if not info.isReadable():
        raise DropRefused(
            tr("“{name}” cannot be read with your account on this computer.", name=name),
            tr("Ask whoever owns the file to let you read it, or drop a copy of your own."),
        )
    if kind := _other_kind(path):
        raise DropRefused(
            tr("“{name}” is not a table that can be imported: {kind}.", name=name, kind=kind),
            tr("Save the table as CSV, then drop that file here."),
        )
    return path


def _other_kind(path: Path) -> str:
    """What a kind of file that is surely no text is called, "a picture"; else empty. By name alone."""
    if path.suffix.lower() in TABLES:
        return ""
    kinds = QMimeDatabase().mimeTypesForFileName(path.name)
    if not kinds or any(kind.inherits("text/plain") for kind in kinds):
        return ""
    known = next((said for part, said in KINDS.items() if part in kinds[0].name()), "")
    return tr(known) if known else kinds[0].comment()


class FileDropWidget(QWidget):
    """A widget files can be dropped on, once `accept_files` was called. `file_dropped(Path)`.

    Every drag from outside is let in, so that letting go says in a sentence why it is not taken: a pointer
    that forbids says nothing.
    """

    file_dropped = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._refusals: Notices | None = None

    def accept_files(self, refusals: Notices) -> None:
        """Take a dropped file from now on; `refusals` is told why another drop is not taken."""
        self._refusals = refusals
        self.setAcceptDrops(True)

    def dragged_over(self, over: bool) -> None:
        """Something from outside is over this place, or has left it."""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.source() is None:
            event.acceptProposedAction()
            self.dragged_over(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.dragged_over(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.dragged_over(False)
        event.acceptProposedAction()
        try:
            path = dropped_file(event.mimeData())
        except DropRefused as refusal:
            if self._refusals is not None:
                self._refusals.report(refusal)
        else:
            self.file_dropped.emit(path)
