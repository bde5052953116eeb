"""Puts what is open in question, in a ledger that is older than what was sent from here."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.broken_off import BEHIND
from svcconsole.workspace.runs.report_runs import UNDER_WAY, Need, Stage
from svcconsole.workspace.schema import PREPARING, ItemState, Repeat, RunState, items, report_runs, runs

LOOK_FIRST = message("Look at the store before it goes again: that would be a second one.")


def put_in_question(connection: Connection) -> None:
    """Leave every open record of what may happen only once to a person, and no report to ask by itself."""
    once = select(runs.c.id).where(runs.c.single | (runs.c.effect == Repeat.ONCE), runs.c.state != PREPARING)
    open_ones = items.c.run_id.in_(once) & items.c.state.in_((ItemState.PLANNED, ItemState.SENDING))
    asked = select(items.c.run_id).where(open_ones)
    connection.execute(
        update(runs)
        .where(runs.c.id.in_(asked), runs.c.single.is_(False))
        .values(state=RunState.STOPPED, sentence=BEHIND)
    )
    connection.execute(
        update(items).where(open_ones).values(state=ItemState.UNKNOWN, reason=BEHIND, at=now())
    )
    connection.execute(
        update(report_runs)
        .where(report_runs.c.stage == Stage.ASKING)
        .values(stage=Stage.NEEDS, need=Need.ASKED_BEFORE, sentence=BEHIND, advice=LOOK_FIRST)
    )
    connection.execute(
        update(report_runs)
        .where(report_runs.c.stage.in_(UNDER_WAY))
        .values(stage=Stage.STOPPED, sentence=BEHIND, advice=LOOK_FIRST)
    )
    for kind in (EventKind.RUN, EventKind.DECISION, EventKind.REPORT):
        Events.note(connection, kind)
