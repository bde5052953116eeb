"""What is written to the ledger of a run: records that wait, intents, outcomes and settlements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from svcconsole.workspace.schema import ItemState


@dataclass(frozen=True, slots=True)
class PendingRecord:
    """A planned record ready to be sent; `doubt_at` (epoch seconds) is when these bytes may already have
    landed. It is `intended` where the ledger says already that it is on the way."""

    seq: int
    record_id: str
    rows: int
    first_row: int
    last_row: int
    is_record: bool
    body: bytes
    tries: int
    doubt_at: float | None
    intended: bool = False

    def as_intended(self) -> PendingRecord:
        """The same, on the way as the ledger says: `replace` takes three times as long for each row."""
        return PendingRecord(
            self.seq, self.record_id, self.rows, self.first_row, self.last_row, self.is_record, self.body,
            self.tries, self.doubt_at, True,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PartOfRun:
    """Which records of a run are meant: those of a `lane`, of all where there is none, and of these the ones
    before the `before`th."""

    lane: int | None = None
    before: int | None = None


WHOLE = PartOfRun()


@dataclass(frozen=True, slots=True)
class Intent:
    """Note that these records are about to be sent in one request; `title` names their file rows."""

    operation: str
    title: str
    seqs: tuple[int, ...]
    sha256: str


@dataclass(frozen=True, slots=True)
class RecordOutcome:
    """Where a record that was on the way ended; `doubt_at` is kept while its bytes may have landed.

    `answer_id` is the store's id of a message that was accepted: from then on it is followed. `given_ids`
    are those it gave to a record that it refused, as JSON.
    """

    seq: int
    record_id: str
    state: ItemState
    reason: str = ""
    server_words: str = ""
    tries: int = 0
    doubt_at: float | None = None
    answer_id: str = ""
    given_ids: str = ""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Close an attempt: how the request ended and where each of its records stands."""

    attempt: int
    outcome: str
    status: int | None
    elapsed: float
    sentence: str
    outcomes: tuple[RecordOutcome, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request whose records had their intent in a window, noted once it ended; `at` (ISO in UTC) is when
    it left, `monotonic` the same by a clock that never goes back."""

    operation: str
    title: str
    seqs: tuple[int, ...]
    sha256: str
    at: str
    monotonic: float
    outcome: str
    status: int | None
    elapsed: float
    sentence: str
    outcomes: tuple[RecordOutcome, ...]


Entry = Intent | Settlement | Exchange


def outcomes_of(entries: Iterable[Settlement | Exchange]) -> list[RecordOutcome]:
    """Where the records of these requests ended."""
    return [outcome for entry in entries for outcome in entry.outcomes]


def span(seqs: tuple[int, ...]) -> str:
    """`3-7` for neighbours, `3,5,9` otherwise."""
    first, last = seqs[0], seqs[-1]
    return f"{first}-{last}" if last - first + 1 == len(seqs) > 1 else ",".join(map(str, seqs))


def is_in_span(seqs: str, seq: int) -> bool:
    """Whether `3-7` or `3,5,9` holds `seq`."""
    first, dash, last = seqs.partition("-")
    return int(first) <= seq <= int(last) if dash else str(seq) in seqs.split(",")
