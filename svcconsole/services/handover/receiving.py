"""The key of this console for hand-overs, in the system's keyring, and which it has opened already.

Both notes of an opening are outside of the workspace: a copy of the workspace that is put back does not put
them back with it.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from svcconsole import folders
from svcconsole.services.handover.sealing import code_of, new_private_key
from svcconsole.services.keyring_entry import keep_entry, make_entry, read_entry
from svcconsole.words.message import message
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.mark_file import folder_to_disk

NAME: Final = "handover"
"""What the key is kept under in the keyring."""
PATIENCE_SECONDS = 10.0
MOST = 40
"""So many openings are noted in the keyring, whose entries are short; the disk has all of them."""


class ReceivingKey:
    """The private key, and the hand-overs it was used for."""

    def __init__(self, private: bytes, opened: Sequence[str]) -> None:
        self.private = private
        self.opened = tuple(opened)

    @property
    def code(self) -> str:
        """What is told to whoever hands over."""
        return code_of(self.private)


def receiving_key(*, make: bool) -> ReceivingKey:
    """The key of this console; with `make` a new one where there is none. Blocks: not on the window's thread.

    Raises WorkspaceError where the keyring cannot keep it, or there is none.
    """
    found = read_entry(NAME)
    if found is not None:
        held = json.loads(found)
        return ReceivingKey(base64.b64decode(held["private"]), held["opened"])
    if not make:
        raise WorkspaceError(
            message("This console has no code for hand-overs yet."),
            message("Have it shown first, then have the hand-over made with it."),
        )
    key = ReceivingKey(new_private_key(), ())
    make_entry(NAME, _text(key))
    return key


@contextmanager
def opening(handover: str) -> Iterator[tuple[ReceivingKey, bool]]:
    """Begin to open a hand-over, nobody else beside it: the key, and whether it was opened before. What is
    noted of it is in the keyring, and on the disk, before the block begins.

    The keyring comes first: a locked one is met more often than a full disk, and then nothing is noted yet.
    Raises WorkspaceError; the key stays what it is.
    """
    folder = folders.private(folders.config_dir() / "marks")
    lock = FileLock(folder / "handover.lock")
    if not lock.acquire(PATIENCE_SECONDS):
        raise WorkspaceError(message("Another hand-over is being opened."), message("Try again."))
    try:
        key = receiving_key(make=False)
        again = handover in key.opened
        if not again:
            keep_entry(NAME, _text(ReceivingKey(key.private, (*key.opened, handover))))
        again = _note(folder / f"handover-{handover}") or again
        yield key, again
    finally:
        lock.release()


def _note(path: Path) -> bool:
    """Note it on the disk; whether it was noted before."""
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return True
    os.fsync(handle)
    os.close(handle)
    folder_to_disk(path.parent)
    return False


def _text(key: ReceivingKey) -> str:
    """The key as the keyring has it."""
    return json.dumps({"private": base64.b64encode(key.private).decode(), "opened": list(key.opened)[-MOST:]})
