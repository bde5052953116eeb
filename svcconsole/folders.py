"""Where things live on this computer: settings, data and caches, private to the user."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

from svcconsole.words.message import message

APP = "svcconsole"
STORE, PRACTICE = "store-", "practice"
"""How the folders of stores, and of the practice store, begin."""
WORKSPACE_FILE = "workspace.sqlite3"
RESULTS, REPORTS, HANDED_OVER, MERGED = "results", "reports", "handed-over", "merged"
"""In the folder of a store: a folder of result files for each run, by its code; one for each report; the
files of imports that came by a hand-over; and what was united with the store's, kept whole."""


def config_dir() -> Path:
    """Profiles. SVCCONSOLE_CONFIG_DIR names another folder."""
    return _folder("SVCCONSOLE_CONFIG_DIR", "user_config_path")


def data_dir() -> Path:
    """Workspaces, the practice store, logs. SVCCONSOLE_DATA_DIR names another folder."""
    return _folder("SVCCONSOLE_DATA_DIR", "user_data_path")


def cache_dir() -> Path:
    """What can be fetched again; inside SVCCONSOLE_DATA_DIR where that is set."""
    if os.environ.get("SVCCONSOLE_DATA_DIR"):
        return private(data_dir() / "cache")
    return _folder("SVCCONSOLE_CACHE_DIR", "user_cache_path")


def store_dir(name: str) -> Path:
    """The workspace folder of one store; ValueError for a name that would lead elsewhere."""
    stores = data_dir() / "stores"
    folder = stores / name
    if folder.parent != stores or name in {"", ".", ".."} or not name.isprintable():
        raise ValueError(f"{name!r} names no folder of a store")
    return private(folder)


def is_store_folder(folder: Path) -> bool:
    """Whether this is a store's folder by today's names: earlier each profile had one of its own."""
    return folder.is_dir() and folder.name.startswith((STORE, PRACTICE))


def marks_dir(store: Path) -> Path:
    """Where the high-water mark of the workspace in `store` is kept.

    Beside the profiles: whoever puts an older copy of the data back does not put back the mark with it.
    """
    ours = store.parent == data_dir() / "stores"
    return private((config_dir() if ours else store.parent) / "marks")


def private(folder: Path) -> Path:
    """Make `folder` readable by this user alone, before anything is written into it.

    A folder that everybody may write to is refused with PermissionError: another user could swap the files.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if sys.platform != "win32":
        mode = folder.stat().st_mode
        if mode & stat.S_IWOTH:
            raise PermissionError(
                message(
                    "Everybody may write to {folder}. Take that right away, then start again.", folder=folder
                )
            )
        if mode & 0o077 and folder.stat().st_uid == os.getuid():
            folder.chmod(0o700)
    return folder


def _folder(variable: str, place: str) -> Path:
    chosen = os.environ.get(variable)
    if chosen:
        return private(Path(chosen))
    import platformdirs

    found: Path = getattr(platformdirs, place)(APP, appauthor=False)
    return private(found)


def remove_files(paths: Collection[Path]) -> Iterator[Path]:
    """Remove files, and folders with all in them; gives those that could not be removed."""
    for path in paths:
        try:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        except OSError:
            yield path
