"""Step File once one is read: see what was recognised and how it is read, put the reading right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QMenu, QPushButton, QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, literal
from svcconsole.gui.design.words import dotted, mark, show, tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import Ground
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.containers.splitter import Splitter
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.panels.importer import dialect_words
from svcconsole.gui.panels.importer.first_rows import FirstRows
from svcconsole.gui.panels.importer.reading.reading_pane import ReadingPane
from svcconsole.gui.panels.importer.reading.reading_side import FIRST_ROWS, ReadingSide
from svcconsole.gui.panels.importer.recognised_format import RecognisedFormat
from svcconsole.gui.panels.importer.repairs import RepairList
from svcconsole.gui.panels.runs.kind_words import kind_words

if TYPE_CHECKING:
    from svcconsole.services.imports.views import Overview, SavedReading
    from svcconsole.tables.reading.questions import Question

FEW = 2
SIDE, NARROW = 292, 860
PEOPLE = ("e-mail", "email", "phone", "first name", "firstname", "surname", "customer")
OF_GOODS = ("products", "catalogs")
GOODS = ("price", "sku", "handle", "variant", "barcode", "stock", "inventory")
ELEMENTS: tuple[tuple[str, str], ...] = (
    ("encoding", mark("Letters")),
    ("delimiter", mark("Separator")),
    ("quote", mark("Quotes")),
    ("header", mark("Header")),
)
OF_TEXT = ("encoding", "delimiter", "quote")
"""How the text of a file is written: nothing of a workbook's."""
PART, TABLE = "part", "table"
"""The chips of a file that holds several tables, as parts or below one another: which of them is read."""


