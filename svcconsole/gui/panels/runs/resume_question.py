"""The question before a run that was stopped goes on: how many people or rows it still reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcconsole.gui.design.words import sentences, tr, tr_plural
from svcconsole.gui.kit.dialogs import Answer, ask, confirm_by_name
from svcconsole.gui.kit.number_question import TYPED_ABOVE, NumberTyped
from svcconsole.gui.kit.practise_first import practised
from svcconsole.gui.panels.runs.run_text import PEOPLE, counted, unfinished_sentence

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from svcconsole.gui.runtime.console import Console
    from svcconsole.services.runs.figures import Figures
    from svcconsole.workspace.runs.records import RunInfo


async def may_resume(console: Console, parent: QWidget, info: RunInfo, known: Figures) -> bool:
    """Whether the rest of a stopped run may be sent: always asked, and as the store's safe level wants it."""
    card, left = console.card, known.not_sent
    if not await practised(parent, card):
        return False
    level = "open" if card.practice else card.safe_level
    question, verb, consequence = _words(info.kind, left)
    if level == "read-only":
        console.notices.add(
            "warning",
            tr("{card} is set to read-only. Nothing was sent.", card=card.name),
            advice=tr("Another safe level can be chosen in the store's connection."),
        )
        return False
    text = sentences(unfinished_sentence(info, known), consequence)
    many = info.kind in PEOPLE and left > TYPED_ABOVE
    if level == "name":
        named = sentences(text, tr("Type the store’s name, {store}, to go on.", store=card.name))
        if not await confirm_by_name(parent, question, named, card.name, Answer("resume", verb)):
            return False
    if many:
        typed = sentences(text, tr("Type how many messages it is to go on."))
        return await NumberTyped(parent, question, typed, left, verb).asked()
    if level == "name":
        return True
    answers = (Answer("resume", verb), Answer("cancel", tr("Cancel")))
    return await ask(parent, question, text, answers, safe="cancel") == "resume"


def _words(kind: str, left: int) -> tuple[str, str, str]:
    """The question, its verb, and what cannot be undone."""
    if kind in PEOPLE:
        return (
            tr_plural("Send to {n} more person?", "Send to {n} more people?", left),
            tr_plural("Send {n} message", "Send {n} messages", left),
            tr("What has left cannot be called back."),
        )
    verb = tr("Import {records}", records=counted(kind, left))
    return tr("{verb}?", verb=verb), verb, tr("What was accepted before is not sent again.")
