"""Ten bugs that the simulation has to find, each made by wrapping the real code where its parts meet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from svcconsole import store_identity
from svcconsole.api import replies, statements
from svcconsole.api.client import Answer, Client
from svcconsole.api.errors import Outcome
from svcconsole.api.faults import Fault
from svcconsole.services.reports import merge
from svcconsole.services.reports.merge import Merged, PartFile
from svcconsole.services.reports.scan import scan
from svcconsole.services.runs.batch_kinds import BatchKind
from svcconsole.services.runs.engine import Engine
from svcconsole.workspace.errors import FenceLost
from svcconsole.workspace.runs import decisions
from svcconsole.workspace.runs.high_water_mark import HighWaterMark
from svcconsole.workspace.runs.ledger import Ledger
from svcconsole.workspace.runs.ledger_entries import Entry, Intent, Settlement
from tests.support.simulation import disk

Switch = Callable[[pytest.MonkeyPatch], None]


def intent_after_the_send(patch: pytest.MonkeyPatch) -> None:
    """The intent is kept in memory, and written with how it ended."""
    note, waiting = Engine.note, dict[int, Intent]()

    async def late(self: Engine, entry: Entry) -> int:
        if isinstance(entry, Intent):
            number = -1 - len(waiting)
            waiting[number] = entry
            return number
        if isinstance(entry, Settlement) and entry.attempt in waiting:
            entry = replace(entry, attempt=await note(self, waiting[entry.attempt]))
        return await note(self, entry)

    patch.setattr(Engine, "note", late)


def lost_fence_ignored(patch: pytest.MonkeyPatch) -> None:
    """Whoever hears that another has taken over sends what it was about to send all the same."""
    note = Engine.note

    async def deaf(self: Engine, entry: Entry) -> int:
        try:
            return await note(self, entry)
        except FenceLost:
            return 0

    patch.setattr(Engine, "note", deaf)


def retry_on_unknown(patch: pytest.MonkeyPatch) -> None:
    send = Client.send

    async def again(self: Client, operation: Any, body: bytes, *, retry: bool = True) -> Answer[Any]:
        answer = await send(self, operation, body, retry=retry)
        if answer.outcome is Outcome.UNKNOWN:
            answer = await send(self, operation, body, retry=retry)
        return answer

    patch.setattr(Client, "send", again)


def retry_after_408_inside_a_200(patch: pytest.MonkeyPatch) -> None:
    """The status inside the answer is believed: nothing was carried out."""
    conclusion = statements.conclusion

    def believed(status: int, payload: Any, operation: Any, column: Any) -> Any:
        said = conclusion(status, payload, operation, column)
        inside = payload.get("status")
        return replace(said, fault=Fault.SLOW_REQUEST) if (status, inside) == (200, 408) else said

    patch.setattr(replies, "conclusion", believed)


def settlement_not_waited_for(patch: pytest.MonkeyPatch) -> None:
    """How a request ended is in the file when it is told, but not on the disk yet."""
    write = Ledger.write

    def hasty(self: Ledger, run_id: str, fence: int, entries: Sequence[Entry]) -> list[int]:
        if any(isinstance(entry, Intent) for entry in entries):
            return write(self, run_id, fence, entries)
        with disk.not_waiting():
            return write(self, run_id, fence, entries)

    patch.setattr(Ledger, "write", hasty)


def decided_before_the_deadline(patch: pytest.MonkeyPatch) -> None:
    """What a process left on the way is taken over at once, though it may still arrive."""
    patch.setattr(decisions, "refuse_while_on_the_way", lambda reason, at: None)


def lag_for_what_happens_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(BatchKind, "may_lag", lambda self, item: True)


def mark_after_the_send(patch: pytest.MonkeyPatch) -> None:
    """The high-water mark is brought up to date when the next entry is written."""
    keep, behind = HighWaterMark.keep, dict[int, int]()

    def later(self: HighWaterMark, reached: int) -> None:
        earlier = behind.get(id(self), 0)
        behind[id(self)] = reached or earlier
        keep(self, earlier)

    patch.setattr(HighWaterMark, "keep", later)


def two_identities_for_one_store(patch: pytest.MonkeyPatch) -> None:
    """The folder follows the address as it was typed."""
    identity_of = store_identity.identity_of
    patch.setattr(store_identity, "identity_of", lambda typed: replace(identity_of(typed), address=typed))


def merge_without_its_hash(patch: pytest.MonkeyPatch) -> None:
    """The parts are taken as they are when they are merged."""
    whole = merge.merge

    def trusting(parts: Sequence[PartFile], target: Path) -> Merged:
        return whole([replace(part, sha256=scan(part.path).sha256) for part in parts], target)

    patch.setattr(merge, "merge", trusting)


@dataclass(frozen=True, slots=True)
class Bug:
    """`switch` makes it; `first` is the first seed that finds it."""

    switch: Switch
    first: int


BUGS = {
    "intent written after the send": Bug(intent_after_the_send, 2),
    "a lost fence ignored": Bug(lost_fence_ignored, 5),
    "retry on unknown": Bug(retry_on_unknown, 8),
    "retry after 408 inside a 200": Bug(retry_after_408_inside_a_200, 51),
    "settle lost between write and fsync": Bug(settlement_not_waited_for, 44),
    "a take-over before the deadline": Bug(decided_before_the_deadline, 35),
    "lag used for a once-only kind": Bug(lag_for_what_happens_once, 6),
    "merge without its hash": Bug(merge_without_its_hash, 4),
    "the high-water mark written after sending": Bug(mark_after_the_send, 52),
    "two identities for one store": Bug(two_identities_for_one_store, 0),
}
