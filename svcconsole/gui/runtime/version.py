"""The version and build in one line; light enough for the first window."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QLocale

from svcconsole import __version__
from svcconsole.gui.design.words import tr
from svcconsole.resources import resource

BUILD = "build.txt"
"""Commit and date (YYYY-MM-DD), put into the resources when a package is built."""


def version_text() -> str:
    """Version and build as the window shows them."""
    made = build()
    if made is None:
        return tr("Version {version}, run from its sources", version=__version__)
    commit, day = made
    shown = QLocale().toString(QDate(day.year, day.month, day.day), "d MMM yyyy")
    return tr("Version {version}, build {commit} of {day}", version=__version__, commit=commit, day=shown)


def build() -> tuple[str, date] | None:
    """Commit and date of a packaged program; None where it runs from its sources."""
    try:
        commit, day = resource(BUILD).read_text(encoding="ascii").split()
        return commit, date.fromisoformat(day)
    except (OSError, ValueError):
        return None
