"""What a shared database keeps by itself, whatever a console or a person at a prompt asks of it."""

# The statements are ours, and what stands in them are names of our own.
# ruff: noqa: S608

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from svcconsole.workspace.engines.postgresql_rights import grants_of, ruled, rules_of
from svcconsole.workspace.schema.approval_rule import APPROVE_ABOVE, REACHES
from svcconsole.workspace.team.audit_entries import HASHED
from svcconsole.workspace.team.roles import RIGHTS, Right, Role

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

_HOLDERS = json.dumps({right: [role for role in Role if right in RIGHTS[role]] for right in Right})
_WHOSE = "~name~"
_COMMANDS = ("INSERT", "UPDATE", "DELETE")


def role_statements(role: Role, tables: Sequence[str]) -> Iterator[str]:
    """What gives an account, whose name stands at `~name~`, the rights of a role with these tables."""
    for table, words in grants_of(role, tables).items():
        yield f"GRANT {', '.join(('SELECT', *words))} ON {table} TO {_WHOSE}"
    yield f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA ~schema~ TO {_WHOSE}"
    for rule in rules_of(role, tables):
        policy = (
            f"CREATE POLICY ~{rule.command}~ ON {rule.table} AS RESTRICTIVE FOR {rule.command} TO {_WHOSE}"
        )
        before = f" USING ({rule.before})" if rule.before else ""
        after = f" WITH CHECK ({rule.after})" if rule.after else ""
        yield policy + before + after


