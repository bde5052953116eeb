"""Which customers are read for a rehearsal: those of the plan, and those known here who share a contact."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from svcconsole.workspace.known.people import People
from svcconsole.workspace.runs.before_answers import ToRead
from svcconsole.workspace.runs.sent_records import SentRecordOfRun


@dataclass(frozen=True, slots=True)
class CustomerReads:
    """`own` of the plan's customers can be asked for; `others` share a phone or an e-mail with one of them,
    so that the store may take the one for the other."""

    own: int
    others: tuple[ToRead, ...]

    @property
    def calls(self) -> int:
        """How many calls that are: one each."""
        return self.own + len(self.others)


def customer_reads(people: People, sent: Iterable[SentRecordOfRun]) -> CustomerReads:
    """Look through everybody known here once."""
    own, external = 0, set[str]()
    by_contact: list[tuple[str, ...]] = []
    contacts: set[str] = set()
    for each in sent:
        body = json.loads(each.body)
        named = body.get("partnerCustomerId")
        keys = [f"phone:{body['phoneNumber']}"] if body.get("phoneNumber") else []
        keys += [f"email:{body['email'].casefold()}"] if body.get("email") else []
        contacts.update(keys)
        if named:
            external.add(named)
            own += 1
        else:
            by_contact.append(tuple(keys))
    services: dict[str, list[str]] = {}
    found: dict[str, str] = {}
    for contact, service, identity in people.holding(contacts):
        if service:
            services.setdefault(contact, []).append(service)
            found[service] = identity
    first = (next((one for key in keys for one in services.get(key, ())), "") for keys in by_contact)
    read = set(filter(None, first))
    own += sum(any(key in services for key in keys) for keys in by_contact)
    rest = (
        service for service, identity in found.items() if service not in read and identity not in external
    )
    others = tuple(
        ToRead(number, service, json.dumps({"id": service}).encode()) for number, service in enumerate(rest)
    )
    return CustomerReads(own, others)
