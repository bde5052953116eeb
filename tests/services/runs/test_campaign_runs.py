"""Messages of a file on the way to a real practice store: each once, what nobody knows left to a person."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, closing
from dataclasses import replace
from pathlib import Path

import pytest

from svcconsole.api.client import CallRecord
from svcconsole.api.operations import SEND_TEMPLATE
from svcconsole.services.campaigns.suppression import SUPPRESSED, suppressed
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import Defaults
from svcconsole.services.runs.pacing import PacingRules
from svcconsole.services.runs.run import run
from svcconsole.services.runs.run_control import RunControl
from svcconsole.services.runs.run_ledger import RunLedger
from svcconsole.services.runs.send_guard import SendGuard
from svcconsole.services.sends.callback_data import nonce_of, own_of
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry, RegistryKind
from svcconsole.workspace.runs.records import Decision, Totals
from svcconsole.workspace.schema import Bucket, RunState
from tests.services.runs.plans import client_of
from tests.services.runs.plans import planned as planned_import
from tests.services.runs.test_people_runs import Span
from tests.support.campaign import SETTINGS, number_of, received, recipients, write_recipients
from tests.support.people_in import everything
from tests.support.practice import PracticeStore

pytestmark = pytest.mark.usefixtures("either_engine_deep")

QUICK = PacingRules(first_wait=0.01, longest_wait=0.05, first_probe=0.05, longest_probe=0.1, quick=60.0,
                    between_messages=0.3)  # fmt: skip
"""However busy the machine is, answers are quick enough to send more at once."""
WELCOME = SETTINGS[1::2]


def planned(
    folder: Path,
    path: Path,
    *settings: str,
    template: str = "welcome",
    rules: Sequence[tuple[str, str]] = (),
) -> str:
    session = ImportSession(str(folder), kind="templates", path=str(path), defaults=Defaults(region="IN"))
    with closing(session):
        session.apply_settings([*WELCOME, f"payload.templateId={template}", *settings])
        for rule in rules:
            session.set_rule(*rule)
        session.check()
        return session.plan(warnings_seen=True).run_id


async def carried_out(
    workspace: Workspace, run_id: str, store: PracticeStore, holds: list[str] | None = None
) -> tuple[Totals, list[CallRecord]]:
    """Run until it ends, or until it holds where `holds` takes the sentence; else it goes on by itself."""
    calls: list[CallRecord] = []
    control = RunControl()
    async with client_of(store, on_call=calls.append) as client:
        async for progress in run(workspace, run_id, client, control, pace=QUICK):
            if progress.state is RunState.PAUSED and not progress.goes_on_alone:
                if holds is None:
                    control.resume()
                else:
                    holds.append(progress.sentence)
                    control.stop()
    return workspace.runs.totals(run_id), calls


async def test_each_recipient_gets_one_message_with_a_reference_of_run_and_row(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = recipients(tmp_path / "list.csv", 12)
    run_id = planned(tmp_path / "workspace", path, 'callbackData={"campaign":"spring"}')
    with Workspace.open(tmp_path / "workspace") as workspace:
        totals, calls = await carried_out(workspace, run_id, practice_store)
        assert (totals.sent, len(calls)) == (12, 12)
        followed = workspace.deliveries.all()
    sent = everything(practice_store, "messages")
    references = {json.loads(message["callbackData"])["r"]: message for message in sent}
    assert sorted(references) == list(range(1, 13))
    for row, message in references.items():
        told = json.loads(message["callbackData"])
        assert (told["v"], told["j"]) == (1, run_id)
        assert nonce_of(message["callbackData"])
        assert json.loads(own_of(message["callbackData"])) == {"campaign": "spring"}
        assert message["contact"] == number_of(row - 1)
        assert message["text"].startswith(f"Hello N{row - 1},")
    assert {(one.id, one.phone, one.run_id, one.single) for one in followed} == {
        (message["messageId"], message["contact"], run_id, False) for message in sent
    }
    assert {one.title for one in followed} == {"Template messages to list.csv"}


async def test_no_more_than_four_are_on_the_way(practice_store: PracticeStore, tmp_path: Path) -> None:
    run_id = planned(tmp_path / "workspace", recipients(tmp_path / "list.csv", 30))
    practice_store.add_fault("latency", operation=SEND_TEMPLATE.path, seconds=0.03)
    with Workspace.open(tmp_path / "workspace") as workspace:
        _, calls = await carried_out(workspace, run_id, practice_store)
    spans = [Span(call.at, call.at + call.answer.elapsed, 0, 0) for call in calls]
    together = max(sum(other.begun <= span.begun < other.ended for other in spans) for span in spans)
    assert 1 < together <= 4


@pytest.mark.parametrize("kind", ["reset", "cut", "html", "empty"])
async def test_an_unknown_end_is_a_persons_to_decide_and_never_sent_again_by_itself(
    practice_store: PracticeStore, tmp_path: Path, kind: str
) -> None:
    run_id = planned(tmp_path / "workspace", recipients(tmp_path / "list.csv", 12))
    practice_store.add_fault(kind, operation=SEND_TEMPLATE.path, every=4)
    with Workspace.open(tmp_path / "workspace") as workspace:
        totals, calls = await carried_out(workspace, run_id, practice_store)
        assert (totals.sent, totals.needs_decision, totals.not_sent) == (9, 3, 0)
        assert len({call.request for call in calls}) == len(calls) == 12
        assert workspace.decisions.count() == 3
        practice_store.clear_faults()
        resumed, none = await carried_out(workspace, run_id, practice_store)
        assert (resumed.needs_decision, none) == (3, [])
        workspace.runs.decide(run_id, Decision.COUNT_AS_SENT)
        assert workspace.runs.totals(run_id).sent == 12
    assert set(received(practice_store).values()) == {1}


async def test_three_unknown_ends_in_a_row_hold_the_run(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    run_id = planned(tmp_path / "workspace", recipients(tmp_path / "list.csv", 40))
    practice_store.add_fault("cut", operation=SEND_TEMPLATE.path, after=5)
    with Workspace.open(tmp_path / "workspace") as workspace:
        holds: list[str] = []
        totals, _ = await carried_out(workspace, run_id, practice_store, holds)
        assert "cannot be read back" in holds[0]
        assert totals.sent == 5
        assert 3 <= totals.needs_decision <= 6, "those on the way beside the third may end so, too"
        assert totals.not_sent == 35 - totals.needs_decision
        practice_store.clear_faults()
        resumed, _ = await carried_out(workspace, run_id, practice_store)
        assert (resumed.not_sent, resumed.needs_decision) == (0, totals.needs_decision)
    assert set(received(practice_store).values()) == {1}


@pytest.mark.parametrize("code", [301, 302, 307, 308])
async def test_a_redirect_holds_the_run_and_burns_no_row(
    practice_store: PracticeStore, tmp_path: Path, code: int
) -> None:
    run_id = planned(tmp_path / "workspace", recipients(tmp_path / "list.csv", 40))
    practice_store.add_fault("status", operation=SEND_TEMPLATE.path, code=code, executed=False)
    with Workspace.open(tmp_path / "workspace") as workspace:
        holds: list[str] = []
        totals, calls = await carried_out(workspace, run_id, practice_store, holds)
        assert f"points to another address ({code})" in holds[0]
        assert (totals.refused, totals.needs_decision, totals.not_sent) == (0, 0, 40)
        assert len(calls) <= 4
        practice_store.clear_faults()
        resumed, _ = await carried_out(workspace, run_id, practice_store)
        assert resumed.sent == 40
    assert set(received(practice_store).values()) == {1}


async def test_a_redirect_after_the_fact_is_a_persons_to_decide(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    run_id = planned(tmp_path / "workspace", recipients(tmp_path / "list.csv", 12))
    practice_store.add_fault("status", operation=SEND_TEMPLATE.path, code=303, executed=True, every=4)
    with Workspace.open(tmp_path / "workspace") as workspace:
        totals, _ = await carried_out(workspace, run_id, practice_store)
        assert (totals.sent, totals.needs_decision, totals.refused) == (9, 3, 0)
    assert received(practice_store) == {number_of(n): 1 for n in range(12)}


async def test_what_was_not_carried_out_goes_again(practice_store: PracticeStore, tmp_path: Path) -> None:
    run_id = planned(tmp_path / "workspace", recipients(tmp_path / "list.csv", 12))
    practice_store.add_fault("status", operation=SEND_TEMPLATE.path, code=429, executed=False, every=3)
    with Workspace.open(tmp_path / "workspace") as workspace:
        totals, calls = await carried_out(workspace, run_id, practice_store)
    assert (totals.sent, totals.needs_decision) == (12, 0)
    assert len(calls) > 12
    assert sorted(received(practice_store).items()) == [(number_of(n), 1) for n in range(12)]


async def test_a_template_the_store_does_not_know_is_refused_by_it(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = write_recipients(tmp_path / "list.csv", [("+919845000001", "Asha"), ("+919845000002", "Ben")])
    run_id = planned(tmp_path / "workspace", path, template="no_such")
    with Workspace.open(tmp_path / "workspace") as workspace:
        totals, calls = await carried_out(workspace, run_id, practice_store)
        assert (totals.refused, totals.sent, len(calls)) == (2, 0, 2)
        [reason] = workspace.runs.reasons(run_id)
        assert reason.server_words


async def test_a_run_that_is_broken_off_leaves_what_was_on_the_way_to_a_person(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    run_id = planned(tmp_path / "workspace", recipients(tmp_path / "list.csv", 5))
    practice_store.add_fault("silence", operation=SEND_TEMPLATE.path)
    with Workspace.open(tmp_path / "workspace") as workspace:
        async with (
            client_of(practice_store) as client,
            aclosing(run(workspace, run_id, client, RunControl(), pace=QUICK)) as going,
        ):
            async for progress in going:
                if progress.on_the_way:
                    break
        totals = workspace.runs.totals(run_id)
        assert (totals.needs_decision, totals.not_sent) == (1, 4)


async def test_the_same_person_is_left_out_in_the_file_and_within_a_day(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    rows = [("98450 00001", "Asha"), ("+919845000002", "Ben"), ("+91 98450 00001", "Asha again")]
    path = write_recipients(tmp_path / "list.csv", rows)
    folder = tmp_path / "workspace"
    first = planned(folder, path)
    other = planned(folder, path, rules=[("recipient_lately", "same")])
    third = planned(folder, path, rules=[("recipient_lately", "send"), ("recipient_repeated", "each")])
    with Workspace.open(folder) as workspace:
        totals, _ = await carried_out(workspace, first, practice_store)
        assert (totals.sent, totals.not_sent) == (2, 1)
        [left] = workspace.runs.rows(first, Bucket.NOT_SENT).rows
        assert left.reason == "Row 3, Phone: +919845000001 is already in row 1; this row is not sent."
        late, calls = await carried_out(workspace, other, practice_store)
        assert (late.sent, late.not_sent, calls) == (0, 3, []), "planned before, begun after"
        reasons = {row.reason for row in workspace.runs.rows(other, Bucket.NOT_SENT).rows[:2]}
        assert all("was sent the very same from here at" in reason for reason in reasons)
        everyone, _ = await carried_out(workspace, third, practice_store)
        assert everyone.sent == 3, "a rule says so"
    assert received(practice_store) == {"+919845000001": 3, "+919845000002": 2}


async def test_whom_another_run_wrote_to_during_a_pause_is_left_out(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """Both were planned, and begun, while the other had sent nothing. What was read ahead counts no more."""
    people = recipients(tmp_path / "list.csv", 30)
    first, other = (planned(tmp_path / "workspace", people) for _ in range(2))
    practice_store.add_fault("latency", operation=SEND_TEMPLATE.path, seconds=0.03)
    control = RunControl()
    sent = 0
    with Workspace.open(tmp_path / "workspace") as workspace:
        async with client_of(practice_store) as client:
            async for progress in run(workspace, first, client, control, pace=QUICK):
                if progress.sent and not control.resumed:
                    control.pause()
                if progress.state is RunState.PAUSED:
                    sent = progress.sent
                    totals, _ = await carried_out(workspace, other, practice_store)
                    assert (totals.sent, totals.left_out) == (30 - sent, sent)
                    control.resume()
        assert 0 < sent < 30
        assert (progress.state, progress.sent, progress.left_out) == (RunState.FINISHED, sent, 30 - sent)
        assert workspace.runs.totals(first).left_out == 30 - sent
    assert received(practice_store) == {number_of(n): 1 for n in range(30)}


async def test_who_is_put_on_the_suppression_list_while_it_is_sent_gets_nothing(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    run_id = planned(tmp_path / "workspace", recipients(tmp_path / "list.csv", 60))
    practice_store.add_fault("latency", operation=SEND_TEMPLATE.path, seconds=0.03)
    last = number_of(59)
    with Workspace.open(tmp_path / "workspace") as workspace:
        async with client_of(practice_store) as client:
            pace = replace(QUICK, look_at_terms=0.0)
            async for progress in run(workspace, run_id, client, RunControl(), pace=pace):
                if progress.sent and not suppressed(workspace):
                    workspace.registries.save(Entry(SUPPRESSED, last))
        assert (progress.state, progress.sent, progress.left_out) == (RunState.FINISHED, 59, 1)
    assert last not in received(practice_store)


async def test_everybody_is_looked_through_again_once_the_suppression_list_is_another(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace, ThreadPoolExecutor(1) as thread:
        run_id = planned_import(workspace, 1)
        ledger = RunLedger(workspace, run_id, workspace.runner.acquire(run_id), thread)
        guard = SendGuard(ledger, run_id, lambda _: None, look_every=0.0)
        assert await guard.is_due()
        await guard.look()
        workspace.registries.save(Entry(RegistryKind.LABELS, "7", "Returns"))
        workspace.registries.save(Entry(RegistryKind.TEMPLATES, "welcome"))
        assert not await guard.is_due()
        workspace.registries.save(Entry(SUPPRESSED, number_of(1)))
        for number in range(60):
            workspace.registries.save(Entry(RegistryKind.AGENTS, f"{number}@shop.example"))
        assert await guard.is_due()
        await guard.look()
        assert not await guard.is_due()
        workspace.registries.forget(SUPPRESSED, number_of(1))
        assert await guard.is_due()


async def test_a_template_the_store_does_not_know_holds_the_run_after_three(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    run_id = planned(tmp_path / "workspace", recipients(tmp_path / "list.csv", 30), template="nobody")
    holds: list[str] = []
    with Workspace.open(tmp_path / "workspace") as workspace:
        totals, calls = await carried_out(workspace, run_id, practice_store, holds)
    assert [hold.partition(":")[0] for hold in holds] == ["The store does not know this template"]
    assert 3 <= totals.refused == len(calls) <= 6
    assert (totals.sent, totals.not_sent) == (0, 30 - totals.refused)
