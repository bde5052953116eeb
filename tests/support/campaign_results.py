"""Campaigns as a workspace remembers them, with what the store and its webhooks said of each message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import update

from svcconsole.services.deliveries.states import written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.deliveries import Tracked
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.runs.webhook_events import CLICK, WebhookEvent
from svcconsole.workspace.schema import ItemState, Repeat, RunState, items, runs

START = datetime(2026, 11, 24, 9, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Person:
    """One record: what became of it, and minutes after the start at which each word was heard."""

    phone: str
    said: Mapping[str, float]
    why: str = ""
    clicks: int = 0
    state: ItemState = ItemState.ACKED
    arm: int | None = None


def number(place: int, country: str = "+49151") -> str:
    return f"{country}{2345000 + place}"


def sent_campaign(
    space: Workspace,
    people: Sequence[Person],
    *,
    start: datetime = START,
    name: str = "Winter candles.csv",
    terms: str = "",
    state: RunState = RunState.FINISHED,
    import_id: str | None = None,
) -> str:
    """The id of a run that sent these people its message from `start` on."""
    planned = [
        PlanItem(
            each.phone,
            (FileRow(at + 1, at + 2, (each.phone,)),),
            None if each.state in (ItemState.BLOCKED, ItemState.LEFT_OUT) else b'{"to":"%d"}' % at,
            each.state if each.state in (ItemState.BLOCKED, ItemState.LEFT_OUT) else ItemState.PLANNED,
            arm=each.arm,
        )
        for at, each in enumerate(people)
    ]
    new = NewRun(
        "templates", name.removesuffix(".csv"), f"/shop/{name}", name, "f" * 64, ("Phone",),
        effect=Repeat.ONCE, operator="Ana", terms=terms, import_id=import_id,
    )  # fmt: skip
    run_id = space.runs.create(new, planned)
    began = written(start)
    with space.writing() as connection:
        by_state: dict[ItemState, list[int]] = {}
        for at, each in enumerate(people):
            by_state.setdefault(each.state, []).append(at)
        for word, seqs in by_state.items():
            for first in range(0, len(seqs), 500):
                own = (items.c.run_id == run_id) & items.c.seq.in_(seqs[first : first + 500])
                connection.execute(update(items).where(own).values(state=word, at=began))
        ended = written(start + timedelta(minutes=5)) if state is RunState.FINISHED else None
        connection.execute(
            update(runs)
            .where(runs.c.id == run_id)
            .values(state=state, created_at=began, started_at=began, finished_at=ended)
        )
    tracked = [
        Tracked(
            f"{run_id}-{at}", run_id, name, "", each.phone, began,
            tuple((word, written(start + timedelta(minutes=after))) for word, after in each.said.items()),
            each.why, known=True,
        )
        for at, each in enumerate(people)
        if each.state is ItemState.ACKED
    ]  # fmt: skip
    for first in range(0, len(tracked), 5_000):
        space.deliveries.track(tracked[first : first + 5_000])
        space.deliveries.heard([replace(each, next_at=None) for each in tracked[first : first + 5_000]])
    for at, each in enumerate(people):
        for click in range(each.clicks):
            event = f"{run_id}-{at}-{click}"
            space.webhooks.keep(
                WebhookEvent(event, CLICK, began, f"{run_id}-{at}", url="https://shop.example")
            )
            space.webhooks.settle([(event, run_id)])
    return run_id
