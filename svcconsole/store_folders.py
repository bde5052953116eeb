"""Finds the workspace folder of a store: one for each store, whatever it was called by; unites older ones."""

from __future__ import annotations

import hashlib
import re
import shutil
import sqlite3
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from svcconsole import folders
from svcconsole.api.connection import is_loopback
from svcconsole.api.practice_store import NobodyThere, name_of_data, practice_store_at
from svcconsole.profiles import PRACTICE_ID, Profile
from svcconsole.store_identity import StoreIdentity, identity_of, identity_of_profile, spellings
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.backup import alone, write_copy
from svcconsole.workspace.database import FILE_NAME
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.file_lock import FileLock
from svcconsole.workspace.merge import merge_into

WAITING = "-"
"""In the place of the prefix: nothing has answered at this address yet."""
PATIENCE_SECONDS = 20.0
_OLD_NAME = re.compile(r"[0-9A-Za-z_-]{1,64}")


def folder_of_profile(profile: Profile, others: Sequence[Profile] = ()) -> Path:
    """The workspace folder of a profile's store; `others` are all profiles known here.

    An address that cannot be one has a folder of its own until it is put right.
    """
    if identity_of_profile(profile) is None:
        return folders.store_dir(StoreIdentity(profile.base_url, profile.prefix).folder)
    return folder_of_store(profile.base_url, profile.prefix, profile.app_id, (profile, *others))


def folder_of_store(base_url: str, prefix: str, app_id: str | None, profiles: Sequence[Profile] = ()) -> Path:
    """The workspace folder of the store at an address; raises WorkspaceError, RefusedHere and OSError.

    Folders of the time when each spelling of an address and each profile had its own are united with it.
    """
    identity = named = identity_of(base_url, prefix, app_id)
    waiting = replace(identity, prefix=WAITING)
    if is_loopback(urlsplit(identity.address).hostname or ""):
        named = _of_practice(identity, waiting)
    own = named.practice == name_of_data(practice_data()) and not named.app_id
    name = PRACTICE_ID if own else named.folder
    _unite(_stores() / name, (waiting.folder, *_older(base_url, identity, profiles)))
    return folders.store_dir(name)


def known_name(profile: Profile) -> str:
    """The name of the folder that a profile's store has, as far as it is known without asking at its address:
    a practice store's is the one that answered there last."""
    identity = identity_of_profile(profile)
    if identity is None:
        return StoreIdentity(profile.base_url, profile.prefix).folder
    if is_loopback(urlsplit(identity.address).hostname or "") and (note := _note(identity)).is_file():
        practice = note.read_text(encoding="ascii")
        identity = replace(identity, address="", prefix="", practice=practice)
        if practice == name_of_data(practice_data()) and not identity.app_id:
            return PRACTICE_ID
    return identity.folder


def merged_earlier(heads: Container[str]) -> tuple[list[Path], list[Path]]:
    """What earlier versions kept of united folders, beside all stores: of the store whose log knows these
    `heads` of the logs that came to it, and that of which nobody knows the store."""
    beside = folders.data_dir() / folders.MERGED
    own, unknown = [], []
    for folder in sorted(beside.iterdir()) if beside.is_dir() else ():
        head = _head_in(folder / FILE_NAME)
        if not head:
            unknown.append(folder)
        elif head in heads:
            own.append(folder)
    return own, unknown


def _head_in(file: Path) -> str:
    """The last hash of a workspace's log; blank where there is none, or it cannot be read."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as source:
            found = source.execute("SELECT sha256 FROM audit_log ORDER BY seq DESC LIMIT 1").fetchone()
    except sqlite3.Error:
        return ""
    return "" if found is None else str(found[0])


def practice_data() -> Path:
    """The data folder of this console's own practice store."""
    return folders.data_dir() / "practice"


def _stores() -> Path:
    return folders.data_dir() / "stores"


