"""Checks every phone number and e-mail address of a request, wherever in it they stand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus

from pydantic import BaseModel

from svcconsole.api.models.common import Request
from svcconsole.sandbox.http.answers import Refused
from svcconsole.sandbox.rules.contacts import is_email, is_phone

Kind = tuple[Callable[[str], bool], str]
PHONE: Kind = (is_phone, "a phone number with its country code")
EMAIL: Kind = (is_email, "an e-mail address")
FIELDS: Mapping[str, Kind] = {
    **dict.fromkeys(
        (
            "contactIdentifier",
            "businessPhoneNumber",
            "phoneNumber",
            "alternatePhoneNumber",
            "alternatePhoneNumbers",
            "secondaryPhoneNumber",
            "secondaryPhoneNumbers",
            "brandPhoneNumber",
            "customerPhoneNumber",
            "phone_number",
        ),
        PHONE,
    ),
    **dict.fromkeys(
        (
            "email",
            "emails",
            "alternateEmails",
            "secondaryEmail",
            "secondaryEmails",
            "brandEmail",
            "customerEmail",
            "agentMail",
        ),
        EMAIL,
    ),
}
"""Every field of every request that holds one, by its wire name. An empty text is none, an empty entry of a
list is refused; blanks around are not looked at."""


def check_contacts(request: Request) -> None:
    """Refused with 400 for each value that cannot be what its field holds; nothing stored is looked at."""
    if faults := list(contact_faults(request)):
        raise Refused(HTTPStatus.BAD_REQUEST, *faults)


def contact_faults(value: BaseModel, place: str = "") -> Iterator[str]:
    """A sentence for each such value, beginning with its wire path. What has names of the caller's own, as
    the payload of a flow, has no fields."""
    for name, field in type(value).model_fields.items():
        wire = field.alias or name
        said = getattr(value, name)
        if said != "":
            yield from _in_value(said, f"{place}{wire}", FIELDS.get(wire))


def _in_value(value: object, place: str, kind: Kind | None) -> Iterator[str]:
    if isinstance(value, list | tuple):
        for position, one in enumerate(value):
            yield from _in_value(one, f"{place}[{position}]", kind)
    elif isinstance(value, BaseModel):
        yield from contact_faults(value, f"{place}.")
    elif kind is not None and isinstance(value, str) and not kind[0](value.strip(" ")):
        yield f"{place} must be {kind[1]}, not {json.dumps(value, ensure_ascii=False)}"
