"""Words, icons and pills for an entry of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.grid.table import Mark
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.panels.activity.log_filters import action_words
from svcconsole.workspace.team.audit_entries import RESULT_WORDS, SUBJECT_WORDS

if TYPE_CHECKING:
    from svcconsole.workspace.team.audit_entries import LogEntry

ICONS: Final = {
    "planned": "clock", "plan changed": "edit", "started": "play", "resumed": "play", "stopped": "stop",
    "finished": "check", "deleted": "delete", "sent": "send", "saved": "edit", "decided": "decide",
    "decision taken back": "undo", "restored": "history", "united": "history", "forgotten": "ban",
    "invited": "plus", "role changed": "person", "removed": "minus", "locked": "lock",
    "limit changed": "settings", "approval asked": "help", "approved": "check", "sent back": "undo",
    "scheduled": "calendar", "schedule changed": "calendar", "schedule removed": "calendar",
}  # fmt: skip
RESULTS: Final = {
    "accepted": ("check", "success"),
    "in part": ("error", "danger"),
    "refused": ("error", "danger"),
    "to decide": ("decide", "warning"),
    "not sent": ("minus", "neutral"),
}


def what_words(entry: LogEntry) -> str:
    """What was done, and to what."""
    action = action_words(entry.action)
    subject = SUBJECT_WORDS.get(entry.subject, entry.subject)
    return tr("{action}: {subject}", action=action, subject=tr(subject)) if subject else action


def what_mark(entry: LogEntry) -> Mark:
    """The same with its icon, for a cell."""
    return Mark(ICONS.get(entry.action, "activity"), "text2", what_words(entry))


def outcome_pill(entry: LogEntry) -> PillValue | None:
    """How it ended; None for what has no end of its own."""
    if not entry.outcome:
        return None
    icon, tone = RESULTS.get(entry.outcome, ("unknown", "neutral"))
    return PillValue(tr(RESULT_WORDS.get(entry.outcome, entry.outcome)), icon, tone)


def short(digest: str) -> str:
    """The first and the last letters of a hash."""
    return f"{digest[:4]}…{digest[-2:]}" if digest else ""
