"""Finds recipients who were sent a message from here within 24 hours (rule W8)."""

from __future__ import annotations

import json
from collections import defaultdict

from svcconsole.services.campaigns.suppression import suppressed
from svcconsole.services.imports.decisions import Damaged, Decisions
from svcconsole.services.messaging import messages
from svcconsole.services.messaging.templates import composed
from svcconsole.services.sends.recent_requests import keys_of, number_key, recent_requests
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.records.customer_grouping import region_of
from svcconsole.tables.records.recipients import Earlier, Past, content_hash, lately
from svcconsole.words.message import mark, message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.runs.row_outcomes import bodies_of
from svcconsole.workspace.runs.sent_bodies import sent_bodies
from svcconsole.workspace.session import Session

PAGE = 500
SUPPRESSED_SINCE = mark("{number} was put on the suppression list; this row is not sent.")
SINCE_PLANNED = mark("{number} was sent {what} from here at {at} (UTC); this row is not sent.")
REQUESTED_SINCE = mark("The same was sent from here at {at} (UTC); this row is not sent.")
KINDS = ("templates", "messages", composed.KIND, messages.KIND)


def recent_sends(access: Session, region: str | None, *, but: str = "") -> Past:
    """By the recipient's number what left, or may have left, within 24 hours; not what the run `but` sent.

    Numbers without a country code are read as those of `region`.
    """
    found: dict[str, list[Earlier]] = defaultdict(list)
    for sent in sent_bodies(access, KINDS):
        if sent.run_id != but:
            body = json.loads(sent.body)
            number = number_key(str(body.get("contactIdentifier", "")), region)
            found[number].append(Earlier(sent.at, content_hash(body)))
    return found


def leave_out_recent(workspace: Workspace, info: RunInfo, fence: int) -> None:
    """Leave out of a run whoever was put on the suppression list since it was planned, and, as its rule says,
    whoever was sent something: another run may have gone meanwhile. The caller is the runner, so that nothing
    is sent beside this look."""
    rules = _rules_of(workspace, info)
    if info.kind not in KINDS:
        workspace.ledger.leave_out(info.id, fence, _sent_meanwhile(workspace, info, rules))
        return
    past, listed = recent_sends(workspace, region_of(rules), but=info.id), suppressed(workspace)
    kept: dict[int, str] = {}
    after = -1
    while (past or listed) and (page := bodies_of(workspace, info.id, after=after, limit=PAGE)):
        after = page[-1][0]
        for seq, frozen in page:
            body = json.loads(frozen)
            number = str(body["contactIdentifier"])
            if number in listed:
                kept[seq] = message(SUPPRESSED_SINCE, number=number)
                continue
            hit = lately(past.get(number, ()), content_hash(body), rules)
            if hit is not None:
                at, what = hit
                kept[seq] = message(SINCE_PLANNED, number=number, what=what, at=at)
    if kept:
        workspace.ledger.leave_out(info.id, fence, kept)


def _sent_meanwhile(workspace: Workspace, info: RunInfo, rules: Rules) -> dict[int, str]:
    """The tickets or flows of a run that were sent by something else since it was planned, and whoever a flow
    may not reach any more: number in the run and why."""
    region, listed = region_of(rules), suppressed(workspace)
    past = recent_requests(workspace, info.kind, region, but=info.id)
    made = rules.decision("request_lately")
    again = made is not None and made.choice == "send"
    kept: dict[int, str] = {}
    after = -1
    while ((past and not again) or listed) and (
        page := bodies_of(workspace, info.id, after=after, limit=PAGE)
    ):
        after = page[-1][0]
        for seq, frozen in page:
            number = json.loads(frozen).get("phoneNumber")
            earlier = [one for key in keys_of(info.kind, frozen, region) for one in past.get(key, ())]
            if number in listed:
                kept[seq] = message(SUPPRESSED_SINCE, number=number)
            elif earlier and not again:
                at = max(one.at for one in earlier)[:16].replace("T", " ")
                kept[seq] = message(REQUESTED_SINCE, at=at)
    return kept


def _rules_of(workspace: Workspace, info: RunInfo) -> Rules:
    """How the import of a run was decided; without it as nothing was."""
    if info.import_id is None:
        return Rules()
    try:
        return Decisions.from_json(workspace.imports.get(info.import_id).settings).rules
    except (WorkspaceError, Damaged):
        return Rules()
