"""The duplicate guard of messages (rule W8): what counts as sent, for how long, and whom it keeps back, of
campaigns that are in its index and of what is read as it stands."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from svcconsole.services.campaigns.recent_sends import KINDS, leave_out_recent, recent_sends
from svcconsole.services.campaigns.suppression import SUPPRESSED
from svcconsole.services.messaging import messages
from svcconsole.services.messaging.templates import composed
from svcconsole.tables.records.recipients import content_hash
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry, Registries
from svcconsole.workspace.runs.records import FileRow, NewRun, NewSend, PlanItem
from svcconsole.workspace.schema import Bucket, ItemState, Repeat, bodies, items

HERE, THERE = "+919845000001", "+919845000002"


def body(number: str, text: str = "Hello") -> bytes:
    return json.dumps({"contactIdentifier": number, "payload": {"text": text}}).encode()


@dataclass
class Guard:
    """A workspace whose runner we are; whether its campaigns are `indexed`."""

    workspace: Workspace
    fence: int
    indexed: bool = False

    def plan(self, *bodies: bytes, kind: str = "messages", names: Sequence[str] = ()) -> str:
        rows = (
            PlanItem(
                json.loads(one)["contactIdentifier"] if self.indexed else names[at] if names else f"r{at}",
                (FileRow(at + 1, at + 2, (f"r{at}",)),),
                one,
                content=content_hash(one) if self.indexed else b"",
            )
            for at, one in enumerate(bodies)
        )
        new = NewRun(kind, "Messages", "/l.csv", "l.csv", "f" * 64, ("Phone",), effect=Repeat.ONCE)
        return self.workspace.runs.create(new, rows)

    def sent(
        self, run_id: str, *, hours: float = 0.0, state: ItemState = ItemState.ACKED, seq: int = 0
    ) -> str:
        """As if a record had left so long ago; the moment."""
        moment = datetime.now(UTC) - timedelta(hours=hours)
        word = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        with self.workspace.writing() as connection:
            connection.execute(
                update(items).where(items.c.run_id == run_id, items.c.seq == 0).values(state=state, at=word)
            )
        return word

    def sent_all(self, run_id: str) -> None:
        """As if all records had just left."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        with self.workspace.writing() as connection:
            connection.execute(
                update(items).where(items.c.run_id == run_id).values(state=ItemState.ACKED, at=at)
            )

    def kept_back(self, run_id: str) -> dict[int, str]:
        """The numbers and reasons of the rows that are left out once the run begins."""
        leave_out_recent(self.workspace, self.workspace.runs.get(run_id), self.fence)
        found = self.workspace.runs.rows(run_id, Bucket.NOT_SENT, limit=2_000).rows
        return {row.number: row.reason for row in found if row.reason != "Not sent yet."}


@pytest.fixture(params=[False, True], ids=["as it stands", "indexed"])
def guard(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Guard]:
    with Workspace.open(tmp_path) as workspace:
        yield Guard(workspace, workspace.runner.acquire(), request.param)


def reached(guard: Guard, *, but: str = "") -> list[str]:
    """Which of the two were sent something lately."""
    past = recent_sends(guard.workspace, "IN", but=but)
    return [number for number in (HERE, THERE) if past.get(number, ())]


@pytest.mark.parametrize(("hours", "counts"), [(0.0, True), (23.9, True), (24.1, False), (47.0, False)])
def test_whoever_was_sent_something_is_kept_back_for_24_hours(
    guard: Guard, hours: float, counts: bool
) -> None:
    word = guard.sent(guard.plan(body(HERE)), hours=hours)
    assert [one.at for one in recent_sends(guard.workspace, "IN").get(HERE, ())] == ([word] if counts else [])
    kept = guard.kept_back(guard.plan(body(HERE), body(THERE)))
    at = word[:16].replace("T", " ")
    told = f"{HERE} was sent the very same from here at {at} (UTC); this row is not sent."
    assert kept == ({1: told} if counts else {})


@pytest.mark.parametrize("state", list(ItemState))
def test_what_left_or_may_have_left_counts(guard: Guard, state: ItemState) -> None:
    guard.sent(guard.plan(body(HERE)), state=state)
    left = state in (ItemState.ACKED, ItemState.UNKNOWN, ItemState.SENDING)
    assert reached(guard) == ([HERE] if left else [])


