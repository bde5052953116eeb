"""Takes a run back: holds what the store has now against what it held before, and plans what goes back."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from svcconsole.services.customers.customer_timeline import record_name
from svcconsole.services.imports.views import ImportRefused, Planned
from svcconsole.services.runs.before_reading import READ_KINDS
from svcconsole.services.runs.before_records import NOT_READ, Raw, by_seq
from svcconsole.services.runs.completing import Completion
from svcconsole.services.take_back.comparison import Back, compare_whole
from svcconsole.services.take_back.customers import compare_customer
from svcconsole.services.take_back.views import (
    SENT_BACK,
    BackFilter,
    BackPage,
    RecordBack,
    Restore,
    TakeBackSummary,
)
from svcconsole.words.message import Message, message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.before_answers import BeforeAnswer, ToRead, kept_until
from svcconsole.workspace.runs.plans import code_of
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem, RunInfo
from svcconsole.workspace.runs.sent_records import SentRecordOfRun, sent_records
from svcconsole.workspace.schema import ItemState, RunState

HEADER = ("Record", "Name", "Row of the file", "Goes back")
"""The columns of a take-back's rows: one row a record of the run."""
ORDER = {state: place for place, state in enumerate(Restore)}
NEVER_SENT = message("It never reached the store.")
SAME = message("The store holds it as it was before.")
NOT_NOW = message("The store cannot be asked for it now.")
LEFT_ALONE = message("Somebody changed it after the run; it was left alone.")


@dataclass(frozen=True, slots=True)
class RunFacts:
    """The run that is taken back: what the page says of it."""

    run_id: str
    kind: str
    file_name: str
    code: str
    operator: str
    at: str
    kept_until: str
    records: int