def role_rules(tables: Sequence[str]) -> Iterator[str]:
    """Functions through which operators come, go and change their role, and what rows each may write."""
    statements = json.dumps({role: list(role_statements(role, tables)) for role in Role}).replace("'", "''")
    for table in ruled(tables):
        yield f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"
        yield f"CREATE POLICY everybody ON {table} USING (true) WITH CHECK (true)"
    yield f"""
    CREATE FUNCTION svc_may(wanted text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
        SELECT EXISTS (
            SELECT FROM operators WHERE name = session_user AND locked_at IS NULL
            AND '{_HOLDERS}'::jsonb -> wanted ? role
        ) OR (SELECT rolsuper FROM pg_roles WHERE rolname = session_user)
    $$
    """
    yield """
    CREATE FUNCTION svc_refuse_unless(wanted text) RETURNS void LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
    BEGIN
        IF NOT svc_may(wanted) THEN
            RAISE insufficient_privilege USING MESSAGE = 'your role in the team does not include: ' || wanted;
        END IF;
    END $$
    """
    yield f"""
    CREATE FUNCTION svc_strip(account text) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE held text; command text; whose text := quote_ident(account);
        place text := quote_ident(current_schema());
    BEGIN
        EXECUTE 'REVOKE ALL ON ALL TABLES IN SCHEMA ' || place || ' FROM ' || whose;
        EXECUTE 'REVOKE ALL ON ALL SEQUENCES IN SCHEMA ' || place || ' FROM ' || whose;
        FOREACH held IN ARRAY ARRAY{ruled(tables)} LOOP
            FOREACH command IN ARRAY ARRAY{list(_COMMANDS)} LOOP
                EXECUTE 'DROP POLICY IF EXISTS ' || quote_ident(command || ' ' || account) || ' ON ' || held;
            END LOOP;
        END LOOP;
    END $$
    """
    yield f"""
    CREATE FUNCTION svc_admit(account text, shown text, as_role text, verifier text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    DECLARE known record; statement text; command text; is_new boolean := false;
    BEGIN
        PERFORM svc_refuse_unless('administer');
        SELECT rolsuper, rolcanlogin INTO known FROM pg_roles WHERE rolname = account;
        IF known IS NULL AND verifier IS NULL THEN
            RAISE undefined_object USING MESSAGE = 'there is no account ' || account;
        ELSIF known IS NULL THEN
            EXECUTE 'CREATE ROLE ' || quote_ident(account) || ' LOGIN PASSWORD ' || quote_literal(verifier);
            is_new := true;
        ELSIF known.rolsuper OR account IN (session_user, current_user) THEN
            RAISE insufficient_privilege USING MESSAGE = account || ' owns the database or is yourself';
        ELSIF NOT known.rolcanlogin AND verifier IS NOT NULL THEN
            EXECUTE 'ALTER ROLE ' || quote_ident(account) || ' LOGIN PASSWORD ' || quote_literal(verifier);
            is_new := true;
        END IF;
        PERFORM svc_strip(account);
        FOR statement IN SELECT jsonb_array_elements_text('{statements}'::jsonb -> as_role) LOOP
            statement := replace(statement, '~name~', quote_ident(account));
            statement := replace(statement, '~schema~', quote_ident(current_schema()));
            FOREACH command IN ARRAY ARRAY{list(_COMMANDS)} LOOP
                statement := replace(
                    statement, '~' || command || '~', quote_ident(command || ' ' || account)
                );
            END LOOP;
            EXECUTE statement;
        END LOOP;
        INSERT INTO operators AS o (name, shown, role, invited_by, invited_at)
            VALUES (account, shown, as_role, session_user, {UTC_NOW})
            ON CONFLICT (name) DO UPDATE SET role = as_role, locked_at = NULL,
                shown = CASE WHEN svc_admit.shown = '' THEN o.shown ELSE svc_admit.shown END;
        RETURN is_new;
    END $$
    """
    yield f"""
    CREATE FUNCTION svc_shut_out(account text, for_good boolean) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    DECLARE account_is text := 'open';
    BEGIN
        PERFORM svc_refuse_unless('administer');
        IF account IN (session_user, current_user)
            OR NOT EXISTS (SELECT FROM operators WHERE name = account)
            OR (SELECT rolsuper FROM pg_roles WHERE rolname = account) THEN
            RAISE insufficient_privilege USING MESSAGE = account || ' cannot be shut out by you';
        END IF;
        IF for_good THEN
            DELETE FROM operators WHERE name = account;
        ELSE
            UPDATE operators SET locked_at = {UTC_NOW} WHERE name = account;
        END IF;
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = account) THEN
            RETURN 'gone';
        END IF;
        PERFORM svc_strip(account);
        BEGIN
            EXECUTE 'ALTER ROLE ' || quote_ident(account) || ' NOLOGIN';
            account_is := 'closed';
        EXCEPTION WHEN insufficient_privilege THEN
            -- Somebody else has made it; nothing of ours can be read or written by it any more.
            NULL;
        END;
        BEGIN
            PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = account;
        EXCEPTION WHEN insufficient_privilege THEN
            -- Their connections have no rights any more, and make no new one.
            NULL;
        END;
        IF for_good THEN
            BEGIN
                EXECUTE 'DROP ROLE ' || quote_ident(account);
                account_is := 'gone';
            EXCEPTION WHEN dependent_objects_still_exist OR insufficient_privilege THEN
                -- It has rights elsewhere, too.
                NULL;
            END;
        END IF;
        RETURN account_is;
    END $$
    """
    yield """
    CREATE FUNCTION svc_let_in(account text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    BEGIN
        PERFORM svc_refuse_unless('administer');
        IF NOT EXISTS (SELECT FROM operators WHERE name = account AND locked_at IS NULL) THEN
            RAISE insufficient_privilege USING MESSAGE = account || ' is not in the team';
        END IF;
        EXECUTE 'ALTER ROLE ' || quote_ident(account) || ' LOGIN';
    END $$
    """
    yield f"""
    CREATE FUNCTION svc_approve_above(people integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    BEGIN
        PERFORM svc_refuse_unless('administer');
        INSERT INTO meta (key, value) VALUES ('{APPROVE_ABOVE}', people::text)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value;
    END $$
    """


