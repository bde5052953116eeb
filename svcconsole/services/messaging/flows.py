"""Prepares a flow before it is started: its request, the cart's total, the customer it concerns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from svcconsole.api.models.flows import InitiateFlow
from svcconsole.api.value_path import value_at
from svcconsole.services.messaging.messages import people_of as people_of_number
from svcconsole.tables.values.phones import phone_key
from svcconsole.words.message import Number, message
from svcconsole.workspace.known.registries import Key, RegistryKind

KIND = "flow"
"""How started flows are named in the ledger and among the drafts."""
Values = dict[str, Any]
PHONES: tuple[tuple[str, ...], ...] = (
    ("phone_number",),
    ("business_phone_number",),
    ("payload", "phone_number"),
    ("payload", "abandoned_cart", "phone_number"),
)
"""Where a phone number stands."""
CART_PHONES = PHONES[2:]
PLAIN: tuple[tuple[str, ...], ...] = (
    ("flow_id",),
    ("session_id",),
    ("email",),
    ("payload", "checkout_id"),
    ("payload", "email"),
    ("payload", "abandoned_cart", "id"),
    ("payload", "abandoned_cart", "partners_data", "id"),
)
"""Where an id or an e-mail address stands."""
OF_PERSON = (
    *CART_PHONES,
    ("payload", "email"),
    ("payload", "checkout_id"),
    ("payload", "abandoned_cart", "id"),
    ("payload", "abandoned_cart", "partners_data", "id"),
    ("payload", "abandoned_cart", "partners_data", "customer_id"),
)
"""What of a cart tells whose it is."""
PRICE = ("payload", "abandoned_cart", "cart_price")


def as_sent(values: Mapping[str, Any], region: str | None) -> Values:
    """The flow as it goes out: nothing blank, phone numbers in full, no blanks around ids and e-mails."""
    made: Values = _without_blanks(values)
    for path in (*PHONES, *PLAIN):
        holder = value_at(made, path[:-1])
        if isinstance(holder, dict) and isinstance(text := holder.get(path[-1]), str):
            holder[path[-1]] = phone_key(text, region) if path in PHONES else text.strip()
    return made


def total(values: Mapping[str, Any]) -> Decimal | None:
    """What the rows of the cart add up to; None while one of them has no number."""
    rows = value_at(values, ("payload", "abandoned_cart", "cart")) or []
    parts = [(row.get("price"), row.get("quantity")) for row in rows]
    if not parts or not all(isinstance(n, int | Decimal) for part in parts for n in part):
        return None
    return sum((Decimal(price) * Decimal(many) for price, many in parts), Decimal())


def doubts(values: Mapping[str, Any], region: str | None) -> Iterator[tuple[tuple[str, ...], str]]:
    """What is worth a look in a cart: its place and a sentence."""
    counted, said = total(values), value_at(values, PRICE)
    if counted is not None and isinstance(said, int | Decimal) and counted != said:
        sentence = message(
            "The rows add up to {counted}; the cart's price says {said}.",
            counted=Number(float(counted), 2, grouped=False),
            said=Number(float(said), 2, grouped=False),
        )
        yield PRICE, sentence
    whom = phone_key(str(values.get("phone_number") or ""), region)
    for path in CART_PHONES:
        number = str(value_at(values, path) or "")
        if whom and number and phone_key(number, region) != whom:
            yield path, message("This is another number than the recipient's, {whom}.", whom=whom)


def people_of(flow: InitiateFlow, region: str | None) -> tuple[str, ...]:
    """Keys of the person by which their page finds the flow."""
    return people_of_number(flow.phone_number, region, flow.email)


def learned_from(flow: InitiateFlow) -> tuple[Key, ...]:
    """What an accepted one shows to exist in the store."""
    found = (
        (RegistryKind.FLOWS, flow.flow_id),
        (RegistryKind.NODES, flow.node_name),
        (RegistryKind.BRAND_NUMBERS, flow.business_phone_number),
    )
    return tuple((kind, key) for kind, key in found if key)


def _without_blanks(value: Any) -> Any:
    if isinstance(value, Mapping):
        made = {name: _without_blanks(part) for name, part in value.items()}
        return {name: part for name, part in made.items() if not _is_blank(part)}
    return [_without_blanks(part) for part in value] if isinstance(value, list) else value


def _is_blank(value: Any) -> bool:
    return not value.strip() if isinstance(value, str) else value in (None, {})
