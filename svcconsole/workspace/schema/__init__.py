"""Today's tables of a workspace, one file a topic, in portable SQL, and the words stored in them.

A change of any table needs a version of its own in `svcconsole.workspace.versions`.
"""

from __future__ import annotations

from svcconsole.workspace.schema.audit_tables import (
    approvals,
    audit_log,
    log_people,
    person_keys,
    saved_files,
)
from svcconsole.workspace.schema.base import TEXTS, identity, lease, meta, metadata, watermarks
from svcconsole.workspace.schema.event_tables import events
from svcconsole.workspace.schema.form_tables import drafts, presets, templates
from svcconsole.workspace.schema.import_tables import import_steps, imports, mappings
from svcconsole.workspace.schema.record_tables import changes, people, registry
from svcconsole.workspace.schema.report_tables import report_parts, report_runs
from svcconsole.workspace.schema.run_tables import (
    IS_UNKNOWN,
    NOT_TAKEN,
    attempts,
    before_answers,
    bodies,
    body_templates,
    file_rows,
    items,
    recipients,
    runs,
)
from svcconsole.workspace.schema.schedule_tables import firings, schedules, webhook_events, workers
from svcconsole.workspace.schema.send_tables import decisions, deliveries, proofs, send_people, sends
from svcconsole.workspace.schema.states import (
    BUCKET_OF,
    PREPARING,
    Bucket,
    ImportState,
    ItemState,
    Repeat,
    RunState,
)

__all__ = [
    "BUCKET_OF",
    "IS_UNKNOWN",
    "NOT_TAKEN",
    "PREPARING",
    "Bucket",
    "ImportState",
    "ItemState",
    "Repeat",
    "RunState",
    "approvals",
    "attempts",
    "audit_log",
    "before_answers",
    "bodies",
    "body_templates",
    "changes",
    "decisions",
    "deliveries",
    "drafts",
    "events",
    "file_rows",
    "firings",
    "identity",
    "import_steps",
    "imports",
    "items",
    "lease",
    "log_people",
    "mappings",
    "meta",
    "metadata",
    "people",
    "person_keys",
    "presets",
    "proofs",
    "recipients",
    "registry",
    "report_parts",
    "report_runs",
    "runs",
    "saved_files",
    "schedules",
    "send_people",
    "sends",
    "templates",
    "watermarks",
    "webhook_events",
    "workers",
]

for _table in metadata.tables.values():
    for _column in _table.columns:
        if isinstance(_column.type, TEXTS):
            # PostgreSQL sorts by the rules of a language, SQLite and Python by the characters' numbers.
            _column.type = _column.type.with_variant(type(_column.type)(collation="C"), "postgresql")
