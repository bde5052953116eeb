"""Bodies that are alike are stored once as a template and, each, as its values: the same bytes come out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select, update

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.body_templates import END, MOST, BodyTemplates, composed
from svcconsole.workspace.runs.plans import code_of
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.runs.rehearsals import plan_hash
from svcconsole.workspace.runs.row_outcomes import bodies_of
from svcconsole.workspace.schema import Repeat, bodies, body_templates

TEXT = "Hello, your order is ready. " * 30
CAMPAIGN = NewRun("templates", "", "/shop/l.csv", "l.csv", "f" * 64, ("Phone", "Name"), effect=Repeat.ONCE)


def message(number: int, name: str, **more: object) -> bytes:
    body = {
        "contactIdentifier": f"+39333{number:07}",
        "callbackData": f"{number:x}",
        "payload": {"templateId": "ready", "body": [name, TEXT], "carousel": [{"image": None, "at": 1.5}]},
        **more,
    }
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def kept(templates: BodyTemplates, found: list[bytes]) -> list[bytes]:
    """The bytes as they come out of what is stored of them, whole ones as they are."""
    stored, pieces = templates.store(found), dict(templates.learnt())
    assert all(number is None or number in pieces for number, _ in stored)
    return [each if number is None else composed(pieces[number] + END + each) for number, each in stored]


LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
BODIES = st.recursive(
    st.dictionaries(st.text(), LEAVES, max_size=4),
    lambda inner: st.dictionaries(st.text(), inner | st.lists(LEAVES | inner), max_size=4),
)


@given(st.lists(BODIES, min_size=1, max_size=8), st.booleans(), st.integers(0, 2))
def test_whatever_json_is_stored_comes_out_byte_for_byte(
    found: list[object], ascii_only: bool, spaces: int
) -> None:
    indent = spaces or None
    texts = [json.dumps(one, ensure_ascii=ascii_only, indent=indent).encode() for one in found]
    assert kept(BodyTemplates(), texts) == texts
    assert kept(BodyTemplates(), texts * 3) == texts * 3


@given(st.lists(st.binary(), min_size=1, max_size=8))
def test_what_is_no_json_is_kept_whole_or_comes_out_as_it_was(found: list[bytes]) -> None:
    assert kept(BodyTemplates(), [b"{" + one for one in found] * 2) == [b"{" + one for one in found] * 2


def test_a_place_that_differs_later_becomes_a_value_and_builds_are_not_without_end() -> None:
    templates = BodyTemplates()
    for city in ("Rome", "Turin", 'Mi"lan\n☘', "\\", "Bari"):
        found = [message(number, f"N{number}", city=city) for number in range(4)]
        assert kept_over(templates, found) == found
        assert all(number is not None for number, _ in templates.store(found))
    assert len(ALL) == 2, "where the city was the same, and where it differs"
    for count in range(MOST + 9):
        templates.store([message(n, "Ann", **{f"k{place}": n for place in range(count)}) for n in range(2)])
    assert len(templates.learnt()) == MOST - 2


ALL: dict[int, bytes] = {}


def kept_over(templates: BodyTemplates, found: list[bytes]) -> list[bytes]:
    stored = templates.store(found)
    ALL.update(templates.learnt())
    return [each if number is None else composed(ALL[number] + END + each) for number, each in stored]


def campaign(workspace: Workspace, count: int) -> tuple[str, list[bytes]]:
    found = [
        message(number, f"N{number}", **({"x": 1} if number % 7 == 3 else {})) for number in range(count)
    ]
    items = (
        PlanItem(f"+{place}", (FileRow(place + 1, place + 2, (str(place),)),), body)
        for place, body in enumerate(found)
    )
    return workspace.runs.create(CAMPAIGN, items), found


@pytest.mark.usefixtures("either_engine")
def test_a_campaign_keeps_a_tenth_and_sends_what_was_planned(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        run_id, found = campaign(workspace, 1200)
        with workspace.reading() as connection:
            size = connection.execute(select(func.sum(func.length(bodies.c.body)))).scalar_one()
            learnt = connection.execute(select(func.count()).select_from(body_templates)).scalar_one()
        assert learnt == 2
        assert size < sum(map(len, found)) / 10
        assert [record.body for record in workspace.ledger.waiting(run_id, -1, 2000)] == found
        assert [body for _, body in bodies_of(workspace, run_id, limit=2000)] == found
        _, whole = code_of(hash_of(body) for body in found)
        assert plan_hash(workspace, run_id) == whole
        assert [each.body for each in workspace.before.records(run_id, (3, 900))] == [found[3], found[900]]
        again = workspace.runs.create(
            replace(CAMPAIGN, effect=Repeat.UPSERT), [PlanItem("p", (FileRow(1, 2, ("x",)),), found[0])]
        )
        assert workspace.ledger.waiting(again, -1, 1)[0].body == found[0]


def hash_of(body: bytes) -> bytes:
    from hashlib import sha256

    return sha256(body).digest()


@pytest.mark.usefixtures("either_engine")
def test_bytes_that_are_not_those_of_the_plan_are_not_sent(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        run_id, _ = campaign(workspace, 10)
        assert len(workspace.ledger.waiting(run_id, -1, 99)) == 10
        before = plan_hash(workspace, run_id)
        with workspace.writing() as connection:
            row = connection.execute(select(body_templates).limit(1)).one()
            other = row.pieces.replace(b"is ready", b"is lost")
            connection.execute(update(body_templates).values(pieces=other))
        assert plan_hash(workspace, run_id) != before
        with pytest.raises(WorkspaceError, match=r"damaged|no svcconsole has written"):
            workspace.ledger.waiting(run_id, -1, 99)
