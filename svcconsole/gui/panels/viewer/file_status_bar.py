"""The status bar under the table: file, size, rows as a sum of parts, hash, last save."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QSizePolicy

from svcconsole.gui.design.metrics import dp, line_height
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, set_tip, visible
from svcconsole.gui.design.words import dotted, tr
from svcconsole.gui.kit import quantity_words as numbers
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel
from svcconsole.gui.kit.containers.footer import FooterFrame
from svcconsole.gui.kit.widgets.bars import ProgressLine
from svcconsole.gui.kit.widgets.buttons import link


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is known of the file: `rows` None while they are counted, `parts`: rows of each part."""

    path: Path
    size: int
    rows: int | None = None
    parts: tuple[int, ...] = ()
    sha256: str = ""


def show_in_folder(path: Path) -> None:
    """Open the folder a file lies in, with the system's own means."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(path.parent))


def facts_words(facts: FileFacts) -> str:
    """ "name.csv · 61.4 MB · 120,418 rows = 50,000 + 50,000 + 20,418"."""
    said = [visible(facts.path.name), numbers.file_size(facts.size)]
    if facts.rows is not None:
        said.append(numbers.rows(facts.rows) + _sum(facts.parts))
    return dotted(*said)


def _sum(parts: Sequence[int]) -> str:
    if len(parts) < 2:
        return ""
    shown = [numbers.count(part) for part in parts]
    if len(parts) > 4:
        shown = [*shown[:2], "…", shown[-1]]
    return f" = {' + '.join(shown)}"


class FileStatusBar(FooterFrame):
    """`verify_wanted()`. `reading_wanted()`: how the file was read. `stop_wanted()`: of the saving."""

    verify_wanted = Signal()
    reading_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("canvas")
        self.facts = ElidedLabel("", "caption", "text2")
        self.facts.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.reading = link(tr("How it was read"), "label")
        self.folder = link(tr("Show in folder"), "label")
        self.hash = PlainLabel("", "caption", "text2")
        self.verify = link(tr("Verify"), "label")
        self.saved = SavedLine()
        self._path: Path | None = None
        line = Ground("canvas", "top")
        line.setFixedHeight(line_height() + dp(16))
        hbox(
            IconLabel("file", "text2", 14),
            self.facts,
            self.reading,
            STRETCH,
            self.hash,
            self.verify,
            self.folder,
            parent=line,
            spacing=8,
            margins=(20, 0, 20, 0),
        )
        vbox(self.saved, line, parent=self, spacing=0)
        self.reading.clicked.connect(self.reading_wanted)
        self.verify.clicked.connect(self.verify_wanted)
        self.folder.clicked.connect(self._show_folder)
        self.saved.stop_wanted.connect(self.stop_wanted)
        self.show_hash("", verify=False)

    def show_facts(self, facts: FileFacts) -> None:
        """What is known of the file now."""
        self._path = facts.path
        self.facts.setText(facts_words(facts))
        if len(facts.parts) > 4:
            set_tip(self.facts, " + ".join(numbers.count(part) for part in facts.parts))

    def show_hash(self, sha256: str, *, verify: bool) -> None:
        """The file's hash in short, and whether there is something to verify it with."""
        self.hash.setText(tr("SHA-256 {value}", value=f"{sha256[:4]}…{sha256[-4:]}") if sha256 else "")
        set_tip(self.hash, sha256)
        self.hash.setVisible(bool(sha256))
        self.verify.setVisible(verify)

    def narrow(self, narrow: bool) -> None:
        """In a narrow window the hash gives way."""
        self.hash.setVisible(bool(self.hash.text()) and not narrow)

    def _show_folder(self) -> None:
        if self._path is not None:
            show_in_folder(self._path)


class SavedLine(Ground):
    """How far the saving of a view is, and where it went. `stop_wanted()`."""

    stop_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("surface", "top")
        self.icon = IconLabel("export", "text2", 14)
        self.text = ElidedLabel("", "caption")
        self.text.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.bar = ProgressLine(tr("Saving"))
        self.bar.setFixedWidth(dp(160))
        self.stop = link(tr("Stop"), "label")
        self.folder = link(tr("Show in folder"), "label")
        self.dismiss = link(tr("Dismiss"), "label")
        self._path: Path | None = None
        self.setFixedHeight(line_height() + dp(16))
        hbox(
            self.icon,
            self.text,
            self.bar,
            self.stop,
            self.folder,
            STRETCH,
            self.dismiss,
            parent=self,
            spacing=8,
            margins=(20, 0, 20, 0),
        )
        self.stop.clicked.connect(self.stop_wanted)
        self.folder.clicked.connect(lambda: show_in_folder(self._path) if self._path is not None else None)
        self.dismiss.clicked.connect(self.hide)
        self.hide()

    def under_way(self, text: str, fraction: float) -> None:
        """So far."""
        self.icon.set("export", "text2")
        self.text.setText(text)
        self.bar.set_fraction(fraction)
        self._update_look(running=True)

    def done(self, path: Path, text: str) -> None:
        """It is there."""
        self._path = path
        self.icon.set("check", "success")
        self.text.setText(text)
        self._update_look(running=False)

    def _update_look(self, *, running: bool) -> None:
        self.bar.setVisible(running)
        self.stop.setVisible(running)
        self.folder.setVisible(not running)
        self.dismiss.setVisible(not running)
        self.show()
