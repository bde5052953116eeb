"""Reads events of webhooks, checks who signed them, and settles what they say of messages."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from svcconsole.services.deliveries.callback_evidence import evidence_of
from svcconsole.services.deliveries.deliveries import KINDS
from svcconsole.services.deliveries.states import State, moment_of, next_question, state_of
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.deliveries import Tracked
from svcconsole.workspace.runs.webhook_events import CLICK, WebhookEvent

SIGNATURE, TIMESTAMP = "X-Practice-Signature", "X-Practice-Timestamp"
"""The headers of the practice store; the specification names none (decisions, row 16)."""
OLDEST = timedelta(minutes=5)
"""A request that is older, or as much ahead of this clock, may be somebody's copy of an earlier one."""
LARGEST = 256 * 1024
LONGEST = 4_000
AT_ONCE = 500
GIVEN_UP_AFTER = timedelta(minutes=10)
"""So long it is waited for a message to be known here; after that it was sent from elsewhere."""
STATUS = "status"


class NotAnEvent(ValueError):
    """The body is none of an event; the text says why."""


def is_signed(secret: str, timestamp: str, signature: str, body: bytes, moment: datetime) -> bool:
    """Whether whoever knows the secret signed these bytes at about `moment`."""
    signed = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256)
    if not hmac.compare_digest(f"sha256={signed.hexdigest()}".encode(), signature.encode("utf-8", "replace")):
        return False
    try:
        said = datetime.fromtimestamp(int(timestamp), UTC)
    except (ValueError, OverflowError, OSError):
        return False
    return abs(moment - said) <= OLDEST


def read_event(body: bytes) -> WebhookEvent:
    """The event in a request's body; raises NotAnEvent."""
    try:
        read = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise NotAnEvent("the body is no JSON") from error
    if not isinstance(read, dict):
        raise NotAnEvent("the body is no object")
    told = {
        name: str(read[name]).replace("\0", "␀") if isinstance(read.get(name), str | int) else ""
        for name in ("id", "messageId", "status", "url", "occurredAt", "event")
    }
    callback = read.get("callbackData")
    if not told["id"] or not (told["messageId"] or callback):
        raise NotAnEvent("it names no event, or no message")
    is_click = bool(told["url"]) and not told["status"]
    return WebhookEvent(
        told["id"][:LONGEST],
        CLICK if is_click else STATUS,
        told["occurredAt"][:LONGEST],
        told["messageId"][:LONGEST],
        told["status"][:LONGEST],
        told["url"][:LONGEST],
        callback[:LONGEST] if isinstance(callback, str) else "",
        body.decode("utf-8", "replace").replace("\0", "␀")[:LONGEST],
    )


def settle_events(space: Workspace, by: str) -> int:
    """Note what the events that wait say of messages: their states, and that they were sent at all; how many
    were settled. What a run has on the way now waits on."""
    settled, last = 0, None
    while events := space.webhooks.open(AT_ONCE, last):
        settled, last = settled + _settle(space, events, by), events[-1]
    return settled


def _settle(space: Workspace, events: Sequence[WebhookEvent], by: str) -> int:
    space.deliveries.merge(KINDS)
    known = _known(space, events)
    unproved = [event for event in events if not _followed(known.get(event.message_id))]
    if unproved:
        _prove(space, unproved, by)
        space.deliveries.merge(KINDS)
        known |= _known(space, unproved)
    settled: list[tuple[str, str | None]] = []
    for event in events:
        tracked = known.get(event.message_id)
        if tracked is None and _is_new(event):
            continue
        settled.append((event.id, None if tracked is None else tracked.run_id))
        if tracked is not None and event.word:
            known[event.message_id] = _with_word(tracked, event)
    said = {event.message_id for event in events if event.word}
    space.deliveries.heard([each for each in known.values() if each.id in said])
    space.webhooks.settle(settled)
    return len(settled)


def _known(space: Workspace, events: Sequence[WebhookEvent]) -> dict[str, Tracked]:
    return {each.id: each for each in space.deliveries.named([event.message_id for event in events])}


def _followed(tracked: Tracked | None) -> bool:
    """Whether it is known what sent the message: there is nothing to prove then."""
    return tracked is not None and tracked.run_id is not None


def _prove(space: Workspace, events: Sequence[WebhookEvent], by: str) -> None:
    """Settle doubts about messages that these events name by their callback data."""
    read = (evidence_of(one.callback, one.message_id, one.word, one.said_at, one.body) for one in events)
    if evidence := [found for found in read if found is not None]:
        space.proofs.settle(evidence, "webhooks", by)


def _is_new(event: WebhookEvent) -> bool:
    """Whether the answer that gives the message its id may still be noted."""
    return moment_of(event.received_at) > datetime.now(UTC) - GIVEN_UP_AFTER


def _with_word(tracked: Tracked, event: WebhookEvent) -> Tracked:
    said = tracked.said
    if event.word not in (word for word, _ in said):
        said = (*said, (event.word, now()))
    state, _ = state_of(word for word, _ in said)
    # It goes on being asked about: what an event was lost of is found out so. No event says why one failed.
    without_reason = state is State.FAILED and not tracked.why
    next_at = now() if without_reason else next_question(state, tracked.at, datetime.now(UTC))
    return replace(tracked, said=said, known=True, next_at=next_at)
