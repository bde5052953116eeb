"""Step Check: what is ready, what needs a fix, and the fixes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QComboBox, QPushButton, QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import DecisionBox, Ground
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.containers.splitter import Splitter
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.widgets.calm_combo import CalmCombo
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.kit.widgets.literal_buttons import CheckBox
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.importer.check import check_text
from svcconsole.gui.panels.importer.check.check_grid import CheckGrid
from svcconsole.gui.panels.importer.check.check_side import PHONE_PROBLEMS, PHONES, CheckSide
from svcconsole.gui.panels.importer.check.phone_pane import PhonePane
from svcconsole.gui.panels.importer.check.problem_box import ProblemBox

if TYPE_CHECKING:
    from svcconsole.services.imports.phone_views import PhoneKind, PhonePage
    from svcconsole.services.imports.views import CheckSummary, KindDetail
    from svcconsole.tables.checking.problems import Level

FEW_CALLS = 1000
"""So many calls ahead of a run are made unless somebody declines them."""
NARROW = 1000
SIDE = 292
ERRORS, WARNINGS, ALL = range(3)
LEVEL_OF_SEGMENT: tuple[Level | None, ...] = ("error", "warning", None)


BETWEEN, AGAIN = 32, 168
"""Room beside a button that starts something, and the width of what stands where the one before was."""


class CheckStep(QWidget):
    """Knows what to show; the page asks the worker.

    `filter_changed()`: other rows are wanted (see `level`, `code`, `text`). `fix_wanted(code, key, text)`,
    `edited(row, column, text)`, `more_wanted(offset)`, `leave_out_wanted(rows)`, `put_back_wanted(rows)`,
    `undo_wanted()`,
    `check_wanted()`, `catalogs_wanted()`, `run_wanted()`, `rehearse_wanted()`.
    """

    filter_changed = Signal()
    fix_wanted = Signal(str, str, str)
    edited = Signal(int, str, str)
    more_wanted = Signal(int)
    leave_out_wanted = Signal(object)
    put_back_wanted = Signal(object)
    undo_wanted = Signal()
    check_wanted = Signal()
    catalogs_wanted = Signal()
    run_wanted = Signal()
    rehearse_wanted = Signal()

    def __init__(self, side: CheckSide, phones: PhonePane, *, starts: bool = False) -> None:
        """`starts`: the button starts something, so it stands apart from where the step before had its own: a
        click too many starts nothing."""
        super().__init__()
        self.code: str | None = None
        self.side = side
        self.kinds = CalmCombo()
        self.kinds.setAccessibleName(tr("Problem"))
        self.kinds.setMinimumContentsLength(12)
        self.kinds.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.search = SearchField(tr("Search these rows"))
        self.segments = Segments()
        for title in (tr("To fix"), tr("Worth a look"), tr("All")):
            self.segments.add(title, 0)
        self.chip = FilterChip("", menu=False)
        self.undo = tool_button("undo", tr("Undo (Ctrl+Z)"))
        self.columns = tool_button("columns", tr("Columns"))
        self.leave_out = button(tr("Leave the row out"), kind="quiet")
        self.catalogs = DecisionBox("catalog", "warning", "", "")
        self.create_catalogs = button("", "plus")
        self.catalogs.add_button(self.create_catalogs)
        self.box = ProblemBox()
        self.loading = LoadingBar(tr("Checking"))
        self.grid = CheckGrid()
        self.phones = phones
        self.phone_kinds: tuple[PhoneKind, ...] = ()
        self.footer = Footer()
        self.again = button(tr("Check again"), "refresh")
        self.keep = CheckBox("")
        self.keep.hide()
        self.empties = CheckBox(tr("Empty what the file does not name"))
        set_tip(
            self.empties,
            tr(
                "What the store has in fields that the file does not name, and in variants that it does not "
                "list, goes. Unless this is ticked, it stays."
            ),
        )
        self.empties.hide()
        for choice in (self.keep, self.empties):
            self.footer.add_first(choice)
        self.rehearse = button(tr("Rehearse first"), "practice")
        self.rehearse.hide()
        self.run = button("", kind="primary")
        self.run.hide()  # until it is known what it would do
        if starts:
            self.footer.add(self.rehearse)
            self.footer.add(self.run)
            self.footer.add_gap(BETWEEN)
            self.footer.add(self.again)
            self.again.setMinimumWidth(dp(AGAIN))
        else:
            self.footer.add(self.again)
            self.footer.add(self.rehearse)
            self.footer.add(self.run)
        self._build_layout()
        self._connect()

    def _build_layout(self) -> None:
        right = Ground("surface")
        self.panes = QStackedWidget()
        ordinary = QWidget()
        self.panes.addWidget(ordinary)
        self.panes.addWidget(self.phones)
        self.phones.kinds.setModel(self.kinds.model())
        column = vbox(parent=ordinary, spacing=0)
        bar = Toolbar()
        self.search.setMinimumWidth(dp(120))
        self.search.setMaximumWidth(dp(220))
        bar.add(self.search, 3)
        bar.add(self.kinds)
        bar.add(self.segments)
        bar.add(self.chip)
        bar.add_stretch()
        for widget in (self.leave_out, self.undo, self.columns):
            bar.add(widget)
        column.addWidget(bar)
        boxes = vbox(self.catalogs, self.box, spacing=8, margins=(20, 0, 16, 12))
        column.addLayout(boxes)
        column.addWidget(self.grid, 1)
        vbox(self.loading, (self.panes, 1), parent=right, spacing=0)
        self.split = Splitter()
        self.split.addWidget(self.side)
        self.split.addWidget(right)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([dp(SIDE), dp(1000)])
        self.split.setChildrenCollapsible(False)
        self.side.setMinimumWidth(dp(264))
        vbox((self.split, 1), self.footer, self.phones.footer, parent=self, spacing=0)
        self.phones.footer.hide()
        self.catalogs.hide()
        self.chip.hide()
        self.kinds.hide()

    def _connect(self) -> None:
        self.side.chosen.connect(self.choose)
        for combo in (self.kinds, self.phones.kinds):
            combo.activated.connect(lambda at: self.choose(self.kinds.itemData(at)))
        self.phones.rest_wanted.connect(lambda: self.choose(None))
        self.search.searched.connect(lambda _text: self.filter_changed.emit())
        self.segments.currentChanged.connect(self._segment)
        for gone in (self.chip.cleared, self.chip.clicked):
            gone.connect(lambda: self.choose(None))
        self.box.fix_wanted.connect(self.fix_wanted)
        self.grid.edited.connect(self.edited)
        self.grid.more_wanted.connect(self.more_wanted)
        self.leave_out.clicked.connect(self._leave_out)
        self.grid.row_changed.connect(self._name_leave_out)
        self.undo.clicked.connect(self.undo_wanted)
        self.columns.clicked.connect(self._offer_columns)
        self.footer.part_clicked.connect(self._look_at_warnings)
        self.again.clicked.connect(self.check_wanted)
        self.run.clicked.connect(self.run_wanted)
        self.rehearse.clicked.connect(self.rehearse_wanted)
        self.create_catalogs.clicked.connect(self.catalogs_wanted)
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        undo.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        undo.activated.connect(self.undo_wanted)

    @property
    def level(self) -> Level | None:
        """The level of the chosen segment; None for all rows."""
        return LEVEL_OF_SEGMENT[self.segments.current()]

    @property
    def text(self) -> str:
        return self.search.text().strip()

    @property
    def damage(self) -> str:
        """The kind of damage to phone numbers that is chosen; blank for none."""
        return self.code.removeprefix(PHONES) if self.code and self.code.startswith(PHONES) else ""

    @property
    def shown_footer(self) -> Footer:
        """The footer of what is shown: the doctor's while it has something to repair."""
        return self.phones.footer if self.damage and self.phones.repairs else self.footer

    @property
    def filled(self) -> QPushButton:
        """The button of the next thing to do."""
        return self.phones.repair if self.shown_footer is self.phones.footer else self.run

    @property
    def shown_search(self) -> SearchField:
        """Where the rows on screen are searched."""
        return self.phones.search if self.damage else self.search

    def choose(self, code: str | None) -> None:
        """Show the rows of one kind of problem, or those of the segment."""
        self.select_kind(code)
        self.filter_changed.emit()

    def select_kind(self, code: str | None) -> None:
        """Mark one kind as chosen; without one the first segment that has rows."""
        if code != self.code and code is not None and code.startswith(PHONES):
            self.phones.begin()
        self.code = code
        kind = next((kind for kind in self.summary.kinds if kind.code == code), None)
        if kind is not None:
            self._set_segment(ERRORS if kind.level == "error" else WARNINGS)
        elif not self._rows_of(self.segments.current()):
            self._set_segment(next(at for at in (ERRORS, WARNINGS, ALL) if self._rows_of(at) or at == ALL))
        self.side.set_chosen(code)
        for combo in (self.kinds, self.phones.kinds):
            combo.setCurrentIndex(max(0, combo.findData(code)))
        self._show_chip()

    def _show_chip(self) -> None:
        """The chosen kind with its rows as they are now; of one that is settled there is no chip."""
        kind = next((kind for kind in self.summary.kinds if kind.code == self.code), None)
        self.chip.setVisible(kind is not None and not self.kinds.isVisible())
        if kind is not None:
            self.chip.set_filter(kind.title, kind.rows)

    def _rows_of(self, segment: int) -> int:
        return (self.summary.to_put_right, self.summary.worth_a_look, self.summary.rows)[segment]

    def _set_segment(self, segment: int) -> None:
        with QSignalBlocker(self.segments):
            self.segments.set_current(segment)

    def _segment(self, _index: int) -> None:
        self.code = None
        self.side.set_chosen(None)
        self.chip.hide()
        self.kinds.setCurrentIndex(0)
        self.filter_changed.emit()

    def show_checking(self, done: int, rows: int) -> None:
        """How far the worker is."""
        self.loading.start()
        if rows:
            self.loading.set_fraction(done / rows)
        self.footer.set_message(
            FooterPart(
                tr(
                    "Checked {done} of {rows}",
                    done=quantity_words.count(done),
                    rows=quantity_words.rows(rows),
                )
            )
        )

    def show_summary(self, summary: CheckSummary, file_name: str, phones: Sequence[PhoneKind] = ()) -> None:
        """The sum and the kinds, those of damaged phone numbers apart; the rows come by `grid`."""
        self.summary = summary
        self.phone_kinds = tuple(phones)
        self.loading.stop()
        self.side.show_summary(summary, file_name, phones)
        self.segments.set_count(0, summary.to_put_right)
        self.segments.set_count(1, summary.worth_a_look)
        self.segments.set_count(2, summary.rows)
        self.kinds.clear()
        self.kinds.addItem(tr("All problems"), None)
        for phone in phones:
            words = tr("{problem} ({rows})", problem=phone.title, rows=phone.numbers)
            self.kinds.addItem(words, PHONES + phone.damage)
        for kind in summary.kinds:
            if not (phones and kind.code in PHONE_PROBLEMS):
                self.kinds.addItem(tr("{problem} ({rows})", problem=kind.title, rows=kind.rows), kind.code)
        self.kinds.setCurrentIndex(max(0, self.kinds.findData(self.code)))
        self.undo.setEnabled(summary.can_undo)
        self._show_chip()

    def show_phones(self, page: PhonePage, offset: int) -> None:
        """The doctor's rows in the place of the others."""
        self.phones.show_page(page, offset)
        self.phones.show_footer(self.summary.ready)
        self._show_pane()

    def _show_pane(self) -> None:
        self.panes.setCurrentIndex(1 if self.damage else 0)
        shown = self.shown_footer
        for footer in (self.footer, self.phones.footer):
            footer.setVisible(footer is shown)

    def show_detail(self, detail: KindDetail | None) -> None:
        """The box over the rows: what happened and the ways out."""
        self._show_pane()
        if detail is None:
            self.box.clear()
        else:
            self.box.show_detail(detail)

    def show_missing_catalogs(self, missing: Sequence[str], refusal: str = "") -> None:
        """Catalogs of the file the store does not have; `refusal` says why they cannot be created here."""
        names = ", ".join(missing[:6]) + (", …" if len(missing) > 6 else "")
        self.catalogs.set_texts(
            tr_plural(
                "{n} catalog of this file is not in the store",
                "{n} catalogs of this file are not in the store",
                len(missing),
            ),
            refusal or tr("{names}. The store refuses products of a catalog it does not know.", names=names),
        )
        self.create_catalogs.setText(
            tr_plural("Create the catalog first", "Create the {n} catalogs first", len(missing))
        )
        self.create_catalogs.setVisible(not refusal)
        self.catalogs.setVisible(bool(missing))

    def show_footer(self, summary: CheckSummary, run_words: str, refusal: str) -> None:
        """What will not be sent, and the filled button; `refusal` says why it cannot be pressed.

        Warnings stand beside the button: pressing it is what acknowledges them.
        """
        parts = []
        if refusal:
            parts.append(FooterPart(refusal, tone="warning", icon="ban"))
        if summary.to_put_right:
            stay = tr_plural(
                "{n} row will not be sent until it is fixed. It is kept in a file of its own.",
                "{n} rows will not be sent until they are fixed. They are kept in a file of their own.",
                summary.to_put_right,
            )
            parts.append(FooterPart(stay, icon="info"))
        elif not refusal:
            parts.append(check_text.ready_part(summary))
        if summary.worth_a_look:
            look = tr_plural("{n} worth a look", "{n} worth a look", summary.worth_a_look)
            parts.append(FooterPart(look, tone="warning", icon="warning", link=True))
        self.footer.set_message(*parts)
        self.footer.tell()
        self.run.setText(run_words)
        self.run.show()
        self.run.setEnabled(not refusal)
        self.rehearse.setEnabled(not refusal)

    def offer_rehearsal(self, reads_each: int) -> None:
        """The plan can be tried first.

        `reads_each` customers are read one by one for taking the run back; 0 where many are read together.
        """
        self.rehearse.show()
        self.keep.setVisible(reads_each > 0)
        few = tr("Can be taken back")
        many = tr_plural(
            "Can be taken back: reads {n} customer first",
            "Can be taken back: reads {n} customers first",
            reads_each,
        )
        words = few if reads_each <= FEW_CALLS else many
        if not self.keep.text():
            self.keep.setChecked(reads_each <= FEW_CALLS)
        self.keep.setText(words)
        told = tr_plural(
            "Reads {n} customer from the store, before anything is sent.",
            "Reads {n} customers from the store, one call each, before anything is sent.",
            reads_each,
        )
        set_tip(self.keep, told)

    def focus_first(self) -> None:
        """The rows first: that is where the work is."""
        if self.damage:
            focus_if_visible(self.phones.grid.table)
            return
        if self.grid.table is not None and self.grid.loaded():
            focus_if_visible(self.grid.table)
        else:
            focus_if_visible(self.run)

    def _leave_out(self) -> None:
        wanted = self.put_back_wanted if self.grid.selected_out() else self.leave_out_wanted
        wanted.emit(self.grid.selected())

    def _name_leave_out(self) -> None:
        out = self.grid.selected_out()
        self.leave_out.setText(tr("Put the row back") if out else tr("Leave the row out"))

    def _look_at_warnings(self, _part: int) -> None:
        self._set_segment(WARNINGS)
        self._segment(WARNINGS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrow: the list of problems becomes a combo over the grid."""
        super().resizeEvent(event)
        narrow = self.width() < dp(NARROW)
        self.side.setVisible(not narrow)
        self.kinds.setVisible(narrow)
        self.phones.set_narrow(narrow)
        if narrow:
            self.chip.hide()

    def _offer_columns(self) -> None:
        if self.grid.table is not None:
            menu = self.grid.table.columns_menu()
            menu.popup(self.columns.mapToGlobal(self.columns.rect().bottomLeft()))
