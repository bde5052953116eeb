"""The Undo in the notice of a save: asks where it must, sends the record as it was, tells how it ended."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.runtime.notices import Link

if TYPE_CHECKING:
    from svcconsole.api.client import Client
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.services.take_back.single_save import SingleSave


class UndoSave:
    """Offers the Undo of saves on one tab; `done` shows the record as the store has it after one."""

    def __init__(
        self, console: Console, scope: TaskScope, parent: QWidget, done: Callable[[SingleSave], None]
    ) -> None:
        self._console = console
        self._scope = scope
        self._parent = parent
        self._done = done

    @staticmethod
    def advice(save: SingleSave | None, *, created: bool) -> str:
        """Why the notice of a save offers no Undo; blank where it does."""
        if save is not None:
            return ""
        if created:
            return tr("It is new. The service cannot delete it, so there is no Undo.")
        return tr("There is no Undo: what the store held before is not known.")

    def links(self, save: SingleSave | None) -> tuple[Link, ...]:
        """What the notice of a save offers; nothing where the record was made by it."""
        return () if save is None else (Link(tr("Undo"), lambda: self.start(save)),)

    def start(self, save: SingleSave, *, over: bool = False) -> None:
        """Take a save back; `over` also where somebody changed the record since."""
        self._scope.start(self.run(save, over=over), ("undo", save.kind, save.record_id))

    async def run(self, save: SingleSave, *, over: bool = False) -> None:
        """The same, to its end."""
        from svcconsole.services.take_back.single_save import NotUndone, undo_body

        notices = self._console.notices
        what = tr("Undo the changes of {name}", name=visible(save.name))
        if not await may_write(self._console, self._parent, what, tr("Undo")):
            return
        client = await self._console.ready_to_save()
        try:
            body = await undo_body(client, save, over=over)
        except NotUndone as refused:
            again = Link(tr("Undo all the same"), lambda: self.start(save, over=True))
            ways = (again,) if refused.changed else ()
            notices.add("warning", show(refused.sentence), advice=show(refused.advice), links=ways)
            return
        if save.kind == "customers":
            await self._send_customer(client, save, body)
        else:
            await _send_whole(client, save, body)
        await self._console.db(lambda workspace: _note(workspace, save, body))
        if save.kind == "products":
            self._console.products_changed.emit([save.record_id])
        notices.add("success", tr("{name} is as it was before.", name=visible(save.name)))
        self._done(save)

    async def _send_customer(self, client: Client, save: SingleSave, body: bytes) -> None:
        """One that can be found again is saved as ever; of another it is noted first, and sent once."""
        from svcconsole.api.models.customers import UpsertCustomer
        from svcconsole.api.operations import UPSERT_CUSTOMER
        from svcconsole.services.customers.customers import save as save_customer
        from svcconsole.services.sends.sending import new_draft_token

        request = UpsertCustomer.model_validate_json(body)
        if request.partner_customer_id:
            found = await save_customer(client, request)
            await self._console.db(lambda workspace: workspace.people.remember([found.raw]))
            return
        sent = await self._console.sends.send(
            UPSERT_CUSTOMER,
            request,
            kind="customers",
            title=tr("Customer {name}", name=save.name),
            about=save.name,
            draft_token=new_draft_token(),
            people=(save.record_id,),
            form="",
            again=True,
        )
        if sent.error is not None:
            raise sent.error


async def _send_whole(client: Client, save: SingleSave, body: bytes) -> None:
    from svcconsole.api.operations import UPSERT_CATALOGS, UPSERT_PRODUCTS

    request = b'{"%s":[%s]}' % (save.kind.encode(), body)
    if save.kind == "products":
        answer: Any = await client.send(UPSERT_PRODUCTS, request)
    else:
        answer = await client.send(UPSERT_CATALOGS, request)
    if answer.error is not None:
        raise answer.error


def _note(workspace: Any, save: SingleSave, body: bytes) -> None:
    from svcconsole.workspace.known.changes import EDITOR, UPDATED

    workspace.changes.record(
        save.kind, [save.record_id], UPDATED, source=EDITOR,
        before=json.loads(save.sent), after=json.loads(body),
    )  # fmt: skip
