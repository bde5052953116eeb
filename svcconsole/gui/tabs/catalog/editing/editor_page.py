"""The editor page of one product or catalog: read fresh, merged with the store's record, saved."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.forms.pages.both_versions import choose_versions
from svcconsole.gui.kit.forms.pages.drafts import thaw
from svcconsole.gui.kit.forms.pages.form_page import FormPage
from svcconsole.gui.kit.forms.pages.questions import (
    changes_words,
    may_create_again,
    may_lose_fields,
)
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.forms.record_diff import count_values
from svcconsole.gui.kit.relative_time import ago
from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.tabs.catalog.editing.record_kinds import RecordKind
from svcconsole.gui.tabs.catalog.editing.stored_drafts import draft_key
from svcconsole.gui.tabs.catalog.editing.unknown_text import carried_words, field_lines
from svcconsole.gui.tabs.catalog.product.product_form import CatalogsEditor
from svcconsole.services.catalog import records
from svcconsole.services.catalog.products import duplicated
from svcconsole.services.catalog.records import Saved, Seen, UnknownFieldsRefused, Upsert
from svcconsole.services.records.exact_json import write_exact
from svcconsole.services.records.merge import give_way, merge
from svcconsole.services.take_back.single_save import SingleSave
from svcconsole.workspace.known.changes import EDITOR


class EditorPage(FormPage):
    """`saved(record)`: the store has it, as it answered."""

    saved = Signal(object)
    last_save: SingleSave | None = None
    """The last save, for its Undo."""

    def __init__(
        self,
        console: Console,
        kind: RecordKind,
        names: Mapping[str, str],
        pictures: Pictures,
        identity: str | None,
        *,
        copy_of: str = "",
    ) -> None:
        """`copy_of`: the record that a new one begins as a copy of."""
        self.kind = kind
        self.identity = identity
        self.copy_of = copy_of
        self.seen: Seen | None = None
        form = kind.form(names, pictures, console.card.currency or "", identity is not None)
        super().__init__(console, form, kind.place, tr("Save"), existing=identity is not None)
        pictures.arrived.connect(self._pictures_arrived)

    @property
    def draft_key(self) -> str:
        return draft_key(self.kind.kind, self.identity, self.copy_of)

    def record_event(self) -> tuple[str, str] | None:
        return None if self.identity is None else (self.kind.kind, self.identity)

    def page_token(self) -> str:
        """By which the next window opens it again."""
        return self.draft_key

    async def open(self) -> bool:
        """Read the record fresh and put a kept draft over it; False when the store has no such record."""
        draft = await self.kept()
        kept = thaw(draft.value) if draft is not None else None
        if self.identity is None:
            self.form.load(self.kind.blank(self.console.card.currency or ""))
            if self.copy_of and kept is None:
                source = await self._fresh(self.copy_of)
                if source is None:
                    return False
                self.form.restore(duplicated(self.kind.type.values_of(source), _copy_name))
        else:
            self.seen = await self._fresh(self.identity)
            if self.seen is None and kept is None:
                return False
            now = {} if self.seen is None else self.kind.type.values_of(self.seen)
            self.form.load(now if kept is None else kept["read"])
        if draft is not None:
            self.put_draft(draft)
        self.refresh()
        return True

    def begin(self) -> None:
        self.form.editors["name"].focus()

    def title(self) -> str:
        return str(self.form.values().get("name") or tr("New {thing}", thing=self.kind.thing))

    def whole_words(self, changes: int) -> str:
        if self.identity is None:
            return tr("A new {thing} is created. Nothing is sent before you save.", thing=self.kind.thing)
        total = max(count_values(self.form.values()), changes)
        read_at = time.time() if self.seen is None else self.seen.read_at
        words = tr(
            "{changes} of {total} fields. The whole {thing} is sent; the other {rest} stay as the store "
            "has them, read {ago}.",
            changes=changes,
            total=total,
            thing=self.kind.thing,
            rest=total - changes,
            ago=ago(time.time() - read_at),
        )
        if self.seen is not None:
            more = carried_words(self.kind.type, self.seen.raw, self.form.values())
            words = f"{words} {more}".strip()
        return words

    def body_of(self, model: Any) -> tuple[str, Any]:
        return self.kind.type.upsert.path, self._upsert(model, self.seen).body()

    async def save_now(self, model: Any) -> None:
        name = self.header.title()
        changes = len(self.form.changes())
        what = (
            tr("Save {changes} of {name}", changes=changes_words(changes), name=name)
            if self.identity
            else tr("Create {name}", name=name)
        )
        if not await may_write(self.console, self, what):
            return
        self.set_busy(True)
        now: Seen | None = None
        if self.identity is not None:
            now = await self._fresh(self.identity)
            values = await self._met(now)
            if values is None:
                return
            model = self.kind.type.checked(values)
        elif await self._taken(str(model.id)):
            return
        saved = await self._send(self._upsert(model, now))
        if saved is not None:
            await self._note(saved)

    def show_catalog_names(self) -> None:
        """Catalogs arrived, or went: those of the record are called by their names."""
        editor = self.form.editors.get("catalog_ids")
        if isinstance(editor, CatalogsEditor):
            editor.show_names()
            self.form.recheck()

    def _pictures_arrived(self, _urls: object) -> None:
        self.form.recheck()

    def _upsert(self, model: Any, now: Seen | None) -> Upsert[Any]:
        """The record to send over what the store has now; one that is gone is created as it was read."""
        return Upsert(self.kind.type, model, before=now, known_of=now or self.seen)

    async def _met(self, now: Seen | None) -> dict[str, Any] | None:
        """What goes over what the store holds now; None when the person would rather look again."""
        read = self.form.read()
        mine = records.without_blanks(read, self.form.values())
        if now is None:
            return mine if await may_create_again(self, self.kind.thing) else None
        record = self.kind.type
        theirs = record.values_of(now)
        merged, conflicts = merge(record.model, read, mine, theirs)
        if not conflicts:
            return merged
        kept = await choose_versions(self, self.form, conflicts, await self.who_else())
        if kept is None:
            return None
        theirs_stand = [met for met, keep in zip(conflicts, kept, strict=True) if not keep]
        return merge(record.model, read, give_way(record.model, read, mine, theirs, theirs_stand), theirs)[0]

    async def _taken(self, identity: str) -> bool:
        """Whether the new id is in use already, and the person does not want it overwritten."""
        if await self._fresh(identity) is None:
            return False
        loc = ("id",)
        self.form.show_errors(
            [
                Problem(
                    loc,
                    tr(
                        "The store already has a {thing} with the id {identity}. Choose another id, or "
                        "open that one.",
                        thing=self.kind.thing,
                        identity=identity,
                    ),
                )
            ]
        )
        return True

    async def _send(self, upsert: Upsert[Any]) -> Saved[Any] | None:
        """What the store answered; None when the person would rather keep what the store does not take."""
        client = await self.console.ready_to_save()
        while True:
            try:
                return await records.send(client, upsert)
            except UnknownFieldsRefused as refused:
                lines = field_lines(refused.fields)
                if not await may_lose_fields(self, lines, refused.error.server_words):
                    return None
                upsert = upsert.without(refused.fields)

    async def _note(self, saved: Saved[Any]) -> None:
        key = self.draft_key

        def note(workspace: Any) -> None:
            workspace.drafts.delete(key)
            records.note(workspace, saved, EDITOR)

        self.forget_draft()
        await self.console.db(note)
        self.last_save = self._single_save(saved)
        if self.kind.kind == "products":
            self.console.products_changed.emit([saved.upsert.record.id])
        if saved.missing:
            names = ", ".join(field_lines(saved.missing))
            self.console.notices.add(
                "warning", tr("It is saved, but the store answered without {names}.", names=names)
            )
        self.saved.emit(saved.record)

    def _single_save(self, saved: Saved[Any]) -> SingleSave | None:
        """What Undo needs; None where the record was made by the save, which nothing takes back."""
        upsert = saved.upsert
        if upsert.before is None:
            return None
        sent = write_exact(upsert.body()[self.kind.kind][0]).encode()
        return SingleSave(self.kind.kind, upsert.record.id, upsert.record.name, upsert.before.raw, sent)

    async def _fresh(self, identity: str) -> Seen | None:
        return await records.read(await self.console.ready(), self.kind.type, identity)


def _copy_name(name: str) -> str:
    """How the copy of a product is called until somebody calls it otherwise."""
    return tr("{name} (copy)", name=name)
