"""What each role of a team may do with each table of a shared database, and with which rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from svcconsole.workspace.team.roles import RIGHTS, Right, Role

ADD, CHANGE, TAKE = "INSERT", "UPDATE", "DELETE"
ALL = (ADD, CHANGE, TAKE)

READ_ONLY = frozenset({"meta", "identity", "operators"})
"""Written by whoever owns the tables alone, or by functions that ask who it is."""

GRANTS: Mapping[Right, Mapping[str, Sequence[str]]] = {
    # What a console notes while somebody looks: who was seen, what is being typed, what the store said.
    Right.LOOK: {
        "people": ALL,
        "drafts": ALL,
        "deliveries": (CHANGE,),
        "events": (ADD, TAKE),
        "presence": ALL,
    },
    Right.PREPARE: {
        "imports": ALL,
        "import_steps": ALL,
        "mappings": ALL,
        "presets": ALL,
        "templates": ALL,
        "registry": ALL,
        "runs": ALL,
        "items": (ADD, CHANGE),
        "bodies": (ADD,),
        "body_templates": (ADD,),
        "file_rows": (ADD,),
        "approvals": (ADD,),
        "audit_log": (ADD,),
    },
    Right.SEND: {
        "attempts": ALL,
        "lease": ALL,
        "console_leases": ALL,
        "held_runs": ALL,
        "watermarks": ALL,
        "sends": (ADD, CHANGE),
        "send_people": (ADD,),
        "decisions": (ADD, CHANGE),
        "proofs": (ADD,),
        "deliveries": ALL,
        "before_answers": ALL,
        "changes": (ADD,),
        "report_runs": ALL,
        "report_parts": ALL,
        "schedules": ALL,
        "firings": ALL,
        "workers": ALL,
        "webhook_events": ALL,
    },
    Right.DECIDE: {},
    Right.APPROVE: {"approvals": (CHANGE,)},
    Right.ADMINISTER: dict.fromkeys(
        (
            "items", "bodies", "body_templates", "file_rows", "sends", "send_people", "decisions", "proofs",
            "changes",
        ),
        ALL,
    ),
}  # fmt: skip
"""What a right adds; everybody reads everything. A table that is named nowhere is read only."""


class RowRule(NamedTuple):
    """Which rows of a table a role may write: those that are as `before`, and will be as `after`."""

    role: Role
    table: str
    command: str
    before: str
    after: str


NOT_BEGUN = "state IN ('preparing', 'planned') AND started_at IS NULL AND NOT single"
UNSENT = "state IN ('planned', 'blocked', 'left_out')"
ROW_RULES: Sequence[RowRule] = (
    RowRule(Role.PREPARE, "runs", ADD, "", NOT_BEGUN),
    RowRule(Role.PREPARE, "runs", CHANGE, NOT_BEGUN, NOT_BEGUN),
    RowRule(Role.PREPARE, "runs", TAKE, NOT_BEGUN, ""),
    RowRule(Role.PREPARE, "items", ADD, "", UNSENT),
    RowRule(Role.PREPARE, "items", CHANGE, UNSENT, UNSENT),
    RowRule(Role.WORKER, "decisions", ADD, "", "decision = 'proved'"),
    RowRule(Role.WORKER, "decisions", CHANGE, "false", "false"),
    RowRule(Role.SEND, "runs", TAKE, NOT_BEGUN, ""),
    RowRule(Role.APPROVE, "runs", TAKE, NOT_BEGUN, ""),
    RowRule(Role.WORKER, "runs", TAKE, NOT_BEGUN, ""),
)
RULED = sorted({rule.table for rule in ROW_RULES})
"""Tables that have rules for rows."""


def grants_of(role: Role, tables: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """What a role may do with each of these tables beside reading it."""
    return {
        table: sorted(
            {
                word
                for right in RIGHTS[role]
                if table not in READ_ONLY
                for word in GRANTS[right].get(table, ())
            }
        )
        for table in tables
    }


def rules_of(role: Role) -> Sequence[RowRule]:
    """The rules for rows that bind a role."""
    return [rule for rule in ROW_RULES if rule.role is role]
