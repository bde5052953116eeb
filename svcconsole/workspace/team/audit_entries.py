"""One entry of the log: what it holds, how its hash is made, and the words for what was done."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from svcconsole.words.message import mark

FIRST = ""
"""What the first entry carries in the place of the hash of the one before."""


HASHED = (
    "seq", "at", "operator", "machine", "action", "subject", "count", "outcome", "details", "previous_sha256",
)  # fmt: skip
"""The values of an entry that its hash is made of, in this order."""


WHOSE_CHAIN: Mapping[bool, str] = {
    False: mark(
        "The log is a chain kept by this computer alone: whoever has the computer can write a new chain, "
        "unless its last hash was kept elsewhere before, as in a result file that somebody else has."
    ),
    True: mark(
        "The log is a chain kept by the team’s database: nobody in the team can change it, but whoever runs "
        "the server can, unless its last hash was kept elsewhere before, as in a result file."
    ),
}
"""What the log cannot prove by itself, by whether a team shares the workspace."""


class Action(StrEnum):
    """What was done."""

    PLANNED = "planned"
    PLAN_CHANGED = "plan changed"
    STARTED = "started"
    RESUMED = "resumed"
    STOP_ASKED = "stop asked"
    STOPPED = "stopped"
    FINISHED = "finished"
    LET_EVERYBODY = "everybody let"
    DELETED = "deleted"
    SENT = "sent"
    SAVED = "saved"
    DECIDED = "decided"
    UNDECIDED = "decision taken back"
    RESTORED = "restored"
    UNITED = "united"
    MOVED = "moved"
    FORGOTTEN = "forgotten"
    WIPED = "wiped"
    EXPIRED = "expired"
    HANDED_OVER = "handed over"
    TAKEN_IN = "taken in"
    TAKEN_BACK = "hand-over taken back"
    INVITED = "invited"
    ROLE_CHANGED = "role changed"
    REMOVED = "removed"
    LOCKED = "locked"
    LIMIT_CHANGED = "limit changed"
    APPROVAL_ASKED = "approval asked"
    APPROVED = "approved"
    SENT_BACK = "sent back"
    SCHEDULED = "scheduled"
    SCHEDULE_CHANGED = "schedule changed"
    UNSCHEDULED = "schedule removed"


class Result(StrEnum):
    """How it ended; blank for what has no end of its own."""

    NONE = ""
    ACCEPTED = "accepted"
    IN_PART = "in part"
    REFUSED = "refused"
    TO_DECIDE = "to decide"
    NOT_SENT = "not sent"


ACTION_WORDS: Mapping[str, str] = {
    Action.PLANNED: mark("Planned"),
    Action.PLAN_CHANGED: mark("Changed the plan"),
    Action.STARTED: mark("Started"),
    Action.RESUMED: mark("Went on"),
    Action.STOP_ASKED: mark("Asked it to stop"),
    Action.STOPPED: mark("Stopped"),
    Action.FINISHED: mark("Finished"),
    Action.LET_EVERYBODY: mark("Let everybody get it"),
    Action.DELETED: mark("Deleted the run"),
    Action.SENT: mark("Sent"),
    Action.SAVED: mark("Saved"),
    Action.DECIDED: mark("Decided"),
    Action.UNDECIDED: mark("Took a decision back"),
    Action.RESTORED: mark("Restored a backup"),
    Action.UNITED: mark("United two workspaces"),
    Action.MOVED: mark("Moved the workspace"),
    Action.FORGOTTEN: mark("Removed a person’s data"),
    Action.WIPED: mark("Wiped the workspace"),
    Action.EXPIRED: mark("Removed what was kept long enough"),
    Action.HANDED_OVER: mark("Handed open work over"),
    Action.TAKEN_IN: mark("Took a hand-over in"),
    Action.TAKEN_BACK: mark("Took a hand-over back"),
    Action.INVITED: mark("Invited"),
    Action.ROLE_CHANGED: mark("Changed a role"),
    Action.REMOVED: mark("Removed from the team"),
    Action.LOCKED: mark("Locked out"),
    Action.LIMIT_CHANGED: mark("Changed when a second person is needed"),
    Action.APPROVAL_ASKED: mark("Asked for approval"),
    Action.APPROVED: mark("Approved"),
    Action.SENT_BACK: mark("Sent back"),
    Action.SCHEDULED: mark("Scheduled"),
    Action.SCHEDULE_CHANGED: mark("Changed a schedule"),
    Action.UNSCHEDULED: mark("Removed a schedule"),
}
"""What each action is called; one that a newer program wrote is shown as it is."""

SUBJECT_WORDS: Mapping[str, str] = {
    "count_as_sent": mark("counted as sent"),
    "send_again": mark("sent once more"),
    "keep": mark("counted as not sent"),
    "proved": mark("proved by a webhook log"),
}
"""What was decided, in words; what else something was done to has a name of its own."""

RESULT_WORDS: Mapping[str, str] = {
    Result.ACCEPTED: mark("Accepted"),
    Result.IN_PART: mark("In part"),
    Result.REFUSED: mark("Refused"),
    Result.TO_DECIDE: mark("To decide"),
    Result.NOT_SENT: mark("Not sent"),
}

DETAIL_WORDS: Mapping[str, str] = {
    "run": mark("Run"),
    "runs": mark("Runs"),
    "kind": mark("Kind"),
    "plan": mark("Plan"),
    "sha256": mark("SHA-256 of the plan"),
    "sent": mark("Sent"),
    "refused": mark("Refused"),
    "not_sent": mark("Not sent"),
    "needs_decision": mark("To decide"),
    "left_out": mark("Left out"),
    "sentence": mark("Why"),
    "takes_back": mark("Takes back"),
    "person": mark("Person"),
    "handover": mark("Hand-over"),
    "account": mark("Account"),
    "role": mark("Role"),
    "from": mark("Before"),
    "to": mark("Now"),
    "people": mark("People"),
    "words": mark("Words"),
    "head": mark("Head of the log"),
    "schedule": mark("Schedule"),
    "job": mark("Job"),
    "rule": mark("Rule"),
    "bounds": mark("Bounds"),
}
"""What the details of an entry are called; others are shown by the name they are stored under."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry; `at` is ISO in UTC, `subject` what it was done to, `count` to how many. `details` never name
    a person of the store's: `person` in them are marks, `people` what these are called as long as that is
    known; `run` is the run it is about."""

    seq: int
    at: str
    operator: str
    machine: str
    action: str
    subject: str
    count: int
    outcome: str
    previous_sha256: str
    sha256: str
    details: Mapping[str, Any] = field(default_factory=dict)
    people: tuple[str, ...] = ()

    @property
    def run_id(self) -> str:
        """The run it is about; blank where it is about none."""
        return str(self.details.get("run", ""))


@dataclass(frozen=True, slots=True)
class Head:
    """The last entry: whoever keeps its hash elsewhere can tell later that nothing before it was changed."""

    seq: int
    at: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Verified:
    """Whether the log is whole: how many entries there are, and the first that is not as it was written."""

    entries: int
    broken: int | None = None

    @property
    def whole(self) -> bool:
        return self.broken is None


def entry_hash(entry: Mapping[str, Any]) -> str:
    """The SHA-256 of an entry: each value as UTF-8 behind the number of its bytes and a colon.

    A shared database computes the same by itself (`postgresql_rules`).
    """
    digest = hashlib.sha256()
    for name in HASHED:
        encoded = str(entry[name]).encode("utf-8", "surrogatepass")
        digest.update(b"%d:%s" % (len(encoded), encoded))
    return digest.hexdigest()
