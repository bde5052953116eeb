"""A table of user properties through every fault into the practice store: nothing lost, nothing twice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sqlalchemy import select

from svcconsole.api import client
from svcconsole.api.operations import Effect
from svcconsole.gui.tabs.user_properties import entry_rows as states
from svcconsole.gui.tabs.user_properties.cells import wire_of
from svcconsole.gui.tabs.user_properties.entry_rows import EntryRow
from svcconsole.gui.tabs.user_properties.tab import UserPropertiesTab
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.schema import attempts
from tests.gui.tabs.user_properties.conftest import Open, at_rest, open_tab, paste, press, send
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

__all__ = ["open_tab"]

PATH = "createOrUpdateUserProperties"
COUNT = 900
UNANSWERED: tuple[dict[str, Any], ...] = (
    {"kind": "silence", "executed": False},
    {"kind": "silence", "executed": True},
    {"kind": "status", "code": 500, "executed": False},
    {"kind": "status", "code": 500, "executed": True},
    {"kind": "cut"},
    {"kind": "wrong_types"},
)
"""After each of these nobody can know what the store did with any entry of the request."""
HALF_ANSWERED = ("refused", "unwritten", "miscounted")
"""These are answered; of the entries that the answer names as unwritten nobody can know."""


def switch_on(store: PracticeStore) -> None:
    """Three requests without an answer in a row would hold the run: between any two one is answered."""
    half = [{"kind": kind} for kind in HALF_ANSWERED] + [{"kind": "status", "code": 429, "retryAfter": 0}]
    faults = [fault for pair in zip(half, UNANSWERED, strict=False) for fault in pair] + [
        *UNANSWERED[len(half) :]
    ]
    for number, fault in enumerate(faults):
        store.add_fault(operation=PATH, after=max(number, 2 * number - 6), count=1, **fault)


def sheet() -> str:
    """Most entries have a key; every tenth has none and looks like the one ten rows above it."""
    rows = ["firstName\tlastName\temail\ttags\tsmsMarketingConsent"]
    for number in range(COUNT):
        twin = number % 10 == 9
        mail = "" if twin else f"p{number}@customer.example"
        rows.append(f"Twin\tRao\t{mail}\tvip\tyes" if twin else f"Name {number}\tرضا\t{mail}\t\tno")
    return "\n".join(rows)


def stored(store: PracticeStore) -> Counter[str]:
    """The entries of the store by their content."""
    found: Counter[str] = Counter()
    while True:
        skip = found.total()
        page = store.control("GET", f"/user-properties?limit=200&skip={skip}")["data"]["userProperties"]
        found.update(said(one["entry"]) for one in page)
        if not page:
            return found


def said(entry: dict[str, Any]) -> str:
    return repr(sorted(entry.items(), key=str))


def by_state(tab: UserPropertiesTab) -> dict[str, list[EntryRow]]:
    found: dict[str, list[EntryRow]] = {}
    for line in tab.entries.lines:
        if line.state != states.BLANK:
            found.setdefault(line.state, []).append(line)
    return found


def wire(line: EntryRow) -> str:
    return said(wire_of(line.row.values))


async def sent_seqs(tab: UserPropertiesTab, store: PracticeStore) -> dict[str, Counter[int]]:
    """By run, how often each record was in a request that the store carried out: both sides compared by the
    hash of the request's bytes."""
    log = store.control("GET", "/requests")["data"]["requests"]
    executed = Counter(entry["digest"] for entry in log if entry["executed"] and entry["operation"] == PATH)

    def read(space: Workspace) -> set[tuple[str, str, str]]:
        with space.reading() as connection:
            query = select(attempts.c.run_id, attempts.c.seqs, attempts.c.sha256)
            return {(row[0], row[1], row[2]) for row in connection.execute(query)}

    found: dict[str, Counter[int]] = {}
    for run_id, seqs, digest in await tab.console.db(read):
        first, dash, last = seqs.partition("-")
        numbers = range(int(first), int(last) + 1) if dash else map(int, seqs.split(","))
        for _ in range(executed[digest[:16]]):
            found.setdefault(run_id, Counter()).update(numbers)
    return found


