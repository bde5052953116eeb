"""A plan as a file: the run’s own hash, nothing of it changes unseen, and it is read a line at a time."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from svcconsole.services.campaigns.plan_file import NotAsPlanned, PlanFile, read_plan, write_plan
from svcconsole.services.campaigns.terms import CampaignTerms, FirstWaveTerms, Limits, SendWindow
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.plan_records import PlanRecord
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import ItemState, Repeat, bodies

TERMS = CampaignTerms(
    window=SendWindow(opens=540, closes=1200, holidays=("2026-12-25",)),
    limits=Limits(messages_per_second=2.5),
    first_wave=FirstWaveTerms(people=2, most=4),
)


def planned(workspace: Workspace, people: int, terms: CampaignTerms = TERMS) -> str:
    def items() -> Iterator[PlanItem]:
        for place in range(people):
            to = f"+39333{place:07}"
            body = json.dumps({"contactIdentifier": to, "text": f"Ciao 🕯 مرحبا <b>{place}</b>"}).encode()
            yield PlanItem(to, (FileRow(place + 1, place + 2, (to,)),), body, lane=0)
        row = FileRow(people + 1, people + 2, ("x",))
        yield PlanItem("x", (row,), None, ItemState.BLOCKED, "This is no phone number.")

    new = NewRun(
        "messages", "Winter candles", "/shop/list.csv", "list.csv", "f" * 64, ("Phone",),
        effect=Repeat.ONCE, operator="ana", terms=terms.as_text(),
    )  # fmt: skip
    return workspace.runs.create(new, items())


def stands(path: Path, content: bytes) -> str:
    """What does not fit; blank where all does."""
    path.write_bytes(content)
    try:
        read_plan(path)
    except NotAsPlanned as error:
        return error.sentence
    return ""


def test_the_file_says_what_the_plan_says_and_no_byte_of_it_can_be_another(tmp_path: Path) -> None:
    path, changed = tmp_path / "plan.json", tmp_path / "changed.json"
    with Workspace.open(tmp_path / "space") as workspace:
        run_id = planned(workspace, 3)
        written, info = write_plan(workspace, run_id, path), workspace.runs.get(run_id)
    heard: list[PlanRecord] = []
    found = read_plan(path, heard.append)
    assert found == written
    assert (found.plan_sha256, found.code, found.terms) == (info.sha256, info.code, TERMS)
    assert (found.people, found.left_out, found.planned_by, found.file_name) == (3, 1, "ana", "list.csv")
    assert [one.record_id for one in heard] == ["+393330000000", "+393330000001", "+393330000002", "x"]
    assert (heard[3].body, heard[3].reason, heard[0].lane) == (None, "This is no phone number.", 0)

    good = path.read_bytes()
    whole = json.loads(good)
    assert whole["terms"]["window"]["opens"] == 540 and len(whole["records"]) == 4
    flipped = bytearray(good)
    for place in range(len(good)):
        flipped[place] ^= 1 << place % 8
        assert stands(changed, bytes(flipped)), place
        flipped[place] = good[place]
    lines = good.splitlines(keepends=True)
    odd = (
        b"", good[:-1], good + b"\n", b"[" * 100_000, b"[]\n", b"".join(lines[:-1]), b"".join(lines[:3]),
        b"".join([lines[0], lines[2], lines[1], *lines[3:]]), b"".join([*lines[:2], *lines[3:]]),
    )  # fmt: skip
    assert all(stands(changed, each) for each in odd)
    assert stands(changed, good) == ""


def test_it_says_what_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    with Workspace.open(tmp_path / "space") as workspace:
        code = write_plan(workspace, planned(workspace, 3), path).code
    good = path.read_bytes()
    lines = good.splitlines(keepends=True)
    word = stands(path, good.replace(b"<b>1</b>", b"<b>7</b>"))
    assert word == "The message to +393330000001 in line 3 is not the one that was planned."
    fewer = stands(path, b"".join([*lines[:2], *lines[3:]]))
    assert fewer == "2 people stand in the file, and the plan was made for 3."
    later = stands(path, good.replace(b'"closes": 1200', b'"closes": 1320'))
    assert later == f"The messages, their order or the terms are not those of plan {code}."
    order = stands(path, b"".join([lines[0], lines[2], lines[1], *lines[3:]]))
    assert order == later
    named = stands(path, good.replace(b"list.csv", b"lost.csv"))
    assert named.startswith(f"The messages and the terms are those of plan {code}, but something beside")
    assert "ends before its end" in stands(path, b"".join(lines[:3]))


def test_a_plan_whose_bytes_were_changed_in_the_workspace_is_not_written(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "space") as workspace:
        run_id = planned(workspace, 2)
        with workspace.writing() as connection:
            connection.execute(bodies.update().where(bodies.c.seq == 1).values(body=b"{}", template=None))
        with pytest.raises(WorkspaceError, match="are not those that were planned"):
            write_plan(workspace, run_id, tmp_path / "plan.json")
    assert not (tmp_path / "plan.json").exists()


def test_many_people_take_no_more_memory_than_a_few(tmp_path: Path) -> None:
    """Six times the people in the same memory: the file alone is larger than what is allowed."""

    def taken(people: int) -> tuple[PlanFile, int]:
        path = tmp_path / f"{people}.json"
        with Workspace.open(tmp_path / str(people)) as workspace:
            run_id = planned(workspace, people)
            tracemalloc.start()
            written = write_plan(workspace, run_id, path)
            assert read_plan(path) == written
            most = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        return written, most

    taken(10)
    few, many = taken(1_000)[1], taken(6_000)[1]
    assert many < few + 300_000 < (tmp_path / "6000.json").stat().st_size
