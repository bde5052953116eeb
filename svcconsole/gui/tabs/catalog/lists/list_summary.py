"""The summary beside the list: products that need attention, and drafts left open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.relative_time import within_sentence
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.tabs.catalog.editing.stored_drafts import StoredDraft
from svcconsole.services.catalog.list_rows import MISSING, ProductRow

LINK_PADDING = 2


class ListSummary(QWidget):
    """Nothing chosen: what the list would like looked at, each count a link. `asked(missing)` filters."""

    asked = Signal(str)
    draft_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        set_property(self, "bg", "surface")
        column = QVBoxLayout(self)
        # A link's ring needs two units of room: the headings stand back as far, so that all share one edge.
        column.setContentsMargins(dp(16) - dp(LINK_PADDING), dp(20), dp(16), dp(16))
        column.setSpacing(dp(8))
        column.addWidget(_level(PlainLabel(tr("Worth a look"), "section")))
        self._none = PlainLabel(tr("No product was read yet."), "caption", "text2", wrap=True)
        column.addWidget(_level(self._none))
        self._is_known = False
        """Whether any product was counted: of none it cannot be said that all are well."""
        self._lacking: dict[str, set[str]] = {kind: set() for kind in MISSING}
        self._links = {kind: link("") for kind in ("stock", "catalog", "photo", "usual")}
        for kind, each in self._links.items():
            each.clicked.connect(lambda _=False, kind=kind: self.asked.emit(kind))
            column.addWidget(each, 0, Qt.AlignmentFlag.AlignLeading)
        self._drafts_heading = PlainLabel(tr("Not saved yet"), "section")
        self._drafts_heading.hide()
        column.addWidget(
            _level(PlainLabel(tr("Choose a product to see it here."), "caption", "text2", wrap=True))
        )
        column.addSpacing(dp(12))
        column.addWidget(_level(self._drafts_heading))
        self._drafts = QVBoxLayout()
        self._kept: tuple[StoredDraft, ...] = ()
        column.addLayout(self._drafts)
        column.addStretch(1)

    def count(self, rows: Sequence[ProductRow]) -> None:
        """Products that are new or different: which of them lack stock, a catalog, a photo."""
        self._is_known = self._is_known or bool(rows)
        for kind, lacks in MISSING.items():
            lacking = {row.id for row in rows if lacks(row)}
            self._lacking[kind].difference_update(row.id for row in rows)
            self._lacking[kind] |= lacking
        self._update()

    def forget(self, ids: Iterable[str], *, are_left: bool) -> None:
        """Products that the store no longer has; whether it has others."""
        gone = set(ids)
        self._is_known = are_left
        for lacking in self._lacking.values():
            lacking.difference_update(gone)
        self._update()

    def _update(self) -> None:
        counts = {kind: len(lacking) for kind, lacking in self._lacking.items()}
        words = {
            "stock": tr_plural("{n} out of stock", "{n} out of stock", counts["stock"]),
            "catalog": tr_plural("{n} in no catalog", "{n} in no catalog", counts["catalog"]),
            "photo": tr_plural("{n} without a photo", "{n} without a photo", counts["photo"]),
            "usual": tr_plural("{n} with an unusual answer", "{n} with an unusual answer", counts["usual"]),
        }
        for kind, text in words.items():
            self._links[kind].setText(text)
            self._links[kind].setVisible(counts[kind] > 0)
        self._none.setVisible(not any(counts.values()))
        self._none.setText(
            tr("Nothing: every product has stock, a catalog and a photo.")
            if self._is_known
            else tr("No product was read yet.")
        )

    def drafts(self) -> list[str]:
        """What the drafts shown are called."""
        return [draft.name for draft in self._kept]

    def set_drafts(self, drafts: Sequence[StoredDraft]) -> None:
        """Editors that were left or cut off, each a link back."""
        self._kept = tuple(drafts)
        clear_layout(self._drafts)
        self._drafts_heading.setVisible(bool(drafts))
        for draft in drafts:
            opens = link(draft.name)
            opens.clicked.connect(lambda _=False, draft=draft: self.draft_wanted.emit(draft))
            self._drafts.addWidget(opens, 0, Qt.AlignmentFlag.AlignLeading)
            kept = tr("Draft saved {at}", at=within_sentence(draft.at))
            self._drafts.addWidget(_level(PlainLabel(kept, "caption", "text2")))


def _level(label: PlainLabel) -> PlainLabel:
    """A label whose words begin where a link's do."""
    label.setContentsMargins(dp(LINK_PADDING), 0, 0, 0)
    return label
