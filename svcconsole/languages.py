"""Which language the program speaks: SVCCONSOLE_LANGUAGE, else the one set, else this computer's.

English is in the sources; every other language is a compiled gettext catalog among the shipped files.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from svcconsole import folders
from svcconsole.managed import ManagedError, managed
from svcconsole.resources import resource
from svcconsole.words.catalog import ENGLISH, Language, load

VARIABLE: Final = "SVCCONSOLE_LANGUAGE"
SETTING: Final = "language"
"""The setting's name, in the file of settings and in an administrator's."""
SETTINGS_FILE: Final = "settings.json"
"""Where window and command line keep their settings (`preferences`)."""
OF_LOCALE: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a POSIX system says which languages are wanted, the first that is set first."""


def folder() -> Path:
    """Where the catalogs are: `es.mo`, `ar.mo`."""
    return resource("languages")


def codes() -> list[str]:
    """The codes of the languages there are, English first."""
    return [ENGLISH.code, *sorted(file.stem for file in folder().glob("*.mo"))]


def chosen(system: Iterable[str] | None = None) -> Language:
    """The language to speak now; `system` are this computer's languages as a window knows them, the one
    wanted most first."""
    of_system = of_this_computer() if system is None else system
    for wanted in (os.environ.get(VARIABLE, ""), setting(), *of_system):
        if (code := known(wanted)) is not None:
            return language(code)
    return ENGLISH


def language(code: str) -> Language:
    """The language with its catalog; English where there is none, or none that can be read."""
    if code == ENGLISH.code:
        return ENGLISH
    try:
        return load(code, folder() / f"{code}.mo")
    except (OSError, ValueError):
        return ENGLISH


def known(wanted: str) -> str | None:
    """The code of the language there is for `ar`, `ar_EG`, `pt-BR` or `de_DE.UTF-8@euro`; None for others."""
    name = wanted.partition(".")[0].partition("@")[0].replace("-", "_")
    there = codes()
    return next((code for code in (name, name.partition("_")[0].casefold()) if code in there), None)


def setting() -> str:
    """What is set for this computer: a code, or blank; what cannot be read sets nothing here, and is told
    where settings are used."""
    try:
        fixed = managed().settings.get(SETTING)
        if fixed is not None:
            return str(fixed)
        own: Any = json.loads((folders.config_dir() / SETTINGS_FILE).read_text("utf-8"))
        return str(own.get(SETTING) or "")
    except (ManagedError, OSError, ValueError, AttributeError):
        return ""


def of_this_computer() -> Iterator[str]:
    """The languages that this computer's person set, as a command knows them."""
    for name in OF_LOCALE:
        if value := os.environ.get(name):
            yield from value.split(":")
    if sys.platform == "win32":
        import ctypes
        import locale

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        yield locale.windows_locale.get(number, "")
