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


def address_of(folder: Path) -> str:
    """The address of the shared workspace that the store of this folder has; OWN_FILE where it has none."""
    return OWN_FILE if folder.name == PRACTICE else os.environ.get(VARIABLE, OWN_FILE)
