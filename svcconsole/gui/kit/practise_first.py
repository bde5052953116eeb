"""Refuses to write to a store whose profile asks for the practice tasks first, until they are passed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from svcconsole.gui.design.words import sentences, tr
from svcconsole.gui.kit.dialogs import Answer, ask
from svcconsole.services.first_tasks.passes import refusal

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from svcconsole.gui.runtime.profile_summary import ProfileSummary


async def practised(parent: QWidget, card: ProfileSummary) -> bool:
    """Whether everything that the store's profile asks is passed; else what is missing is said."""
    if card.practice or card.must_practise == "nothing":
        return True
    missing = await asyncio.to_thread(refusal, card.name, card.must_practise)
    if missing is None:
        return True
    close = Answer("close", tr("Close"))
    await ask(parent, tr("Practise first"), sentences(*map(tr, missing)), (close,), safe="close")
    return False
