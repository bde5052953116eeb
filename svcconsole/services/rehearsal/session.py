"""Holds a plan against what the store has now and what a practice store made of it, record by record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from svcconsole.api.models.customers import StoredCustomer
from svcconsole.api.models.unknown_fields import unknown_fields
from svcconsole.api.models.unusual import read_record
from svcconsole.services.catalog.records import Seen
from svcconsole.services.customers.customers import form_values, is_written
from svcconsole.services.imports.views import ImportRefused
from svcconsole.services.records.exact_json import read_exact, write_exact
from svcconsole.services.records.field_diff import Values, changes, plain
from svcconsole.services.rehearsal.comparison_file import write_comparison
from svcconsole.services.rehearsal.known_customers import CustomerReads, customer_reads
from svcconsole.services.rehearsal.meaning import told
from svcconsole.services.rehearsal.views import (
    AfterFilter,
    AfterPage,
    FieldAfter,
    RecordAfter,
    RehearsalSummary,
    Rehearsed,
)
from svcconsole.services.runs.before_reading import READ_KINDS
from svcconsole.services.runs.before_records import Raw, by_seq, same_version
from svcconsole.services.runs.completing import Completion
from svcconsole.services.take_back.comparison import WHOLE
from svcconsole.words.message import message
from svcconsole.workspace.address import OWN_FILE
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.before_answers import BeforeAnswer, ToRead
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.runs.rehearsals import copy_plan, leave_out_same, mark_rehearsed, plan_hash
from svcconsole.workspace.runs.sent_records import SentRecordOfRun, sent_records
from svcconsole.workspace.schema import ItemState

SAME = message("The store has it like this already.")
COUNTED_KINDS = frozenset({"user_properties"})
"""Kinds of which a store tells nothing afterwards: their records are only counted."""
ORDER = {state: place for place, state in enumerate(Rehearsed)}


class RehearsalSession:
    """One rehearsal of the plan `run_id`; synchronous, made to live in a worker process.

    Nothing is sent by it: whoever drives it reads the store (`wanted`, `take_before`), has the practice store
    filled (`clone`), runs the copy of the plan (`make_scratch`) there, and reads that (`take_after`).
    `declined`: the records of the store are not read, so they are only counted.
    """

    def __init__(self, folder: str, run_id: str, *, declined: bool = False) -> None:
        self._workspace = Workspace.open(Path(folder))
        try:
            self._info = self._workspace.runs.get(run_id)
            _refuse(self._info)
        except BaseException:
            self.close()
            raise
        self.reads = self._info.kind in READ_KINDS and not declined
        self._completion = Completion(self._info)
        self._before: dict[int, Raw | None] = {}
        self._cloned: dict[int, Raw | None] = {}
        self._after: dict[int, Raw | None] = {}
        self._words: dict[int, str] = {}
        self._records: dict[int, RecordAfter] = {}
        self._since: set[int] = set()
        self._newer: list[BeforeAnswer] = []
        self._reads: CustomerReads | None = None
        self._others: dict[str, Raw] = {}
        self._read_at = now()
        self._hash = ""

    @property
    def kind(self) -> str:
        """The kind of the plan's records."""
        return self._info.kind

    def close(self) -> None:
        self._workspace.close()

    # What the store holds now

    def calls(self) -> int:
        """How many calls the reading takes where each record is read by itself: the plan's customers and
        those known here who share a phone or an e-mail with them."""
        return self._customer_reads().calls

    def others(self, after: int = -1, limit: int = 500) -> tuple[ToRead, ...]:
        """The next of the customers who are no part of the plan and are put into the practice store, too."""
        if self._info.kind != "customers" or not self.reads:
            return ()
        return self._customer_reads().others[after + 1 : after + 1 + limit]

    def take_others(self, answers: Sequence[BeforeAnswer]) -> None:
        """What the live store holds of them."""
        for answer in answers:
            for raw, _, _ in by_seq(self._info.kind, answer, {}).values():
                if raw is not None and raw.get("id") is not None:
                    self._others[str(raw["id"])] = raw

    def _customer_reads(self) -> CustomerReads:
        if self._reads is None:
            self._reads = customer_reads(self._workspace.people, self._sent())
        return self._reads

    def begin(self) -> tuple[str, bool, int]:
        """The kind of the plan, whether its records are read, and how many they are; read anew each time."""
        self._workspace.before.clear(self._info.id)
        self._workspace.runs.set_keeps_before(self._info.id, self.reads or self._info.completes)
        leave_out_same(self._workspace, self._info.id, (), SAME)
        self._before, self._after, self._records = {}, {}, {}
        self._reads, self._others = None, {}
        self._read_at = now()
        return self._info.kind, self.reads, sum(1 for _ in self._sent())

    def resume(self) -> int:
        """Take up a plan that was rehearsed before: what the store held then is what is kept. How many
        records that are; 0 where they were only counted."""
        ids = {each.seq: each.record_id for each in self._sent()}
        for answer in self._workspace.before.of(self._info.id):
            for seq, (raw, at, words) in by_seq(self._info.kind, answer, ids).items():
                self._before[seq] = raw
                self._read_at = at
                if words:
                    self._words[seq] = words
        return len(self._before)

    def wanted(self, after: int = -1, limit: int = 500) -> tuple[ToRead, ...]:
        """The next records to be read, from the live store or from the practice store."""
        found = (ToRead(each.seq, each.record_id, each.body) for each in self._sent(after))
        return tuple(islice(found, limit))

    def take_before(self, answers: Sequence[BeforeAnswer]) -> None:
        """What the live store holds; kept, so that the run can be taken back."""
        self._workspace.before.add(self._info.id, answers)
        self._take(answers, self._before)

    def leave_out_same(self) -> int:
        """Keep out of the plan what the store has like this already; how many records that is."""
        same = [each.seq for each in self._sent() if self._is_same(each)] if self.reads else []
        leave_out_same(self._workspace, self._info.id, same, SAME)
        return len(same)

    def clone(self, after: int = -1, limit: int = 200) -> tuple[int, Mapping[str, Sequence[str]]]:
        """The next records as the live store has them, as JSON texts for the practice store; the last one's
        number, -1 where there are no more."""
        chosen = list(islice((seq for seq in sorted(self._before) if seq > after), limit))
        texts = [write_exact(raw) for seq in chosen if (raw := self._before[seq]) is not None]
        if after < 0:
            texts += map(write_exact, self._others.values())
        return (chosen[-1] if chosen else -1), {self._info.kind: texts}

    # In the practice store

    def make_scratch(self, folder: str) -> None:
        """Make a workspace in `folder` that holds a copy of the plan, byte for byte."""
        self._hash = plan_hash(self._workspace, self._info.id)
        with Workspace.open(Path(folder), OWN_FILE) as scratch:
            copy_plan(scratch, self._workspace, self._info.id)
            if plan_hash(scratch, self._info.id) != self._hash:
                raise AssertionError("a copy of a plan has its bytes")

    def take_clone(self, answers: Sequence[BeforeAnswer]) -> None:
        """What the practice store holds before the plan runs there."""
        self._take(answers, self._cloned)

    def take_after(self, answers: Sequence[BeforeAnswer]) -> None:
        """What the practice store holds after the plan ran there."""
        self._take(answers, self._after)

    def finish(self, scratch: str) -> RehearsalSummary:
        """Compare, and note in the plan that exactly these bytes were rehearsed."""
        with Workspace.open(Path(scratch), OWN_FILE) as practised:
            if plan_hash(practised, self._info.id) != self._hash:
                raise AssertionError("what was rehearsed is the plan")
            ended = {each.seq: each for each in sent_records(practised, self._info.id)}
            reasons = _refusals(practised, self._info.id)
        for each in self._sent():
            self._records[each.seq] = self._became(each, ended[each.seq].state, reasons.get(each.seq))
        mark_rehearsed(self._workspace, self._info.id, self._hash)
        return self.summary()

    def hold_against(self, answers: Sequence[BeforeAnswer]) -> tuple[RecordAfter, ...]:
        """The records that the store has otherwise now than when it was read; they are marked, and the next
        answers are held against what was read now."""
        found: dict[int, Raw | None] = {}
        self._take(answers, found)
        changed = {seq for seq, raw in found.items() if not same_version(raw, self._before.get(seq))}
        self._since |= changed
        for seq in changed:
            self._before[seq] = found[seq]
        read_at = now()
        self._newer += [
            replace(each, read_at=read_at) for each in answers if not changed.isdisjoint(each.seqs)
        ]
        return tuple(self._record_of(seq) for seq in sorted(changed))

    def keep_newer(self) -> None:
        """Keep what the store was found to hold of the records that were told as changed, so that a take-back
        restores that."""
        if self._newer:
            self._workspace.before.add(self._info.id, self._newer)
            self._newer = []

    def _record_of(self, seq: int) -> RecordAfter:
        """The record as it was rehearsed; of a plan that was taken up, what is known of it."""
        if seq in self._records:
            return replace(self._records[seq], since=True)
        raw = self._before.get(seq) or {}
        (sent,) = sent_records(self._workspace, self._info.id, (seq,))
        name = _name(self._info.kind, raw or read_exact(sent.body))
        return RecordAfter(seq, sent.record_id, name, Rehearsed.CHANGED, sent.first_row, since=True)

    # For display

    def summary(self) -> RehearsalSummary:
        """The tiles, and what to look at first."""
        records = [self._marked(each) for each in self._records.values()]
        info = self._workspace.runs.get(self._info.id)
        return RehearsalSummary(
            run_id=info.id,
            code=info.code,
            kind=info.kind,
            file_name=info.file_name,
            records=len(records),
            states=dict(Counter(each.state for each in records)),
            fields=sum(len(each.fields) for each in records if each.state is Rehearsed.CHANGED),
            read_at=self._read_at,
            reads=self.reads,
            looks=dict(Counter(look for each in records for look in each.looks)),
            by_field=dict(
                Counter(
                    name for each in records for name in {one.change.field for one in each.fields}
                ).most_common()
            ),
            refusals=dict(
                Counter(
                    each.server_words or each.reason for each in records if each.state is Rehearsed.REFUSED
                ).most_common()
            ),
        )

    def page(self, wanted: AfterFilter, offset: int = 0, limit: int = 200) -> AfterPage:
        """The records a filter shows: what is worth a look first, then in the order of the file."""
        keep = _keep(wanted)
        found = sorted(
            (record for each in self._records.values() if keep(record := self._marked(each))),
            key=lambda each: (not each.looks, ORDER[each.state], each.seq),
        )
        return AfterPage(len(found), tuple(found[offset : offset + limit]))

    def write(self, path: str, masked: bool = False) -> int:
        """Write the whole comparison into a CSV file, without who people are where it is `masked`; returns
        how many rows."""
        ordered = (self._marked(self._records[seq]) for seq in sorted(self._records))
        return write_comparison(Path(path), ordered, masked=masked)

    def _marked(self, each: RecordAfter) -> RecordAfter:
        return replace(each, since=True) if each.seq in self._since else each

    def _became(
        self, sent: SentRecordOfRun, state: ItemState, refusal: tuple[str, str] | None
    ) -> RecordAfter:
        kind = self._info.kind
        asked = read_exact(sent.body)
        before, after = self._cloned.get(sent.seq, self._before.get(sent.seq)), self._after.get(sent.seq)
        if before is None and after is not None:  # the store took it for somebody else
            before = self._others.get(str(after.get("id")))
        name = _name(kind, after or before or asked)
        image = str((after or before or asked).get("image") or "") if kind == "products" else ""
        made = RecordAfter(
            sent.seq, sent.record_id, name, Rehearsed.COUNTED, sent.first_row, image=image,
            reason=self._words.get(sent.seq, ""),
        )  # fmt: skip
        if refusal is not None:
            sentence, words = refusal
            fields = self._fields(before, read_exact(self._as_sent(sent))) if self.reads else ()
            return replace(made, state=Rehearsed.REFUSED, fields=fields, reason=sentence, server_words=words)
        if state is ItemState.LEFT_OUT:
            return replace(made, state=Rehearsed.SAME)
        if not self.reads or made.reason:
            return made
        if before is None:
            return replace(made, state=Rehearsed.NEW)
        fields = self._fields(before, after or {})
        return replace(made, state=Rehearsed.CHANGED if fields else Rehearsed.SAME, fields=fields)

    def _fields(self, before: Raw | None, after: Raw) -> tuple[FieldAfter, ...]:
        kind = self._info.kind
        now_values = _values(kind, before) if before is not None else {}
        if kind == "customers" and "addresses" not in after:
            after = {**(before or {}), **after}
        return tuple(told(change) for change in changes(now_values, _values(kind, after)))

    def _is_same(self, sent: SentRecordOfRun) -> bool:
        before = self._before.get(sent.seq)
        if before is None:
            return False
        if self._info.kind == "customers":
            return is_written(before, sent.body)
        spec = WHOLE[self._info.kind]
        if not self._info.completes and any(unknown_fields(spec.model, before)):
            return False
        asked = read_exact(self._as_sent(sent))
        return not changes(_values(self._info.kind, before), _values(self._info.kind, asked))

    def _as_sent(self, sent: SentRecordOfRun) -> bytes:
        """The bytes of a record as the run sends them."""
        return self._completion.sent(sent.body, self._before.get(sent.seq))

    def _take(self, answers: Sequence[BeforeAnswer], into: dict[int, Raw | None]) -> None:
        chosen = {seq for answer in answers for seq in answer.seqs}
        ids = {each.seq: each.record_id for each in sent_records(self._workspace, self._info.id, chosen)}
        for answer in answers:
            for seq, (raw, _, words) in by_seq(self._info.kind, answer, ids).items():
                into[seq] = raw
                if words:
                    self._words[seq] = words

    def _sent(self, after: int = -1) -> Iterator[SentRecordOfRun]:
        return sent_records(self._workspace, self._info.id, after=after)


