"""Brings what comes back by a hand-over to the runs that are here: what was done there with each record.

A record takes that only where nothing better is known of it here: it was handed over, is in question because
it was, or waits. What is open there is open here again where it was handed over from here; what waits here
already goes on as it is.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from itertools import groupby
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Insert,
    Integer,
    MetaData,
    Row,
    String,
    Table,
    and_,
    bindparam,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from svcconsole.words.message import mark, message
from svcconsole.workspace.clock import now
from svcconsole.workspace.runs.windows import ENDS
from svcconsole.workspace.schema import (
    ItemState,
    Repeat,
    RunState,
    before_answers,
    body_templates,
    items,
    runs,
)

HANDED = mark("Handed over to another console ({code}).")
MAY_HAVE = mark("It was handed over to another console ({code}), which may have sent it.")
AGAIN = message(
    "This hand-over was opened before, or what it was opened into is a copy of before, so this may have been "
    "sent already."
)
Values = dict[str, Any]


def _says(sentence: str) -> ColumnElement[bool]:
    """Records of which this is said, whatever the code."""
    return items.c.reason.startswith(sentence.partition("{")[0], autoescape=True)


KNOWS_LESS = or_(
    items.c.state == ItemState.PLANNED,
    and_(items.c.state == ItemState.LEFT_OUT, _says(HANDED)),
    and_(items.c.state == ItemState.UNKNOWN, _says(MAY_HAVE)),
)
CAME = Table(
    "came_back",
    MetaData(),
    Column("run_id", String, primary_key=True),
    Column("seq", Integer, primary_key=True),
    prefixes=["TEMPORARY"],
)
"""The records that took what came, while the hand-over is taken in."""
BRING = (
    update(items)
    .where(items.c.run_id == bindparam("of_run"), items.c.seq == bindparam("of_seq"))
    .values({name: bindparam(f"to_{name}", type_=items.c[name].type) for name in ENDS})
)


class Returns:
    """The rows of one hand-over that belong to runs which are here, in the order of the file, inside the
    transaction that takes them in. `again`: what is open in them may have been sent from here already;
    `told_before`: this workspace took the same in, and knows more by now than what is written there."""

    def __init__(self, connection: Connection, *, again: bool, told_before: bool) -> None:
        self._connection = connection
        self._again = again
        self._told_before = told_before
        self._runs: dict[str, Values] = {}
        self.records: Counter[str] = Counter()
        """How many records took what came, by run."""
        self.in_question = 0
        CAME.create(connection)

    def add(self, table: Table, rows: Sequence[Values]) -> None:
        """Take rows of a table of runs: those of the runs themselves first, of their records next."""
        if table is runs:
            self._runs |= {row["id"]: row for row in rows}
        elif self._told_before:
            return
        elif table is items:
            for run_id, some in groupby(rows, key=lambda row: str(row["run_id"])):
                self._bring(run_id, {row["seq"]: row for row in some})
        else:
            self._fill(table, rows)

    @property
    def known(self) -> Set[str]:
        """The runs that are here, whether something of them came or not."""
        return self._runs.keys()

    def finish(self) -> None:
        """Let each run of which records came stand where it stood there, unless it goes on here by itself."""
        for run_id in self.records:
            waits = exists().where(items.c.run_id == run_id, items.c.state == ItemState.PLANNED)
            at_rest = or_(runs.c.state == RunState.FINISHED, ~waits)
            values = {name: value for name, value in self._runs[run_id].items() if name != "id"}
            self._connection.execute(update(runs).where(runs.c.id == run_id, at_rest).values(values))
        CAME.drop(self._connection)

    def _bring(self, run_id: str, theirs: Mapping[int, Values]) -> None:
        numbers = items.c.seq.between(min(theirs), max(theirs))
        own = select(items.c.seq, items.c.state, items.c.doubt_at)
        found = self._connection.execute(own.where(items.c.run_id == run_id, numbers, KNOWS_LESS)).all()
        came = [
            {"of_run": run_id, "of_seq": mine.seq} | self._ends(mine, theirs[mine.seq])
            for mine in found
            if mine.seq in theirs and _tells_more(mine, theirs[mine.seq])
        ]
        if came:
            self._connection.execute(BRING, came)
            self._connection.execute(
                insert(CAME), [{"run_id": run_id, "seq": each["of_seq"]} for each in came]
            )
            self.records[run_id] += len(came)

    def _ends(self, mine: Row[*tuple[Any, ...]], theirs: Values) -> Values:
        """Where a record stands from now on; that it may have left from here while it waited is kept."""
        ends = {f"to_{name}": theirs[name] for name in ENDS}
        if mine.state == ItemState.PLANNED:
            ends["to_doubt_at"] = theirs["doubt_at"] or mine.doubt_at
        of_run = self._runs[theirs["run_id"]]
        once = of_run["single"] or of_run["effect"] == Repeat.ONCE
        if self._again and once and theirs["state"] == ItemState.PLANNED:
            self.in_question += 1
            ends |= {"to_state": ItemState.UNKNOWN, "to_reason": AGAIN, "to_at": now()}
        return ends

    def _fill(self, table: Table, rows: Sequence[Values]) -> None:
        """What belongs to the records that came, and is missing or has changed here."""
        if table is before_answers:
            insert_missing(self._connection, table, [row for row in rows if self._all_came(row)])
        elif table is body_templates:
            insert_missing(self._connection, table, [row for row in rows if row["run_id"] in self.records])
        elif rows:
            values = [{f"of_{name}": value for name, value in row.items()} for row in rows]
            self._connection.execute(_replace(table), values)

    def _all_came(self, answer: Values) -> bool:
        seqs = json.loads(answer["seqs"])
        own = select(func.count()).where(CAME.c.run_id == answer["run_id"], CAME.c.seq.in_(seqs))
        return self._connection.execute(own).scalar_one() == len(seqs)


def _tells_more(mine: Row[*tuple[Any, ...]], theirs: Values) -> bool:
    """Whether what is known there of a record is more than that somebody else has it, or that it waits."""
    if theirs["state"] == ItemState.LEFT_OUT and theirs["reason"].startswith(HANDED.partition("{")[0]):
        return False
    return ItemState(mine.state) is ItemState.LEFT_OUT or ItemState(theirs["state"]) is not ItemState.PLANNED


def _replace(table: Table) -> Insert:
    """Write a row of a record that came, in the place of the one that is here."""
    values = {name: bindparam(f"of_{name}", type_=column.type) for name, column in table.columns.items()}
    came = exists().where(CAME.c.run_id == values["run_id"], CAME.c.seq == values["seq"])
    new = insert(table).prefix_with("OR REPLACE")
    return new.from_select(list(values), select(*values.values()).where(came))


def insert_missing(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    """Write those of which nothing is here; what is here stays."""
    if rows:
        connection.execute(insert(table).prefix_with("OR IGNORE"), rows)
