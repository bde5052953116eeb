"""Backing up what is kept of a store, and putting a backup back: what is asked, and what is said of it."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import mark, sentences, tr, tr_plural
from svcconsole.gui.kit.dialogs import Answer, ask, choose_file, choose_place
from svcconsole.gui.kit.file_kinds import FileKind
from svcconsole.gui.runtime.notices import Notices

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console

ENDING = ".svcbackup"
BACKUPS = FileKind(mark("Backups of svcconsole"), f"*{ENDING}")


async def back_up(window: QWidget, console: Console) -> None:
    """Have a place chosen and write the store's backup there; runs go on meanwhile."""
    name = _file_name(console.card.name)
    place = await choose_place(window, tr("Back up this store"), name, kinds=[BACKUPS])
    if place is None:
        return
    # Whatever stands in the store by now is in it, drafts of this minute included.
    await console.db(lambda space: space.checkpoint())
    await write(console.store_folder, place, console.notices, console.card.name)


def _file_name(store: str) -> str:
    """What a backup of today is called: the store's name, as far as every system takes it."""
    known = re.sub(r'[\x00-\x1f<>:"/\\|?*]+', " ", store).strip(" .")
    return f"{known or 'svcconsole'} {time.strftime('%Y-%m-%d')}{ENDING}"


async def write(folder: Path, place: Path, notices: Notices, store: str) -> bool:
    """Write the backup and say so; False, with the reason said, where it could not be."""
    from svcconsole.workspace.backup import back_up
    from svcconsole.workspace.errors import WorkspaceError

    try:
        await asyncio.to_thread(back_up, folder, place, store)
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
    from svcconsole.workspace.backup import is_of
    from svcconsole.workspace.errors import WorkspaceError

    try:
        known = await asyncio.to_thread(is_of, console.store_folder, file)
    except WorkspaceError as error:
        console.notices.report(error)
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
    if not known:
        unknown = tr(
            "{file} does not say which store it is of: earlier versions did not note it. Restore it only if "
            "it is of {store}: what waits in it would be sent to {store}.",
            store=console.card.name,
            file=file.name,
        )
        text = sentences(unknown, text)
    answer = await ask(window, tr("Restore this backup?"), text, answers, safe="keep")
    return file if answer == "restore" else None


async def restore(folder: Path, file: Path, notices: Notices) -> bool:
    """Put the backup back while the store is closed, as it was agreed to, and say what is open in it."""
    from svcconsole.workspace import backup
    from svcconsole.workspace.errors import WorkspaceError

    try:
        done = await asyncio.to_thread(backup.restore, folder, file, trusted=True)
    except WorkspaceError as error:
        notices.report(error)
        return False
    asked = (
        tr_plural("{n} record needs your decision.", "{n} records need your decision.", done.to_decide)
        if done.to_decide
        else ""
    )
    notices.add(
        "success",
        tr("{file} is restored.", file=file.name),
        advice=sentences(asked, backup.said_of_suppressed(done.suppressed)),
    )
    return True
