"""Completes the records of a plan with what the store holds: what their bytes do not name stays as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
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

VARIANTS, METAFIELDS = "combinations", "metafields"
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
        said = set(json.loads(info.mapping)["fields"]) if info.mapping else None
        self._assumed = [name for name, path in ASSUMED.items() if said is not None and path not in said]
        self._image_is_assumed = said is not None and "image" not in said
        self._ids_are_made = said is not None and "combinations.id" not in said
        self._metafields_by_key = said is not None and any(path.startswith("metafields.") for path in said)

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

        A variant takes the fields of the stored one with its id, or of the one with its options where the
        file has no ids; stored variants that the record does not name follow behind. Metafields that a file
        names one by one leave the others. Any other list is the record's own where it names one.
        """
        if stored is None or not self._completes:
            return body
        return write_exact(self._record(read_exact(body), _told(KINDS[self._kind].record, stored))).encode()

    def _record(self, sent: Row, stored: Row) -> dict[str, Any]:
        made = _filled(sent, stored)
        if self._image_is_assumed and stored.get("image") not in _NOTHING:
            made["image"] = stored["image"]
        if self._metafields_by_key and isinstance(stored.get(METAFIELDS), list):
            named = {_metafield(row) for row in made[METAFIELDS]}
            others = (row for row in stored[METAFIELDS] if isinstance(row, Mapping))
            mine = [row for row in made[METAFIELDS] if isinstance(row, Mapping)]
            made[METAFIELDS] = [*mine, *(row for row in others if _metafield(row) not in named)]
        if isinstance(stored.get(VARIANTS), list):
            made[VARIANTS] = self._variants(made, sent.get(VARIANTS) or (), stored[VARIANTS])
        return made

    def _variants(self, product: Row, sent: Sequence[Row], stored: Sequence[Any]) -> list[dict[str, Any]]:
        rows = [_by_text_id(row) for row in stored if isinstance(row, Mapping)]
        if len(sent) == len(rows) == 1 and not any(row.get("options") for row in (*sent, *rows)):
            # A product that is sold as one article has one variant, whatever that is called.
            made_id = {"id": rows[0]["id"]} if self._ids_are_made and rows[0].get("id") else {}
            return [self._variant(sent[0], rows[0]) | made_id]
        left = keyed(rows, "id")
        partners: dict[int, Row] = {}
        for is_same in (
            (_has_its_options, _may_be_it) if self._ids_are_made else (_has_its_id, _has_its_options)
        ):
            for at, row in enumerate(sent):
                if at not in partners:
                    found = next((name for name, (_, other) in left.items() if is_same(row, other)), None)
                    if found is not None:
                        partners[at] = left.pop(found)[1]
        made = [self._variant(row, partners.get(at, {})) for at, row in enumerate(sent)]
        others = [_whole(row, product) for _, row in left.values()]
        if self._ids_are_made:
            taken = {row.get("id") for row in (*others, *partners.values())}
            for at, row in enumerate(made):
                row["id"] = partners[at]["id"] if at in partners else _free_id(row["id"], taken)
        return [*made, *others]

    def _variant(self, sent: Row, stored: Row) -> dict[str, Any]:
        left = {name for name in self._assumed if stored.get(name) not in _NOTHING}
        if sent.get("name") == UNNAMED and not sent.get("options") and stored.get("name"):
            left.add("name")
        return _filled({name: value for name, value in sent.items() if name not in left}, stored)


def _has_its_id(sent: Row, stored: Row) -> bool:
    return bool(sent["id"] == stored.get("id"))


def _has_its_options(sent: Row, stored: Row) -> bool:
    return bool(sent.get("options")) and sent["options"] == stored.get("options") and bool(stored.get("id"))


def _may_be_it(sent: Row, stored: Row) -> bool:
    """By an id that was made of its place in the file: only where no options say that it is another."""
    return _has_its_id(sent, stored) and not (sent.get("options") and stored.get("options"))


def _free_id(made: str, taken: set[object]) -> str:
    while made in taken:
        made += "-x"
    taken.add(made)
    return made


def _whole(row: Row, product: Row) -> dict[str, Any]:
    """A variant that the file does not name, with what a request needs of it and the answer lacked."""
    lacking = {
        "image": product.get("image"),
        "productUrl": product.get("url"),
        "discountedPrice": row.get("price"),
    }
    return {**_filled(row, {name: value for name, value in lacking.items() if value not in _NOTHING}),
            "productId": product.get("id")}  # fmt: skip


def _metafield(row: object) -> tuple[object, object]:
    return (row.get("namespace"), row.get("key")) if isinstance(row, Mapping) else (None, None)


def sent_body(workspace: Workspace, run_id: str, seq: int) -> bytes:
    """The bytes of a record as they were sent; empty where there are none."""
    return next(iter(bodies_sent(workspace, run_id, (seq,))), b"")


def bodies_sent(workspace: Workspace, run_id: str, seqs: Sequence[int]) -> list[bytes]:
    """The bytes of these records of a run as they were sent, of those that have any."""
    records = [(each.seq, each.record_id, each.body) for each in workspace.before.records(run_id, seqs)]
    return sent_of(workspace, run_id, records)


def sent_of(workspace: Workspace, run_id: str, records: Sequence[Frozen]) -> list[bytes]:
    """The bytes of records of a run as they were sent."""
    return Completion(workspace.runs.get(run_id)).all_sent(workspace, records) if records else []


def _filled(sent: Row, stored: Row) -> dict[str, Any]:
    return {**sent, **{name: value for name, value in stored.items() if sent.get(name) in _NOTHING}}


def _by_text_id(row: Row) -> dict[str, Any]:
    """A stored variant with its id as a text, as in requests."""
    return {**row, "id": str(row["id"])} if row.get("id") is not None else dict(row)


@cache
def _row_models(model: type[BaseModel]) -> dict[str, type[BaseModel] | None]:
    """The fields of a request's record by their names on the wire, with the model of their rows."""
    return {field.alias or name: row_model(field.annotation) for name, field in model.model_fields.items()}


def _told(model: type[BaseModel], stored: Row) -> dict[str, Any]:
    """What a store said of a record: a field of requests that it answers as null is one it does not have."""
    fields = _row_models(model)
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
