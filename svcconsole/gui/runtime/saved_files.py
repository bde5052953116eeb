"""Tells where a person has a file saved, so that it can be listed when somebody is to be removed."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject, Signal


class SavedFilesFeed(QObject):
    """`chosen(path, window)`: in that window a place was chosen for a file. One for all windows."""

    chosen = Signal(object, object)


@cache
def saved_files() -> SavedFilesFeed:
    """The program's one."""
    return SavedFilesFeed()
