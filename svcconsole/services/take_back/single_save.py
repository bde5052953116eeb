"""Takes back one save: what the record was before it, as far as nobody has changed it since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.api.client import Client
from svcconsole.services.catalog import records
from svcconsole.services.customers.customers import Include, by_external_id, by_service_id
from svcconsole.services.take_back.comparison import WHOLE, Back, compare_whole
from svcconsole.services.take_back.customers import compare_customer
from svcconsole.services.take_back.views import Restore
from svcconsole.words.message import message


@dataclass(frozen=True, slots=True)
class SingleSave:
    """One save of an existing record: `before` is its JSON as the store had it, `sent` the bytes of the
    record that went. `record_id` finds it: of a customer the external id, or the service's with `id:`."""

    kind: str
    record_id: str
    name: str
    before: Mapping[str, Any]
    sent: bytes


class NotUndone(Exception):
    """A save cannot be taken back: why, and what to do. `changed` where somebody changed the record since,
    and it may be taken back all the same."""

    def __init__(self, sentence: str, advice: str = "", *, changed: bool = False) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice
        self.changed = changed


async def undo_body(client: Client, save: SingleSave, *, over: bool = False) -> bytes:
    """The bytes of the record that give back what it was; `over` also what somebody changed since.

    Raises NotUndone, and ApiError where the store could not be read.
    """
    back = await _compared(client, save)
    if back.state is Restore.SINCE and not over:
        raise NotUndone(
            message("{name} was changed after this save.", name=save.name),
            message("Nothing was sent."),
            changed=back.body is not None,
        )
    if back.body is None:
        if back.state is Restore.AS_BEFORE:
            raise NotUndone(message("{name} is as it was before already.", name=save.name))
        reasons = [back.why, *(each.note for each in back.fields if each.stays)]
        why = next((reason for reason in reasons if reason), "")
        raise NotUndone(message("{name} cannot be given back.", name=save.name), why)
    return back.body


async def _compared(client: Client, save: SingleSave) -> Back:
    if save.kind in WHOLE:
        seen = await records.read(client, WHOLE[save.kind], save.record_id)
        return compare_whole(save.kind, save.before, save.sent, None if seen is None else seen.raw)
    read = by_service_id if save.record_id.startswith("id:") else by_external_id
    found = await read(client, save.record_id.removeprefix("id:"), Include())
    return compare_customer(save.before, save.sent, None if found is None else found.raw)
