"""The language of the windows: chosen at the start and in the settings, with its numbers and dates."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale, QObject, Signal
from PySide6.QtGui import QGuiApplication

from svcconsole import languages
from svcconsole.gui.design.words import use_language
from svcconsole.words import catalog

WITH_OUR_DIGITS: Final = {"ar": "ar_AE"}
"""Languages some of whose countries write other digits than 0 to 9, with a country that does not. A store's
phone numbers, ids and prices have these digits, and one window shows one kind."""


class WindowLanguage(QObject):
    """`changed()`: everything is said in another language from now on, and windows are to be built anew. One
    for the program, as the theme is."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._code = catalog.ENGLISH.code

    def follow(self) -> None:
        """Speak the language that is chosen now."""
        application = QCoreApplication.instance()
        if not isinstance(application, QGuiApplication):
            return
        chosen = languages.chosen(QLocale.system().uiLanguages())
        QLocale.setDefault(conventions(chosen.code))
        if chosen.code != self._code:
            self._code = chosen.code
            use_language(application, chosen)
            self.changed.emit()


_made: list[WindowLanguage] = []


def window_language() -> WindowLanguage:
    """The program's."""
    if not _made:
        _made.append(WindowLanguage())
    return _made[0]


def names() -> dict[str, str]:
    """The codes of the languages there are, with what their speakers call them; English first."""
    own = {code: QLocale(code).nativeLanguageName() or code for code in languages.codes()}
    own["en"] = "English"  # Qt says of which country
    return {code: name[:1].upper() + name[1:] for code, name in own.items()}


def conventions(code: str, system: QLocale | None = None) -> QLocale:
    """How the language writes numbers and dates, in the country of this computer where it is spoken there."""
    here = system or QLocale.system()
    own = QLocale(code)
    if here.language() == QLocale.Language.C:
        of_language = own  # a system that names no language still has readers: figures are grouped for them
    elif own.language() == here.language():
        of_language = here
    else:
        of_language = QLocale(own.language(), here.territory())
    if of_language.zeroDigit() != "0" and code in WITH_OUR_DIGITS:
        return QLocale(WITH_OUR_DIGITS[code])
    return of_language
