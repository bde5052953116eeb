"""Removing a store from this computer: what is asked before, and what is said of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import ltr, visible
from svcconsole.gui.design.words import sentences, tr
from svcconsole.gui.kit.dialogs import Answer, ask

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.shell.stores import Stores


async def agreed(window: QWidget, console: Console, stores: Stores) -> bool:
    """Whether the open store is to leave this computer's list; an administrator's cannot, which is said."""
    name = visible(console.card.name)
    managed_by = (await stores.load()).managed_by(console.card.id)
    if managed_by is not None:
        console.notices.add(
            "info",
            tr("{store} is set up for this computer in {file}.", store=name, file=ltr(str(managed_by))),
            advice=tr("Whoever looks after that file can take it out."),
        )
        return False
    answers = (Answer("remove", tr("Remove the store"), destroys=True), Answer("keep", tr("Keep it")))
    question = tr("Remove {store} from this computer?", store=name)
    text = sentences(
        tr("It leaves the list of stores, and its token is deleted here. A worker that runs for it goes on."),
        what_stays(console.store_folder, shared=console.workspace.state.shared),
    )
    return await ask(window, question, text, answers, safe="keep") == "remove"


def what_stays(folder: Path, *, shared: bool) -> str:
    """Where what was done with a store is afterwards: in its folder, or in the database that a team shares,
    whose address goes with the profile."""
    if shared:
        return tr(
            "What was done with it stays in the database that the team shares. After connecting the store "
            "again, choose that database in Settings, Team, before anything is sent: the folder here knows "
            "nothing of what was."
        )
    return tr(
        "What was done with it stays in {folder} and is there again once the same address is connected. "
        "To delete that as well, wipe the workspace first, in Settings, Privacy.",
        folder=ltr(str(folder)),
    )
