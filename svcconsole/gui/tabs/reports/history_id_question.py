"""Asks for the id that the store's e-mail names, where its answer never came."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.widgets.field_question import FieldQuestion, Judged, answer_to


def judged(text: str) -> Judged:
    """A whole number above zero will do."""
    written = text.strip()
    return Judged(written if written.isascii() and written.isdigit() and int(written) > 0 else "")


async def ask_history_id(parent: QWidget) -> int | None:
    """The id; None when the person thought better of it."""
    line = QLineEdit()
    line.setAccessibleName(tr("Id of the report"))
    line.setPlaceholderText("4711")
    question = FieldQuestion(
        parent,
        tr("Which id does the store's e-mail name?"),
        tr("Watch this report"),
        line,
        judged,
        told=tr("With its reportHistoryId the report is watched and fetched as if the answer had come."),
    )
    given = await answer_to(question)
    return int(given) if given else None
