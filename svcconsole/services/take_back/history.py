"""What of a record's history can be taken back by itself: a save of an editor, or one record of a run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.api.models.unusual import read_record
from svcconsole.services.records.exact_json import read_exact, write_exact
from svcconsole.services.runs.before_reading import READ_KINDS
from svcconsole.services.runs.before_records import held_before
from svcconsole.services.runs.completing import Completion
from svcconsole.services.take_back.comparison import WHOLE
from svcconsole.services.take_back.single_save import SingleSave
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.changes import RAW, UPDATED, Change
from svcconsole.workspace.runs.sent_records import number_of
from svcconsole.workspace.schema import RunState


def may_be_undone(workspace: Workspace, kind: str, changes: Sequence[Change]) -> list[bool]:
    """Which of these changes of a record of `kind` can be offered to be taken back: what made the record
    cannot, nor a run that is under way or read nothing before."""
    ids = {change.run_id for change in changes if change.run_id is not None}
    busy = (RunState.RUNNING, RunState.PAUSED)
    known = workspace.runs.known(ids) if ids and kind in READ_KINDS else ()
    runs = {run.id for run in known if run.keeps_before and run.kind == kind and run.state not in busy}
    return [
        change.run_id in runs if change.run_id is not None else _is_kept(kind, change) for change in changes
    ]


def _is_kept(kind: str, change: Change) -> bool:
    if change.action != UPDATED or change.before is None or change.after is None:
        return False
    return kind in WHOLE or RAW in change.before


def save_of(workspace: Workspace, kind: str, record_id: str, name: str, change: Change) -> SingleSave | None:
    """The change as a save that can be taken back; None where what was before is not known any more."""
    if change.run_id is not None:
        return _save_in_run(workspace, change.run_id, kind, record_id, name)
    if change.before is None or change.after is None:
        return None
    if kind in WHOLE:
        sent = write_exact(_wire(kind, change.after)).encode()
        return SingleSave(kind, record_id, name, _wire(kind, change.before), sent)
    raw = change.before.get(RAW)
    try:
        request = UpsertCustomer.model_validate_json(json.dumps(change.after))
    except ValidationError:
        return None
    known = record_id if record_id.startswith("id:") else request.partner_customer_id
    if not isinstance(raw, Mapping) or not known:
        return None
    return SingleSave(kind, known, name, raw, request.wire())


def _save_in_run(
    workspace: Workspace, run_id: str, kind: str, record_id: str, name: str
) -> SingleSave | None:
    """What a run did to one record, called `record_id` there; None where what was before is not kept, or
    nothing was."""
    seq = number_of(workspace, run_id, record_id)
    if seq is None:
        return None
    answers = workspace.before.of_records(run_id, {seq})
    before = held_before(kind, answers, {seq: record_id}).get(seq)
    if before is None:
        return None
    (sent,) = workspace.before.records(run_id, (seq,))
    if kind == "customers":
        record_id = f"id:{before['id']}" if before.get("id") else str(before.get("partnerCustomerId") or "")
    body = Completion(workspace.runs.get(run_id)).sent(sent.body, before)
    return SingleSave(kind, record_id, name, before, body) if record_id else None


def _wire(kind: str, plain: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record as the history keeps it, by the names of the wire, amounts as decimals."""
    record = read_record(WHOLE[kind].stored, plain)
    found: Mapping[str, Any] = read_exact(record.model_dump_json(by_alias=True, exclude_none=True))
    return found