def _keep(wanted: AfterFilter) -> Callable[[RecordAfter], bool]:
    text = wanted.text.casefold()

    def keep(each: RecordAfter) -> bool:
        return (
            (not wanted.states or each.state in wanted.states)
            and (not wanted.field or any(one.change.field == wanted.field for one in each.fields))
            and (wanted.look is None or wanted.look in each.looks)
            and (not wanted.refusal or wanted.refusal in (each.server_words, each.reason))
            and (not text or text in each.name.casefold() or text in each.record_id.casefold())
        )

    return keep


def _refuse(info: RunInfo) -> None:
    if info.kind not in READ_KINDS and info.kind not in COUNTED_KINDS:
        raise ImportRefused(
            message("Runs of this kind cannot be rehearsed."),
            message("What they send reaches people; the practice store can be used to try it."),
        )
    if info.started_at is not None:
        raise ImportRefused(
            message("Plan {code} has begun already.", code=info.code), message("Go on with the run.")
        )


def _refusals(practised: Workspace, run_id: str) -> dict[int, tuple[str, str]]:
    """Number → our sentence and the store's own words, of the records that the practice store refused."""
    from svcconsole.workspace.runs.row_outcomes import outcomes_of

    found: dict[int, tuple[str, str]] = {}
    after = -1
    while page := outcomes_of(practised, run_id, after=after):
        after = page[-1].number
        for each in page:
            if each.state is ItemState.REJECTED:
                found[each.number] = (each.reason, each.server_words)
    return found


def _values(kind: str, raw: Raw) -> Values:
    if kind == "customers":
        return form_values(read_record(StoredCustomer, raw))
    spec = WHOLE[kind]
    values = spec.values_of(Seen(read_record(spec.stored, raw), raw, 0.0))
    if values.get("add_to_cart_disabled") is False:  # the default, which a store may or may not say
        values["add_to_cart_disabled"] = None
    return {name: plain(value) for name, value in values.items()}


def _name(kind: str, record: Raw) -> str:
    if kind in WHOLE:
        return str(record.get("name") or record.get("id") or "")
    names = " ".join(str(record[name]) for name in ("firstName", "lastName") if record.get(name))
    fields = ("email", "phoneNumber", "partnerCustomerId")
    return names or str(next((record[name] for name in fields if record.get(name)), ""))
