"""Decides from the store's answer what became of the one customer that was sent, and asks for a customer of
whom no answer came."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from svcconsole.api.models.customers import GetCustomer
from svcconsole.api.value_path import value_at
from svcconsole.services.runs.batch_outcome import BatchOutcome, accepted_as
from svcconsole.words.message import message
from svcconsole.workspace.runs.ledger_entries import PendingRecord, RecordOutcome
from svcconsole.workspace.schema import ItemState

UNNAMED = message("The store accepted the request without saying which customer it wrote.")


def judge(batch: Sequence[PendingRecord], payload: object) -> BatchOutcome:
    """The engine's question: accepted where the answer holds a customer, else a person's to decide."""
    customer = customer_in(payload)
    people = tuple(_seen(item, customer) for item in batch) if customer is not None else ()
    identity = customer.get("id") if customer is not None else None
    outcomes = tuple(
        accepted_as(item, "" if identity is None else str(identity), said=False)
        if customer is not None
        else RecordOutcome(item.seq, item.record_id, ItemState.UNKNOWN, UNNAMED, tries=item.tries + 1)
        for item in batch
    )
    if customer is None:
        return BatchOutcome(outcomes, "doubt", UNNAMED)
    return BatchOutcome(outcomes, "ok", message("accepted"), people)


def customer_in(payload: object) -> Mapping[str, Any] | None:
    """The customer of an answer; None where it names none."""
    customer = value_at(payload, ("data", "customer"))
    return customer if isinstance(customer, Mapping) and customer else None


def is_told(payload: object) -> bool:
    """Whether an answer says what the store holds: one that it does not have is answered as an error."""
    return customer_in(payload) is not None


def question(sent: bytes) -> bytes | None:
    """The request that reads the customer of a request with everything; None where that names no external
    id, so that nothing is proved by who is found."""
    identity = json.loads(sent).get("partnerCustomerId")
    if not identity:
        return None
    return GetCustomer(
        partner_customer_id=identity, include_assets=True, include_address=True, include_tags=True
    ).wire()


def is_held(stored: Mapping[str, Any], sent: bytes) -> bool:
    """Whether a customer as the store answered is what the request of these bytes makes of it."""
    # The library of phones comes with it, which a run that was not interrupted does not need.
    from svcconsole.services.customers.customers import is_written

    try:
        return is_written(stored, sent)
    except ValidationError:  # a store may answer anything
        return False


def _seen(item: PendingRecord, customer: Mapping[str, Any]) -> dict[str, Any]:
    """The customer as answered, with the tags that were sent: those replace the store's, and the answer does
    not repeat them."""
    sent = json.loads(item.body)
    return {**({"tags": sent["tags"]} if "tags" in sent else {}), **customer}
