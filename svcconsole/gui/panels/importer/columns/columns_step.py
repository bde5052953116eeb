"""Step Columns: where each field comes from, what the rules do, and every column accounted for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QStandardItemModel
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.time_slices import in_slices
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.panels.importer.columns.columns_rows import Captions, ColumnLine, FieldRow
from svcconsole.gui.panels.importer.columns.mapping_notice import SavedMappingNotice
from svcconsole.gui.panels.importer.columns.questions import Questions
from svcconsole.gui.panels.importer.columns.source_editor import COLUMN, FIXED, NOTHING, TEMPLATE, list_of

if TYPE_CHECKING:
    from svcconsole.services.imports.views import MappingView, RuleView

NARROW = 860
BESIDE, LEAST = 316, 440
"""What stands beside the columns is so wide, where they keep so much."""


class ColumnsStep(QWidget):
    """Shows a mapping and the rules; the page asks the worker.

    `source_changed(path, Source or None)`, `ignore_changed(column, bool)`, `all_ignored()`,
    `answered(id, choice, text)`, `next_wanted()`, `remembered_wanted(bool)`: map as remembered, or by itself.
    """

    source_changed = Signal(str, object)
    ignore_changed = Signal(str, bool)
    all_ignored = Signal()
    answered = Signal(str, str, str)
    next_wanted = Signal()
    remembered_wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.remembered = SavedMappingNotice()
        self.remembered.wanted.connect(self.remembered_wanted)
        self.questions = Questions()
        self.questions.answered.connect(self.answered)
        self.fields_heading = SectionHeading(tr("Fields"))
        self.homeless_heading = SectionHeading(tr("Columns not used"))
        self.leave_all = link(tr("Leave all of them out"))
        self.leave_all.clicked.connect(self.all_ignored)
        self.loading = LoadingBar()
        self.footer = Footer()
        self.next = button("", kind="primary")
        self.next.clicked.connect(self.next_wanted)
        self.footer.add(self.next)
        self.fields: dict[str, FieldRow] = {}
        self.columns: dict[str, ColumnLine] = {}
        self._missing: list[str] = []
        self._open = self._homeless = 0
        self._asked: set[str] = set()
        self._header: tuple[str, ...] = ()
        self._offers: QStandardItemModel | None = None
        self._homes: QStandardItemModel | None = None
        self._refusals: tuple[str, ...] = ()
        page = ScrollPage()
        self.body = body = page.body
        body.setSpacing(dp(6))
        body.addWidget(self.remembered)
        body.addWidget(self.questions)
        body.addSpacing(dp(12))
        body.addWidget(self.fields_heading)
        self.captions = Captions()
        body.addWidget(self.captions)
        self._fields = vbox(spacing=0)
        body.addLayout(self._fields)
        body.addSpacing(dp(12))
        body.addWidget(self.homeless_heading)
        body.addWidget(self.leave_all, 0, Qt.AlignmentFlag.AlignLeft)
        self._columns = vbox(spacing=0)
        body.addLayout(self._columns)
        body.addStretch(1)
        self._beside: QWidget | None = None
        self._middle = hbox((page, 1), spacing=0)
        vbox(self.loading, (self._middle, 1), self.footer, parent=self, spacing=0)

    def set_beside(self, part: QWidget) -> None:
        """Show `part` at the trailing side, where there is room for it."""
        self._beside = part
        part.setFixedWidth(dp(BESIDE))
        set_property(part, "line", "left")
        self._middle.addWidget(part)
        self._fold()

    def set_header(self, header: tuple[str, ...], rows: int) -> None:
        if header != self._header or self._offers is None:
            self._header = header
            ways = (
                (tr("nothing"), NOTHING),
                (tr("A fixed value…"), FIXED),
                (tr("Combine columns…"), TEMPLATE),
            )
            self._offers = list_of((*ways, *((name, COLUMN + name) for name in header)), self)
        self.next.setText(tr("Check {rows}", rows=quantity_words.rows(rows)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrow: the values fold under their field."""
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        room = self.width()
        if self._beside is not None:
            self._beside.setVisible(room >= dp(LEAST + BESIDE))
            room -= dp(BESIDE) if room >= dp(LEAST + BESIDE) else 0
        narrow = room < dp(NARROW)
        self.captions.setVisible(not narrow)
        for row in self.fields.values():
            row.set_narrow(narrow)

    async def show_mapping(self, view: MappingView) -> None:
        """Required and unmapped fields first; the order then stays, so that nothing jumps."""
        if set(self.fields) != {field.path for field in view.fields}:
            await in_slices(self._build(view))
            self._fold()
        self.remembered.show_mapping(view.remembered)
        await in_slices(self._fill(view))
        self._missing = [field.label for field in view.fields if field.required and field.level == "error"]
        self._homeless = sum(not column.ignored for column in view.columns)
        self._update_footer()

    def set_refusals(self, refusals: Sequence[str]) -> None:
        """Why nothing can be made of any row, whatever fills the fields."""
        self._refusals = tuple(refusals)
        self._update_footer()

    @property
    def stands_in_the_way(self) -> bool:
        """Whether something is refused, or a field that has to be filled is not."""
        return bool(self._refusals or self._missing)

    def focus_first(self) -> None:
        """The first open question, else the first required field nothing fills, else the button."""
        for question in self.questions.questions():
            if not question.rule.decided and question.isVisibleTo(self):
                focus_if_visible(question.choice)
                return
        for row in self.fields.values():
            if row.needs_source:
                focus_if_visible(row.source.combo)
                return
        focus_if_visible(self.next)

    def show_rules(self, rules: Sequence[RuleView]) -> Iterator[None]:
        """Show the questions, a few at a time."""
        self._open = sum(not rule.decided for rule in rules)
        self._asked = {rule.id for rule in rules}
        for row in self.fields.values():
            row.show_asked(self._asked)
        yield from self.questions.set_rules(rules)
        self._update_footer()

    def _build(self, view: MappingView) -> Iterator[None]:
        while (item := self._fields.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.fields.clear()
        first = sorted(view.fields, key=lambda field: not (field.required and field.source is None))
        for field in first:
            row = FieldRow(field)
            row.changed.connect(self.source_changed)
            self.fields[field.path] = row
            self._fields.addWidget(Hairline())
            self._fields.addWidget(row)
            yield
        homes = ((tr("not used"), ""), (tr("left out"), ""))
        self._homes = list_of((*homes, *((field.label, field.path) for field in view.fields)), self)

    def _fill(self, view: MappingView) -> Iterator[None]:
        if self._offers is not None:
            for field in view.fields:
                self.fields[field.path].set_field(field, self._offers)
                self.fields[field.path].show_asked(self._asked)
                yield
        waiting = sum(not column.ignored for column in view.columns)
        self.homeless_heading.set_title(tr("Columns not used ({n})", n=quantity_words.count(waiting)))
        self.homeless_heading.setVisible(bool(view.columns))
        self.leave_all.setVisible(waiting > 1)
        yield from self._list_columns(view)

    def _list_columns(self, view: MappingView) -> Iterator[None]:
        """Columns that changed get a new line; the others keep theirs."""
        wanted = {column.name: column for column in view.columns}
        for name, line in list(self.columns.items()):
            if wanted.get(name) != line.column:
                self._columns.removeWidget(line)
                line.deleteLater()
                del self.columns[name]
        for place, column in enumerate(sorted(view.columns, key=lambda column: column.ignored)):
            if column.name not in self.columns and self._homes is not None:
                line = ColumnLine(column, self._homes)
                line.ignored.connect(self.ignore_changed)
                line.mapped.connect(self._map)
                self.columns[column.name] = line
                self._columns.insertWidget(place, line)
                yield

    def _map(self, column: str, path: str) -> None:
        from svcconsole.tables.mapping.mapping import Column

        self.source_changed.emit(path, Column(column))

    def _update_footer(self) -> None:
        """What stands in the way, in the footer."""
        missing, homeless = self._missing, self._homeless
        parts = [FooterPart(refusal, tone="danger", icon="error") for refusal in self._refusals[:1]]
        if self._open:
            parts.append(
                FooterPart(
                    tr_plural(
                        "{n} question waits for an answer.", "{n} questions wait for an answer.", self._open
                    ),
                    tone="warning",
                    icon="decide",
                )
            )
        if missing:
            parts.append(
                FooterPart(
                    tr("Nothing fills {fields}.", fields=", ".join(missing)),
                    tone="danger",
                    icon="error",
                )
            )
        if homeless:
            parts.append(
                FooterPart(
                    tr_plural(
                        "{n} column is not used: its values are not sent.",
                        "{n} columns are not used: their values are not sent.",
                        homeless,
                    ),
                    icon="info",
                )
            )
        if not parts:
            parts.append(FooterPart(tr("Every column is mapped or left out."), tone="success", icon="check"))
        self.footer.set_message(*parts)
