"""Backing up what is kept of a store, and putting a backup back: what is asked, and what is said of it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.dialogs import Answer, ask, choose_file, choose_place
from svcconsole.gui.kit.file_kinds import FileKind
from svcconsole.gui.runtime.notices import Notices

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console

ENDING = ".svcbackup"
BACKUPS = FileKind(mark("Backups of svcconsole"), f"*{ENDING}")


async def back_up(window: QWidget, console: Console) -> None:
    """Have a place chosen and write the store's backup there; runs go on meanwhile."""
    name = f"svcconsole {time.strftime('%Y-%m-%d')}{ENDING}"
    place = await choose_place(window, tr("Back up this store"), name, kinds=[BACKUPS])
    if place is None:
        return
    # Whatever stands in the store by now is in it, drafts of this minute included.
    await console.db(lambda space: space.checkpoint())
    await write(console.store_folder, place, console.notices)


async def write(folder: Path, place: Path, notices: Notices) -> bool:
    """Write the backup and say so; False, with the reason said, where it could not be."""
    from svcconsole.workspace.backup import back_up
    from svcconsole.workspace.errors import WorkspaceError

    try:
        await asyncio.to_thread(back_up, folder, place)
    except WorkspaceError as error:
        notices.report(error)
        return False
    notices.add(
        "success",
        tr("The backup is in {file}.", file=place),
        advice=tr("Tokens and the files of reports are not in it."),
    )
    return True


async def ask_restore(window: QWidget, console: Console) -> Path | None:
    """Have a backup chosen, and agreed that it takes the place of what is kept now; None where not."""
    file = await choose_file(window, tr("Restore a backup of this store"), kinds=[BACKUPS])
    if file is None:
        return None
    answers = (
        Answer("restore", tr("Restore the backup"), destroys=True),
        Answer("keep", tr("Keep it as it is")),
    )
    text = tr(
        "What is kept of {store} on this computer becomes what it was when {file} was written; what it is now"
        " is kept beside it. Messages that were waiting then need your decision: they may have been sent"
        " since.",
        store=console.card.name,
        file=file.name,
    )
    answer = await ask(window, tr("Restore this backup?"), text, answers, safe="keep")
    return file if answer == "restore" else None


async def restore(folder: Path, file: Path, notices: Notices) -> bool:
    """Put the backup back while the store is closed, and say what is open in it."""
    from svcconsole.workspace import backup
    from svcconsole.workspace.errors import WorkspaceError

    try:
        count = await asyncio.to_thread(backup.restore, folder, file)
    except WorkspaceError as error:
        notices.report(error)
        return False
    notices.add(
        "success",
        tr("{file} is restored.", file=file.name),
        advice=tr_plural("{n} record needs your decision.", "{n} records need your decision.", count)
        if count
        else "",
    )
    return True
