"""The window's words: every text of ours that a widget shows is said here, in the language in use.

`tr` says a text of the window, `tr_plural` one that a count inflects, `show` what the layers below return.
Text of the store and of people is no message and passes `show` as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QGuiApplication

from svcconsole.gui.design.hiding import hidden
from svcconsole.words import catalog
from svcconsole.words.catalog import Language, isolated
from svcconsole.words.message import Number, Sayable, mark, mark_plural, message, plural
from svcconsole.words.message import sentences as joined

__all__ = [
    "dotted",
    "mark",
    "mark_plural",
    "message",
    "sentences",
    "show",
    "tr",
    "tr_plural",
    "use_language",
]

QT_WORDS: Final = "qtbase"


def tr(source: str, context: str = "", /, **arguments: object) -> str:
    """A text of the window with `arguments` in its places, as they are named in it."""
    if isinstance(source, Sayable):
        return show(source)
    if not arguments:
        return catalog.in_use().text(source, context)
    return catalog.render(message(source, context, **arguments), number=number_text)


def tr_plural(one: str, many: str, count: int, context: str = "", /, **arguments: object) -> str:
    """A text of the window in the form for `count`, which stands at `{n}`."""
    return catalog.render(plural(one, many, count, context, **arguments), number=number_text)


def show(text: str, *, clean: Callable[[str], str] | None = None) -> str:
    """The words of a message, `clean` done to strangers' texts in it; text that is none stays as it is. Who
    people are is hidden in both while that is wanted."""
    return hidden(catalog.render(text, number=number_text, clean=clean))


def use_language(application: QGuiApplication, language: Language) -> None:
    """Say everything in `language` from now on, Qt's own words (its file dialogs, its menus) too, and lay the
    windows out in its direction. What is on screen already is said anew only when it is shown anew."""
    for former in application.findChildren(QTranslator, QT_WORDS):
        application.removeTranslator(former)
        former.deleteLater()
    catalog.use(language)
    translator = QTranslator(application)
    translator.setObjectName(QT_WORDS)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(QLocale(language.code), "qtbase", "_", folder):
        application.installTranslator(translator)
    if language.is_rtl != application.isRightToLeft():
        # Only where it is needed: naming it takes a quarter as long as the whole first paint.
        from PySide6.QtCore import Qt

        direction = Qt.LayoutDirection.RightToLeft if language.is_rtl else Qt.LayoutDirection.LeftToRight
        application.setLayoutDirection(direction)


def sentences(*parts: str) -> str:
    """Whole sentences one after the other, messages and said ones alike; blank ones are left out."""
    return show(joined(*parts))


def dotted(*parts: str) -> str:
    """Parts of one line with dots between them, none of which reorders the others; no blank ones."""
    rtl = catalog.in_use().is_rtl
    return " · ".join(isolated(show(part), rtl=rtl) for part in parts if part)


def number_text(number: Number) -> str:
    """A number as this computer's person is used to it."""
    locale = QLocale()
    if locale.language() == QLocale.Language.C:
        return str(number)
    if not number.grouped:
        locale.setNumberOptions(locale.numberOptions() | QLocale.NumberOption.OmitGroupSeparator)
    if number.digits is not None:
        return locale.toString(float(number.value), "f", number.digits)
    if isinstance(number.value, int):
        return locale.toString(number.value) if abs(number.value) < 2**63 else str(number)
    return locale.toString(
        number.value, "g", QLocale.FloatingPointPrecisionOption.FloatingPointShortest.value
    )
