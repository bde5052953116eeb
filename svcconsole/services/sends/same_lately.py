"""Finds what is the same as something about to be sent by hand: sent from here within 24 hours, by a run or
by hand, or about to be sent by a run (rule W8)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.api.operations import (
    CREATE_TICKET,
    INITIATE_FLOW,
    SEND_MESSAGE,
    SEND_MESSAGE_V1,
    SEND_TEMPLATE,
    SEND_TEMPLATE_V1,
)
from svcconsole.services.helpdesk import tickets
from svcconsole.services.messaging import flows, messages
from svcconsole.services.messaging.templates import composed
from svcconsole.services.sends.recent_requests import keys_of, number_key
from svcconsole.tables.records.recipients import content_of
from svcconsole.tables.values.emails import email_key
from svcconsole.workspace.runs.sent_bodies import SentInRun, sent_like
from svcconsole.workspace.session import Session

Body = Mapping[str, Any]
_BESIDE = frozenset({"businessPhoneNumber", "medium"})
"""How a message is sent: another way to say the same to the same person is no other message."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """One kind of request that must not go twice unasked.

    `kind` is what one sent by itself is called in the ledger, `kinds` are all names of its like there. `keys`
    (of a request's bytes, with the region of numbers without a country code) tell it from others: two that
    share one are the same. `people` are the fields that name whom it concerns, phones and e-mail addresses;
    `named` is the field that does where nobody is named. `by_email`: one that shares no more than the e-mail
    address of its person may be the same.
    """

    kind: str
    kinds: tuple[str, ...]
    keys: Callable[[bytes, str | None], Iterable[str]]
    people: tuple[str, ...]
    named: str = ""
    by_email: bool = False


def _message_keys(body: bytes, region: str | None) -> tuple[str, ...]:
    read: Body = json.loads(body)
    said = {name: value for name, value in read.items() if name not in _BESIDE}
    payload = said.get("payload")
    if isinstance(payload, dict):
        if "templateId" in payload:
            said.setdefault("type", "DEFAULT")
        kept = {name: value for name, value in payload.items() if (name, value) != ("type", said.get("type"))}
        said["payload"] = kept
    number = number_key(str(read.get("contactIdentifier", "")), region)
    return (f"{number} {content_of(said)}",)


_MESSAGES = ("messages", "templates", messages.KIND, composed.KIND)
_MESSAGE = Guarded(messages.KIND, _MESSAGES, _message_keys, ("contactIdentifier",))
_TEMPLATE = Guarded(composed.KIND, _MESSAGES, _message_keys, ("contactIdentifier",))
GUARDED: Mapping[str, Guarded] = {
    SEND_MESSAGE.name: _MESSAGE,
    SEND_MESSAGE_V1.name: _MESSAGE,
    SEND_TEMPLATE.name: _TEMPLATE,
    SEND_TEMPLATE_V1.name: _TEMPLATE,
    INITIATE_FLOW.name: Guarded(
        flows.KIND,
        ("flows", flows.KIND),
        lambda body, region: keys_of("flows", body, region),
        ("phoneNumber", "email"),
        by_email=True,
    ),
    CREATE_TICKET.name: Guarded(
        tickets.KIND,
        ("tickets", tickets.KIND),
        lambda body, region: keys_of("tickets", body, region),
        ("customerPhoneNumber", "customerEmail"),
        "taskTitle",
    ),
}
"""By the name of the operation."""


def same_lately(access: Session, operation: str, body: bytes, region: str | None) -> SentInRun | None:
    """The newest of what is the same as this request of an operation, which is about to be sent by hand;
    None where there is none, or where the operation is not of `GUARDED`.

    Numbers without a country code are read as those of `region`.
    """
    guarded = GUARDED.get(operation)
    if guarded is None:
        return None
    read: Body = json.loads(body)
    numbers, emails = _people(guarded, read, region)
    ids = [*numbers, *(f"phoneNumber:{number}" for number in numbers), *(f"email:{one}" for one in emails)]
    ids += [str(read[guarded.named])] if guarded.named in read else []
    wanted = frozenset(guarded.keys(body, region))
    found = sent_like(access, guarded.kinds, ids, emails[0] if emails and guarded.by_email else "")
    return next((sent for sent in found if not wanted.isdisjoint(guarded.keys(sent.body, region))), None)


def _people(guarded: Guarded, body: Body, region: str | None) -> tuple[list[str], list[str]]:
    """The phone numbers and the e-mail addresses of whom a request concerns, as a run names its records."""
    texts = [(name, str(body[name])) for name in guarded.people if body.get(name)]
    emails = [email_key(text) for name, text in texts if name.lower().endswith("email")]
    return [number_key(text, region) for name, text in texts if not name.lower().endswith("email")], emails