def _of_practice(identity: StoreIdentity, waiting: StoreIdentity) -> StoreIdentity:
    """The practice store at an address of this computer; where nothing answers, the one that did last.

    What is planned where nothing ever answered waits for whoever does first.
    """
    note = _note(identity)
    try:
        found = practice_store_at(identity.address)
    except NobodyThere:
        if not note.is_file():
            known = (_stores() / identity.folder / FILE_NAME).is_file()
            return identity if known else waiting
        found = note.read_text(encoding="ascii")
    else:
        if found is not None:
            note.write_text(found, encoding="ascii")
    return identity if found is None else replace(identity, address="", prefix="", practice=found)


def _note(identity: StoreIdentity) -> Path:
    """Where it is kept which practice store answered at an address of this computer."""
    return folders.cache_dir() / f"address-{hashlib.sha256(identity.address.encode()).hexdigest()[:16]}"


def _older(base_url: str, identity: StoreIdentity, profiles: Sequence[Profile]) -> Iterator[str]:
    """The names that this store's folders had: its profiles' ids, and the hash of its address as typed."""
    known = {profile.id: identity_of_profile(profile) for profile in profiles}
    yield from (name for name, each in known.items() if each == identity)
    here = {each for each in known.values() if each is not None and each.address == identity.address}
    if len(here | {identity}) > 1:
        return  # several stores behind one address had one such folder: whose it is nobody knows
    typed = (spelling for each in (base_url, *_typed(profiles, here)) for spelling in spellings(each))
    for spelling in dict.fromkeys(typed):
        yield f"url-{hashlib.sha256(spelling.encode()).hexdigest()[:12]}"


def _typed(profiles: Iterable[Profile], here: set[StoreIdentity]) -> Iterator[str]:
    return (profile.base_url for profile in profiles if identity_of_profile(profile) in here)


def _unite(target: Path, names: Iterable[str]) -> None:
    stores = target.parent
    older = [stores / name for name in dict.fromkeys(names) if _OLD_NAME.fullmatch(name)]
    found = [folder for folder in older if folder != target and (folder / FILE_NAME).is_file()]
    if not found:
        return
    lock = FileLock(folders.data_dir() / "uniting.lock")
    if not lock.acquire(PATIENCE_SECONDS):
        raise _in_use(target)
    try:
        for folder in found:
            if (folder / FILE_NAME).is_file():  # another program may have come first
                _bring(folder, target)
    except OSError as error:
        raise WorkspaceError(
            message(
                "What is kept of this store in {folder} cannot be brought together: {reason}.",
                folder=stores,
                reason=system_reason(error),
            ),
            message("Nothing was changed. Make room or give write access, then try again."),
        ) from error
    finally:
        lock.release()


def _bring(folder: Path, target: Path) -> None:
    """Let an older folder be the store's, or unite it with the one the store has."""
    if not (target / FILE_NAME).is_file():
        with alone(folder):
            pass
        if target.exists():
            shutil.rmtree(target)  # made by a start that got no further: there is no workspace in it
        folder.rename(target)
        return
    with alone(folder), alone(target):
        write_copy(target, target / f"{FILE_NAME}.before-{folder.name}")
    merge_into(target, folder)
    reports = folder / folders.REPORTS
    for run in reports.iterdir() if reports.is_dir() else ():
        if not (target / folders.REPORTS / run.name).exists():
            shutil.copytree(run, folders.private(target / folders.REPORTS) / run.name)
    folder.rename(_free(folders.private(target / folders.MERGED) / folder.name))


def _in_use(folder: Path) -> WorkspaceError:
    return WorkspaceError(
        message("Another svcconsole has this store open in {folder}.", folder=folder),
        message("Close it, then try again: what is kept of this store is brought together once."),
    )


def _free(path: Path) -> Path:
    """`path`, or with a number behind it where that is taken."""
    numbered = (path.with_name(f"{path.name}-{number}") for number in range(2, 1000))
    return next(each for each in (path, *numbered) if not each.exists())
