"""The file of a page of the help: in the language in use, in English where that has none."""

from __future__ import annotations

from pathlib import Path

from svcconsole.resources import resource
from svcconsole.words import catalog


def page_file(name: str) -> Path:
    """The file by its name with its ending: `resources/help/es/catalog.md`, `resources/help/catalog.md`."""
    own = resource("help", catalog.in_use().code, name)
    return own if own.is_file() else resource("help", name)
