"""The empty states of a list: never had any, nothing matches, reading, failed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.catalog.record_cache import Reading, Stage
from svcconsole.gui.runtime.notices import Notices


class ListState(QWidget):
    """An empty list's place: it invites where nothing has been yet, and takes a dropped file."""

    clear_wanted = Signal()
    retry_wanted = Signal()
    new_wanted = Signal()
    import_wanted = Signal(object)

    def __init__(self, kind: str, refusals: Notices | None = None) -> None:
        """With `refusals`, which are told there, a dropped file is taken."""
        super().__init__()
        self.kind = kind
        self.place = EmptyState("catalog", "")
        if refusals is not None:
            self.place.accept_files(refusals)
            self.place.file_dropped.connect(self.import_wanted)
        column = QVBoxLayout(self)
        column.addWidget(self.place)
        self._shown: tuple[str, str] = ("", "")

    def sentence(self) -> str:
        """What stands there now."""
        return self._shown[1]

    def update_state(self, reading: Reading, total: int, words: str, catalog: str) -> None:
        """Choose the state by what is known."""
        if total:
            self._nothing_matches(words, catalog)
        elif reading.stage is Stage.FAILED:
            self._failed(reading)
        elif reading.stage in (Stage.READ, Stage.GUARDED) or (
            reading.stage is Stage.NEVER and reading.as_of is not None
        ):
            self._never_had_any()
        else:
            self._show("reading", "", "")

    def _never_had_any(self) -> None:
        products = self.kind == "products"
        sentence = tr("No products here yet") if products else tr("No catalogs here yet")
        help_ = tr("Drop a file, or create the first one by hand.") if products else tr(
            "A product can only be in a catalog that is here: create the first one."
        )  # fmt: skip
        if not self._show("first", sentence, help_):
            return
        if products:
            imports = button(tr("Import a file"), "import")
            imports.clicked.connect(lambda: self.import_wanted.emit(None))
            self.place.add_button(imports)
        new = button(tr("New product") if products else tr("New catalog"), "plus")
        new.clicked.connect(self.new_wanted)
        self.place.add_button(new)

    def _nothing_matches(self, words: str, catalog: str) -> None:
        thing = tr("product") if self.kind == "products" else tr("catalog")
        if words and catalog:
            sentence = tr(
                "No {thing} matches “{words}” in {catalog}.", thing=thing, words=words, catalog=catalog
            )
        elif words:
            sentence = tr("No {thing} matches “{words}”.", thing=thing, words=words)
        else:
            sentence = tr("No {thing} matches the filters.", thing=thing)
        if self._show("filter", sentence, ""):
            clear = button(tr("Clear the filters"))
            clear.clicked.connect(self.clear_wanted)
            self.place.add_button(clear)

    def _failed(self, reading: Reading) -> None:
        advice = " ".join(
            part for part in (show(reading.advice), *map(_quoted, reading.server_words)) if part
        )
        if self._show("failed", reading.sentence or tr("The store could not be read."), advice):
            again = button(tr("Try again"), "refresh")
            again.clicked.connect(self.retry_wanted)
            self.place.add_button(again)

    def _show(self, state: str, sentence: str, help_: str) -> bool:
        """True where the state is new and wants its buttons."""
        icons = {"first": "catalog", "filter": "search", "failed": "warning", "reading": "clock"}
        self.place.setVisible(state != "reading")
        self.place.set(icons[state], sentence, help_)
        known, self._shown = self._shown[0], (state, sentence)
        if known == state:
            return False
        self.place.clear_buttons()
        return True


def _quoted(text: str) -> str:
    return f"“{text}”"
