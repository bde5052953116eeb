"""Whether people are hidden in the window: names, phone numbers, e-mails and addresses masked everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal
from PySide6.QtWidgets import QApplication

from svcconsole.gui.design import hiding
from svcconsole.gui.runtime.setting_keys import HIDE_PEOPLE
from svcconsole.gui.runtime.settings import Settings


class Privacy(QObject):
    """`changed()`: people are hidden from now on, or shown. One for all windows, as the theme is."""

    changed = Signal()

    @property
    def on(self) -> bool:
        """Whether people are hidden."""
        return hiding.is_hiding()

    def begin(self, settings: Settings) -> None:
        """As it was when the program was left."""
        self._apply(settings.get(HIDE_PEOPLE, False))

    def choose(self, settings: Settings, on: bool) -> None:
        """Hide people, or show them, and remember it."""
        settings.set(HIDE_PEOPLE, on)
        self._apply(on)

    def learn(self, names: Iterable[str]) -> None:
        """Names that are hidden wherever they stand, now that they are known; what is shown is said anew."""
        if self.on:
            hiding.learn_names(names)
            _say_anew()

    def _apply(self, on: bool) -> None:
        if on != self.on:
            hiding.set_hiding(on)
            _say_anew()
            self.changed.emit()


def _say_anew() -> None:
    """Labels take their texts again, and what is painted is painted anew."""
    for widget in QApplication.allWidgets():
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.LanguageChange))
        widget.update()


@cache
def privacy() -> Privacy:
    """The program's one."""
    return Privacy()
