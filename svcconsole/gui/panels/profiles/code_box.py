"""A list of known codes by name that also takes any other text: countries, currencies, time zones."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QComboBox, QCompleter

from svcconsole.gui.design.words import tr
from svcconsole.tables.values.countries import countries


class CodeBox(QComboBox):
    """`code()` is the chosen entry's code, or what was typed where no entry says it; typing finds entries by
    any part of their text."""

    def __init__(self, entries: Iterable[tuple[str, str]]) -> None:
        """`entries`: what is shown, and the code it stands for."""
        super().__init__()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMinimumContentsLength(12)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMaxVisibleItems(14)
        self.addItem("", "")
        for shown, code in entries:
            self.addItem(shown, code)
        completer = QCompleter(self.model(), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setCompleter(completer)

    def code(self) -> str:
        """The code of what the field says."""
        text = self.currentText().strip()
        at = self.findText(text, Qt.MatchFlag.MatchFixedString)
        if at < 0:
            at = self.findData(text.upper())
        return str(self.itemData(at)) if at >= 0 else text

    def set_code(self, code: str) -> None:
        """Show the entry of a code, or the code itself where there is none."""
        at = self.findData(code)
        if at >= 0:
            self.setCurrentIndex(at)
        else:
            self.setEditText(code)


def named(name: str, code: str) -> tuple[str, str]:
    """An entry: the name with its code."""
    return tr("{name} ({code})", name=name, code=code), code


def countries_box() -> CodeBox:
    """The countries in the window's language, by ISO 3166 code."""
    language = QLocale().name().replace("_", "-").partition("-")[0]
    return CodeBox(named(name, code) for code, name in countries(language).items())


def currencies_box() -> CodeBox:
    """The currencies shops are run in, by ISO 4217 code."""
    from babel import Locale

    from svcconsole.gui.kit.money import COMMON_CURRENCIES

    names = Locale.parse("en").currencies
    return CodeBox(named(names.get(code, code), code) for code in COMMON_CURRENCIES)