ERASURE_RULES: Sequence[str] = (
    """
    CREATE FUNCTION svc_rewrite(wanted text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    DECLARE place text := quote_ident(current_schema()) || '.' || quote_ident(wanted);
        is_empty boolean; noted record;
    BEGIN
        PERFORM svc_refuse_unless('administer');
        -- As VACUUM FULL does, which no function may call: what was removed is in no file afterwards.
        EXECUTE 'CLUSTER ' || place || ' USING ' || (
            SELECT quote_ident(relname) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
            WHERE indrelid = place::regclass AND indisprimary
        );
        EXECUTE 'SELECT NOT EXISTS (SELECT FROM ' || place || ')' INTO is_empty;
        IF NOT is_empty THEN
            EXECUTE 'ANALYZE ' || place;
            RETURN;
        END IF;
        -- Of an empty table ANALYZE notes nothing, and what it had noted of values before would stay: to
        -- give a column its own type again drops that. Columns that rules look at name nobody.
        FOR noted IN
            SELECT attname, format_type(atttypid, atttypmod) AS type FROM pg_attribute
            JOIN pg_stats USING (attname)
            WHERE attrelid = place::regclass AND schemaname = current_schema() AND tablename = wanted
        LOOP
            BEGIN
                EXECUTE 'ALTER TABLE ' || place || ' ALTER COLUMN ' || quote_ident(noted.attname)
                    || ' TYPE ' || noted.type;
            EXCEPTION WHEN feature_not_supported THEN
                NULL;
            END;
        END LOOP;
    END $$
    """,
)
"""What takes the last traces of what was removed."""

_REACHED = ", ".join(f"'{kind}'" for kind in REACHES)
APPROVAL_RULES: Sequence[str] = (
    f"""
    CREATE FUNCTION svc_approval() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE given approvals := NEW;
    BEGIN
        IF TG_OP = 'INSERT' THEN
            NEW.asked_by := session_user;
            NEW.asked_at := {UTC_NOW};
            NEW.answer := NULL;
            NEW.answered_by := NULL;
            NEW.answered_at := NULL;
            RETURN NEW;
        END IF;
        IF OLD.answer IS NOT NULL AND NEW.words = ''
            AND to_jsonb(NEW) - 'words' = to_jsonb(OLD) - 'words'
        THEN
            -- Whom an answer names can be removed, and what was answered stands.
            PERFORM svc_refuse_unless('administer');
            RETURN NEW;
        END IF;
        PERFORM svc_refuse_unless('approve');
        IF OLD.answer IS NOT NULL THEN
            RAISE insufficient_privilege USING MESSAGE = 'this was answered already';
        ELSIF session_user IN (OLD.asked_by, (SELECT operator FROM runs WHERE id = OLD.run_id)) THEN
            RAISE insufficient_privilege USING MESSAGE = 'nobody approves their own plan';
        END IF;
        NEW := OLD;
        NEW.answer := given.answer;
        NEW.words := given.words;
        NEW.answered_by := session_user;
        NEW.answered_at := {UTC_NOW};
        RETURN NEW;
    END $$
    """,
    "CREATE TRIGGER approvals_of_two BEFORE INSERT OR UPDATE ON approvals"
    " FOR EACH ROW EXECUTE FUNCTION svc_approval()",
    f"""
    CREATE FUNCTION svc_run_start() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE most integer;
    BEGIN
        SELECT value::integer INTO most FROM meta WHERE key = '{APPROVE_ABOVE}';
        IF coalesce(most, 0) > 0 AND NEW.kind IN ({_REACHED}) AND NOT NEW.single
            AND (
                SELECT count(*) FROM items WHERE run_id = NEW.id AND state NOT IN ('blocked', 'left_out')
            ) > most
            AND NOT EXISTS (
                SELECT FROM approvals WHERE run_id = NEW.id AND answer = 'approved'
                AND plan_sha256 = NEW.sha256
            )
        THEN
            RAISE insufficient_privilege USING MESSAGE = 'no second person has agreed to exactly this plan';
        END IF;
        RETURN NEW;
    END $$
    """,
    "CREATE TRIGGER runs_start_approved BEFORE UPDATE OF state ON runs FOR EACH ROW"
    " WHEN (NEW.state = 'running' AND OLD.state <> 'running') EXECUTE FUNCTION svc_run_start()",
    """
    CREATE FUNCTION svc_actor() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_TABLE_NAME = 'runs' THEN
            NEW.operator := session_user;
        ELSE
            NEW.by := session_user;
        END IF;
        RETURN NEW;
    END $$
    """,
    "CREATE TRIGGER runs_by_whom BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION svc_actor()",
    "CREATE TRIGGER decisions_by_whom BEFORE INSERT ON decisions FOR EACH ROW EXECUTE FUNCTION svc_actor()",
)
"""Who asked, answered, planned and decided is who is connected; what needs two is never done by one."""
