"""Customers and entries of files on the way to a real practice store: in order, once, everything accounted
for."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from svcconsole.api.client import CallRecord
from svcconsole.api.operations import RECORD_USER_PROPERTIES, UPSERT_CUSTOMER
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import Defaults
from svcconsole.services.runs.pacing import PacingRules
from svcconsole.services.runs.result_files import write_run
from svcconsole.services.runs.run import run
from svcconsole.services.runs.run_control import RunControl
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import Decision, Totals
from svcconsole.workspace.schema import RunState
from tests.services.runs.plans import client_of
from tests.support.generate_people import people, rows_of, write_people
from tests.support.people_in import customers_in, entries_in
from tests.support.practice import PracticeStore

pytestmark = pytest.mark.usefixtures("either_engine_deep")

QUICK = PacingRules(first_wait=0.01, longest_wait=0.05, first_probe=0.05, longest_probe=0.1, most_batch=20)


def written(path: Path, header: Sequence[str], *rows: Sequence[str]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def planned(
    folder: Path, kind: str, path: Path, *rules: tuple[str, str], left_out: Sequence[int] = ()
) -> str:
    """The id of the run that this file becomes for a store in India."""
    session = ImportSession(str(folder), kind=kind, path=str(path), defaults=Defaults(region="IN"))
    with closing(session):
        for rule in rules:
            session.set_rule(*rule)
        session.check()
        session.leave_out(left_out)
        return session.plan(warnings_seen=True).run_id


async def carried_out(
    workspace: Workspace, run_id: str, store: PracticeStore, pace: PacingRules = QUICK
) -> tuple[Totals, list[CallRecord]]:
    """Run to the end, going on by itself wherever the run waits for a person."""
    calls: list[CallRecord] = []
    control = RunControl()
    async with client_of(store, on_call=calls.append) as client:
        async for progress in run(workspace, run_id, client, control, pace=pace):
            counted = progress.sent + progress.refused + progress.not_sent + progress.needs_decision
            assert counted + progress.on_the_way == progress.rows
            if progress.state is RunState.PAUSED and not progress.goes_on_alone:
                control.resume()
    return workspace.runs.totals(run_id), calls


class Span(NamedTuple):
    """When a request was under way (seconds), the person it was about and which of their rows it was."""

    begun: float
    ended: float
    who: int
    turn: int

    @classmethod
    def of(cls, call: CallRecord) -> Span:
        who, turn = json.loads(call.request)["firstName"].split("-")
        return cls(call.at, call.at + call.answer.elapsed, int(who), int(turn))


async def test_a_file_of_customers_lands_adds_up_and_can_be_searched(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = written(
        tmp_path / "customers.csv",
        ("firstName", "lastName", "email", "phoneNumber", "partnerCustomerId", "tags"),
        *(
            (f"Meera {n}", "Sharma", f"m{n}@post.example", f"98450 {n:05}", f"C-{n}", "vip")
            for n in range(1, 31)
        ),
        ("Damaged", "By Excel", "d@post.example", "9.19877E+11", "C-99", ""),
        ("Left", "Out", "l@post.example", "", "C-98", ""),
    )  # fmt: skip
    run_id = planned(tmp_path / "workspace", "customers", path, left_out=[32])
    with Workspace.open(tmp_path / "workspace") as workspace:
        totals, calls = await carried_out(workspace, run_id, practice_store)
        assert (totals.rows, totals.sent, totals.refused, totals.not_sent, totals.needs_decision) == (
            32, 30, 0, 2, 0,
        )  # fmt: skip
        assert len(calls) == 30, "one customer a request, none twice"
        results = {
            file.stem: list(csv.DictReader(file.read_text(encoding="utf-8-sig").splitlines()))
            for file in write_run(workspace, run_id, tmp_path / "results")
            if file.suffix == ".csv"
        }
        [found] = workspace.people.search("m17@post.example")
        assert (found.external_id, found.tags, found.phones) == ("C-17", ("vip",), ("+919845000017",))
        assert found.service_id
    assert {name: len(rows) for name, rows in results.items()} == {"sent": 30, "not_sent": 2}
    damaged, left = results["not_sent"]
    assert list(damaged) == [
        "firstName", "lastName", "email", "phoneNumber", "partnerCustomerId", "tags", "_outcome", "_reason",
        "_answer_id",
    ]  # fmt: skip
    assert damaged["phoneNumber"] == "9.19877E+11"
    assert "Row 31, phoneNumber: “9.19877E+11” is a number a spreadsheet has shortened" in damaged["_reason"]
    assert left["_reason"] == "Left out by you."
    stored = customers_in(practice_store)
    assert len(stored) == 30
    assert stored["C-17"]["phoneNumber"] == "+919845000017"
    assert stored["C-17"]["tags"] == ["vip"]


async def test_rows_of_one_customer_go_in_the_order_of_the_file_and_never_together(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """Each person stands in 8 rows under changing keys: by id, by phone, by e-mail, and by two of them."""
    rows = []
    for turn in range(8):
        for who in range(4):
            keys = ({"id", "phone"}, {"id"}, {"phone"}, {"phone", "email"}, {"email"}, {"id", "email"})
            named = keys[(turn + who) % len(keys)]
            rows.append((
                f"{who}-{turn}",
                f"C-{who}" if "id" in named else "",
                f"+9198450000{who:02}" if {"phone"} & named or named == {"id"} else "",
                f"p{who}@post.example" if "email" in named else "",
            ))  # fmt: skip
    path = written(
        tmp_path / "customers.csv", ("firstName", "partnerCustomerId", "phoneNumber", "email"), *rows
    )
    practice_store.add_fault("latency", operation=UPSERT_CUSTOMER.path, seconds=0.04)
    run_id = planned(tmp_path / "workspace", "customers", path, ("shared", "each"))
    pace = replace(QUICK, quick=5.0, slower_by=1000.0)
    with Workspace.open(tmp_path / "workspace") as workspace:
        totals, calls = await carried_out(workspace, run_id, practice_store, pace)
    assert (totals.sent, totals.needs_decision) == (32, 0)
    spans = sorted(Span.of(call) for call in calls)
    together = max(sum(other.begun <= span.begun < other.ended for other in spans) for span in spans)
    assert together > 1, "others went meanwhile, so that order is not for want of company"
    lanes = defaultdict(list)
    for span in spans:
        lanes[span.who].append(span)
    for lane in lanes.values():
        assert [span.turn for span in lane] == list(range(8))
        assert all(before.ended <= after.begun for before, after in pairwise(lane))


@pytest.mark.parametrize("kind", ["reset", "close", "cut", "html", "empty"])
async def test_faults_lose_and_double_no_customer_that_has_an_id(
    practice_store: PracticeStore, tmp_path: Path, kind: str
) -> None:
    """30 customers in 33 rows, every third request in trouble; what is sent again is the same customer."""
    path = write_people(tmp_path / "customers.csv", 30)
    practice_store.add_fault(kind, operation=UPSERT_CUSTOMER.path, every=3)
    run_id = planned(tmp_path / "workspace", "customers", path)
    # Requests go in step, so that one record may be every third of them for a while.
    pace = replace(QUICK, tries=12)
    with Workspace.open(tmp_path / "workspace") as workspace:
        totals, calls = await carried_out(workspace, run_id, practice_store, pace)
    assert (totals.rows, totals.sent) == (rows_of(30), rows_of(30))
    assert len(calls) > totals.rows, "some were sent again"
    stored = customers_in(practice_store)
    assert len(stored) == 30
    first = next(people(30))
    assert stored["7210400000001"]["lastName"] == f"{first['Last Name']}-Again", "the later row came later"


async def test_a_customer_without_an_id_is_never_sent_twice_by_itself(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = written(
        tmp_path / "customers.csv",
        ("firstName", "email"),
        *((f"Meera {n}", f"m{n}@post.example") for n in range(12)),
    )
    practice_store.add_fault("reset", operation=UPSERT_CUSTOMER.path, every=4)
    run_id = planned(tmp_path / "workspace", "customers", path)
    with Workspace.open(tmp_path / "workspace") as workspace:
        totals, calls = await carried_out(workspace, run_id, practice_store)
        assert (totals.sent, totals.needs_decision) == (9, 3)
        assert len({call.request for call in calls}) == len(calls) == 12
        practice_store.clear_faults()
        workspace.runs.decide(run_id, Decision.SEND_AGAIN)
        again, _ = await carried_out(workspace, run_id, practice_store)
        assert (again.sent, again.needs_decision) == (12, 0)
    assert practice_store.counts()["customers"] == 12


@pytest.mark.parametrize("either_engine_deep", ["sqlite"], indirect=True)
async def test_the_same_file_twice_makes_nobody_twice(practice_store: PracticeStore, tmp_path: Path) -> None:
    path = write_people(tmp_path / "customers.csv", 20)
    stored = []
    for turn in ("first", "second"):
        run_id = planned(tmp_path / turn, "customers", path)
        with Workspace.open(tmp_path / turn) as workspace:
            totals, _ = await carried_out(workspace, run_id, practice_store)
        assert totals.sent == rows_of(20)
        stored.append(customers_in(practice_store))
    assert stored[0] == stored[1]
    assert len(stored[0]) == 20


async def test_entries_of_a_file_land_in_order_with_the_consent_that_was_confirmed(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = write_people(tmp_path / "customers.csv", 45)
    folder = tmp_path / "workspace"
    for turn in range(2):
        run_id = planned(folder, "user_properties", path, ("consent", "as_said"))
        with Workspace.open(folder) as workspace:
            totals, calls = await carried_out(workspace, run_id, practice_store)
        assert (totals.rows, totals.sent) == (rows_of(45), rows_of(45)), turn
        spans = sorted((call.at, call.at + call.answer.elapsed) for call in calls)
        assert all(before[1] <= after[0] for before, after in pairwise(spans))
    entries = {entry["partnerCustomerId"]: entry for entry in entries_in(practice_store)}
    assert len(entries) == len(entries_in(practice_store)) == 45, "twice imported, nobody twice"
    for row in people(45):
        entry = entries[row["Customer ID"].lstrip("'")]
        assert entry["emailMarketingConsent"] is (row["Accepts Email Marketing"] == "yes")
        assert "smsMarketingConsent" not in entry
    assert entries["7210400000011"]["lastName"].endswith("-Again")


async def test_an_entry_of_unknown_end_waits_for_a_person_and_is_sent_once(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """Every second request is carried out and its answer cut off: there is no reading entries back."""
    path = written(
        tmp_path / "people.csv",
        ("firstName", "lastName", "partnerCustomerId"),
        *((f"Meera {n}", "Sharma", f"C-{n}") for n in range(50)),
    )
    practice_store.add_fault("cut", operation=RECORD_USER_PROPERTIES.path, every=2)
    run_id = planned(tmp_path / "workspace", "user_properties", path)
    with Workspace.open(tmp_path / "workspace") as workspace:
        pace = replace(QUICK, most_batch=100)
        totals, calls = await carried_out(workspace, run_id, practice_store, pace)
        assert totals.sent + totals.needs_decision == totals.rows == 50
        assert totals.needs_decision == 20, "one batch of three"
        gone = [entry["firstName"] for call in calls for entry in json.loads(call.request)["userProperties"]]
        assert len(gone) == len(set(gone)) == 50
        practice_store.clear_faults()
        workspace.runs.decide(run_id, Decision.SEND_AGAIN)
        again, _ = await carried_out(workspace, run_id, practice_store)
        assert (again.sent, again.needs_decision) == (50, 0)
    stored = [entry["firstName"] for entry in entries_in(practice_store)]
    assert len(stored) == len(set(stored)) == 50
