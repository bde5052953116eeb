"""Keeps which tasks and bad days were passed on this computer, and says what a profile's store still asks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from svcconsole import folders
from svcconsole.whole_file import write_whole
from svcconsole.words.message import Message, message

FILE = "practised.json"
TASKS = ("import", "message", "campaign", "report", "doubt")
BAD_DAYS = ("silent", "throttled", "withdrawn", "bad row", "broken")
ASKED = {"nothing": (), "tasks": TASKS, "all": (*TASKS, *BAD_DAYS)}
"""What a profile asks → what has to be passed before its store is written to."""
Passes = Mapping[str, Mapping[str, Any]]


def passes() -> Passes:
    """What was passed: by its id, when (`at`, ISO in UTC) and what is known of it; a file that cannot be read
    holds nothing."""
    try:
        found = json.loads((folders.data_dir() / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(key): value for key, value in found.items() if isinstance(value, dict)}


def note_passed(identity: str, **known: Any) -> Passes:
    """Note that a task or a bad day is passed, unless it is already; all that is passed now."""
    before = passes()
    if identity in before:
        return before
    at = datetime.now(UTC).isoformat(timespec="seconds")
    after = {**before, identity: {"at": at, **known}}
    write_whole(folders.data_dir() / FILE, json.dumps(after, ensure_ascii=False, indent=1).encode())
    return after


def still_asked(asks: str) -> tuple[str, ...]:
    """What is still to be passed where a profile asks this."""
    wanted = ASKED.get(asks, ASKED["all"])
    return tuple(each for each in wanted if each not in passes()) if wanted else ()


def refusal(store: str, asks: str) -> tuple[Message, Message] | None:
    """Why nothing may be written to a store yet, and what to do; None where nothing stands in the way."""
    left = still_asked(asks)
    if not left:
        return None
    done = len(ASKED.get(asks, ASKED["all"])) - len(left)
    return (
        message(
            "{store} asks for the practice tasks first: {done} of {all} are passed. Nothing was sent.",
            store=store,
            done=done,
            all=done + len(left),
        ),
        message("Open the practice store: its page Today leads through them."),
    )
