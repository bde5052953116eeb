"""Removes what was kept long enough: bodies after 30 days, before-images after 90, hashes and files after a
year.

The ages are no setting: a shared database holds the same statements in a function of its own, so that
whoever may send can let what is old go, and nothing else.
"""

# The statements are ours, and what stands in them are names and ages of our own.
# ruff: noqa: S608

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy import Connection

from svcconsole.workspace.clock import this_moment, written
from svcconsole.workspace.drafts.imports import HANDED
from svcconsole.workspace.session import Session
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry

BODIES, IMAGES, HASHES = "30 days", "90 days", "365 days"
"""What was sent, the rows it came from and what webhooks brought; what the store held before, or until that
was restored, and where files were saved; how each record ended, with its hash, as long as nothing of its run
is open, the import it came from, reports, and the files beside the workspace."""
STEP, RUNS = 5_000, 20
"""So many rows, and so many runs, go in one transaction."""
_ENDED = "items.state IN ('acked', 'rejected', 'blocked', 'left_out')"
_OLD_RECORD = f"""
    {_ENDED} AND runs.created_at < {{{BODIES}}}
    AND coalesce(items.at, runs.finished_at, runs.created_at) < {{{BODIES}}}
    AND NOT EXISTS (SELECT 1 FROM before_answers WHERE before_answers.run_id = runs.id)
"""
_OF_RECORDS = """
    {table} JOIN items ON items.run_id = {table}.run_id AND items.seq = {table}.seq
    JOIN runs ON runs.id = {table}.run_id
"""
EMPTY = "{empty}"
STATEMENTS: Mapping[str, str] = {
    "bodies": f"""
        UPDATE bodies SET body = {EMPTY}, template = NULL WHERE (run_id, seq) IN (
            SELECT bodies.run_id, bodies.seq FROM {_OF_RECORDS.format(table="bodies")}
            WHERE bodies.body <> {EMPTY} AND {_OLD_RECORD} LIMIT {STEP}
        )
    """,
    "body_templates": f"""
        DELETE FROM body_templates WHERE run_id IN (SELECT id FROM runs WHERE created_at < {{{BODIES}}})
        AND NOT EXISTS (
            SELECT 1 FROM bodies WHERE bodies.run_id = body_templates.run_id
            AND bodies.template = body_templates.number
        )
    """,
    "recipients": f"""
        DELETE FROM recipients WHERE (run_id, number, seq) IN (
            SELECT recipients.run_id, recipients.number, recipients.seq
            FROM {_OF_RECORDS.format(table="recipients")} WHERE {_OLD_RECORD} LIMIT {STEP}
        )
    """,
    "file_rows": f"""
        UPDATE file_rows SET cells = '[]' WHERE (run_id, number) IN (
            SELECT file_rows.run_id, file_rows.number FROM {_OF_RECORDS.format(table="file_rows")}
            WHERE file_rows.cells <> '[]' AND {_OLD_RECORD} LIMIT {STEP}
        )
    """,
    "sends": f"""
        UPDATE sends SET form = '', answer = NULL WHERE (run_id, seq) IN (
            SELECT sends.run_id, sends.seq FROM {_OF_RECORDS.format(table="sends")}
            WHERE (sends.form <> '' OR sends.answer IS NOT NULL) AND {_OLD_RECORD} LIMIT {STEP}
        )
    """,
    "before_answers": f"""
        DELETE FROM before_answers WHERE (run_id, number) IN (
            SELECT run_id, number FROM before_answers WHERE read_at < {{{IMAGES}}} OR EXISTS (
                SELECT 1 FROM runs WHERE runs.takes_back = before_answers.run_id AND runs.state = 'finished'
                AND NOT EXISTS (SELECT 1 FROM items WHERE items.run_id = runs.id AND items.state <> 'acked')
            ) LIMIT {STEP}
        )
    """,
    "changes": f"""
        UPDATE changes SET before = NULL, after = NULL WHERE id IN (
            SELECT id FROM changes WHERE at < {{{IMAGES}}}
            AND (before IS NOT NULL OR after IS NOT NULL) LIMIT {STEP}
        )
    """,
    "saved_files": f"DELETE FROM saved_files WHERE at < {{{IMAGES}}}",
    "deliveries": f"""
        DELETE FROM deliveries WHERE id IN (
            SELECT id FROM deliveries WHERE run_id IS NULL AND at < {{{HASHES}}} LIMIT {STEP}
        )
    """,
    "runs": f"""
        DELETE FROM runs WHERE id IN (
            SELECT id FROM runs WHERE state = 'finished' AND coalesce(finished_at, created_at) < {{{HASHES}}}
            AND NOT EXISTS (
                SELECT 1 FROM items WHERE items.run_id = runs.id
                AND items.state IN ('planned', 'sending', 'unknown')
            ) LIMIT {RUNS}
        )
    """,
    "imports": f"""
        DELETE FROM imports WHERE id IN (
            SELECT id FROM imports WHERE state <> 'open' AND updated_at < {{{HASHES}}}
            AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = imports.run_id) LIMIT {RUNS}
        )
    """,
    "drafts": f"""
        DELETE FROM drafts WHERE substr(key, 1, {len(HANDED)}) = '{HANDED}' AND at < {{{HASHES}}}
    """,
    "report_runs": f"""
        DELETE FROM report_runs WHERE id IN (
            SELECT id FROM report_runs WHERE ended_at < {{{HASHES}}} LIMIT {RUNS}
        )
    """,
    "webhook_events": f"""
        DELETE FROM webhook_events WHERE id IN (
            SELECT id FROM webhook_events WHERE received_at < {{{HASHES}}}
            OR (run_id IS NULL AND settled_at < {{{BODIES}}}) LIMIT {STEP}
        )
    """,
    "webhook_bodies": f"""
        UPDATE webhook_events SET body = '', callback = '' WHERE id IN (
            SELECT id FROM webhook_events WHERE settled_at < {{{BODIES}}} AND (body <> '' OR callback <> '')
            LIMIT {STEP}
        )
    """,
}
"""What goes, by table; in braces the moment an age ago, and the bytes of an empty body."""