async def test_every_entry_ends_once_whatever_the_store_does(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_tab: Open,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(client.SECONDS, Effect.UPSERT, 0.5)
    switch_on(practice_store)
    async with open_tab() as tab:
        await paste(tab, sheet())
        assert tab.entries.counts() == {states.READY: COUNT - COUNT // 10, states.LOOK: COUNT // 10}
        await send(qtbot, tab)

        ended = by_state(tab)
        assert set(ended) == {states.ACCEPTED, states.REFUSED, states.CHECK}
        assert sum(map(len, ended.values())) == COUNT
        store = stored(practice_store)
        accepted, refused, check = (Counter(map(wire, ended[each])) for each in (
            states.ACCEPTED, states.REFUSED, states.CHECK
        ))  # fmt: skip
        keyed = {content for content in store if "email" in content}
        assert all(store[content] == 1 for content in keyed)
        assert keyed >= {content for content in accepted if "email" in content}
        assert not keyed & set(refused)
        twins = next(content for content in store if "Twin" in content)
        assert accepted[twins] <= store[twins] <= accepted[twins] + check[twins]
        for numbers in (await sent_seqs(tab, practice_store)).values():
            assert set(numbers.values()) == {1}

        refusal = ended[states.REFUSED][0]
        assert refusal.problems == {"email": "email is on the list of addresses not to be written to"}
        reasons = {line.end.reason for line in ended[states.CHECK] if line.end is not None}
        for words in ("was not written", "no clear answer whether"):
            assert any(words in reason for reason in reasons), words
        struck = [each["struck"] for each in practice_store.faults()]
        assert struck == [1] * len(struck) and len(struck) == len(UNANSWERED) + len(HALF_ANSWERED) + 1

        await put_right_and_send_only_the_refused(qtbot, tab, practice_store)
        await decide(tab, practice_store)
        store = stored(practice_store)
        assert all(number == 1 for content, number in store.items() if "Twin" not in content)
        assert {wire(line) for line in by_state(tab)[states.ACCEPTED]} == set(store)


async def put_right_and_send_only_the_refused(
    qtbot: QtBot, tab: UserPropertiesTab, store: PracticeStore
) -> None:
    """Another address in each cell that the store named; nothing else goes with them."""
    refused = by_state(tab)[states.REFUSED]
    before = stored(store)
    tab.page.segments.set_current(3)
    await until(lambda: tab.page.model.rowCount() == len(refused))
    for line in refused:
        press(tab, line, "email", f"right-{tab.entries.number(line)}@customer.example")
    assert tab.entries.counts()[states.READY] == len(refused)
    assert states.REFUSED not in by_state(tab)
    await send(qtbot, tab)
    new = stored(store) - before
    assert sum(new.values()) == len(refused) and all("right-" in content for content in new)


async def decide(tab: UserPropertiesTab, store: PracticeStore) -> None:
    """What the store holds counts as sent, what it does not goes once more."""
    there = stored(store)
    run_id = tab.entries.standing.run_of(by_state(tab)[states.CHECK][0].row.uid)
    yes: list[int] = []
    no: list[int] = []
    for line in by_state(tab)[states.CHECK]:
        seq = tab.entries.standing.links[line.row.uid].number - 1
        (yes if there[wire(line)] else no).append(seq)
    assert yes and no
    await tab.console.sends.decide(run_id, yes, Decision.COUNT_AS_SENT)
    await tab.console.sends.decide(run_id, no, Decision.SEND_AGAIN)
    await until(lambda: at_rest(tab))
    assert tab.entries.counts()[states.WAITING] == len(no) and states.CHECK not in by_state(tab)
    assert tab.console.runs is not None
    tab.console.runs.start(run_id)
    await until(lambda: at_rest(tab) and set(by_state(tab)) == {states.ACCEPTED})
    assert not tab.page.run_bar.isVisible()
