"""The templates page: a table, the chosen one on a phone, import and export."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import literal, visible
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.page_header import PageHeader, Toolbar
from svcconsole.gui.kit.dialogs import choose_file, choose_place
from svcconsole.gui.kit.file_kinds import FileKind
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.runtime.notices import Link
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.tabs.messaging.first_day import templates_of
from svcconsole.gui.tabs.messaging.form_sources import FormSources
from svcconsole.gui.tabs.messaging.section_switch import TEMPLATES, SectionSwitch
from svcconsole.reading_file import reading_file
from svcconsole.services.messaging.appearance.of_template import bubble_of_template
from svcconsole.services.messaging.templates.files import TemplateFileError, as_json, read
from svcconsole.services.messaging.templates.model import LocalTemplate, variables
from svcconsole.services.messaging.templates.placeholders import components_of, slots
from svcconsole.whole_file import write_whole

if TYPE_CHECKING:
    from svcconsole.gui.runtime.practice_process import PracticeProcess

FILES = (FileKind(mark("Templates"), "*.json"),)
SIDE_FROM, SIDE_WIDTH = 900, 340


class TemplatesPage(QWidget):
    """`use(id)`: send this one; `edit(LocalTemplate | None)`: write one down, None a new one."""

    use = Signal(str)
    edit = Signal(object)

    def __init__(self, sources: FormSources) -> None:
        super().__init__()
        self.sources, self.console, self.library = sources, sources.console, sources.library
        self.scope = make_scope(self, self.console.notices)
        self.practice: PracticeProcess | None = None
        self.header = PageHeader(tr("Messaging"))
        self.places = SectionSwitch(TEMPLATES)
        self.new = button(tr("New template"), "plus", "primary")
        self.merge = button(tr("Import a file"), "import")
        self.write = button(tr("Export"), "export")
        self.focus_current = button(tr("Copy the practice templates"), "practice")
        self.search = SearchField(tr("Name, id or text"))
        self.model: RecordModel[LocalTemplate] = RecordModel(_columns(), key=lambda template: template.id)
        self.table = RecordTable(self.model, tr("Templates"))
        self.empty = EmptyState(
            "table",
            tr("No templates yet"),
            tr("Copy them from your dashboard, or import a file."),
        )
        self.shown = QStackedWidget()
        card = self.console.card
        self.phone = PhonePreview(card.name, card.colour, sources.pictures)
        set_property(self.phone, "line", "left")
        self._build()
        self._connect()
        self.show_known()

    def use_practice_store(self, process: PracticeProcess | None) -> None:
        """The practice store's own templates can be taken over from this one."""
        self.practice = process
        self.focus_current.setVisible(process is not None)

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        return {"new": self.new.click, "find": self.search.setFocus, "primary": self.new.click}

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.table, self.phone)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """The phone stands beside the table where there is room, and something to show."""
        self.phone.setVisible(bool(self.library.templates) and self.width() >= dp(SIDE_FROM))

    def begin(self) -> None:
        """On screen: the focus goes into the table, or to what fills it."""
        (self.table if self.library.templates else self.new).setFocus()

    def choose(self, template_id: str) -> None:
        """Have this one chosen and on screen, whatever was searched for."""
        if not self.table.set_current(template_id):
            self.search.clear()
            self.show_known()
            self.table.set_current(template_id)
        focus_if_visible(self.table, self)

    def show_known(self) -> None:
        """The templates, as they are known now."""
        words = self.search.text().casefold().split()
        fits = [each for each in self.library.templates.values() if all(w in _found(each) for w in words)]
        self.model.set_records(fits)
        self.places.set_count(TEMPLATES, len(self.library.templates) or None)
        self.shown.setCurrentIndex(0 if self.library.templates else 1)
        self._arrange()
        self._show_chosen()

    def _build(self) -> None:
        set_property(self, "bg", "surface")
        self.header.add_leading(self.places)
        for part in (self.write, self.merge, self.new):
            self.header.add_action(part)
        self.focus_current.hide()
        bar = Toolbar()
        bar.add(self.search)
        bar.add_stretch()
        bar.add(self.focus_current)
        self.table.set_inset(20)
        self.table.set_row_menu(self._row_actions)
        self.shown.addWidget(self.table)
        self.shown.addWidget(self.empty)
        middle = vbox(bar, (self.shown, 1), spacing=0)
        row = hbox((middle, 1), self.phone, spacing=0)
        self.phone.setFixedWidth(dp(SIDE_WIDTH))
        vbox(self.header, (row, 1), parent=self, spacing=0)

    def _connect(self) -> None:
        self.library.changed.connect(self.show_known)
        self.search.searched.connect(lambda _: self.show_known())
        self.new.clicked.connect(lambda: self.edit.emit(None))
        self.table.current_changed.connect(lambda _: self._show_chosen())
        self.table.opened.connect(self.edit)
        self.merge.clicked.connect(lambda: self.scope.start(self._import(), "file"))
        self.write.clicked.connect(lambda: self.scope.start(self._export(), "file"))
        self.focus_current.clicked.connect(lambda: self.scope.start(self.copy_practice_templates(), "file"))

    def _show_chosen(self) -> None:
        chosen = self.table.current_record()
        self.phone.show_bubble(bubble_of_template(chosen, sampled(chosen) if chosen is not None else None))

    async def _import(self) -> None:
        path = await choose_file(self, tr("Import templates"), kinds=FILES)
        if path is not None:
            await self.import_file(path)

    async def import_file(self, path: Path) -> None:
        """Merge a file's templates into the library."""
        with reading_file(path.name, TemplateFileError):
            templates = await asyncio.to_thread(lambda: read(path.read_bytes()))
        await self._on_imported(path.name, templates)

    async def copy_practice_templates(self) -> None:
        """What the practice store has in its registry; only a practice store tells."""
        if self.practice is not None:
            await self._on_imported(tr("The practice store"), await templates_of(self.practice))

    async def _on_imported(self, place: str, templates: Sequence[LocalTemplate]) -> None:
        new, changed = await self.library.merge(templates)
        known = len(templates) - new - changed
        self.console.notices.add(
            "success",
            tr(
                "{place}: {new} new, {changed} changed, {known} known already.",
                place=visible(place),
                new=new,
                changed=changed,
                known=known,
            ),
        )

    async def _export(self) -> None:
        path = await choose_place(self, tr("Export templates"), "templates.json", kinds=FILES)
        if path is not None:
            await self.write_file(path)

    async def write_file(self, path: Path) -> None:
        """The whole library as JSON. Raises FileNotWritten."""
        templates = tuple(self.library.templates.values())
        await asyncio.to_thread(write_whole, path, as_json(templates).encode())
        told = tr_plural(
            "{n} template is in {path}.",
            "{n} templates are in {path}.",
            len(templates),
            path=visible(path.name),
        )
        self.console.notices.add("success", told)

    def _forget(self, template: LocalTemplate) -> None:
        self.scope.start(self._forgotten(template))

    async def _forgotten(self, template: LocalTemplate) -> None:
        await self.library.forget(template.id)
        back = Link(tr("Restore it"), lambda: self._restore(template))
        self.console.notices.add(
            "info",
            tr("{shown} is no longer in the library. The store still has it.", shown=visible(template.shown)),
            links=(back,),
        )

    def _restore(self, template: LocalTemplate) -> None:
        self.scope.start(self.library.save(template, None))

    def _row_actions(self, template: LocalTemplate) -> list[QAction]:
        entries: tuple[tuple[str, Callable[[], object]], ...] = (
            (tr("Send this template"), lambda: self.use.emit(template.id)),
            (tr("Edit"), lambda: self.edit.emit(template)),
            (tr("Remove from the list"), lambda: self._forget(template)),
        )
        actions = []
        for words, run in entries:
            action = QAction(literal(words), self.table)
            action.triggered.connect(lambda _=False, run=run: run())
            actions.append(action)
        return actions


