"""The frozen records that the workspace returns about runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from svcconsole.workspace.schema import Bucket, ItemState, Repeat, RunState


@dataclass(frozen=True, slots=True)
class FileRow:
    """A row of the file as it was read: `number` counts data rows from 1, `line` is where it starts in
    the file."""

    number: int
    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One record of a plan with the file rows it came from.

    `body` is the record's JSON, frozen: these bytes are sent, also again. Without a body the state is BLOCKED
    or LEFT_OUT and `reason` says why. `is_record` is False for stray rows that never were
    a record. A message to the number `record_id` has a `content`: sixteen bytes that are the same in all that
    say the same, the business number that is its `sender`, blank for the store's default one, and its
    `template`, blank for none; `lane` and `arm` are numbers in the terms of its run.
    """

    record_id: str
    rows: tuple[FileRow, ...]
    body: bytes | None
    state: ItemState = ItemState.PLANNED
    reason: str = ""
    is_record: bool = True
    content: bytes = b""
    sender: str = ""
    template: str = ""
    lane: int | None = None
    arm: int | None = None


@dataclass(frozen=True, slots=True)
class NewRun:
    """What a run is made of beside its items; `id` where the items name it already, `effect` says what
    sending its bytes twice would do.

    `operator` is who planned it, `mapping` how the file's columns were understood, in words, `takes_back` the
    run whose changes it restores. `keeps_before`: what the store holds is read before the first record goes;
    it `completes` them where what their bytes do not name is sent as the store held it then.
    `terms` is what a campaign is held to (JSON), and only its first `free_until` records may leave at first.
    """

    kind: str
    title: str
    path: str
    file_name: str
    fingerprint: str
    header: tuple[str, ...]
    import_id: str | None = None
    id: str = ""
    effect: Repeat = Repeat.UPSERT
    operator: str = ""
    mapping: str = ""
    takes_back: str | None = None
    keeps_before: bool = False
    completes: bool = False
    terms: str = ""
    free_until: int | None = None


@dataclass(frozen=True, slots=True)
class RunInfo:
    """A run as listed; times are ISO in UTC, `sentence` says why it waits or stopped, `rows_per_minute` is
    the limit somebody set to its pace. The last fields are those of `NewRun`; `rehearsed_sha256` is the hash
    of the plan that was rehearsed at `rehearsed_at`, `sha256` that of the whole plan as it was frozen."""

    id: str
    code: str
    kind: str
    title: str
    state: RunState
    sentence: str
    import_id: str | None
    path: str
    file_name: str
    fingerprint: str
    header: tuple[str, ...]
    rows: int
    products: int
    left_out: int
    rows_per_minute: int | None
    created_at: str
    started_at: str | None
    finished_at: str | None
    effect: str = "upsert"
    single: bool = False
    operator: str = ""
    mapping: str = ""
    takes_back: str | None = None
    keeps_before: bool = False
    rehearsed_at: str | None = None
    rehearsed_sha256: str | None = None
    sha256: str | None = None
    terms: str = ""
    free_until: int | None = None
    stop_asked_at: str | None = None
    completes: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """The four ends of rows or products; they add up to their number."""

    sent: int = 0
    refused: int = 0
    not_sent: int = 0
    needs_decision: int = 0

    @property
    def total(self) -> int:
        return self.sent + self.refused + self.not_sent + self.needs_decision


@dataclass(frozen=True, slots=True)
class Totals:
    """A run's file rows by their end; `left_out` of `not_sent` had nothing to
    send, `to_put_right` of those for a mistake, `on_the_way` is in
    flight now."""

    rows: int
    sent: int
    refused: int
    not_sent: int
    needs_decision: int
    left_out: int
    to_put_right: int = 0
    on_the_way: int = 0
    products: Counts = field(default_factory=Counts)
    records_left_out: int = 0

    def as_json(self, run_id: str) -> dict[str, Any]:
        """The totals line of the command line: sent + refused + not_sent + needs_decision = rows."""
        return {
            "run": run_id,
            "rows": self.rows,
            "sent": self.sent,
            "refused": self.refused,
            "not_sent": self.not_sent,
            "needs_decision": self.needs_decision,
            "products": asdict(self.products),
        }


@dataclass(frozen=True, slots=True)
class Reason:
    """Why rows ended as they did: our sentence, the store's own words, and how many rows and products."""

    sentence: str
    server_words: str
    rows: int = 0
    products: int = 0


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One file row with its end; `given_id` is the id the store's answer gave what became of it."""

    number: int
    line: int
    cells: tuple[str, ...]
    bucket: Bucket
    reason: str
    server_words: str
    at: str | None
    record_id: str
    given_id: str = ""


@dataclass(frozen=True, slots=True)
class RowsOfRun:
    """A page of rows and how many there are in all."""

    total: int
    rows: tuple[ResultRow, ...]


@dataclass(frozen=True, slots=True)
class RunEvent:
    """A line of what just happened; `level` is ok, refused, doubt, wait or info."""

    at: str
    level: str
    title: str
    detail: str


class Decision(StrEnum):
    """What counts for a record whose end is unknown: it arrived, it goes once more, it did not arrive; or a
    log proves that it arrived, which nobody can take back."""

    COUNT_AS_SENT = "count_as_sent"
    SEND_AGAIN = "send_again"
    KEEP = "keep"
    PROVED = "proved"


@dataclass(frozen=True, slots=True)
class NewSend:
    """One thing to send by itself. `body` is frozen: these bytes are sent, also when tried again.

    `operation` is its name in the table of operations, `about` whom or what it concerns in words, `reference`
    a text in the body that finds it in the store later, `fingerprint` the hash of the body without it,
    `people` keys of the persons it concerns, `form` what a form needs to open it again.
    """

    operation: str
    effect: Repeat
    kind: str
    title: str
    body: bytes
    fingerprint: str
    about: str = ""
    reference: str = ""
    draft_token: str = ""
    people: tuple[str, ...] = ()
    form: str = ""
    retry_of: str | None = None


@dataclass(frozen=True, slots=True)
class SentRecord:
    """What was sent by itself, and how it stands; `answer` is the store's answer as it came, times are ISO
    in UTC."""

    run_id: str
    seq: int
    kind: str
    operation: str
    title: str
    about: str
    reference: str
    state: ItemState
    at: str
    reason: str
    server_words: str
    answer_id: str | None
    answer: Mapping[str, Any] | None
    body: bytes
    form: str
    retry_of: str | None
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubt:
    """A record whose end is unknown, of any run; `single` when it was sent by itself."""

    run_id: str
    seq: int
    kind: str
    title: str
    about: str
    reference: str
    record_id: str
    single: bool
    rows: int
    first_row: int
    last_row: int
    reason: str
    server_words: str
    at: str
    tries: int
    run_state: RunState
    file_name: str
    code: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request in which a record was sent; `settled_at` is None where the console ended before its end
    was noted."""

    operation: str
    intended_at: str
    settled_at: str | None
    outcome: str | None
    status: int | None
    elapsed: float | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision as it was logged; `undoable` while the record stands as it was decided."""

    id: int
    decision: Decision
    by: str
    at: str
    undoable: bool
    new_run_id: str | None
    doubt: Doubt
