"""The safe levels of a store: how each is called and which icon stands for it."""

from __future__ import annotations

from typing import Final

from svcconsole.gui.design.words import mark

SAFE_LEVELS: Final = {
    "open": ("unlock", mark("Open")),
    "confirm": ("help", mark("Asks before writing")),
    "name": ("lock", mark("Type the name to write")),
    "read-only": ("ban", mark("Read-only")),
}
"""Level of a profile → icon, words."""
