"""A console in the folders of one test."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import QSettings

from svcconsole.api.connection import Connection
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.settings import Settings


def console_in(
    own_folders: Path, card: ProfileSummary, connect: Callable[[], Awaitable[Connection]]
) -> Console:
    """Each time on the same settings and the same workspace, before its first paint."""
    folder = own_folders / "store"
    folder.mkdir(exist_ok=True)
    settings = Settings(QSettings(str(own_folders / "window.ini"), QSettings.Format.IniFormat))
    return Console(card, settings=settings, store_folder=folder, notices=Notices(), connect=connect)
