"""Opens products and catalogs in their editor, by choice or by id, and restores their drafts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.panels.take_back.undo_save import UndoSave
from svcconsole.gui.tabs.catalog.editing.stored_drafts import draft_key
from svcconsole.workspace.drafts.draft_keys import COPY, NEW

if TYPE_CHECKING:
    from svcconsole.gui.kit.containers.page_stack import PageStack
    from svcconsole.gui.kit.remote_pictures import Pictures
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage
    from svcconsole.gui.tabs.catalog.editing.record_kinds import RecordKind
    from svcconsole.gui.tabs.catalog.lists.record_lists import RecordLists
    from svcconsole.services.take_back.single_save import SingleSave
    from svcconsole.workspace.known.changes import Change


class OpenEditors(QObject):
    """`saved(kind, id)`: a record is in the list as the store has it now. `left()`: an editor was closed.

    `drafts_read(drafts)`: what was typed and is not saved. `names_changed()` tells it of catalogs' names.
    """

    saved = Signal(str, str)
    left = Signal()
    drafts_read = Signal(object)
    names_changed = Signal()

    def __init__(
        self,
        console: Console,
        scope: TaskScope,
        pages: PageStack,
        *,
        lists: RecordLists,
        names: Mapping[str, str],
        pictures: Pictures,
    ) -> None:
        """`names`: of the catalogs, by id."""
        super().__init__(pages)
        self._console = console
        self._scope = scope
        self._pages = pages
        self._lists = lists
        self._names = names
        self._pictures = pictures
        self._undo = UndoSave(console, scope, pages, self._undone)
        self._turn = asyncio.Lock()

    def edit(self, kind: str, identity: str | None) -> None:
        """Open the editor of a record of `kind`, "products" or "catalogs", or of a new one."""
        self._scope.start(self._edit(kind, identity), "edit")

    def openers(self) -> dict[str, Callable[[str], None]]:
        """How its forms are opened again, by the kind of their tokens; several of one tab come back."""

        def again(kind: str, identity: str) -> None:
            key = f"again {kind} {identity}"
            self._scope.start(self._edit_in_turn(kind, None if identity == NEW else identity), key)

        return {kind: partial(again, kind) for kind in ("products", "catalogs")}

    async def _edit_in_turn(self, kind: str, identity: str | None) -> None:
        """The one that was on top comes last."""
        async with self._turn:
            await self._edit(kind, identity)

    def ask_id(self, kind: str) -> None:
        """Ask for an id and open that record."""
        self._scope.start(self._by_id(kind), "by id")

    def offer_drafts(self) -> None:
        """Read what is kept as a draft."""
        self._scope.start(self.read_drafts(), "drafts")

    async def read_drafts(self) -> None:
        """Ask the workspace for the drafts and tell them."""
        from svcconsole.gui.tabs.catalog.editing.stored_drafts import stored_drafts

        self.drafts_read.emit(await self._console.db(stored_drafts))

    def duplicate(self, identity: str) -> None:
        """Open the editor of a new product that begins as a copy of this one."""
        self._scope.start(self._edit("products", None, copy_of=identity), "edit")

    def undo(self, kind: str, identity: str, change: Change) -> None:
        """Take back one change of a record's history."""
        self._scope.start(self._undo_change(kind, identity, change), ("undo", kind, identity))

    async def _undo_change(self, kind: str, identity: str, change: Change) -> None:
        from svcconsole.services.take_back.history import save_of

        shelf: Any = self._lists.products if kind == "products" else self._lists.catalogs
        row = shelf.rows.get(identity)
        name = (row.name if row is not None else "") or identity
        save = await self._console.db(lambda space: save_of(space, kind, identity, name, change))
        if save is None:
            self._console.notices.add("warning", tr("What the store held before is not kept any more."))
        else:
            await self._undo.run(save)

    async def _edit(self, kind: str, identity: str | None, copy_of: str = "") -> None:
        if identity is not None and identity.startswith(COPY):
            copy_of = identity.removeprefix(COPY)
            identity = None
        from svcconsole.gui.tabs.catalog.editing import record_kinds
        from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage

        if self._raise_open(draft_key(kind, identity, copy_of)):
            return
        records: RecordKind = record_kinds.products() if kind == "products" else record_kinds.catalogs()
        page = EditorPage(self._console, records, self._names, self._pictures, identity, copy_of=copy_of)
        self.names_changed.connect(page.show_catalog_names)
        page.hide()
        if not await page.open():
            page.deleteLater()
            sentence = tr(
                "No {thing} {identity} in this store.", thing=records.thing, identity=identity or copy_of
            )
            self._console.notices.add("warning", sentence)
            return
        if self._raise_open(page.draft_key):  # it was asked for twice, and the other was read first
            page.deleteLater()
            return
        page.closed.connect(lambda: self._close(page))
        page.saved.connect(lambda record: self._saved(page, records, record))
        self._pages.open_page(page)
        page.begin()

    def _raise_open(self, key: str) -> bool:
        """Bring the editor with this draft to the front, where there is one."""
        from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage

        shown = self._pages.find_page(EditorPage, lambda page: page.draft_key == key)
        if shown is not None:
            self._pages.raise_page(shown)
        return shown is not None

    async def _by_id(self, kind: str) -> None:
        from svcconsole.gui.tabs.catalog.editing.ask_id import ask_id

        thing = tr("product") if kind == "products" else tr("catalog")
        identity = await ask_id(self._pages, tr("Open a {thing} by its id", thing=thing))
        if identity:
            await self._edit(kind, identity)

    def _undone(self, save: SingleSave) -> None:
        """The record as the store has it again takes its place in the list."""
        self._scope.start(self._read_again(save), ("undone", save.record_id))

    async def _read_again(self, save: SingleSave) -> None:
        row = await self._lists.read_record(save.kind, save.record_id)
        if row is None:
            return
        await self._after_save(self._lists.products if save.kind == "products" else self._lists.catalogs)
        self.saved.emit(save.kind, row.id)

    def _saved(self, page: EditorPage, records: RecordKind, record: Any) -> None:
        from svcconsole.services.catalog.stored_rows import stored_row

        row = stored_row(records.kind, record)
        shelf: Any = self._lists.products if records.kind == "products" else self._lists.catalogs
        self._close(page)
        if row is None:
            return
        shelf.upsert([row])
        self._console.notices.add(
            "success",
            tr("{row} is saved.", row=row.name or row.id),
            advice=self._undo.advice(page.last_save, created=True),
            links=self._undo.links(page.last_save),
        )
        self._scope.start(self._after_save(shelf), "after save")
        self.saved.emit(records.kind, row.id)

    async def _after_save(self, shelf: Any) -> None:
        await self._lists.read_changes()
        await self.read_drafts()
        await shelf.save_snapshot()

    def _close(self, page: QWidget) -> None:
        self._pages.close_page(page)
        self.offer_drafts()
        self.left.emit()
