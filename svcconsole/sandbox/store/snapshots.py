"""Snapshots: a whole store in one file, and restoring one completely or not at all."""

from __future__ import annotations

import os
import re
import shutil
import tarfile
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from svcconsole.sandbox.store import timestamps
from svcconsole.sandbox.store.database import FILE, Database, Newer
from svcconsole.sandbox.store.folder import KEPT, SNAPSHOTS

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z")
SUFFIX = ".snapshot"
MEMBER = re.compile(rf"({re.escape(FILE)}|({'|'.join(KEPT)})/[A-Za-z0-9_-][A-Za-z0-9._-]*)\Z")
STAGED = "restoring"
"""A snapshot unpacked whole: from the moment this folder is there, the store is the snapshot."""


class NoSnapshot(Exception):
    """Nothing was taken or restored; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`size` in bytes; `taken_at` as `moments.text`."""

    name: str
    taken_at: str
    size: int


def named(name: str | None, now: datetime) -> str:
    """The name of a new snapshot: the given one, or the instant. Raises NoSnapshot for what is none."""
    name = name or timestamps.text(now).replace(":", "-")
    if not NAME.match(name):
        raise NoSnapshot(
            f"name {name} is no name of a snapshot: it may have up to 64 letters, digits, dots and dashes"
        )
    return name


def listed(folder: Path) -> Sequence[Snapshot]:
    """The snapshots there are, the newest first."""
    found = [(path, path.stat()) for path in (folder / SNAPSHOTS).glob(f"*{SUFFIX}")]
    found.sort(key=lambda one: (one[1].st_mtime_ns, one[0].name), reverse=True)
    return [
        Snapshot(
            path.name.removesuffix(SUFFIX),
            timestamps.text(datetime.fromtimestamp(status.st_mtime, UTC)),
            status.st_size,
        )
        for path, status in found
    ]


def save(folder: Path, database: Database, name: str) -> Snapshot:
    """Write a snapshot, in the place of one of the same name; from any thread, while the store is used.

    The records come first: a report or e-mail that they know of has its file by then.
    """
    target = folder / SNAPSHOTS
    target.mkdir(exist_ok=True)
    records, unfinished = target / f".{name}.records", target / f".{name}.unfinished"
    try:
        records.unlink(missing_ok=True)
        database.copy(records)
        with unfinished.open("wb") as file:
            with tarfile.open(fileobj=file, mode="w") as archive:
                archive.add(records, FILE)
                for kind in KEPT:
                    for path in sorted((folder / kind).glob("*")):
                        with suppress(FileNotFoundError):  # the store was reset meanwhile
                            archive.add(path, f"{kind}/{path.name}")
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target / f"{name}{SUFFIX}")
    finally:
        records.unlink(missing_ok=True)
        unfinished.unlink(missing_ok=True)
    return next(one for one in listed(folder) if one.name == name)


def stage(folder: Path, name: str | None) -> str:
    """Unpack a snapshot, the newest without a name, and decide for it; its name. Raises NoSnapshot."""
    there = [one.name for one in listed(folder)]
    if not there:
        raise NoSnapshot("there is no snapshot of this store yet: take one first")
    if name is not None and name not in there:
        raise NoSnapshot(f"there is no snapshot named {name}: there are {', '.join(there)}")
    name = name or there[0]
    unfinished = folder / f".{STAGED}"
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        with tarfile.open(folder / SNAPSHOTS / f"{name}{SUFFIX}") as archive:
            _unpack(archive, unfinished)
        with closing(Database(unfinished)):  # what cannot be read is found out here, before anything is lost
            pass
    except Newer:
        shutil.rmtree(unfinished)
        raise NoSnapshot(f"the snapshot {name} was taken by a newer version of this program") from None
    except (tarfile.TarError, DatabaseError) as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise NoSnapshot(f"the snapshot {name} cannot be read: {error}") from None
    unfinished.rename(folder / STAGED)
    return name


def _unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Write the records and the files beside them; raises TarError for anything else.

    By hand: the Python of Debian 12 has no filter that keeps what was tampered with inside the folder.
    """
    for kind in KEPT:
        (folder / kind).mkdir(parents=True)
    for member in archive:
        content = archive.extractfile(member) if MEMBER.match(member.name) and member.isreg() else None
        if content is None:
            raise tarfile.TarError(f"{member.name} does not belong there")
        with content, (folder / member.name).open("wb") as file:
            shutil.copyfileobj(content, file)


def settle(folder: Path, database: Database) -> None:
    """Let the staged snapshot, if there is one, be the store, and remove what was left half written.

    A store that was killed meanwhile goes on with it here: each step may be done twice.
    """
    staged = folder / STAGED
    if (staged / FILE).exists():
        database.load(staged / FILE)
        (staged / FILE).unlink()
    for kind in KEPT:
        if (staged / kind).is_dir():
            shutil.rmtree(folder / kind, ignore_errors=True)
            (staged / kind).rename(folder / kind)
    for rest in (staged, folder / f".{STAGED}"):
        shutil.rmtree(rest, ignore_errors=True)
    for unfinished in (folder / SNAPSHOTS).glob(".*"):
        unfinished.unlink()
