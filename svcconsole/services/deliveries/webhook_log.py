"""Reads the log of a webhook receiver for proof that messages of this console were sent.

A record that echoes the callback data of a message proves that it went out (reliability, Reconciling no. 1).
That a log does not name a message proves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from svcconsole.services.deliveries.callback_evidence import evidence_of
from svcconsole.services.sends.single_send import Database
from svcconsole.services.workers.worker_process import WorkerProcess
from svcconsole.tables.reading.webhook_log import read_events
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.webhook_evidence import Evidence, ProvedMessage, SettledDoubt

PAGE = 200
MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class LogSummary:
    """What a log holds: `ours` + `foreign` + `bare` + `unread` = `records`.

    `ours` carry a reference as svcconsole writes it, `foreign` other callback data, `bare` none; `references`
    is how many different messages the first name.
    """

    records: int
    ours: int
    foreign: int
    bare: int
    unread: int
    references: int


class LogReader:
    """Reads one log, in a process of its own; what it proves is asked for in pages."""

    def __init__(self) -> None:
        self._evidence: list[Evidence] = []

    def read(self, path: Path) -> LogSummary:
        """Count the records and keep what refers to messages; TableError where it is no such log."""
        number: Counter[str] = Counter()
        found: dict[tuple[str, str], Evidence] = {}
        for event in read_events(path):
            if event is None:
                number["unread"] += 1
                continue
            evidence = evidence_of(event.callback, event.message_id, event.word, event.at, event.text)
            if evidence is None:
                number["foreign" if event.callback else "bare"] += 1
                continue
            key = (evidence.nonce, evidence.message_id)
            found[key] = _with(found[key], evidence) if key in found else evidence
            number["ours"] += 1
        self._evidence = list(found.values())
        references = len({evidence.nonce for evidence in self._evidence})
        return LogSummary(
            number.total(), number["ours"], number["foreign"], number["bare"], number["unread"], references
        )

    def page(self, start: int) -> list[Evidence]:
        """The next pieces of evidence; none after the last one."""
        return self._evidence[start : start + PAGE]


def _with(known: Evidence, more: Evidence) -> Evidence:
    """The same with what a further record says of the message; its own record stays the first one's."""
    words = tuple(dict.fromkeys((*known.words, *more.words)))[:MOST_WORDS]
    return Evidence(known.nonce, known.run, known.row, known.message_id, words, known.at, known.text)


@dataclass(slots=True)
class Findings:
    """What came of a log: `known` of its messages are listed here, each in one of `ended`; the others were
    sent from elsewhere, or are not remembered any more."""

    file_name: str
    sum: LogSummary
    ended: dict[SettledDoubt, list[ProvedMessage]] = field(default_factory=dict)
    left: int = 0
    """So many messages still need a decision: the log does not name them, which proves nothing."""

    @property
    def known(self) -> int:
        return sum(map(len, self.ended.values()))

    @property
    def elsewhere(self) -> int:
        return self.sum.references - self.known

    def number(self, settled: SettledDoubt) -> int:
        """How many messages ended like this."""
        return len(self.ended.get(settled, ()))


async def import_log(database: Database, path: Path, by: str, kinds: Sequence[str]) -> Findings:
    """Read a log and settle what it proves, in the name of `by`; raises TableError where it is none.

    Each page is settled for good at once: broken off, the same log can be brought in again.
    """
    async with WorkerProcess("svcconsole.services.deliveries.webhook_log:LogReader") as worker:
        findings = Findings(path.name, await worker.call("read", path))
        seen: dict[str, ProvedMessage] = {}
        at = 0
        while page := await worker.call("page", at):
            at += len(page)
            for one in await database(partial(_settle, page=page, file_name=path.name, by=by)):
                if one.nonce not in seen or one.settled < seen[one.nonce].settled:
                    seen[one.nonce] = one
    for one in seen.values():
        findings.ended.setdefault(one.settled, []).append(one)
    findings.left = await database(lambda space: space.decisions.count(kinds))
    return findings


def _settle(space: Workspace, page: Sequence[Evidence], file_name: str, by: str) -> tuple[ProvedMessage, ...]:
    return space.proofs.settle(page, file_name, by)
