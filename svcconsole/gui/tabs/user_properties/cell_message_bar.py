"""The bar under the table: what is wrong with the current cell, and the store's words."""

from __future__ import annotations

import json
from typing import Final

from PySide6.QtCore import Qt

from svcconsole.gui.design.metrics import dp, line_height
from svcconsole.gui.design.text import ClampedLabel, visible
from svcconsole.gui.design.words import mark, sentences, tr
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.containers.footer import FooterFrame
from svcconsole.gui.tabs.user_properties import entry_rows
from svcconsole.gui.tabs.user_properties.cells import CELLS, PLACES, label
from svcconsole.gui.tabs.user_properties.entry_rows import EntryRow


class CellMessageBar(FooterFrame):
    """Two lines that are always there, so that nothing jumps while the cursor goes through the cells."""

    def __init__(self) -> None:
        super().__init__("canvas", "top")
        self.icon = IconLabel("info", "text2", 16)
        self.words = ClampedLabel(2, tone="text2")
        hbox(
            (self.icon, 0, Qt.AlignmentFlag.AlignVCenter),
            (self.words, 1, Qt.AlignmentFlag.AlignVCenter),
            parent=self,
            spacing=8,
            margins=(20, 6, 16, 6),
        )
        self.setFixedHeight(2 * line_height() + dp(14))
        self.show_cell(None)

    def show_cell(self, found: tuple[EntryRow, str] | None) -> None:
        """Say of a cell what is to be said."""
        icon, tone, text = message_of(found)
        self.icon.set(icon, tone)
        self.icon.setVisible(bool(text))
        self.words.set_tone("text2" if tone == "text2" else "text")
        self.words.setText(text)
        self.setAccessibleDescription(text)


def message_of(found: tuple[EntryRow, str] | None) -> tuple[str, str, str]:
    """Icon, colour and sentence for a cell; of an entry that ended the store's words whichever cell it is."""
    if found is None or found[0].state == entry_rows.BLANK:
        return (
            "info",
            "text2",
            tr("Type an entry, or paste rows anywhere, with or without names in the first one."),
        )
    line, key = found
    if line.end is not None and line.state in ENDED:
        words = f"“{line.end.words}”" if line.end.words else ""
        icon, tone, advice = ENDED[line.state]
        return icon, tone, sentences(line.end.reason, words, *given_words(line.end.given), tr(advice))
    for found_here, icon, tone in ((line.problems, "error", "danger"), (line.looks, "warning", "warning")):
        if found_here:
            name = key if key in found_here else next(iter(found_here))
            return (
                icon,
                tone,
                tr("{field}: {sentence}", field=label(CELLS[PLACES[name]]), sentence=found_here[name]),
            )
    return "info", "text2", ""


def given_words(given: str) -> list[str]:
    """The ids a store gave to a refused entry, a sentence each."""
    ids = json.loads(given) if given else {}
    said = {
        "customerId": mark("The store names customer {id}."),
        "storeId": mark("The store's own id is {id}."),
    }
    return [tr(said[name], id=visible(str(value))) for name, value in ids.items() if name in said]


ENDED: Final = {
    entry_rows.REFUSED: ("error", "danger", mark("Change the entry and send it again.")),
    entry_rows.CHECK: ("decide", "warning", mark("Decide whether it is sent once more.")),
    entry_rows.NOT_SENT: ("minus", "text2", ""),
}
"""Icon, colour and advice of an entry that ended otherwise than accepted."""
