"""The left side of step Check: the file's totals and the problems by kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box
from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, RowButton, ScrollPage, SectionHeading
from svcconsole.gui.kit.widgets.bars import Part, ProportionBar

if TYPE_CHECKING:
    from svcconsole.services.imports.phone_views import PhoneKind
    from svcconsole.services.imports.views import CheckSummary, KindCount

ICONS = {
    "price": "tag",
    "discount": "tag",
    "compare": "tag",
    "quantity": "bag",
    "image": "image",
    "url": "link",
    "address": "link",
    "name": "text",
    "title": "text",
    "html": "text",
    "option": "list",
    "options": "list",
    "phone": "phone",
    "email": "mail",
    "contact": "person",
    "key": "person",
    "keyless": "person",
    "country": "globe",
    "consent": "decide",
}
"""What a kind of problem is about, by the first word of its code; any other has its level's own icon."""
PHONES = "phones."
"""What the code of a kind of damage to phone numbers begins with here."""
PHONE_PROBLEMS = frozenset({"phone_country", "phone_damaged", "phone_unreadable"})
"""The kinds of problems that the phone doctor takes apart."""
LEVELS = {"error": ("error", "danger"), "warning": ("warning", "warning"), "info": ("info", "info")}


def kind_look(code: str, level: str) -> tuple[str, str]:
    """Icon and tone of a kind of problem."""
    icon, tone = LEVELS[level]
    return ICONS.get(code.partition("_")[0], icon), tone


class Swatch(QWidget):
    """A small square in a part's colour; the word beside it says what it is."""

    def __init__(self, tone: str) -> None:
        super().__init__()
        self._tone = tone
        self.setFixedSize(dp(10), dp(10))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            box(painter, self.rect(), dp(3), fill=colour(self._tone))


class SumLine(QWidget):
    """A colour, its word and the number it stands for."""

    def __init__(self, tone: str, word: str) -> None:
        super().__init__()
        mark = Swatch(tone)
        self.word = PlainLabel(word)
        self.number = PlainLabel("0", role="strong")
        hbox(mark, (self.word, 1), self.number, parent=self, spacing=8)

    def set_number(self, number: int) -> None:
        self.number.setText(quantity_words.count(number))
        self.setAccessibleName(f"{self.word.text()}: {self.number.text()}")


