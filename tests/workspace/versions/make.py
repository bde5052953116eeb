"""Writes the workspaces of every released version that the tests open, with the frozen definitions alone.

`python -m tests.workspace.versions.make` writes the files beside this one; `sample` copies one to where a
test opens it, with the mark its console keeps. All in them is invented.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from svcconsole.folders import marks_dir
from svcconsole.workspace import versions
from svcconsole.workspace.mark_file import Mark, MarkFile

HERE = Path(__file__).parent
FILE_NAME = "workspace.sqlite3"
AT, LATER = "2026-03-02T09:41:07.120Z", "2026-03-02T09:44:30.500Z"
IMPORT, RUN = "1a2b3c4d5e6f", "5e1f00c0ffee"
SENT, IN_DOUBT = "0a5e4d000001", "0a5e4d000002"
WORKSPACE, CONSOLE = "00c0ffee00c0ffee", "0123456789abcdef"
MESSAGE, NUMBER, REPORT = "wamid.7Q", "+393331234567", "4e9047000001"

ITEMS = {
    "p0": ("acked", "", None),
    "p1": ("rejected", "The store refused this product.", None),
    "p2": ("unknown", "The store answered with an error page (502).", 1772444467.0),
    "p3": ("sending", "", 1772444468.0),
    "p4": ("planned", "", None),
}
"""The state, the reason and the doubt of each record of the run; p3 was on the way when it was killed."""

WITH_LIMITS = 8
"""The first version that says which consoles may read and write it."""

Row = Mapping[str, object]
Rows = Mapping[str, Sequence[Row]]


def item(run_id: str, seq: int, record_id: str, state: str, **more: object) -> Row:
    """A record of one file row."""
    place = {"rows": 1, "first_row": seq + 1, "last_row": seq + 1, "is_record": 1}
    return {
        "run_id": run_id, "seq": seq, "record_id": record_id, "state": state, **place, "tries": 1, "at": AT,
        **more,
    }  # fmt: skip


def run(identity: str, **more: object) -> Row:
    return {
        "id": identity, "code": "ABCD-1234", "kind": "products", "title": "Import products",
        "state": "running", "sentence": "", "path": "", "file_name": "", "fingerprint": "f" * 64,
        "header": "[]", "rows": 1, "products": 1, "left_out": 0, "created_at": AT, "started_at": AT, **more,
    }  # fmt: skip


def attempt(number: int, run_id: str, **more: object) -> Row:
    return {
        "id": number, "run_id": run_id, "fence": 7, "operation": "products.createOrUpdate",
        "title": "Rows 1 – 4", "seqs": "0-3", "sha256": "a" * 64, "intended_at": AT, "monotonic": 12.5,
        **more,
    }  # fmt: skip


IMPORT_RUN = {
    "import_id": IMPORT, "path": "/shop/p.csv", "file_name": "p.csv", "header": '["Handle", "Title"]',
    "rows": 5, "products": 5,
}  # fmt: skip

ROWS_1: Rows = {
    "lease": [{"id": 1, "fence": 7, "host": "till-2", "pid": 4711, "boot_id": "boot", "taken_at": AT}],
    "imports": [
        {
            "id": IMPORT, "kind": "products", "state": "planned", "path": "/shop/p.csv",
            "file_name": "p.csv", "size": 120, "mtime_ns": 1, "fingerprint": "f" * 64,
            "settings": '{"currency": "EUR"}', "page": "run", "rows": 5, "run_id": RUN, "created_at": AT,
            "updated_at": LATER,
        }
    ],
    "import_steps": [{"id": 1, "import_id": IMPORT, "change": '{"left_out": [7]}'}],
    "runs": [run(RUN, **IMPORT_RUN)],
    "items": [
        item(RUN, seq, record, state, reason=reason, doubt_at=doubt)
        for seq, (record, (state, reason, doubt)) in enumerate(ITEMS.items())
    ],
    "bodies": [
        {"run_id": RUN, "seq": seq, "body": f'{{"id":"{record}"}}'.encode(), "sha256": "a" * 64}
        for seq, record in enumerate(ITEMS)
    ],
    "file_rows": [
        {"run_id": RUN, "number": seq + 1, "line": seq + 2, "seq": seq, "cells": f'["{record}", "Salbei ☘"]'}
        for seq, record in enumerate(ITEMS)
    ],
    "attempts": [
        attempt(
            1, RUN, settled_at=LATER, outcome="rejected", status=400, elapsed=0.4,
            sentence="The store refused 1 of 2 products.", title="Rows 1 – 2", seqs="0-1",
        ),
        attempt(2, RUN, title="Rows 3 – 4", seqs="2,3"),
    ],
    "drafts": [{"key": "products:new", "value": '{"name": "Salbei"}', "at": AT}],
    "changes": [
        {
            "id": 1, "kind": "products", "record_id": "p0", "at": AT, "action": "sent", "source": "import",
            "run_id": RUN, "before": '{"name": "Sage"}', "after": '{"name": "Salbei"}',
        }
    ],
}  # fmt: skip

ROWS_2: Rows = {
    **ROWS_1,
    "runs": [run(RUN, rows_per_minute=600, **IMPORT_RUN)],
    "mappings": [
        {
            "kind": "products", "header": "c" * 64, "settings": '{"rules": {"Title": "name"}}',
            "file_name": "p.csv", "at": AT,
        }
    ],
}  # fmt: skip


def single(identity: str, **more: object) -> Row:
    return run(
        identity, kind="message", title="WhatsApp message", state="finished", effect="once", single=1,
        finished_at=LATER, **more,
    )  # fmt: skip


def send(run_id: str, reference: str, **more: object) -> Row:
    return {
        "run_id": run_id, "seq": 0, "operation": "messages.send", "about": NUMBER, "reference": reference,
        "fingerprint": "e" * 64, "form": '{"text": "Ciao"}', "at": AT, **more,
    }  # fmt: skip


ROWS_3: Rows = {
    **ROWS_2,
    "runs": [
        run(RUN, rows_per_minute=600, effect="upsert", single=0, **IMPORT_RUN),
        single(SENT, code="5E4D-0001"),
        single(IN_DOUBT, code="5E4D-0002"),
    ],
    "items": [
        *ROWS_2["items"],
        item(SENT, 0, "K7M2-Q9XP", "acked", reason="A log proves that it was sent."),
        item(
            IN_DOUBT, 0, "R3T8-W1ZC", "left_out", reason="Not sent, as somebody said.",
            doubt_at=1772444469.0,
        ),
    ],
    "bodies": [
        *ROWS_2["bodies"],
        {"run_id": SENT, "seq": 0, "body": b'{"callbackData":"K7M2-Q9XP"}', "sha256": "b" * 64},
        {"run_id": IN_DOUBT, "seq": 0, "body": b'{"callbackData":"R3T8-W1ZC"}', "sha256": "d" * 64},
    ],
    "attempts": [
        *ROWS_2["attempts"],
        attempt(
            3, SENT, operation="messages.send", title="WhatsApp message", seqs="0", settled_at=LATER,
            outcome="ok", status=200, elapsed=0.2, sentence="Accepted.",
        ),
        attempt(4, IN_DOUBT, operation="messages.send", title="WhatsApp message", seqs="0"),
    ],
    "sends": [
        send(
            SENT, "K7M2-Q9XP", draft_token="draft-1", answer=f'{{"id": "{MESSAGE}"}}', answer_id=MESSAGE,
            retry_of=IN_DOUBT,
        ),
        send(IN_DOUBT, "R3T8-W1ZC"),
    ],
    "send_people": [{"run_id": SENT, "seq": 0, "key": f"phone:{NUMBER}"}],
    "decisions": [
        {
            "id": 1, "run_id": IN_DOUBT, "seq": 0, "decision": "keep", "by": "Noor", "at": LATER,
            "reason": "The connection broke.", "server_words": "", "ended_at": AT, "tries": 1,
            "doubt_at": 1772444469.0,
        },
        {
            "id": 2, "run_id": RUN, "seq": 2, "decision": "keep", "by": "Noor", "at": AT, "reason": "Broke.",
            "server_words": "", "ended_at": AT, "tries": 1, "undone_at": LATER,
        },
    ],
    "deliveries": [
        {
            "id": MESSAGE, "run_id": SENT, "title": "WhatsApp message", "name": "Noor Haddad",
            "phone": NUMBER, "at": AT, "said": f'[["SENT", "{AT}"], ["FAILED", "{LATER}"]]',
            "why": "Blocked by the person.", "words": "Ciao", "known": 1, "asked_at": LATER,
            "next_at": LATER,
        }
    ],
    "proofs": [
        {
            "run_id": SENT, "seq": 0, "message_id": MESSAGE, "words": '["sent", "failed"]', "said_at": AT,
            "text": '{"event": "sent"}', "file_name": "log.jsonl", "by": "Noor", "at": LATER,
        }
    ],
    "registry": [
        {
            "kind": "agents", "key": "asha@shop.example", "label": "Asha", "note": "Mornings", "used_at": AT,
            "times": 3,
        },
        {"kind": "suppressed", "key": NUMBER, "label": "", "note": "Asked us", "times": 0},
    ],
    "presets": [{"kind": "ticket", "name": "Call back", "value": '{"taskTitle": "Call"}', "at": AT}],
    "people": [
        {
            "key": "id:7", "service_id": "7", "external_id": "c-7", "name": "Noor Haddad",
            "place": "Turin, Italy", "phones": f'["{NUMBER}"]', "emails": '["noor@shop.example"]',
            "tags": '["VIP"]', "contacts": f"\nphone:{NUMBER}\nemail:noor@shop.example\n",
            "digits": NUMBER.removeprefix("+"), "words": "noor haddad\n7\nc-7\nvip\nturin\nitaly",
            "body": '{"id": 7, "firstName": "Noor", "lastName": "Haddad"}', "seen_at": AT,
            "opened_at": LATER,
        }
    ],
    "templates": [{"id": "order_ready", "value": '{"id": "order_ready", "text": "Ready"}', "at": AT}],
    "report_runs": [
        {
            "id": REPORT, "name": "Ledger report", "question": '{"emails": ["ada@shop.example"]}',
            "reference": "R9PT-0001", "stage": "done", "need": "", "sentence": "It is here.", "advice": "",
            "server_words": '["COMPLETED"]', "again": 1, "warnings": '["odd"]', "file": "ledger.csv",
            "rows": 40, "bytes": 900, "sha256": "b" * 64, "created_at": AT, "ended_at": LATER,
        }
    ],
    "report_parts": [
        {
            "run_id": REPORT, "number": 1, "cursor_in": "first", "spent": '["0a5e4d0000ff"]',
            "history_id": 12, "asked_at": AT, "word": "COMPLETED", "word_at": LATER, "cursor_out": "next",
            "rows": 40, "bytes": 900, "sha256": "b" * 64, "header_sha256": "c" * 64, "length": "chunked",
            "fetched_at": LATER,
        }
    ],
}  # fmt: skip

ROWS_4: Rows = {
    **ROWS_3,
    "identity": [{"id": 1, "workspace": WORKSPACE}],
    "watermarks": [{"console": CONSOLE, "attempts": 12}],
}

ROWS_5: Rows = {
    **ROWS_4,
    "items": [{**row, "given_ids": '{"storeId": "7"}' if row["seq"] == 1 else ""} for row in ROWS_4["items"]],
    "deliveries": [{**row, "type": "whatsapp", "receiver": "r-7"} for row in ROWS_4["deliveries"]],
}

ROWS_6: Rows = {
    **ROWS_5,
    "runs": [
        {
            **row, "operator": "noor", "mapping": "Handle → id", "keeps_before": 1,
            "rehearsed_at": AT if row["id"] == RUN else None,
            "rehearsed_sha256": "b" * 64 if row["id"] == RUN else None,
        }
        for row in ROWS_5["runs"]
    ],
    "before_answers": [
        {
            "run_id": RUN, "number": 1, "seqs": "[0, 1]", "state": "absent", "answer": None, "words": "",
            "read_at": "2999-03-02T10:40:00.000Z",
        }
    ],
}  # fmt: skip

SCHEDULE, WORKER = "5c4ed01e0001", "304be2000001"

ROWS_7: Rows = {
    **ROWS_6,
    "events": [
        {"seq": 41, "kind": "run", "key": RUN, "console": CONSOLE[:8], "actor": "noor", "at": AT},
        {"seq": 42, "kind": "progress", "key": RUN, "console": CONSOLE[:8], "actor": "noor", "at": LATER},
    ],
    "runs": [{**row, "sha256": "b" * 64} for row in ROWS_6["runs"]],
    "audit_log": [
        {
            "seq": 1, "at": AT, "operator": "noor", "machine": "till-2", "action": "planned",
            "subject": "p.csv", "count": 5, "outcome": "", "details": f'{{"run":"{RUN}"}}',
            "previous_sha256": "",
            "sha256": "03101e4f91a4f9dd7be7e7c8404bdd4383494afb7406468387f24cf5a1fbefa1",
        }
    ],
    "approvals": [
        {
            "id": 1, "run_id": RUN, "plan_sha256": "b" * 64, "people": 5, "asked_by": "noor", "asked_at": AT,
            "answer": "approved", "answered_by": "asha", "answered_at": LATER, "words": "Fine",
        }
    ],
    "schedules": [
        {
            "id": SCHEDULE, "name": "Warehouse", "job": "import", "settings": '{"folder": "/shop/stock"}',
            "bounds": '{"rows_least": 1, "rows_most": null, "problems": 13, "price_changes": 0, '
            '"refusals": 0}', "zone": "Europe/Berlin", "every": "day", "time": "22:00", "days": "[]",
            "date": "", "made_by": "noor", "made_at": AT, "paused_by": "ana", "paused_at": LATER,
            "looked_until": AT,
        }
    ],
    "firings": [
        {
            "id": 1, "schedule_id": SCHEDULE, "occasion": "2026-03-01T22:00:00", "due_at": AT,
            "state": "left", "missed": 0, "allowed": 0, "worker": WORKER, "claimed_at": AT,
            "ended_at": LATER, "run_id": RUN, "sentence": "41 rows are to be fixed.", "advice": "Look.",
            "bound": "problems", "figures": '{"rows": 4150, "problems": 41}', "by": "",
        }
    ],
    "workers": [
        {
            "id": WORKER, "name": "hamburg-1", "host": "hamburg", "pid": 4711, "version": "0.1.0",
            "since": 1772444467.0, "heard_at": 1772444468.5, "ended_at": 1772444469.0, "does": "",
            "run_id": None,
        }
    ],
    "webhook_events": [
        {
            "id": "evt-1", "received_at": LATER, "kind": "click", "said_at": AT, "message_id": MESSAGE,
            "word": "", "url": "https://shop.example/p", "callback": "", "body": "{}", "settled_at": LATER,
            "run_id": SENT,
        }
    ],
}  # fmt: skip

ROWS_8: Rows = {
    **ROWS_7,
    "body_templates": [{"run_id": RUN, "number": 1, "pieces": b'\x1f{"id":"\x1f"}'}],
    "bodies": [
        {
            **row,
            **(
                {"template": 1, "body": b"p4", "sha256": hashlib.sha256(b'{"id":"p4"}').hexdigest()}
                if (row["run_id"], row["seq"]) == (RUN, 4)
                else {}
            ),
        }
        for row in ROWS_7["bodies"]
    ],
}

ROWS_9: Rows = {
    **ROWS_8,
    "recipients": [{"run_id": RUN, "number": NUMBER, "seq": 4, "content": b"c" * 16}],
}

ROWS_10: Rows = {
    **ROWS_9,
    "log_people": [{"mark": "0123456789abcdef" * 2, "name": "Noor Haddad"}],
    "person_keys": [{"key": "ab" * 32, "made_at": AT}],
    "saved_files": [{"id": 1, "path": "/home/noor/list.csv", "machine": "till-2", "at": AT}],
}

ROWS_11: Rows = {
    **ROWS_10,
    "runs": [{**row, "terms": "", "free_until": None, "stop_asked_at": None} for row in ROWS_10["runs"]],
    "items": [{**row, "lane": None, "arm": None} for row in ROWS_10["items"]],
    "recipients": [{**row, "sender": "", "template": ""} for row in ROWS_10["recipients"]],
}

ROWS_12: Rows = {
    **ROWS_11,
    "runs": [{**row, "completes": int(row["id"] == RUN)} for row in ROWS_11["runs"]],
}

ROWS: Mapping[int, Rows] = {
    1: ROWS_1, 2: ROWS_2, 3: ROWS_3, 4: ROWS_4, 5: ROWS_5, 6: ROWS_6, 7: ROWS_7, 8: ROWS_8, 9: ROWS_9,
    10: ROWS_10, 11: ROWS_11, 12: ROWS_12,
}  # fmt: skip
"""Version → the rows of each of its tables but `meta`."""


def write(version: int, path: Path) -> None:
    """Write the workspace of a version; its pages are small, so that the file is."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA page_size = 512")
        connection.execute("BEGIN")
        for statement in versions.SCHEMAS[version].values():
            connection.execute(statement)
        for table, row in _rows(version):
            names = ", ".join(f'"{name}"' for name in row)
            places = ", ".join("?" * len(row))
            connection.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", tuple(row.values()))
        connection.execute("COMMIT")


def _rows(version: int) -> Iterator[tuple[str, Row]]:
    yield "meta", {"key": "schema", "value": str(version)}
    for limit in ("oldest_reader", "oldest_writer", "newest_writer") if version >= WITH_LIMITS else ():
        yield "meta", {"key": limit, "value": str(version)}
    for table, rows in ROWS[version].items():
        for row in rows:
            yield table, row


def kept(version: int) -> Path:
    """The file of a version that is kept here."""
    return HERE / f"version_{version}.sqlite"


def sample(version: int, folder: Path) -> Path:
    """Put the workspace of a version into `folder`; its path."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / FILE_NAME
    shutil.copyfile(kept(version), path)
    path.chmod(0o600)
    for mark in ROWS[version].get("watermarks", ()):
        file = MarkFile(marks_dir(folder) / WORKSPACE)
        file.write(Mark(str(mark["console"]), int(str(mark["attempts"]))))
        file.close()
    return path


if __name__ == "__main__":
    for number in ROWS:
        write(number, kept(number))
