"""The editor of one product or catalog as a page: read fresh, merged with what the store holds, saved."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal

from svcconsole.gui.console import Console
from svcconsole.gui.forms.differences import Conflict, count_values, merge
from svcconsole.gui.forms.drafts import thaw
from svcconsole.gui.forms.page import FormPage, freeze_plain
from svcconsole.gui.forms.problems import Problem
from svcconsole.gui.forms.questions import changes_words, may_create_again, may_save_over
from svcconsole.gui.permission import may_write
from svcconsole.gui.tabs.catalog.pictures import Pictures
from svcconsole.gui.tabs.catalog.record_kinds import RecordKind
from svcconsole.gui.when import ago
from svcconsole.gui.words import tr

NEW = "new"


class EditorPage(FormPage):
    """`saved(record)`: the store has it, as it answered."""

    saved = Signal(object)

    def __init__(
        self,
        console: Console,
        kind: RecordKind,
        names: Mapping[str, str],
        pictures: Pictures,
        identity: str | None,
    ) -> None:
        self.kind = kind
        self.identity = identity
        self.read_at = time.time()
        form = kind.form(names, pictures, console.card.currency or "", identity is not None)
        super().__init__(console, form, kind.place, tr("Save"), existing=identity is not None)
        pictures.arrived.connect(self._pictures_arrived)

    @property
    def draft_key(self) -> str:
        return f"{self.kind.kind}:{self.identity or NEW}"

    async def open(self) -> bool:
        """Read the record fresh and put a kept draft over it; False when the store has no such record."""
        draft = await self.kept()
        kept = thaw(draft.value) if draft is not None else None
        if self.identity is None:
            self.form.load(self.kind.blank(self.console.card.currency or ""))
        else:
            record = await self._fresh(self.identity)
            if record is None and kept is None:
                return False
            self.form.load(record if kept is None else kept["read"])
        self.read_at = time.time()
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
        return tr(
            "{changes} of {total} fields. The whole {thing} is sent; the other {rest} stay as the store "
            "has them, read {ago}.",
            changes=changes,
            total=total,
            thing=self.kind.thing,
            rest=total - changes,
            ago=ago(time.time() - self.read_at),
        )

    def body_of(self, model: Any) -> tuple[str, Any]:
        return self.kind.upsert.path, json.loads(self.kind.wrap(model).wire())

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
        self.be_busy(True)
        before = self.form.read()
        if self.identity is not None:
            merged = await self._met(self.identity)
            if merged is None:
                return
            before, values = merged
            model = self.form.checked(values)
        elif await self._taken(str(model.id)):
            return
        await self._send(model, before)

    def _pictures_arrived(self, _urls: object) -> None:
        self.form.recheck()

    async def _met(self, identity: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """What the store holds now and what goes over it; None when the person would rather look again."""
        record = await self._fresh(identity)
        if record is None:
            again = await may_create_again(self, self.kind.thing)
            return (self.form.read(), self.form.values()) if again else None
        theirs = self.form.projected(record)
        merged, conflicts = merge(self.form.specs, self.form.read(), self.form.values(), theirs)
        if conflicts and not await may_save_over(self, [self._met_words(met) for met in conflicts]):
            return None
        return theirs, merged

    def _met_words(self, met: Conflict) -> str:
        theirs, mine = self.form.words(met.loc, met.theirs), self.form.words(met.loc, met.mine)
        return tr("{field}: {theirs} in the store, {mine} here", field=met.label, theirs=theirs, mine=mine)

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

    async def _send(self, model: Any, before: dict[str, Any]) -> None:
        client = await self.console.ready()
        answer = await client.call(self.kind.upsert, self.kind.wrap(model))
        records = self.kind.items(answer)
        record = next((each for each in records if each.id == model.id), model)
        action = "created" if self.identity is None else "updated"
        key, created = self.draft_key, self.identity is None
        plain_before = None if created else freeze_plain(before)
        plain_after = freeze_plain(model.model_dump())

        def note(workspace: Any) -> None:
            workspace.drafts.delete(key)
            workspace.changes.record(
                self.kind.kind, [model.id], action, source="editor", before=plain_before, after=plain_after
            )

        self.forget_draft()
        await self.console.db(note)
        if self.kind.kind == "products":
            self.console.products_changed.emit([model.id])
        self.saved.emit(record)

    async def _fresh(self, identity: str) -> Any | None:
        client = await self.console.ready()
        answer = await client.call(self.kind.get, self.kind.ask([identity]))
        return next((record for record in self.kind.items(answer) if record.id == identity), None)
