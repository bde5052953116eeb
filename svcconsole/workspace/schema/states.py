"""The words stored for where a record, a row and a run stand."""

from __future__ import annotations

from enum import StrEnum


class ItemState(StrEnum):
    """Where one planned record stands (write-ahead ledger); the last two never had anything to send."""

    PLANNED = "planned"
    SENDING = "sending"
    ACKED = "acked"
    REJECTED = "rejected"
    UNKNOWN = "unknown"
    BLOCKED = "blocked"
    LEFT_OUT = "left_out"


class Bucket(StrEnum):
    """The four ends of a row; every row of a file is in exactly one."""

    SENT = "sent"
    REFUSED = "refused"
    NOT_SENT = "not_sent"
    NEEDS_DECISION = "needs_decision"


BUCKET_OF = {
    ItemState.ACKED: Bucket.SENT,
    ItemState.REJECTED: Bucket.REFUSED,
    ItemState.UNKNOWN: Bucket.NEEDS_DECISION,
    ItemState.PLANNED: Bucket.NOT_SENT,
    ItemState.SENDING: Bucket.NOT_SENT,
    ItemState.BLOCKED: Bucket.NOT_SENT,
    ItemState.LEFT_OUT: Bucket.NOT_SENT,
}


class Repeat(StrEnum):
    """What sending a run's bytes once more does: nothing new, or the same thing a second time."""

    UPSERT = "upsert"
    ONCE = "once"


class RunState(StrEnum):
    PLANNED = "planned"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"
    FINISHED = "finished"


class ImportState(StrEnum):
    """Where an import of a file stands; one that was handed over has the code of the hand-over behind
    `drafts.imports.HANDED` instead."""

    OPEN = "open"
    PLANNED = "planned"


PREPARING = "preparing"
"""The state of a run whose plan is being written, or taken away: no list and no search knows it."""
