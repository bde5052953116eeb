"""The phone doctor: what happened to the numbers of one kind, where the country comes from, the preview."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QMenu, QPushButton, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, literal, visible
from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import DecisionBox
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.calm_combo import CalmCombo
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.kit.widgets.choice_chip import ChoiceChip
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.importer.check.phone_grid import PhoneGrid
from svcconsole.gui.panels.profiles.code_box import CodeBox

if TYPE_CHECKING:
    from svcconsole.services.imports.phone_views import CountryCount, PhonePage, Verdict

VERDICTS: tuple[Verdict | None, ...] = ("repaired", "stays", None)
CHIPS = 3
PLACES = 340
"""A column's name may be long; more of it is in the list that opens."""
OTHER, REGION = "other", "region:"
"""What the combo of places asks a country with, and how a place that is one country is written."""


class PhonePane(QWidget):
    """Shows one kind of damage; the control asks the worker.

    `wanted_changed()`: other rows or another place for the country (see `source`, `verdict`, `country`,
    `text`). `repair_wanted()`, `way_wanted(key)`, `other_file_wanted()`, `region_wanted()`: a country is to
    be asked for, `rest_wanted()`: the other rows are to be shown.
    """

    wanted_changed = Signal()
    repair_wanted = Signal()
    way_wanted = Signal(str)
    other_file_wanted = Signal()
    region_wanted = Signal()
    rest_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.source = ""
        self.country: str | None = None
        self.page: PhonePage | None = None
        self.box = DecisionBox("phone", "danger", "", "")
        self.places = CalmCombo()
        self.places.setAccessibleName(tr("Country from"))
        self.places.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.places.setMaximumWidth(dp(PLACES))
        self.chips: list[ChoiceChip] = []
        self.more = FilterChip("")
        self._narrow = False
        self.region: CodeBox | None = None
        self._countries: tuple[CountryCount, ...] = ()
        self.kinds = CalmCombo()
        self.kinds.setAccessibleName(tr("Problem"))
        self.kinds.setMinimumContentsLength(12)
        self.kinds.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.search = SearchField(tr("Search these rows"))
        self.segments = Segments()
        for title in (tr("Repaired"), tr("Stay as they are"), tr("All")):
            self.segments.add(title, 0)
        self.segments.set_current(VERDICTS.index(None))
        self.preview = ElidedLabel(
            tr("Nothing is changed yet: this is the preview"), role="caption", tone="text2"
        )
        self.grid = PhoneGrid()
        self.footer = Footer()
        self.out = button("", kind="quiet")
        self.without = button("")
        self.repair = button("", "wand", kind="primary")
        for each in (self.out, self.without, self.repair):
            self.footer.add(each)
        self.ways: dict[str, QPushButton] = {}
        self._build_layout()
        self._connect()

    def _build_layout(self) -> None:
        self.choice = QWidget()
        self._row = FlowLayout(self.choice, gap=8)
        label = PlainLabel(tr("Country from"), "strong")
        label.setMinimumHeight(self.places.sizeHint().height())
        self._row.addWidget(label)
        self._row.addWidget(self.places)
        self._row.addWidget(self.more)
        self.refusal = PlainLabel("", "caption", "danger", wrap=True)
        self.refusal.hide()
        self.box.add_row(self.choice)
        self.box.add_row(self.refusal)
        bar = Toolbar()
        self.search.setMinimumWidth(dp(120))
        self.search.setMaximumWidth(dp(180))
        bar.add(self.search, 3)
        bar.add(self.kinds)
        bar.add(self.segments)
        bar.add_stretch()
        bar.add(self.preview)
        boxes = vbox(self.box, margins=(20, 14, 16, 0))
        column = vbox(parent=self, spacing=0)
        column.addLayout(boxes)
        column.addWidget(bar)
        column.addWidget(self.grid, 1)
        self.kinds.hide()

    def _connect(self) -> None:
        self.places.activated.connect(self._choose_place)
        self.more.clicked.connect(self._offer_countries)
        self.more.cleared.connect(lambda: self._choose_country(None))
        self.search.searched.connect(lambda _text: self.wanted_changed.emit())
        self.segments.currentChanged.connect(lambda _at: self.wanted_changed.emit())
        self.repair.clicked.connect(self.repair_wanted)
        self.out.clicked.connect(lambda: self.way_wanted.emit("leave_out"))
        self.without.clicked.connect(lambda: self.way_wanted.emit("empty"))
        self.footer.part_clicked.connect(lambda _part: self.rest_wanted.emit())

    @property
    def verdict(self) -> Verdict | None:
        return VERDICTS[self.segments.current()]

    @property
    def text(self) -> str:
        return self.search.text().strip()

    @property
    def repairs(self) -> bool:
        """Whether some number of this kind can be repaired: then the footer is the doctor's."""
        return self.page is not None and self.page.repaired > 0

    def ask_country(self, entries: Iterable[tuple[str, str]]) -> None:
        """Let one country be chosen for all rows; `entries`: what is shown, and the code it stands for."""
        if self.region is None:
            self.region = CodeBox(entries)
            self.region.setAccessibleName(tr("Country of all these numbers"))
            self.region.activated.connect(lambda _at: self._choose_region())
            self._row.insert_widget(2, self.region)
        self.region.show()
        self.region.setFocus()

    def _choose_region(self) -> None:
        code = self.region.code() if self.region is not None else ""
        if code:
            self.source, self.country = REGION + code, None
            self.wanted_changed.emit()

    def refuse(self, sentence: str) -> None:
        """Why the country chosen says nothing; blank: nothing is said."""
        self.refusal.setText(visible(sentence))
        self.refusal.setVisible(bool(sentence))

    def begin(self) -> None:
        """Another kind: no filter, the best place for the country."""
        self.source, self.country = "", None
        if self.region is not None:
            self.region.hide()
        self.search.blockSignals(True)
        self.search.clear()
        self.search.blockSignals(False)
        with QSignalBlocker(self.segments):
            self.segments.set_current(VERDICTS.index(None))

    def show_page(self, page: PhonePage, offset: int) -> None:
        """A kind, or more rows of it."""
        self.page = page
        self.source = page.source
        self.refuse("")
        self.box.set_texts(page.headline, page.why)
        self._show_places(page)
        self._show_chips(page.countries)
        for at, count in enumerate((page.repaired, page.stays, page.repaired + page.stays)):
            self.segments.set_count(at, count)
        self.preview.setVisible(self.repairs and not self._narrow)
        self._show_ways(page)
        self.grid.show_page(page, offset)

    def show_footer(self, ready: int) -> None:
        """What the filled button does; `ready` rows could go already."""
        page = self.page
        if page is None:
            return
        right = tr_plural("{n} becomes right", "{n} become right", page.repaired)
        stay = tr_plural("{n} stays to fix", "{n} stay to fix", page.stays)
        parts = [
            FooterPart(tr("{right}, {stay}", right=right, stay=stay) if page.stays else right, icon="info")
        ]
        if not self._narrow:
            parts.append(FooterPart(tr("Ctrl+Z undoes it")))
        others = tr_plural("{n} row is ready", "{n} rows are ready", ready) if ready else tr("Show all rows")
        parts.append(FooterPart(others, link=True))
        self.footer.set_message(*parts)
        self.repair.setText(tr_plural("Repair {n} number", "Repair {n} numbers", page.repaired))

    def _show_places(self, page: PhonePage) -> None:
        self.choice.setVisible(self.can_ask)
        with QSignalBlocker(self.places):
            self.places.clear()
            if not page.source:
                self.places.addItem(tr("Choose where"), "")
            for source in page.sources:
                self.places.addItem(show(source.label), source.key)
            self.places.addItem(tr("one country for all…"), OTHER)
            self.places.setCurrentIndex(max(0, self.places.findData(page.source)))

    @property
    def can_ask(self) -> bool:
        """Whether a country could repair numbers of this kind."""
        return self.page is not None and bool(self.page.countries)

    def _choose_place(self, at: int) -> None:
        key = str(self.places.itemData(at))
        if key == OTHER:
            with QSignalBlocker(self.places):
                self.places.setCurrentIndex(max(0, self.places.findData(self.source)))
            self.region_wanted.emit()
        elif key and key != self.source:
            self.source, self.country = key, None
            self.wanted_changed.emit()

    def _show_chips(self, countries: Sequence[CountryCount]) -> None:
        """The most frequent countries as chips, the others in a menu."""
        wanted = [each for each in countries[:CHIPS] if len(countries) > 1]
        while len(self.chips) > len(wanted):
            old = self.chips.pop()
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        while len(self.chips) < len(wanted):
            chip = ChoiceChip("", ticked=False)
            chip.clicked.connect(partial(self._chip_clicked, len(self.chips)))
            self._row.insert_widget(self._row.count() - 1, chip)
            self.chips.append(chip)
        self._countries = tuple(countries)
        for chip, each in zip(self.chips, wanted, strict=True):
            chip.setText(_named(each))
            chip.setAccessibleName(_named(each))
            chip.set_count(each.numbers)
            chip.setChecked(each.code == self.country)
        rest = countries[len(wanted) :] if wanted else ()
        hidden = next((each for each in rest if each.code == self.country), None)
        self.more.setVisible(bool(rest))
        if rest:
            self.more.set_rest(tr_plural("{n} more", "{n} more", len(rest)))
            count = sum(each.numbers for each in rest)
            self.more.set_filter(_named(hidden) if hidden else None, hidden.numbers if hidden else count)

    def _chip_clicked(self, at: int) -> None:
        code = self._countries[at].code
        self._choose_country(None if code == self.country else code)

    def _choose_country(self, code: str | None) -> None:
        self.country = code
        self.wanted_changed.emit()

    def _offer_countries(self) -> None:
        menu = QMenu(self)
        for each in self._countries[len(self.chips) :]:
            words = tr("{problem} ({rows})", problem=_named(each), rows=each.numbers)
            menu.addAction(literal(words)).triggered.connect(partial(self._choose_country, each.code))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height() + 2)))

    def _show_ways(self, page: PhonePage) -> None:
        """In the footer beside the repair; where there is none, in the box."""
        words = dict(page.ways)
        self.out.setText(show(words.get("leave_out", "")))
        self.without.setText(show(words.get("empty", "")))
        self.without.setVisible("empty" in words)
        self.box.clear_buttons()
        self.ways = {}
        if self.repairs:
            self.box.set_note("")
            return
        other = button(tr("Choose another file"), "file")
        other.clicked.connect(self.other_file_wanted)
        self.box.add_button(other)
        for key, text in reversed(page.ways):
            way = button(text)
            way.clicked.connect(partial(self.way_wanted.emit, key))
            self.box.add_button(way)
            self.ways[key] = way
        self.box.set_note(tr("Applies to this problem · Ctrl+Z undoes it"))

    def set_narrow(self, narrow: bool) -> None:
        """Narrow: the kinds are chosen here, and the sentence about the preview gives way."""
        self._narrow = narrow
        self.kinds.setVisible(narrow)
        self.preview.setVisible(not narrow and self.repairs)


def _named(country: CountryCount) -> str:
    return country_words(country.code) or tr("no country")
