"""Completes the records of a plan with what the store holds: what their bytes do not name stays as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from svcconsole.api.models.rows import keyed, row_model
from svcconsole.services.records.exact_json import read_exact, write_exact
from svcconsole.services.runs.batch_kinds import KINDS
from svcconsole.services.runs.before_records import Raw, held_before
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.ledger_entries import PendingRecord
from svcconsole.workspace.runs.records import RunInfo

Row = Mapping[str, Any]
Frozen = tuple[int, str, bytes]
"""The number, the id and the frozen bytes of a record."""

VARIANTS = "combinations"
UNNAMED = "Default"
"""What a variant is called that has neither a name nor options (specification, SvcCombination)."""
ASSUMED = {"image": "combinations.image", "productUrl": "combinations.productUrl"}
"""What no variant can be sent without, so that an import takes it from the product where this field of the
file does not say it. A price without a reduced one is said to be that, too, as the check of the file asks."""
_NOTHING: tuple[object, ...] = (None, "", [], {})


class Completion:
    """What becomes of the records of one run on their way to the store, each time the same: the run says
    whether they are completed, and from which fields of a file they were made."""

    def __init__(self, info: RunInfo) -> None:
        self._run_id = info.id
        self._kind = info.kind
        self._completes = info.completes
        said = json.loads(info.mapping)["fields"] if info.mapping else ASSUMED.values()
        self._assumed = [name for name, path in ASSUMED.items() if path not in said]

    def of_waiting(self, workspace: Workspace, records: Sequence[PendingRecord]) -> list[PendingRecord]:
        """The records with the bytes that are sent."""
        bodies = self.all_sent(workspace, [(item.seq, item.record_id, item.body) for item in records])
        return [replace(item, body=body) for item, body in zip(records, bodies, strict=True)]

    def all_sent(self, workspace: Workspace, records: Sequence[Frozen]) -> list[bytes]:
        """The bytes that are sent of these records, by what is kept of the store ahead of the run."""
        if not self._completes:
            return [body for _, _, body in records]
        ids = {seq: record_id for seq, record_id, _ in records}
        held = held_before(self._kind, workspace.before.of_records(self._run_id, ids.keys()), ids)
        return [self.sent(body, held.get(seq)) for seq, _, body in records]

    def sent(self, body: bytes, stored: Raw | None) -> bytes:
        """The bytes of a record with every field of `stored` that they do not name, or leave blank; as they
        are where the store does not have it.

        A variant takes the fields of the stored one with its id; stored variants that the record does not
        name follow behind. Any other list is the record's own where it names one.
        """
        if stored is None or not self._completes:
            return body
        return write_exact(self._record(read_exact(body), _told(KINDS[self._kind].record, stored))).encode()

    def _record(self, sent: Row, stored: Row) -> dict[str, Any]:
        made = _filled(sent, stored)
        if isinstance(stored.get(VARIANTS), list):
            made[VARIANTS] = self._variants(sent.get(VARIANTS) or (), stored[VARIANTS])
        return made

    def _variants(self, sent: Sequence[Row], stored: Sequence[Any]) -> list[dict[str, Any]]:
        rows = [_by_text_id(row) for row in stored if isinstance(row, Mapping)]
        if len(sent) == len(rows) == 1 and not any(row.get("options") for row in (*sent, *rows)):
            # A product that is sold as one article has one variant, whatever that is called.
            return [self._variant(sent[0], rows[0])]
        theirs = keyed(rows, "id")
        made = [self._variant(row, theirs.pop(row["id"], (0, {}))[1]) for row in sent]
        return [*made, *(dict(row) for _, row in theirs.values())]

    def _variant(self, sent: Row, stored: Row) -> dict[str, Any]:
        left = {name for name in self._assumed if stored.get(name) not in _NOTHING}
        if sent.get("name") == UNNAMED and not sent.get("options") and stored.get("name"):
            left.add("name")
        return _filled({name: value for name, value in sent.items() if name not in left}, stored)


def sent_body(workspace: Workspace, run_id: str, seq: int) -> bytes:
    """The bytes of a record as they were sent; empty where there are none."""
    records = [(each.seq, each.record_id, each.body) for each in workspace.before.records(run_id, (seq,))]
    return next(iter(sent_of(workspace, run_id, records)), b"")


def sent_of(workspace: Workspace, run_id: str, records: Sequence[Frozen]) -> list[bytes]:
    """The bytes of records of a run as they were sent."""
    return Completion(workspace.runs.get(run_id)).all_sent(workspace, records) if records else []


def _filled(sent: Row, stored: Row) -> dict[str, Any]:
    return {**sent, **{name: value for name, value in stored.items() if sent.get(name) in _NOTHING}}


def _by_text_id(row: Row) -> dict[str, Any]:
    """A stored variant with its id as a text, as in requests."""
    return {**row, "id": str(row["id"])} if row.get("id") is not None else dict(row)


def _told(model: type[BaseModel], stored: Row) -> dict[str, Any]:
    """What a store said of a record: a field of requests that it answers as null is one it does not have."""
    fields = {field.alias or name: row_model(field.annotation) for name, field in model.model_fields.items()}
    made: dict[str, Any] = {}
    for name, value in stored.items():
        if name in fields and value is None:
            continue
        rows = fields.get(name)
        if rows is not None and isinstance(value, list):
            made[name] = [_told(rows, row) if isinstance(row, Mapping) else row for row in value]
        else:
            made[name] = value
    return made
