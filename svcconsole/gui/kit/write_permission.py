"""Asks whether this store may be written to, by the profile's safe level."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.dialogs import Answer, ask, confirm_by_name
from svcconsole.gui.kit.practise_first import practised
from svcconsole.gui.runtime.console import Console
from svcconsole.workspace.team.roles import Right


async def may_write(console: Console, parent: QWidget, what: str, yes: str = "") -> bool:
    """True when `what` ("Save 3 changes of Linen Apron") may go to the store; asks as the safe level says.

    `yes` is what the button says that was pressed, where that is not "Save". Nothing may be written while
    the team's records are away: raises WorkspaceAway, also where they went while the person was asked.
    """
    await console.workspace.refuse_away()
    if not await _agreed(console, parent, what, yes):
        return False
    await console.workspace.refuse_away()
    return True


async def _agreed(console: Console, parent: QWidget, what: str, yes: str) -> bool:
    """Whether the role, the safe level and the person let it go."""
    if (refusal := await console.db(lambda space: space.operators.refusal(Right.SEND))) is not None:
        console.notices.report(refusal)
        return False
    card = console.card
    if not await practised(parent, card):
        return False
    level = "open" if card.practice else card.safe_level
    verb = Answer("write", yes or console.save_words(tr("Save")))
    match level:
        case "open":
            return True
        case "read-only":
            console.notices.add(
                "warning",
                tr("{card} is set to read-only. Nothing was sent.", card=card.name),
                advice=tr("Another safe level can be chosen in the store's connection."),
            )
            return False
        case "name":
            text = tr("This changes the live store. Type {card} to go on.", card=card.name)
            return await confirm_by_name(parent, f"{what}?", text, card.name, verb)
    answers = (verb, Answer("cancel", tr("Keep editing")))
    return (
        await ask(parent, f"{what}?", tr("This changes the live store."), answers, safe="cancel") == "write"
    )
