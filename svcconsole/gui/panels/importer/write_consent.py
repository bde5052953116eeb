"""Asks before an import writes to a store, by its safe level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.practise_first import practised

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from svcconsole.gui.runtime.profile_summary import ProfileSummary


async def may_write(parent: QWidget, card: ProfileSummary, verb: str, consequence: str) -> bool:
    """Ask as the store's safe level wants it. The practice store and an open one are never asked about."""
    if not await practised(parent, card):
        return False
    if card.practice or card.safe_level == "open":
        return True
    if card.safe_level == "read-only":
        return False
    question = tr("{verb}?", verb=verb)
    if card.safe_level == "name":
        text = tr(
            "{consequence} Type the store’s name, {store}, to go on.",
            consequence=consequence,
            store=card.name,
        )
        return await dialogs.confirm_by_name(parent, question, text, card.name, dialogs.Answer("write", verb))
    answers = (dialogs.Answer("write", verb), dialogs.Answer("cancel", tr("Cancel")))
    return await dialogs.ask(parent, question, consequence, answers, safe="cancel") == "write"
