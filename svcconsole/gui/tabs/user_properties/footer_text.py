"""The footer's text: what blocks sending, what the store counted, what is running."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QLocale

from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.containers.footer import FooterPart
from svcconsole.gui.tabs.user_properties import entry_rows as states
from svcconsole.gui.tabs.user_properties.busy import EDITING, OPENING, SENDING
from svcconsole.services.user_properties.outcomes import Counts

IN_THE_WAY: Final = (
    (states.WRONG, mark("{n} to fix"), "danger", "error"),
    (states.LOOK, mark("{n} worth a look"), "warning", "warning"),
    (states.REFUSED, mark("{n} refused"), "danger", "error"),
    (states.CHECK, mark("{n} to decide"), "warning", "decide"),
)
DOING: Final = {
    OPENING: mark("Reading the entries"),
    EDITING: mark("Working on the entries"),
    SENDING: mark("Noting what is about to be sent"),
}


def parts(
    counts: Mapping[str, int], totals: Counts, doing: str, *, narrow: bool = False
) -> list[tuple[FooterPart, str]]:
    """The parts, each with the state of the entries that it leads to, or ""; `narrow` takes fewer words."""
    locale = QLocale()
    found = [
        (FooterPart(tr(words, n=locale.toString(counts[state])), tone, icon, link=True), state)
        for state, words, tone, icon in IN_THE_WAY
        if counts.get(state)
    ]
    if doing:
        found.append((FooterPart(tr(DOING[doing]), icon="clock"), ""))
    elif totals != Counts():
        long = mark("The store’s totals: {created} created, {updated} updated")
        words = mark("{created} created, {updated} updated") if narrow else long
        created, updated = (
            tr("unknown") if number is None else locale.toString(number)
            for number in (totals.created, totals.updated)
        )
        found.append((FooterPart(tr(words, created=created, updated=updated), icon="info"), ""))
        if not narrow:
            found.append((FooterPart(tr("No Undo: the service does not show what was before")), ""))
    if not found:
        kept = tr("What is typed here is kept on this computer until you remove it.")
        found.append((FooterPart(kept, icon="shield"), ""))
    return found


def entries_words(count: int) -> str:
    """ "1 entry", "240 entries"."""
    return tr_plural("1 entry", "{n} entries", count)
