"""The question before the window closes while a run sends."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.dialogs import Answer, ask


async def may_stop(parent: QWidget) -> bool:
    """Ask whether the run that is under way is to stop here."""
    answers = (Answer("leave", tr("Stop and go on later")), Answer("stay", tr("Keep the window open")))
    text = tr("What is on the way is finished first. The rest is kept and offered when this store is opened.")
    question = tr("An import is running. Stop it here?")
    return await ask(parent, question, text, answers, safe="stay") == "leave"