@pytest.mark.parametrize("kind", ["templates", "messages"])
def test_runs_of_messages_count(guard: Guard, kind: str) -> None:
    guard.sent(guard.plan(body(HERE), kind=kind))
    assert reached(guard) == [HERE]


@pytest.mark.parametrize("kind", [messages.KIND, composed.KIND, "ticket"])
def test_messages_sent_by_themselves_count_and_nothing_else_does(guard: Guard, kind: str) -> None:
    new = NewSend("messages.send", Repeat.ONCE, kind, "One message", body("98450 00001"), "f" * 64)
    assert isinstance(guard.workspace.sends.begin(new, guard.fence), tuple)
    assert reached(guard) == ([HERE] if kind in KINDS else [])
    assert (kind == "ticket") is (kind not in KINDS)


def test_a_run_that_goes_on_is_not_kept_back_by_itself(guard: Guard) -> None:
    """A rule let two rows go to one number; the first has gone before the run was stopped."""
    run_id = guard.plan(body(HERE), body(HERE, "And again"))
    guard.sent(run_id)
    assert guard.kept_back(run_id) == {}
    assert reached(guard, but=run_id) == []


def test_whoever_was_put_on_the_suppression_list_is_kept_back(guard: Guard) -> None:
    """Also where nothing was sent to anybody within a day."""
    run_id = guard.plan(body(THERE), body(HERE), body(THERE, "Else"))
    Registries(guard.workspace).save(Entry(SUPPRESSED, HERE))
    assert guard.kept_back(run_id) == {2: f"{HERE} was put on the suppression list; this row is not sent."}


def test_every_row_of_a_long_run_is_looked_at(guard: Guard) -> None:
    guard.sent(guard.plan(body(HERE)))
    numbers = [f"+9198450{number:05}" for number in range(10, 510)]
    run_id = guard.plan(body(HERE), *map(body, numbers), body(HERE, "Else"))
    kept = guard.kept_back(run_id)
    assert sorted(kept) == [1, 502]
    assert "the very same" in kept[1] and "was sent something from here" in kept[502]


def test_an_indexed_campaign_is_asked_about_without_its_bodies(guard: Guard) -> None:
    """The newest counts, whichever run or hand it came from; a campaign that is not in the index is read."""
    first, second = guard.plan(body(HERE, "First")), guard.plan(body(HERE, "Second"), kind="templates")
    guard.sent(first, hours=5)
    word = guard.sent(second, hours=2)
    run_id = guard.plan(body(HERE), body(HERE, "First"), body(THERE), body("+919845000003"))
    if guard.indexed:
        with guard.workspace.writing() as connection:
            connection.execute(update(bodies).values(body=b"nobody reads this", template=None))
    single = NewSend("messages.send", Repeat.ONCE, messages.KIND, "One", body("+91 98450 00002"), "f" * 64)
    assert isinstance(guard.workspace.sends.begin(single, guard.fence), tuple)
    assert recent_sends(guard.workspace, "IN").get(HERE, ())[0].at == word
    kept = guard.kept_back(run_id)
    assert sorted(kept) == [1, 2, 3]
    assert ["the very same" in kept[row] for row in (1, 2, 3)] == [False, True, True]


def test_whoever_is_kept_back_is_so_page_by_page(guard: Guard) -> None:
    numbers = [f"+9198450{number:05}" for number in range(10, 1_210)]
    guard.sent_all(guard.plan(*map(body, numbers[::2])))
    kept = guard.kept_back(guard.plan(*map(body, reversed(numbers))))
    assert sorted(kept) == list(range(2, 1_201, 2))


def test_a_check_knows_what_was_sent_since(guard: Guard) -> None:
    guard.sent(guard.plan(body(HERE)))
    before = recent_sends(guard.workspace, "IN")
    assert before == recent_sends(guard.workspace, "IN")
    guard.sent(guard.plan(body(THERE)))
    assert before != recent_sends(guard.workspace, "IN")
    again = pickle.loads(pickle.dumps(recent_sends(guard.workspace, "IN")))
    assert [number for number in (HERE, THERE, "+919845000003") if again.get(number, ())] == [HERE, THERE]
