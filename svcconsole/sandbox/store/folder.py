"""The folder of the practice store: private to its owner, locked by one process at a time."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from svcconsole.sandbox.store.database import FILE, InUse, Newer, NoRoom, alone

KEPT = ("reports", "outbox")
"""The folders of files that go with the records: they are emptied, copied and brought back with them."""

SNAPSHOTS = "snapshots"
OURS = {FILE, "lock.sqlite", "report.partial", "restoring", SNAPSHOTS, *KEPT}
OURS_BEGIN = (f"{FILE}-", "lock.sqlite-", ".")
"""What SQLite keeps beside its files, and what is half written."""


class CannotUse(Exception):
    """The folder was not used; the text says why and what to do."""


def holding(folder: Path) -> Path:
    """The folder, if there is a practice store in it; raises CannotUse."""
    if not (folder / FILE).is_file():
        raise CannotUse(f"The folder {folder} holds no practice store. Choose another --data.")
    return folder


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """The folder, made if it is missing, for this process alone; raises CannotUse.

    What is written from now on is for its owner's eyes only, whatever mask the program was started with.
    """
    os.umask(0o077)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _make_private(folder)
    except OSError as error:
        raise CannotUse(
            f"The folder {folder} cannot be used: {error.strerror}. Choose another --data."
        ) from None
    try:
        with alone(folder):
            yield
    except InUse:
        raise CannotUse(
            f"The folder {folder} is in use by another practice store. Stop it, or choose another --data."
        ) from None
    except Newer:
        raise CannotUse(
            f"The folder {folder} holds a practice store of a newer version of this program. Update the"
            " program, or choose another --data."
        ) from None
    except NoRoom:
        raise CannotUse(f"The disk of the folder {folder} is full. Make room, then try again.") from None
    except DatabaseError as error:
        raise CannotUse(
            f"The folder {folder} holds no practice store that can be read: {error.orig}."
            " Choose another --data."
        ) from None


def _make_private(folder: Path) -> None:
    """Take every right from others; a folder that holds anything else too is left as it is itself."""
    found = list(folder.iterdir())
    ours = [path for path in found if path.name in OURS or path.name.startswith(OURS_BEGIN)]
    for path in ours if len(ours) < len(found) else [folder, *ours]:
        for one in [path, *path.rglob("*")] if path.is_dir() and path != folder else [path]:
            if not one.is_symlink():
                one.chmod(0o700 if one.is_dir() else 0o600)


def empty_kept(folder: Path) -> None:
    """Remove the files that go with the records."""
    for name in KEPT:
        shutil.rmtree(folder / name, ignore_errors=True)
