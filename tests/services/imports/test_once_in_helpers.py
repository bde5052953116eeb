"""What may be sent only once is built by helpers, too: what is known beside the file goes with them."""

from __future__ import annotations

import csv
import json
import multiprocessing
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.campaigns.suppression import SUPPRESSED
from svcconsole.services.imports import check, freezing
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import CheckProgress, Defaults
from svcconsole.tables.records.recipients import content_hash
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry
from svcconsole.workspace.runs.body_templates import BODY, OF_BODY
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import ItemState, Repeat, bodies, body_templates, items
from tests.support.library import write_down

SHOP = Defaults(region="IN", app_id="shop-7")
ROWS = 1_300
SENT, LISTED, AGAIN, ODD = 1_100, 1_200, 1_250, 900
"""Rows whose request went out lately, whose number is suppressed, that repeat row 7, that are not as the
others: all in the last pieces of the file."""

FILES: dict[str, tuple[Sequence[str], Sequence[str], dict[str, object]]] = {
    "messages": (
        ("contactIdentifier", "type", "payload.message"),
        ("{phone}", "text", "Hello"),
        {"contactIdentifier": "{phone}", "type": "text", "payload": {"message": "Hello"}},
    ),
    "templates": (
        ("contactIdentifier", "payload.templateId", "payload.components.body.0"),
        ("{phone}", "welcome", "Ann"),
        {"contactIdentifier": "{phone}", "payload": {"templateId": "welcome"}},
    ),
    "tickets": (
        ("channel", "customerPhoneNumber", "customerEmail", "taskTitle", "context"),
        ("TASKS", "{phone}", "", "Call", "Soon"),
        {"channel": "TASKS", "customerPhoneNumber": "{phone}", "taskTitle": "Call", "context": "Soon"},
    ),
    "flows": (
        ("medium", "flowId", "phoneNumber"),
        ("whatsapp", "welcome", "{phone}"),
        {"medium": "whatsapp", "flowId": "welcome", "phoneNumber": "{phone}"},
    ),
}
"""Of each kind the columns, a row and the request it becomes."""

PEOPLE = {"recipient_lately": 1, "recipient_repeated": 1, "recipient_suppressed": 1}
REQUESTS = {"request_lately": 1, "request_repeated": 1}
EXPECTED = {
    "messages": PEOPLE,
    "templates": {**PEOPLE, "template_misfit": 1},
    "tickets": REQUESTS,
    "flows": {**REQUESTS, "recipient_suppressed": 1},
}
"""The kinds of problems and how many rows have each: a ticket goes to the staff, whoever is suppressed."""


def phone(row: int) -> str:
    return f"+9198450{7 if row == AGAIN else row:05}"


def row_of(kind: str, number: int) -> list[str]:
    cells = [cell.format(phone=phone(number)) for cell in FILES[kind][1]]
    return ["nobody" if cell == "welcome" and number == ODD else cell for cell in cells]


def known_beside(folder: Path, kind: str) -> None:
    """A suppressed number, and a run that has just sent one of the requests."""
    body = json.dumps(FILES[kind][2]).replace("{phone}", phone(SENT)).encode()
    with Workspace.open(folder) as workspace:
        write_down(folder)
        workspace.registries.save(Entry(SUPPRESSED, phone(LISTED)))
        new = NewRun(kind, "Earlier", "/e.csv", "e.csv", "e" * 64, ("Phone",), effect=Repeat.ONCE)
        rows = (FileRow(1, 2, ("x",)),)
        message = PlanItem(phone(SENT), rows, body, content=content_hash(body))
        item = message if kind in ("messages", "templates") else PlanItem("r1", rows, body)
        run_id = workspace.runs.create(new, [item])
        at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        with workspace.writing() as connection:
            connection.execute(
                update(items).where(items.c.run_id == run_id).values(state=ItemState.ACKED, at=at)
            )


def plan_of(folder: Path, run_id: str) -> list[tuple[str, str, str, int, dict[str, object]]]:
    """What is planned for each record, without the references that each plan makes anew."""
    query = (
        select(items.c.record_id, items.c.state, items.c.reason, items.c.first_row, BODY)
        .select_from(items)
        .outerjoin(bodies, (bodies.c.run_id == items.c.run_id) & (bodies.c.seq == items.c.seq))
        .outerjoin(body_templates, OF_BODY)
        .where(items.c.run_id == run_id)
        .order_by(items.c.seq)
    )
    with Workspace.open(folder) as workspace, workspace.reading() as connection:
        return [(*row[:4], _body(row[4])) for row in connection.execute(query)]


def _body(stored: bytes | None) -> dict[str, object]:
    body: dict[str, Any] = json.loads(stored or b"{}")
    body.pop("callbackData", None)
    if "context" in body:
        body["context"], _, reference = body["context"].partition("\n")
        assert reference.startswith("Ref ")
    return body


@pytest.mark.parametrize("kind", FILES)
def test_a_file_of_many_is_checked_by_helpers_as_by_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    path, folder = tmp_path / "list.csv", tmp_path / "space"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([FILES[kind][0], *(row_of(kind, row) for row in range(1, ROWS + 1))])
    known_beside(folder, kind)
    made = CampaignSession if kind in ("messages", "templates") else ImportSession
    before = {child.pid for child in multiprocessing.active_children()}
    found, plans = [], []
    for many in (ROWS, ROWS + 1):
        monkeypatch.setattr(check, "MANY", many)
        monkeypatch.setattr(freezing, "MANY", many)
        helpers = set[int | None]()

        def heard(_: CheckProgress, helpers: set[int | None] = helpers) -> None:
            helpers.update({child.pid for child in multiprocessing.active_children()} - before)

        session = made(str(folder), kind=kind, path=str(path), defaults=SHOP)
        summary = session.check(heard)
        found.append(
            (
                {kind.code: kind.rows for kind in summary.kinds},
                session._checked().not_sent(),
                (summary.ready, summary.left_out, summary.to_put_right),
            )
        )
        plans.append(plan_of(folder, session.plan(warnings_seen=True).run_id))
        assert len(helpers) == (min(3, (os.cpu_count() or 1) - 1) if many == ROWS else 0)
        session.close()
    assert found[0] == found[1]
    assert plans[0] == plans[1] and len(plans[0]) == ROWS
    assert found[0][0] == EXPECTED[kind]
    named = {body.get("appId") for *_, body in plans[0] if body}
    assert named == ({None} if kind == "tickets" else {"shop-7"}), "a ticket has no field for it"
