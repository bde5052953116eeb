"""Where the workspace of a store is: in a file of its folder, or in the database that a team shares."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "SVCCONSOLE_WORKSPACE"
"""Names the address of a shared workspace, `postgresql://name:password@host:port/database`."""
OWN_FILE = ""
"""In the place of an address: the file in the folder."""
PRACTICE = "practice"
"""The folder of the practice store, which is this computer's own."""

_learnt: dict[str, str] = {}
"""The addresses that this process and the processes it starts have been told, by the names of folders."""


def address_of(folder: Path) -> str:
    """The address of the shared workspace that the store of this folder has, as it was learnt; OWN_FILE where
    it has none. The environment comes first."""
    if folder.name == PRACTICE:
        return OWN_FILE
    return os.environ.get(VARIABLE) or _learnt.get(folder.name, OWN_FILE)


def is_by_environment(folder: Path) -> bool:
    """Whether the environment names the address, whatever the store's profile says."""
    return folder.name != PRACTICE and bool(os.environ.get(VARIABLE))


def learn(addresses: dict[str, str]) -> None:
    """Take addresses, passwords included, for the folders of these names; OWN_FILE forgets one."""
    _learnt.update(addresses)


def learnt() -> dict[str, str]:
    """What `learn` was told, for a process that is started from here."""
    return dict(_learnt)
