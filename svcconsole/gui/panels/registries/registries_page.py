"""The registries page: entries shown, renamed, removed, exported and imported."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.hiding import hidden, hidden_words
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, literal, visible
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.contact_words import phone_problem, phone_words
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.footer import FooterFrame
from svcconsole.gui.kit.containers.page_header import PageHeader, Toolbar
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.dialogs import choose_file, choose_place
from svcconsole.gui.kit.file_kinds import FileKind
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import relative_time
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.field_annotation import FieldAnnotation
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.panels.registries.registry_cache import RegistryCache
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Link
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.reading_file import reading_file
from svcconsole.services.helpdesk.registry_files import NUMBERED, RegistryFileError, as_csv, as_json, read
from svcconsole.tables.values.phones import phone_key
from svcconsole.whole_file import write_whole
from svcconsole.workspace.known.registries import Entry, RegistryKind


@dataclass(frozen=True, slots=True)
class RegistryWords:
    """Marked texts: what its entries are called, that there are none, and what is typed to add one."""

    title: str
    none_yet: str
    key: str


PHONES = (RegistryKind.BRAND_NUMBERS, RegistryKind.SUPPRESSED)
FILES = (FileKind(mark("Lists"), "*.csv *.json"),)


class RegistriesPage(QWidget):
    """`closed`; `changed`: the registries are to be read anew."""

    closed = Signal()
    changed = Signal()
    words: Mapping[RegistryKind, RegistryWords] = {
        RegistryKind.AGENTS: RegistryWords(
            mark("Agents"), mark("No agents yet"), mark("Agent's e-mail address")
        ),
        RegistryKind.TEAMS: RegistryWords(mark("Teams"), mark("No teams yet"), mark("Number of the team")),
        RegistryKind.LABELS: RegistryWords(
            mark("Labels"), mark("No labels yet"), mark("Number of the label")
        ),
        RegistryKind.BRAND_NUMBERS: RegistryWords(
            mark("Brand numbers"), mark("No brand numbers yet"), mark("Brand's phone number")
        ),
        RegistryKind.BRAND_EMAILS: RegistryWords(
            mark("Brand addresses"), mark("No brand addresses yet"), mark("Brand's e-mail address")
        ),
    }
    """Of each registry that is shown, in this order."""
    only: RegistryKind | None = None
    """What a file gets: one kind, or all of them."""
    file_name, files = "registries.csv", FILES

    def __init__(self, console: Console, known: RegistryCache) -> None:
        super().__init__()
        self.console = console
        self.known = known
        self.scope = make_scope(self, console.notices)
        title, place = self._titles()
        self.header = PageHeader(title, place)
        self.segments = Segments()
        self.kinds = tuple(self.words)
        for words in self.words.values():
            self.segments.add(tr(words.title))
        self.merge = button(tr("Import a file"), "import")
        self.write = button(tr("Export"), "export")
        self.model: RecordModel[Entry] = RecordModel(self._columns(), key=lambda entry: entry.key)
        self.table = RecordTable(self.model, title)
        self.empty = EmptyState("tag", "")
        self.said = PlainLabel("", "caption", "text2", wrap=True)
        self.key, self.label = QLineEdit(), QLineEdit()
        self.chip = FieldAnnotation(self.key)
        self.add = button(tr("Add"), "plus")
        self._build()
        self._connect()
        self.show_known()

    @property
    def kind(self) -> RegistryKind:
        """Which registry is shown."""
        return self.kinds[self.segments.current()]

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        return {"back": self.closed.emit, "close": self.closed.emit, "new": self.key.setFocus}

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.table, self.key)

    def show_known(self) -> None:
        """The entries of the chosen registry, as they are known now."""
        for at, kind in enumerate(self.kinds):
            self.segments.set_count(at, len(self.known.of(kind)))
        entries = self.known.of(self.kind)
        self.model.set_records(entries)
        self.table.setVisible(bool(entries))
        self.empty.setVisible(not entries)
        words = self.words[self.kind]
        self.empty.set("tag", tr(words.none_yet), self._empty_note())
        self.key.setPlaceholderText(tr(words.key))
        self.key.setAccessibleName(tr(words.key))
        self._typed()

    def _build(self) -> None:
        set_property(self, "bg", "surface")
        self.header.add_action(self.write)
        self.header.add_action(self.merge)
        bar = Toolbar()
        bar.add(self.segments)
        bar.add_stretch()
        self.label.setPlaceholderText(tr("What people call it"))
        self.label.setAccessibleName(tr("What people call it"))
        self.label.setAccessibleDescription(tr("Shown in this console; the store does not get it."))
        self.key.setAccessibleDescription(tr("As the store knows it."))
        foot = FooterFrame("surface", "top")
        line = hbox((self.key, 1), (self.label, 1), self.add, spacing=8)
        vbox(line, self.said, parent=foot, spacing=8, margins=(20, 12, 16, 12))
        self.table.set_inset(20)
        self.table.set_row_menu(self._row_actions)
        vbox(self.header, bar, (self.table, 1), (self.empty, 1), foot, parent=self, spacing=0)

    def _connect(self) -> None:
        self.header.back_clicked.connect(self.closed)
        self.segments.currentChanged.connect(lambda _: self.show_known())
        self.known.changed.connect(self.show_known)
        self.add.clicked.connect(self._add)
        self.key.textChanged.connect(lambda _: self._typed())
        for line in (self.key, self.label):
            line.returnPressed.connect(self.add.click)
        self.merge.clicked.connect(lambda: self.scope.start(self._import(), "file"))
        self.write.clicked.connect(lambda: self.scope.start(self._export(), "file"))

    def _typed(self) -> None:
        key = self.key.text().strip()
        wrong = self._wrong(key) if key else ""
        self.add.setEnabled(bool(key) and not wrong)
        self.said.setText(wrong or self._note())
        country = phone_words(key, self.console.card.region) if self.kind in PHONES else ""
        self.chip.set_known(PillValue(country, "check", "success") if country else None)

    def _wrong(self, key: str) -> str:
        """Why the store does not know one by this; blank where it may."""
        if self.kind in NUMBERED and not (key.isascii() and key.isdigit()):
            return tr("“{key}” is not a whole number, and the store's ids are.", key=visible(key))
        problem = phone_problem(key, self.console.card.region) if self.kind in PHONES else None
        return visible(problem.sentence) if problem is not None else ""

    def _add(self) -> None:
        key = self.key.text().strip()
        if self.kind in PHONES:
            key = phone_key(key, self.console.card.region)
        entry = Entry(self.kind, key, self.label.text().strip())
        self.key.clear()
        self.label.clear()
        self.key.setFocus()
        self.scope.start(self._on_imported([entry]))

    def _put(self, entry: Entry) -> None:
        self.scope.start(self._kept(entry))

    async def _kept(self, entry: Entry) -> None:
        await self.console.db(lambda space: space.registries.save(entry))
        self.changed.emit()

    def _forget(self, entry: Entry) -> None:
        self.scope.start(self._forgotten(entry))

    async def _forgotten(self, entry: Entry) -> None:
        await self.console.db(lambda space: space.registries.forget(entry.kind, entry.key))
        self.changed.emit()
        self.console.notices.add(
            "info",
            tr("{entry} is no longer known here.", entry=visible(entry.label or entry.key)),
            links=(Link(tr("Restore it"), lambda: self._restore(entry)),),
        )

    def _restore(self, entry: Entry) -> None:
        self.scope.start(self._on_imported([entry]))

    async def _on_imported(self, entries: Sequence[Entry]) -> None:
        await self.console.db(lambda space: space.registries.merge(entries))
        self.changed.emit()

    async def _import(self) -> None:
        path = await choose_file(self, tr("Import a list"), kinds=FILES)
        if path is not None:
            await self.import_file(path)

    async def import_file(self, path: Path) -> None:
        """Merge a file's entries into what is known; rows without a kind belong to the registry shown."""
        kind = self.kind
        with reading_file(path.name, RegistryFileError):
            entries = await asyncio.to_thread(lambda: read(path.read_bytes(), kind))
        new, changed = await self.console.db(lambda space: space.registries.merge(entries))
        self.changed.emit()
        self.console.notices.add(
            "success",
            tr(
                "{path}: {new} new, {changed} changed, {entries} known already.",
                path=visible(path.name),
                new=count(new),
                changed=count(changed),
                entries=count(len(entries) - new - changed),
            ),
        )

    async def _export(self) -> None:
        path = await choose_place(self, tr("Export the lists"), self.file_name, kinds=self.files)
        if path is not None:
            await self.write_file(path)

    async def write_file(self, path: Path) -> None:
        """What is known now. Raises FileNotWritten."""
        kept = await self.console.db(lambda space: space.registries.entries(self.only))
        entries = [
            replace(each, key=hidden(each.key), label=hidden_words(each.label), note=hidden_words(each.note))
            for each in kept
        ]
        await asyncio.to_thread(write_whole, path, self._as_file(entries, path).encode())
        told = tr_plural(
            "{n} entry is in {path}.", "{n} entries are in {path}.", len(entries), path=visible(path.name)
        )
        self.console.notices.add("success", told)

    def _as_file(self, entries: Sequence[Entry], path: Path) -> str:
        """JSON where the name says so, else a table."""
        return as_json(entries) if path.suffix.casefold() == ".json" else as_csv(entries)

    def _row_actions(self, entry: Entry) -> list[QAction]:
        actions = []
        for words, run in (
            (tr("Copy"), lambda: QGuiApplication.clipboard().setText(hidden(entry.key))),
            (tr("Remove from the list"), lambda: self._forget(entry)),
        ):
            action = QAction(literal(words), self.table)
            action.triggered.connect(lambda _=False, run=run: run())
            actions.append(action)
        return actions

    def _columns(self) -> tuple[ColumnSpec[Entry], ...]:
        return (
            ColumnSpec(key="key", title=tr("As sent"), value=lambda entry: entry.key, kind="mono", width=260),
            ColumnSpec(
                key="label",
                title=tr("Name"),
                value=lambda entry: entry.label,
                kind="strong",
                width=200,
                stretch=True,
                set_value=lambda entry, text: self._put(replace(entry, label=text.strip())),
            ),
            ColumnSpec(
                key="note",
                title=tr("Note"),
                value=lambda entry: entry.note,
                width=200,
                drop=2,
                set_value=lambda entry, text: self._put(replace(entry, note=text.strip())),
            ),
            ColumnSpec(
                key="times", title=tr("Used"), value=lambda entry: entry.times, kind="number", width=72
            ),
            ColumnSpec(
                key="used_at",
                title=tr("Last"),
                value=lambda entry: entry.used_at,
                text=lambda entry: relative_time(entry.used_at) if entry.used_at else "",
                width=120,
                drop=1,
            ),
        )

    def _titles(self) -> tuple[str, str]:
        """What the page is called, and where its back link leads."""
        return tr("Agents, teams and labels"), tr("Helpdesk")

    def _empty_note(self) -> str:
        return tr("What a ticket is accepted with is noted here. Add one below, or import a file.")

    def _note(self) -> str:
        return tr(
            "The service does not list these. What a ticket was accepted with is noted here; F2 names it."
        )