def sampled(template: LocalTemplate) -> dict[str, object]:
    """The components with the template's own samples."""
    values = {
        slot.key: template.samples.get(slot.name, "") for slot in slots(template) if slot.what == "value"
    }
    return components_of(template, values)


def _found(template: LocalTemplate) -> str:
    return f"{template.name}\n{template.id}\n{template.body}\n{template.footer or ''}".casefold()


def _columns() -> tuple[ColumnSpec[LocalTemplate], ...]:
    return (
        ColumnSpec(
            key="name",
            title=tr("Name"),
            value=lambda template: visible(template.shown),
            kind="strong",
            width=200,
            stretch=True,
        ),
        ColumnSpec(
            key="id", title=tr("Template id"), value=lambda template: template.id, kind="mono", width=180
        ),
        ColumnSpec(key="language", title=tr("Language"), value=lambda template: template.language, width=80),
        ColumnSpec(
            key="category", title=tr("Category"), value=lambda template: template.category, width=100, drop=2
        ),
        ColumnSpec(
            key="variables",
            title=tr("Variables"),
            value=lambda template: len(variables(template.body)),
            kind="number",
            width=80,
            drop=1,
        ),
        ColumnSpec(key="way", title=tr("Sent by"), value=_way, width=150, drop=3),
    )


def _way(template: LocalTemplate) -> str:
    if template.needs_flow:
        return tr("Initiate flow")
    return tr("Carousel") if template.cards else tr("Template message")
