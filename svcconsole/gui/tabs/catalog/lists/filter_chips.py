"""The filter chips of the product list: catalog, stock, what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import literal
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.services.catalog.list_rows import ProductFilter

ANY = ProductFilter()


class FilterChips(QWidget):
    """`wanted(ProductFilter)`: another choice was made. `names` are the catalogs' by their ids."""

    wanted = Signal(object)

    def __init__(self, names: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = names
        self._filter = ANY
        self.each = {
            "catalog": FilterChip(tr("Catalog: any")),
            "stock": FilterChip(tr("Stock: any")),
            "missing": FilterChip(tr("Filter"), menu=False, icon="plus"),
        }
        self.one = FilterChip(tr("Filters"), menu=False, icon="filter")
        self._build()

    def _build(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = hbox(parent=self, spacing=8)
        for question, chip in self.each.items():
            row.addWidget(chip)
            chip.clicked.connect(lambda question=question, chip=chip: self._pick(chip, question))
            chip.cleared.connect(lambda question=question: self._want(**{question: getattr(ANY, question)}))
        row.addWidget(self.one)
        self.one.clicked.connect(lambda: self._pick(self.one, *self.each))
        self.one.cleared.connect(lambda: self.wanted.emit(ProductFilter(words=self._filter.words)))

    def set_filter(self, chosen: ProductFilter) -> None:
        """Say what is shown."""
        self._filter = chosen
        for question, chip in self.each.items():
            value = getattr(chosen, question)
            is_set = value != getattr(ANY, question)
            chip.set_filter(self._words(question).get(value, value) if is_set else None)
        self.one.set_filter(tr("Filters") if replace(chosen, words="") != ANY else None)

    def set_narrow(self, narrow: bool) -> None:
        """Whether there is room for one chip only."""
        self.one.setVisible(narrow)
        for chip in self.each.values():
            chip.setVisible(not narrow)

    def _want(self, **answer: str) -> None:
        self.wanted.emit(replace(self._filter, **answer))

    def _words(self, question: str) -> Mapping[str, str]:
        """What each answer to a question is called."""
        if question == "catalog":
            return self._names
        if question == "stock":
            return {"in": tr("in stock"), "low": tr("stock low"), "out": tr("out of stock")}
        return {
            "catalog": tr("in no catalog"),
            "photo": tr("without a photo"),
            "stock": tr("out of stock"),
            "usual": tr("with an unusual answer"),
        }

    def _choices(self, question: str) -> dict[str, str]:
        """The answers a menu offers, the first of them none."""
        none = {"catalog": tr("Any catalog"), "stock": tr("Any stock")}
        words = self._words(question)
        if question == "catalog":
            words = dict(sorted(words.items(), key=lambda entry: entry[1].casefold()))
        return {getattr(ANY, question): none.get(question, tr("Anything")), **words}

    def _pick(self, chip: QWidget, *questions: str) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for question in questions:
            if len(questions) > 1:
                menu.addSection(question.capitalize())
            for value, text in self._choices(question).items():
                action = menu.addAction(literal(text))
                action.setCheckable(True)
                action.setChecked(getattr(self._filter, question) == value)
                action.triggered.connect(
                    lambda _=False, question=question, value=value: self._want(**{question: value})
                )
        menu.popup(chip.mapToGlobal(QPoint(0, chip.height() + dp(4))))
