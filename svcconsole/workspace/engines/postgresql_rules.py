"""What a shared database keeps by itself, whatever a console or a person at a prompt asks of it."""

# The statements are ours, and what stands in them are names of our own.
# ruff: noqa: S608

from __future__ import annotations

from collections.abc import Sequence

from svcconsole.workspace.team.audit_entries import HASHED

WRITE_LOCK = 0x53564343
"""Held by whoever writes, until the transaction ends: no two write at once, as in a file of SQLite."""
UTC_NOW = """to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""
_PARTS = " || ".join(
    f"octet_length(convert_to(NEW.{name}::text, 'UTF8')) || ':' || NEW.{name}::text" for name in HASHED
)

LOG_RULES: Sequence[str] = (
    f"""
    CREATE FUNCTION svc_log_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE last record;
    BEGIN
        PERFORM pg_advisory_xact_lock({WRITE_LOCK});
        SELECT seq, sha256 INTO last FROM audit_log ORDER BY seq DESC LIMIT 1;
        NEW.seq := coalesce(last.seq, 0) + 1;
        NEW.previous_sha256 := coalesce(last.sha256, '');
        NEW.at := {UTC_NOW};
        NEW.operator := session_user;
        NEW.sha256 := encode(sha256(convert_to({_PARTS}, 'UTF8')), 'hex');
        RETURN NEW;
    END $$
    """,
    "CREATE TRIGGER audit_log_entry BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION svc_log_entry()",
    """
    CREATE FUNCTION svc_log_keeps() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE insufficient_privilege USING MESSAGE = 'the log is only added to';
    END $$
    """,
    "CREATE TRIGGER audit_log_keeps_all BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log"
    " FOR EACH STATEMENT EXECUTE FUNCTION svc_log_keeps()",
)
"""Entries are only added, and each is numbered, dated, signed and hashed by the server."""