class CheckSide(ScrollPage):
    """`chosen(code)`: show the rows of this kind."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__("canvas", inset=16)
        self.heading = PlainLabel("", role="section")
        self.file = ElidedLabel("", role="caption", tone="text2")
        self.bar = ProportionBar(height=8)
        self.bar.setAccessibleName(tr("Rows of the file"))
        self.ready = SumLine("success", tr("Ready"))
        self.to_put_right = SumLine("danger", tr("To fix"))
        self.left_out = SumLine("disabled", tr("Left out"))
        self.total = PlainLabel("", role="strong")
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.kinds: dict[str, RowButton] = {}
        self._here: set[str] = set()
        self._gone: set[str] = set()
        self._build_layout()

    def _build_layout(self) -> None:
        column = self.body
        column.setContentsMargins(dp(16), dp(14), dp(12), dp(16))
        column.setSpacing(dp(4))
        column.addWidget(self.heading)
        column.addWidget(self.file)
        column.addSpacing(dp(4))
        column.addWidget(self.bar)
        column.addSpacing(dp(4))
        for line in (self.ready, self.to_put_right, self.left_out):
            column.addWidget(line)
        column.addWidget(Hairline())
        foot = hbox((PlainLabel(tr("Rows in the file"), tone="text2"), 1), self.total)
        column.addLayout(foot)
        self._problems = vbox(spacing=2)
        column.addLayout(self._problems)
        column.addStretch(1)
        self.headings = {
            "error": SectionHeading(tr("To fix")),
            "warning": SectionHeading(tr("Worth a look"), tr("does not block")),
            "info": SectionHeading(tr("Good to know"), tr("does not block")),
        }
        self.doctor = SectionHeading(tr("Phone doctor"))
        self._phones = vbox(spacing=2)
        self._problems.addSpacing(dp(8))
        self._problems.addWidget(self.doctor)
        self._problems.addLayout(self._phones)
        self.doctor.hide()
        self._places: dict[str, QVBoxLayout] = {}
        for level, heading in self.headings.items():
            self._problems.addSpacing(dp(8))
            self._problems.addWidget(heading)
            place = vbox(spacing=2)
            self._problems.addLayout(place)
            self._places[level] = place

    def show_summary(self, summary: CheckSummary, file_name: str, phones: Sequence[PhoneKind] = ()) -> None:
        """The sums, and the kinds of problems; those of `phones` take the place of the kinds they explain."""
        self.heading.setText(tr_plural("{n} row checked", "{n} rows checked", summary.rows))
        self.file.setText(
            tr("{file} · {time}", file=file_name, time=quantity_words.short_time(summary.seconds))
        )
        self.ready.set_number(summary.ready)
        self.to_put_right.set_number(summary.to_put_right)
        self.left_out.set_number(summary.left_out)
        self.total.setText(quantity_words.count(summary.ready + summary.to_put_right + summary.left_out))
        self.bar.set_parts(
            [
                Part(summary.ready, "success", self.ready.word.text()),
                Part(summary.to_put_right, "danger", self.to_put_right.word.text()),
                Part(summary.left_out, "disabled", self.left_out.word.text()),
            ]
        )
        explained = PHONE_PROBLEMS if phones else frozenset()
        self._show_phones(phones)
        self._show_kinds(
            [kind for kind in summary.kinds if kind.code not in explained], with_phones=bool(phones)
        )

    def _show_phones(self, phones: Sequence[PhoneKind]) -> None:
        for at, kind in enumerate(phones):
            code, count = PHONES + kind.damage, quantity_words.count(kind.numbers)
            if code not in self.kinds:
                row = RowButton("phone", "danger", kind.title, kind.sub, count)
                self._add_row(code, row, self._phones)
            else:
                self.kinds[code].set_texts(kind.title, kind.sub, count)
            self._phones.removeWidget(self.kinds[code])
            self._phones.insertWidget(at, self.kinds[code], 0, Qt.AlignmentFlag.AlignTop)
        self.doctor.setVisible(bool(phones))
        numbers = tr_plural("{n} number", "{n} numbers", sum(kind.numbers for kind in phones))
        kinds = tr_plural("{n} kind", "{n} kinds", len(phones))
        self.doctor.set_note(tr("{numbers}, {kinds}", numbers=numbers, kinds=kinds))
        self._here = {PHONES + kind.damage for kind in phones}

    def _show_kinds(self, shown: Sequence[KindCount], *, with_phones: bool) -> None:
        rows = dict.fromkeys(self.headings, 0)
        for kind in shown:
            rows[kind.level] += kind.rows
            if kind.code in self.kinds:
                self.kinds[kind.code].set_texts(kind.title, kind.help, quantity_words.count(kind.rows))
            else:
                self._add(kind)
        present = {kind.code for kind in shown} | self._here
        for code, row in self.kinds.items():
            # A kind that was put right stays with 0 while its rows are on screen, so that nothing jumps.
            if code not in present:
                row.set_texts(row.text(), "", quantity_words.count(0))
                row.setVisible(row.isChecked())
            else:
                row.setVisible(True)
        self._gone = self.kinds.keys() - present
        for level, heading in self.headings.items():
            heading.setVisible(any(kind.level == level for kind in shown))
        self.headings["error"].set_title(tr("Other problems") if with_phones else tr("To fix"))
        if rows["error"]:
            places = tr_plural("{n} problem", "{n} problems", rows["error"])
            self.headings["error"].set_note(places)

    def _add(self, kind: KindCount) -> None:
        icon, tone = kind_look(kind.code, kind.level)
        row = RowButton(icon, tone, kind.title, kind.help, quantity_words.count(kind.rows))
        self._add_row(kind.code, row, self._places[kind.level])

    def _add_row(self, code: str, row: RowButton, place: QVBoxLayout) -> None:
        row.clicked.connect(lambda *_: self.chosen.emit(code))
        self._group.addButton(row)
        self.kinds[code] = row
        place.addWidget(row, 0, Qt.AlignmentFlag.AlignTop)

    def set_chosen(self, code: str | None) -> None:
        """Mark the kind whose rows are shown, or none."""
        self._group.setExclusive(False)
        for known, row in self.kinds.items():
            row.setChecked(known == code)
            if known in self._gone and known != code:
                row.hide()
        self._group.setExclusive(True)
