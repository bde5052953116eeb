"""The suppression page: phone numbers that campaigns leave out, typed or imported."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, sentences, tr, tr_plural
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.dialogs import choose_file
from svcconsole.gui.kit.file_kinds import CSV, TEXT_TABLES
from svcconsole.gui.kit.grid.table import ColumnSpec
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.panels.registries import registries_page
from svcconsole.gui.panels.registries.registries_page import RegistryWords
from svcconsole.services.campaigns.suppression import SUPPRESSED, UnreadRow, as_table, read_list
from svcconsole.workspace.known.registries import Entry, RegistryKind

NAMED = 8
"""So many rows that were not taken are named."""


class SuppressionPage(registries_page.RegistriesPage):
    """Numbers in their full form; what is no phone number is not taken."""

    words: Mapping[RegistryKind, RegistryWords] = {
        SUPPRESSED: RegistryWords(mark("Numbers"), mark("Nobody is on the list yet"), mark("Phone number"))
    }
    only = SUPPRESSED
    file_name, files = "suppression-list.csv", (CSV,)

    def show_known(self) -> None:
        super().show_known()
        if isinstance(bar := self.segments.parentWidget(), Toolbar):
            bar.hide()  # one registry only: nothing to choose among

    def _titles(self) -> tuple[str, str]:
        return tr("Suppression list"), tr("Messaging")

    def _empty_note(self) -> str:
        return tr("Whoever is on it gets nothing from a campaign. Add a number below, or import a list.")

    def _note(self) -> str:
        return tr("No campaign goes to these numbers, from the window or the command line.")

    def _columns(self) -> tuple[ColumnSpec[Entry], ...]:
        key, *rest = super()._columns()
        kept = [column for column in rest if column.key not in ("times", "used_at")]
        return (replace(key, title=tr("Number")), *kept)

    async def _import(self) -> None:
        path = await choose_file(self, tr("Import a list of numbers"), kinds=(TEXT_TABLES,))
        if path is not None:
            await self.import_file(path)

    async def import_file(self, path: Path) -> None:
        """Add the phone numbers of any list; what is known of a number already stays as it is."""
        region = self.console.card.region
        found = await asyncio.to_thread(read_list, path, region)
        new = await self.console.db(lambda space: space.registries.add(found.entries))
        self.changed.emit()
        told = tr(
            "{path}: {new} new, {entries} known already.",
            path=visible(path.name),
            new=count(new),
            entries=count(len(found.entries) - new),
        )
        if not found.unread:
            self.console.notices.add("success", told)
            return
        left = tr_plural(
            "{n} row is not taken: a campaign may still go to it.",
            "{n} rows are not taken: a campaign may still go to them.",
            len(found.unread),
        )
        self.console.notices.add(
            "warning", sentences(told, left), advice=_unread_words(found.unread), standing=True
        )

    def _as_file(self, entries: Sequence[Entry], path: Path) -> str:
        return as_table(entries)


def _unread_words(unread: Sequence[UnreadRow]) -> str:
    """Why the first row is not taken, and which are not, either."""
    first, *others = unread
    said = tr("Row {row}: {sentence}", row=first.row, sentence=visible(first.sentence))
    if not others:
        return said
    rows = ", ".join(str(each.row) for each in others[:NAMED])
    if len(others) > NAMED:
        return sentences(said, tr("Neither taken: row {rows}…", rows=rows))
    return sentences(said, tr("Neither taken: row {rows}.", rows=rows))
