"""What each role of a team may do with each table of a shared database, and with which rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from svcconsole.workspace.team.roles import RIGHTS, Right, Role

ADD, CHANGE, TAKE = "INSERT", "UPDATE", "DELETE"
ALL = (ADD, CHANGE, TAKE)

READ_ONLY = frozenset({"meta", "identity", "operators", "person_keys"})
"""Written by whoever owns the tables alone, or by functions that ask who it is."""

GRANTS: Mapping[Right, Mapping[str, Sequence[str]]] = {
    # What a console notes while somebody looks: who was seen, what is being typed, what the store said.
    Right.LOOK: {
        "people": ALL,
        "drafts": ALL,
        "deliveries": (CHANGE,),
        "events": (ADD, TAKE),
        "saved_files": (ADD, TAKE),
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
        "items": ALL,
        "bodies": (ADD, TAKE),
        "body_templates": (ADD, TAKE),
        "recipients": (ADD, TAKE),
        "file_rows": (ADD, TAKE),
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
        "log_people": (ADD,),
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
            "items", "bodies", "body_templates", "recipients", "file_rows", "sends", "send_people",
            "decisions", "proofs", "changes", "log_people",
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
UNLISTED = "EXISTS (SELECT FROM runs WHERE runs.id = run_id AND runs.state = 'preparing')"
"""What a plan that broke off, or was replaced, leaves is deleted in steps."""
PARTS = ("items", "bodies", "body_templates", "recipients", "file_rows")
OTHERS = (Role.PREPARE, Role.SEND, Role.APPROVE, Role.WORKER)
"""All that write, but for whoever administers."""
ROW_RULES: Sequence[RowRule] = (
    *(RowRule(role, table, TAKE, UNLISTED, "") for role in OTHERS for table in PARTS),
    *(RowRule(role, "runs", TAKE, NOT_BEGUN, "") for role in OTHERS),
    RowRule(Role.PREPARE, "runs", ADD, "", NOT_BEGUN),
    RowRule(Role.PREPARE, "runs", CHANGE, NOT_BEGUN, NOT_BEGUN),
    RowRule(Role.PREPARE, "items", ADD, "", UNSENT),
    RowRule(Role.PREPARE, "items", CHANGE, UNSENT, UNSENT),
    RowRule(Role.WORKER, "decisions", ADD, "", "decision = 'proved'"),
    RowRule(Role.WORKER, "decisions", CHANGE, "false", "false"),
)


def ruled(tables: Sequence[str]) -> list[str]:
    """Those of the tables that have rules for rows."""
    return sorted({rule.table for rule in ROW_RULES} & set(tables))


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


def rules_of(role: Role, tables: Sequence[str]) -> Sequence[RowRule]:
    """The rules for rows of these tables that bind a role."""
    return [rule for rule in ROW_RULES if rule.role is role and rule.table in tables]