def remove_old_rows(access: Session) -> int:
    """Take one step; how many rows that were, 0 where none is old enough. The log tells of each step."""
    with access.writing() as connection:
        counts = _counts(connection)
        total = sum(counts.values())
        if total:
            add_entry(connection, Action.EXPIRED, count=total, details=counts)
    return total


def _counts(connection: Connection) -> dict[str, int]:
    if connection.dialect.name != "sqlite":
        found: object = connection.exec_driver_sql("SELECT svc_remove_old()::text").scalar_one()
        return {name: int(count) for name, count in json.loads(str(found)).items() if count}
    ages = {age: f"'{_ago(age)}'" for age in (BODIES, IMAGES, HASHES)}
    counts = {}
    for name, statement in STATEMENTS.items():
        filled = statement.format_map({**ages, "empty": "X'7b7d'"})
        counts[name] = connection.exec_driver_sql(filled).rowcount
    return {name: count for name, count in counts.items() if count}


def days_of(age: str) -> int:
    """How many days an age is."""
    return int(age.partition(" ")[0])


def _ago(age: str) -> str:
    return written(this_moment() - timedelta(days=days_of(age)))


def database_rules() -> str:
    """The function by which a shared database does the same."""
    form = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
    ages = {
        age: f"to_char((clock_timestamp() - interval '{age}') AT TIME ZONE 'UTC', '{form}')"
        for age in (BODIES, IMAGES, HASHES)
    }
    steps = "".join(
        f"""
        {statement.format_map({**ages, "empty": "'{}'::bytea"})};
        GET DIAGNOSTICS gone = ROW_COUNT;
        told := told || jsonb_build_object('{name}', gone);"""
        for name, statement in STATEMENTS.items()
    )
    return f"""
    CREATE FUNCTION svc_remove_old() RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    DECLARE gone integer; told jsonb := '{{}}';
    BEGIN
        PERFORM svc_refuse_unless('send');{steps}
        RETURN told;
    END $$
    """
