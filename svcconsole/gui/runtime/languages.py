"""The languages the window can speak: English, and each that is shipped as a compiled catalog."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtGui import QGuiApplication

from svcconsole.gui.design.words import use_language
from svcconsole.resources import resource
from svcconsole.words.catalog import ENGLISH, load


def folder() -> Path:
    """Where the catalogs are: `de.mo`, `ar.mo`."""
    return resource("languages")


def languages() -> dict[str, str]:
    """The codes of the languages there are, with what their speakers call them; English first."""
    found = {ENGLISH.code: "English"}
    for file in sorted(folder().glob("*.mo")):
        found[file.stem] = QLocale(file.stem).nativeLanguageName() or file.stem
    return found


def speak(code: str) -> None:
    """Say everything in this language from now on; English where there is no catalog of it."""
    application = QCoreApplication.instance()
    if not isinstance(application, QGuiApplication):
        return
    file = folder() / f"{code}.mo"
    known = code in languages() and code != ENGLISH.code
    use_language(application, load(code, file) if known else ENGLISH)
