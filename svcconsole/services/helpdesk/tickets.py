"""Prepares tickets: the fields each choice needs, references, presets, and what is remembered of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.api.models.helpdesk import REQUIRED_BY_ASSIGNMENT, REQUIRED_BY_CHANNEL, CreateTicket
from svcconsole.tables.values.emails import email_key
from svcconsole.tables.values.phones import phone_key
from svcconsole.workspace.known.registries import Key, RegistryKind

KIND = "ticket"
"""How tickets are named in the ledger, among the drafts and the presets."""
ALWAYS = ("channel", "assignment_type", "label_ids", "context")
OF_REGISTRY: Mapping[str, RegistryKind] = {
    "agent_mail": RegistryKind.AGENTS,
    "team_id": RegistryKind.TEAMS,
    "label_ids": RegistryKind.LABELS,
    "brand_phone_number": RegistryKind.BRAND_NUMBERS,
    "brand_email": RegistryKind.BRAND_EMAILS,
}
"""Field → the registry its values are kept in."""
_REFERENCE = re.compile(r"(?:^|\n)Ref ([2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4})$")
OF_THE_CUSTOMER = frozenset({"customer_phone_number", "customer_email", "task_title"})
"""What a preset never holds: it belongs to one customer."""
Values = dict[str, Any]


OF_CHANNELS = frozenset(name for names in REQUIRED_BY_CHANNEL.values() for name in names)
"""What one channel or another needs, and every channel takes (decisions, row 41)."""


def fields_of(assignment: object) -> frozenset[str]:
    """The fields a ticket of this assignment has, whatever its channel."""
    return frozenset(ALWAYS) | OF_CHANNELS | frozenset(REQUIRED_BY_ASSIGNMENT.get(str(assignment), ()))


def required_of(channel: object, assignment: object) -> frozenset[str]:
    """Those of them without which there is no such ticket."""
    return frozenset(REQUIRED_BY_CHANNEL.get(str(channel), ())).union(
        REQUIRED_BY_ASSIGNMENT.get(str(assignment), ())
    )


def reference_line(reference: str) -> str:
    """How a reference stands in the notes of a ticket."""
    return f"Ref {reference}"


def as_sent(values: Mapping[str, Any], reference: str) -> Values:
    """The ticket as it goes out: only the fields its choices have, the reference under the notes."""
    kept = fields_of(values.get("assignment_type"))
    made = {name: value for name, value in values.items() if name in kept and value not in (None, "", [])}
    if reference:
        made["context"] = with_reference(str(made.get("context") or ""), reference)
    return made


def with_reference(notes: str, reference: str) -> str:
    """The notes with the reference's line under them."""
    return f"{notes}\n{reference_line(reference)}" if notes else reference_line(reference)


def reference_in(body: bytes) -> str:
    """The reference under the notes of a ticket as it was sent; blank where there is none."""
    try:
        notes = json.loads(body).get("context")
    except (ValueError, RecursionError, AttributeError):
        return ""
    found = _REFERENCE.search(notes) if isinstance(notes, str) else None
    return found[1] if found is not None else ""


def without_reference(context: str | None, reference: str) -> str | None:
    """The notes as they were typed, before the reference was put under them."""
    if context is None or not reference:
        return context
    return context.removesuffix(reference_line(reference)).removesuffix("\n") or None


def title_of(ticket: CreateTicket, channel_words: str) -> str:
    """What a ticket is called in lists: its task, else its customer."""
    return ticket.task_title or about(ticket) or channel_words


def about(ticket: CreateTicket) -> str:
    """Whom the ticket concerns, as it was sent."""
    return ticket.customer_phone_number or ticket.customer_email or ""


def people_of(ticket: CreateTicket, region: str | None) -> tuple[str, ...]:
    """Keys of the customer by which the person's page finds the ticket."""
    keys = (
        f"phone:{phone_key(ticket.customer_phone_number, region)}" if ticket.customer_phone_number else "",
        f"email:{email_key(ticket.customer_email)}" if ticket.customer_email else "",
    )
    return tuple(key for key in keys if key)


def learned_from(ticket: CreateTicket) -> tuple[Key, ...]:
    """What an accepted ticket shows to exist in the store."""
    return tuple(
        (kind, str(value)) for name, kind in OF_REGISTRY.items() for value in _each(getattr(ticket, name))
    )


@dataclass(frozen=True, slots=True)
class Filled:
    """What a preset puts into a form, and the fields it left alone because they were filled."""

    values: Mapping[str, Any]
    left_alone: tuple[str, ...]


def fill(preset: Mapping[str, Any], values: Mapping[str, Any], chosen: Iterable[str]) -> Filled:
    """A preset over what is in the form: only what is empty is filled, what was typed stays.

    `chosen`: the segments a person has set by hand; they count as typed, the others as empty.
    """
    by_hand = frozenset(chosen)
    choices = ("channel", "assignment_type")

    def is_free(name: str) -> bool:
        return name not in by_hand if name in choices else values.get(name) in (None, "", [])

    free = {name: value for name, value in preset.items() if is_free(name)}
    after = {**values, **{name: free[name] for name in choices if name in free}}
    channel, assignment = after.get("channel"), after.get("assignment_type")
    fields = fields_of(assignment)
    if channel != preset.get("channel", channel):  # what was kept for another channel is only taken if needed
        fields = frozenset(ALWAYS) | required_of(channel, assignment)
    wanted = {name: value for name, value in free.items() if name in fields and value != values.get(name)}
    left = tuple(
        name
        for name, value in preset.items()
        if value != values.get(name) and (not is_free(name) or name not in fields)
    )
    return Filled(wanted, left)


def preset_of(values: Mapping[str, Any]) -> Values:
    """What a preset keeps of a form: not the customer, nothing that is empty, nothing that is hidden."""
    fields = fields_of(values.get("assignment_type")) - OF_THE_CUSTOMER
    return {name: value for name, value in values.items() if name in fields and value not in (None, "", [])}


def _each(value: Any) -> Iterable[Any]:
    if value is None or value == "":
        return ()
    return value if isinstance(value, list) else (value,)
