"""Step File while there is none: drop or choose one, save a template, try a sample; why one is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.runs.kind_words import kind_words

if TYPE_CHECKING:
    from svcconsole.gui.runtime.notices import Notices


class FileChoice(QWidget):
    """`file_wanted()`: open the chooser. `template_wanted()`: save an empty table to fill in.
    `sample_wanted()`: open an invented one, offered in the practice store only. `file_dropped(Path)`."""

    file_wanted = Signal()
    template_wanted = Signal()
    sample_wanted = Signal()
    file_dropped = Signal(object)

    def __init__(self, refusals: Notices, kind: str, *, practice: bool) -> None:
        super().__init__()
        words = kind_words(kind)
        self.loading = LoadingBar()
        self.empty = EmptyState("import", tr(words.drop), tr(words.known))
        self.empty.accept_files(refusals)
        self.empty.file_dropped.connect(self.file_dropped)
        self.sample = button(tr("Try a sample"), "table")
        set_tip(self.sample, tr("A file of invented rows, to see what an import is like."))
        self.sample.clicked.connect(self.sample_wanted)
        self.template = button(tr("Save a template file"), "export")
        set_tip(self.template, tr("A file with the columns that are known, and one example row."))
        self.template.clicked.connect(self.template_wanted)
        self.filled = button(tr("Choose a file"), "attach-file", kind="primary")
        self.filled.clicked.connect(self.file_wanted)
        for way in (self.sample, self.template, self.filled):
            self.empty.add_button(way)
        vbox(self.loading, (self.empty, 1), parent=self, spacing=0)
        self.sample.setVisible(practice)

    def set_reading(self, *, reading: bool) -> None:
        """While the file is read."""
        if reading:
            self.loading.start()
        else:
            self.loading.stop()

    def show_refusal(self, sentence: str, advice: str) -> None:
        """A file that cannot be read: say why, and leave the way to another one open."""
        self.empty.set("error", sentence, advice)

    def focus_first(self) -> None:
        """The button that chooses a file."""
        self.filled.setFocus()
