"""Tickets and flows of a file to a store that misbehaves, cut off at any moment: none twice, none lost."""

from __future__ import annotations

import csv
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from svcconsole.api.operations import CREATE_TICKET, INITIATE_FLOW
from tests.support.campaign import ENDS, Campaign, misbehave
from tests.support.command import CommandLine
from tests.support.people_in import everything
from tests.support.practice import PracticeStore

COUNT, KILLS = 300, 3


@dataclass(frozen=True)
class Sent:
    """A kind of request: its path, what every row shares, the column that tells rows apart, the field it
    fills, and the table of the store it ends in."""

    kind: str
    operation: str
    settings: tuple[str, ...]
    column: str
    kept: str
    table: str


FLOW = ("--set", "medium=email", "--set", "flowId=welcome")
SENT = (
    Sent("tickets", CREATE_TICKET.path, ("--set", "channel=TASKS"), "Title", "taskTitle", "tickets"),
    Sent("flows", INITIATE_FLOW.path, FLOW, "E-mail", "email", "flow_runs"),
)


def name_of(place: int) -> str:
    return f"row{place}@people.example"


def ends(folder: Path, column: str) -> dict[str, list[str]]:
    """What stands in each result file."""
    found: dict[str, list[str]] = {}
    for end in ENDS:
        path = folder / f"{end}.csv"
        lines = path.read_text(encoding="utf-8-sig").splitlines() if path.exists() else ()
        found[end] = [row[column] for row in csv.DictReader(lines)]
    return found


async def killed_and_resumed(store: PracticeStore, folder: Path, sent: Sent, count: int, kills: int) -> None:
    chance = random.Random(count)
    misbehave(store, count, operation=sent.operation)
    path = folder / "list.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([(sent.column,), *((name_of(place),) for place in range(count))])
    run = Campaign(CommandLine(folder), store, path, sent.kind, sent.settings, sent.table)
    for place in range(kills):
        await run.killed(chance, chance.randint(count * place // kills, count * (place + 1) // kills - 1))
    done = await run.to_its_end(folder / "results")
    assert run.kills > kills // 2, "the run was over before it could be killed"
    got = Counter(str(one["request"][sent.kept]) for one in everything(store, sent.kind))
    assert set(got.values()) <= {1}, "something is there twice"
    found = ends(folder / "results", sent.column)
    assert {end: len(names) for end, names in found.items()} == {end: done.json[end] for end in ENDS}
    everyone = [name for names in found.values() for name in names]
    assert sorted(everyone) == sorted(map(name_of, range(count))), "every row is in one file, once"
    assert set(found["sent"]) <= got.keys(), "what is told as sent is there"
    assert got.keys() <= {*found["sent"], *found["needs_decision"]}, "nothing is there untold"
    assert len(found["sent"]) + len(found["needs_decision"]) == count, "nothing is left waiting"


@pytest.mark.parametrize("sent", SENT, ids=lambda sent: sent.kind)
async def test_what_is_killed_is_sent_once_and_every_row_has_its_end(
    practice_store: PracticeStore, tmp_path: Path, sent: Sent
) -> None:
    await killed_and_resumed(practice_store, tmp_path, sent, COUNT, KILLS)


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("sent", SENT, ids=lambda sent: sent.kind)
async def test_ten_thousand_are_sent_once_however_often_they_are_killed(
    practice_store: PracticeStore, tmp_path: Path, sent: Sent
) -> None:
    await killed_and_resumed(practice_store, tmp_path, sent, 10_000, 25)
