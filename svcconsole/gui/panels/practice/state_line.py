"""The head of the Practice page: whether the store runs, since when, its address and seed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, ltr, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel
from svcconsole.gui.kit.widgets.buttons import link, tool_button
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.panels.practice.faults import fault_text
from svcconsole.gui.runtime.practice_process import PracticeError


class StateLine(Ground):
    """`copied`: the address is on the clipboard."""

    copied = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("canvas", "bottom", parent)
        self.state = Pill()
        self.address = ElidedLabel("", "mono")
        self.copy = tool_button("copy", tr("Copy the address"))
        self.seed = PlainLabel("", "caption", "text2")
        self.folder = ElidedLabel("", "caption", "text2")
        hbox(
            self.state,
            self.address,
            self.copy,
            self.seed,
            (self.folder, 1),
            parent=self,
            spacing=12,
            margins=(20, 6, 20, 6),
        )
        self.copy.clicked.connect(self._copy)
        self._url = ""

    def show_stopped(self, words: str, trouble: PracticeError | None) -> None:
        """It does not run; `trouble` is why it does not go on by itself."""
        if trouble is None:
            self.state.set(words, "pause", "neutral")
            self._show("", "", "")
        else:
            self.state.set(words, "warning", "warning")
            told = (trouble.sentence, *trouble.server_words, trouble.advice)
            self._show("", "", visible(" ".join(told)))

    def show_running(self, words: str, url: str, seed: str, folder: str, *, answering: bool) -> None:
        """It runs; `words` since when."""
        self.state.set(words, "check" if answering else "warning", "success" if answering else "warning")
        names = {"demo": tr("Seed: sample shop"), "empty": tr("Seed: empty")}
        self._show(url, names.get(seed, ""), tr("Data in {folder}", folder=ltr(visible(folder))))

    def _show(self, url: str, seed: str, folder: str) -> None:
        self._url = url
        self.address.setText(url)
        self.address.setAccessibleName(tr("Address: {url}", url=url))
        self.address.setMinimumWidth(min(dp(220), self.address.sizeHint().width()))
        self.seed.setText(seed)
        self.folder.setText(folder)
        for part in (self.address, self.copy):
            part.setVisible(bool(url))
        self.seed.setVisible(bool(seed))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._url)
        self.copied.emit()


class MisbehavingStrip(Ground):
    """Stands over the page while a fault is on."""

    off_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("warning_subtle", "bottom", parent)
        self.words = PlainLabel("", "strong", wrap=True)
        self.off = link(tr("Switch all off"))
        hbox(
            IconLabel("warning", "warning"),
            (self.words, 1),
            self.off,
            parent=self,
            spacing=10,
            margins=(20, 6, 20, 6),
        )
        self.off.clicked.connect(self.off_wanted)
        self.show_count(0)

    def show_count(self, count: int) -> None:
        """How many faults can still strike; none hides the strip."""
        sentence = fault_text.faults_on(count)
        self.words.setText(f"{sentence}." if sentence else "")
        self.setVisible(bool(sentence))