class FileStep(QWidget):
    """`file_wanted()`: choose another one. `dialect_changed(dict)`. `next_wanted()`.

    `answered(key, choice, rows, cells, keep)`: a question about the reading is answered. `taken_back()`: the
    last answer is to be asked again. `saved_wanted(bool)`: give the kept answers, or forget them.
    """

    file_wanted = Signal()
    dialect_changed = Signal(object)
    next_wanted = Signal()
    answered = Signal(str, str, object, object, bool)
    taken_back = Signal()
    saved_wanted = Signal(bool)

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._words = kind_words(kind)
        self._others = PEOPLE if kind in OF_GOODS else GOODS
        self.loading = LoadingBar()
        self.recognised = RecognisedFormat()
        self.recognised.another.clicked.connect(self.file_wanted)
        self.chips = {element: FilterChip(tr(title)) for element, title in ELEMENTS}
        self.chips[PART] = FilterChip("")
        self.chips[TABLE] = FilterChip(tr("Table"))
        self._choices: dict[str, list[dialect_words.Change]] = {}
        self.count = ElidedLabel("", tone="text2")
        self.count.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self.first_rows = FirstRows()
        self.repairs = RepairList()
        self.footer = Footer()
        self.next = button(tr("Choose the columns"), kind="primary")
        self.next.clicked.connect(self.next_wanted)
        self.answer = button(tr("Answer the question"), kind="primary")
        self.answer.clicked.connect(self._show_first_waiting)
        for each in (self.next, self.answer):
            self.footer.add(each)
        self.side = ReadingSide()
        self.questions = ReadingPane()
        self.asked: tuple[Question, ...] = ()
        self._overview: Overview | None = None
        self._build_layout()
        self.setAcceptDrops(False)

    def _build_layout(self) -> None:
        self.preview = Ground("surface")
        column = vbox(parent=self.preview, spacing=0)
        top = vbox(self.recognised, margins=(20, 12, 20, 0))
        column.addLayout(top)
        bar = Toolbar()
        for element, chip in self.chips.items():
            chip.clicked.connect(lambda *_, element=element: self._offer(element))
            bar.add(chip)
        bar.add_stretch()
        bar.add(self.count, 100)
        column.addWidget(bar)
        column.addWidget(self.loading)
        column.addWidget(self.first_rows, 1)
        column.addWidget(self.repairs)
        self.panes = QStackedWidget()
        self.panes.addWidget(self.preview)
        self.panes.addWidget(self.questions)
        self.split = Splitter()
        self.split.addWidget(self.side)
        self.split.addWidget(self.panes)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([dp(SIDE), dp(1000)])
        self.split.setChildrenCollapsible(False)
        self.side.setMinimumWidth(dp(264))
        self.side.hide()
        vbox((self.split, 1), self.footer, self.questions.footer, parent=self, spacing=0)
        self.footer.hide()
        self.questions.footer.hide()
        self.side.chosen.connect(self.show_question)
        self.side.saved.wanted.connect(self.saved_wanted)
        self.questions.answered.connect(self.answered)
        self.questions.later.connect(self._ask_later)
        self.footer.part_clicked.connect(lambda _part: self._show_first_waiting())
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        undo.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        undo.activated.connect(self.taken_back)

    def set_reading(self, *, reading: bool) -> None:
        """While another file is read, nothing leads on with the one before it."""
        if reading:
            self.loading.start()
        else:
            self.loading.stop()
        self.next.setEnabled(not reading and self._has_rows)
        for part in (*self.chips.values(), self.side, self.questions, self.questions.footer):
            part.setEnabled(not reading)

    def show_overview(self, overview: Overview) -> None:
        """Show what was recognised and the first rows as they are read now."""
        from svcconsole.tables.reading.tables_in_file import told
        from svcconsole.tables.reading.unpacked import WORKBOOK

        found = overview.recognition
        doubt = self.doubt(overview)
        self.recognised.set_texts(
            self.recognised_words(overview),
            doubt or "  ·  ".join(show(said) for said in found.evidence),
            doubt=bool(doubt),
        )
        for element, said in (
            ("encoding", dialect_words.encoding), ("delimiter", dialect_words.delimiter),
            ("quote", dialect_words.quote), ("header", dialect_words.header),
        ):  # fmt: skip
            title = dict(ELEMENTS)[element]
            self.chips[element].setText(tr("{title}: {value}", title=tr(title), value=said(overview.dialect)))
        self._choices = {
            PART: [(part, {PART: part}) for part in overview.parts],
            TABLE: [(show(told(table)), {TABLE: table.number}) for table in overview.tables],
        }
        workbook = overview.packed == WORKBOOK
        for element in OF_TEXT:
            self.chips[element].setVisible(not workbook)
        name = overview.dialect.part
        self.chips[PART].setText(
            tr("Sheet: {name}", name=name) if workbook else tr("File: {name}", name=name)
        )
        self.chips[TABLE].setText(dialect_words.table(overview.dialect, len(overview.tables)))
        for element, choices in self._choices.items():
            self.chips[element].setVisible(len(choices) > 1)
        self.count.setText(self._count_words(overview))
        self.first_rows.show_rows(overview.header, overview.preview)
        self.repairs.set_repairs(overview.repairs, sum(overview.repair_counts.values()))
        self._overview = overview
        self.next.setEnabled(self._has_rows)
        self.side.show_overview(overview)
        self.footer.set_message(self._footer_part(overview))
        self.show_question(FIRST_ROWS)

    # The questions about the reading

    def show_questions(self, questions: Sequence[Question], saved: SavedReading | None = None) -> None:
        """What has to be answered first, and what is kept for such files; the first question that waits is in
        front."""
        self.asked = tuple(questions)
        self.side.saved.show_saved(saved)
        self.side.show_questions(self.asked)
        self._fold()
        self._show_first_waiting()

    @property
    def waiting(self) -> tuple[Question, ...]:
        """The questions without an answer: the columns stay closed until there are none."""
        return tuple(question for question in self.asked if question.waiting)

    def show_question(self, key: str) -> None:
        """Show one question; blank: the first rows of the file."""
        question = next((each for each in self.asked if each.key == key), None)
        if question is not None and self._overview is not None:
            separator = self._overview.dialect.delimiter
            self.questions.show_question(question, separator, len(self.waiting))
        self.panes.setCurrentWidget(self.preview if question is None else self.questions)
        self.side.set_chosen(key if question is not None else FIRST_ROWS)
        self.footer.setVisible(question is None)
        self.questions.footer.setVisible(question is not None)
        self.next.setVisible(not self.waiting)
        self.answer.setVisible(bool(self.waiting))
        if self._overview is not None:
            self.footer.set_message(self._footer_part(self._overview))
        self._fold()

    def _show_first_waiting(self) -> None:
        self.show_question(next((question.key for question in self.waiting), FIRST_ROWS))

    def _ask_later(self) -> None:
        """The next question that waits, else the first rows."""
        keys = [question.key for question in self.waiting]
        now = self.questions.question.key if self.questions.question is not None else ""
        at = keys.index(now) if now in keys else -1
        self.show_question(keys[at + 1] if at + 1 < len(keys) else FIRST_ROWS)
        self.focus_first()

    @property
    def _has_rows(self) -> bool:
        return self._overview is not None and self._overview.rows > 0

    @property
    def asks(self) -> bool:
        """Whether a question is in front."""
        return self.panes.currentWidget() is self.questions

    @property
    def shown_footer(self) -> Footer:
        return self.questions.footer if self.asks else self.footer

    @property
    def filled(self) -> QPushButton:
        """The button of the next thing to do."""
        if self.asks:
            return self.questions.apply
        return self.answer if self.waiting else self.next

    def focus_first(self) -> None:
        """The answers of the question in front, else the way on."""
        if self.asks:
            self.questions.focus_first()
        elif self.filled.isVisibleTo(self) and self.filled.isEnabled():
            focus_if_visible(self.filled)
        else:
            focus_if_visible(self.recognised.another)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrow: the questions stand in the way one after the other, without the list of them."""
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        wide = self.width() >= dp(NARROW)
        self.side.setVisible(wide)
        self.count.setVisible(not wide)
        self.repairs.setVisible(not wide and self.repairs.count > 0)

    def doubt(self, overview: Overview) -> str:
        """Why this may be a file of something else; nothing where its header is known well enough."""
        found = overview.recognition
        if not overview.rows:
            return tr("There is no row in it to send. Choose another file, or say where its header is.")
        if found.preset is not None or found.known > FEW:
            return ""
        said = " ".join(overview.header).casefold()
        if any(word in said for word in self._others):
            return tr(self._words.another)
        return tr(
            "Few columns were recognised. Check that this is the right file, or choose under {step} "
            "what each column holds.",
            step=tr(self._words.columns),
        )

    def _footer_part(self, overview: Overview) -> FooterPart:
        if self.waiting:
            words = tr_plural(
                "{n} question waits for an answer.", "{n} questions wait for an answer.", len(self.waiting)
            )
            return FooterPart(words, tone="warning", icon="decide", link=True)
        if not overview.rows:
            return FooterPart(tr("The file has no rows."), tone="warning", icon="warning")
        if overview.earlier:
            return FooterPart(
                tr("This file was imported before."),
                tone="warning",
                icon="warning",
                hint=tr("As plan {codes}.", codes=", ".join(overview.earlier)),
            )
        return FooterPart(tr("Nothing is sent yet. The file itself is never changed."), icon="shield")

    def recognised_words(self, overview: Overview) -> str:
        """What the file is by its header."""
        found = overview.recognition
        return tr(
            "{file} · {known} of {total} columns known",
            file=found.title,
            known=found.known,
            total=found.total,
        )

    def _count_words(self, overview: Overview) -> str:
        size = quantity_words.file_size(overview.size)
        return dotted(overview.file_name, size, quantity_words.rows(overview.rows))

    def _offer(self, element: str) -> None:
        menu = QMenu(self)
        above = self._overview.first_line - 1 if self._overview is not None else 0
        offered = self._choices.get(element) or dialect_words.choices(element, above)
        for text, changes in offered:
            menu.addAction(literal(text)).triggered.connect(partial(self.dialect_changed.emit, changes))
        menu.aboutToHide.connect(menu.deleteLater)
        chip = self.chips[element]
        menu.popup(chip.mapToGlobal(QPoint(0, chip.height() + 2)))