class TakeBack:
    """One take-back in the making; synchronous, made to live in a worker process. Nothing is sent by it.

    `take` is told what the store holds now, for the records of `wanted`. Raises ImportRefused where the run
    cannot be taken back, and says why.
    """

    def __init__(self, folder: str, run_id: str) -> None:
        self._workspace = Workspace.open(Path(folder))
        try:
            self._info = self._workspace.runs.get(run_id)
            self._before = self._read_before()
        except BaseException:
            self.close()
            raise
        self._completion = Completion(self._info)
        self._records: dict[int, RecordBack] = {}
        self._bodies: dict[int, bytes] = {}

    def close(self) -> None:
        self._workspace.close()

    def facts(self) -> RunFacts:
        """The run, and until when it can be taken back."""
        info = self._info
        oldest = min((read_at for _, read_at, _ in self._before.values()), default=info.created_at)
        return RunFacts(
            info.id, info.kind, info.file_name, info.code, info.operator, info.started_at or info.created_at,
            kept_until(oldest), info.products,
        )  # fmt: skip

    def to_compare(self) -> int:
        """How many records are to be read now."""
        return sum(1 for _ in self._reached())

    def wanted(self, after: int = -1, limit: int = 500) -> tuple[ToRead, ...]:
        """The next records to be read now, from the one after `after`: those that may have reached the store
        and were there before."""
        found = (ToRead(each.seq, each.record_id, each.body) for each in self._reached(after))
        return tuple(islice(found, limit))

    def _reached(self, after: int = -1) -> Iterator[SentRecordOfRun]:
        for each in sent_records(self._workspace, self._info.id, after=after):
            if each.reached and self._before.get(each.seq, (None, "", ""))[0] is not None:
                yield each

    def take(self, answers: Sequence[BeforeAnswer]) -> None:
        """What the store holds now, as it answered."""
        now: dict[int, tuple[Raw | None, str, str]] = {}
        chosen = {seq for answer in answers for seq in answer.seqs}
        sent = {each.seq: each for each in sent_records(self._workspace, self._info.id, chosen)}
        ids = {seq: each.record_id for seq, each in sent.items()}
        for answer in answers:
            now.update(by_seq(self._info.kind, answer, ids))
        for seq, each in sent.items():
            raw, _, words = now[seq]
            if words:
                self._keep(each, Back(Restore.STAYS, each.name, why=message("{reason}", reason=words)))
            else:
                self._keep(each, self._compare(each, raw))

    def finish(self) -> TakeBackSummary:
        """Count what is known now; records that nobody has to read are entered, too."""
        for each in sent_records(self._workspace, self._info.id):
            if each.seq in self._records:
                continue
            before = self._before.get(each.seq)
            if not each.reached:
                self._keep(each, Back(Restore.AS_BEFORE, each.name, why=NEVER_SENT))
            elif before is None or before[2]:
                words = message("{reason}", reason=before[2]) if before is not None else NOT_READ
                self._keep(each, Back(Restore.STAYS, each.name, why=words))
            elif before[0] is None:
                self._keep(each, self._compare(each, None))
            else:
                self._keep(each, Back(Restore.STAYS, each.name, why=NOT_NOW))
        return self.summary()

    def summary(self, *, with_since: bool = False) -> TakeBackSummary:
        """The tiles, and the code of the plan as it would be sent."""
        records = self._records.values()
        states = Counter(each.state for each in records)
        back = [each for each in records if each.state in (*SENT_BACK, Restore.SINCE)]
        by_field = Counter(name for each in back for name in {one.change.field for one in each.fields})
        return TakeBackSummary(
            run_id=self._info.id,
            code=self._code(with_since),
            kind=self._info.kind,
            records=len(self._records),
            states=dict(states),
            fields=sum(each.restored_fields for each in back if each.state is not Restore.SINCE),
            stuck_fields=sum(one.stays for each in records for one in each.fields),
            never=sum(each.why == NEVER_SENT for each in records),
            by_field=dict(by_field.most_common()),
        )

    def page(self, wanted: BackFilter, offset: int = 0, limit: int = 200) -> BackPage:
        """The records a filter shows: what needs a look first, then in the order of the file."""
        text = wanted.text.casefold()
        found = [
            each
            for each in sorted(self._records.values(), key=lambda each: (ORDER[each.state], each.seq))
            if (not wanted.states or each.state in wanted.states)
            and (not wanted.field or any(one.change.field == wanted.field for one in each.fields))
            and (not text or text in each.name.casefold() or text in each.record_id.casefold())
        ]
        return BackPage(len(found), tuple(found[offset : offset + limit]))

    def plan(self, *, with_since: bool = False) -> Planned:
        """Freeze what goes back into a run of its own; nothing is sent. Raises ImportRefused."""
        info = self._info
        if not self.summary().sent(with_since=with_since):
            raise ImportRefused(
                message("Nothing of this run can be given back."),
                message("Nothing was sent. The list says for each record why, and what can be done."),
            )
        new = NewRun(
            kind=info.kind,
            title=message("Take back {file}, plan {code}", file=info.file_name, code=info.code),
            path="",
            file_name=info.file_name,
            fingerprint="",
            header=HEADER,
            operator=self._workspace.operator,
            takes_back=info.id,
            keeps_before=True,
        )
        run_id = self._workspace.runs.create(new, tuple(self._items(with_since)))
        made = self._workspace.runs.get(run_id)
        return Planned(run_id, made.code, made.rows, made.products, made.left_out)

    def _items(self, with_since: bool) -> Iterator[PlanItem]:
        for number, seq in enumerate(sorted(self._records), 1):
            each = self._records[seq]
            named = (one.change.field.replace("_", " ") for one in each.fields if not one.stays)
            fields = ", ".join(dict.fromkeys(named))
            row = FileRow(number, number + 1, (record_name(each.record_id), each.name, str(each.row), fields))
            if self._goes(each, with_since):
                yield PlanItem(each.record_id, (row,), self._bodies[seq])
            else:
                why = LEFT_ALONE if each.state is Restore.SINCE else each.why or SAME
                yield PlanItem(each.record_id, (row,), None, ItemState.LEFT_OUT, why)

    def _goes(self, each: RecordBack, with_since: bool) -> bool:
        chosen = each.state in SENT_BACK or (with_since and each.state is Restore.SINCE)
        return chosen and each.seq in self._bodies

    def _code(self, with_since: bool) -> str:
        return code_of(
            hashlib.sha256(self._bodies[seq] if self._goes(self._records[seq], with_since) else b"").digest()
            for seq in sorted(self._records)
        )[0]

    def _keep(self, sent: SentRecordOfRun, back: Back) -> None:
        state = back.state
        why = back.why or (self._who_since(sent) if state is Restore.SINCE else "")
        self._records[sent.seq] = RecordBack(
            sent.seq, sent.record_id, back.name, state, sent.first_row, back.fields, why, back.nearest,
            back.image,
        )  # fmt: skip
        if back.body is not None:
            self._bodies[sent.seq] = back.body

    def _compare(self, sent: SentRecordOfRun, now: Raw | None) -> Back:
        before = self._before[sent.seq][0]
        kind = self._info.kind
        if kind == "customers":
            return compare_customer(before, sent.body, now)
        return compare_whole(kind, before, self._completion.sent(sent.body, before), now)

    def _who_since(self, sent: SentRecordOfRun) -> Message:
        """Who changed a record after the run, as far as this console knows."""
        for change in self._workspace.changes.history(self._info.kind, sent.record_id, 20):
            if change.run_id == self._info.id or change.at <= (sent.at or ""):
                break
            day = change.at[:16].replace("T", " ")
            if change.run_id is None:
                return message("Changed here on {time}, after the run.", time=day)
            return message("Changed on {time} by a later run.", time=day)
        return message("Changed after the run, not from here.")

    def _read_before(self) -> dict[int, tuple[Raw | None, str, str]]:
        """Number → the record before the run (None where it was not there), when it was read, why not."""
        info = self._info
        _refuse(info)
        ids = {each.seq: each.record_id for each in sent_records(self._workspace, info.id)}
        found: dict[int, tuple[Raw | None, str, str]] = {}
        for answer in self._workspace.before.of(info.id):
            found.update(by_seq(info.kind, answer, ids))
        if not found and info.keeps_before:
            raise ImportRefused(
                message("What the store held before plan {code} is not kept any more.", code=info.code),
                message(
                    "It was kept for 90 days. The rows of the run, and the file they came from, tell what it"
                    " sent."
                ),
            )
        if not found:
            raise ImportRefused(
                message("What the store held before plan {code} is not kept here.", code=info.code),
                message("It is read ahead of a run where that was asked for, and kept for 90 days."),
            )
        return found


def _refuse(info: RunInfo) -> None:
    if info.kind not in READ_KINDS:
        raise ImportRefused(
            message("Runs of this kind cannot be taken back."),
            message("The service has no way to read these records, or what was sent has left."),
        )
    if info.started_at is None:
        raise ImportRefused(
            message("Plan {code} has not sent anything.", code=info.code),
            message("Nothing is to be taken back."),
        )
    if info.state in (RunState.RUNNING, RunState.PAUSED):
        raise ImportRefused(
            message("Plan {code} is under way.", code=info.code),
            message("Stop it first, or wait for its end."),
        )
