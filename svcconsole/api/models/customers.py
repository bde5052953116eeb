"""Customers with addresses and contact assets (specification: SvcPlatformCustomer, endpoints 15 and 16)."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import model_validator

from svcconsole.api.models.common import (
    Envelope,
    LooseId,
    LooseText,
    Number,
    Record,
    Request,
    Text,
    refuse,
)
from svcconsole.api.models.resource import Absent, Resource
from svcconsole.api.models.ui import Ui
from svcconsole.words.message import message


class Address(Resource[Absent]):
    partner_address_id: str | None = None
    address_id: str | None = None
    address1: Annotated[Text, Ui(label=message("Address line 1"))] | Absent
    address2: Annotated[str | None, Ui(label=message("Address line 2"))] = None
    city: Text | Absent
    country: Text | Absent
    country_code: Text | Absent
    state: Text | Absent
    state_code: str | None = None
    zip: Text | Absent
    latitude: Number | None = None
    longitude: Number | None = None
    timezone: str | None = None
    first_name: str | None = None
    last_name: str | None = None
    phone_number: str | None = None
    email: str | None = None
    is_default: Annotated[bool | None, Ui(label=message("Default address"))] = None


class Customer(Resource[Absent]):
    """What of a customer is sent and answered in the same form."""

    partner_customer_id: str | None = None
    first_name: str | None = None
    last_name: str | None = None
    phone_number: str | None = None
    email: str | None = None


class UpsertCustomer(Customer):
    """One customer; an absent field keeps its value, an empty text empties it (decisions, rows 11 and 32)."""

    secondary_email: str | None = None
    secondary_phone_number: str | None = None
    alternate_emails: list[str] | None = None
    alternate_phone_numbers: list[str] | None = None
    secondary_emails: list[str] | None = None
    secondary_phone_numbers: list[str] | None = None
    over_write_assets: bool | None = None
    tags: list[str] | None = None
    addresses: list[Address] | None = None

    @model_validator(mode="after")
    def _reachable(self) -> UpsertCustomer:
        if not self.email and not self.phone_number:
            refuse(UpsertCustomer, [(("email",), message("or phoneNumber is required"))])
        return self


class GetCustomer(Request):
    """Found by either id; the second's wire name starts with the connection's prefix (decisions, row 21)."""

    partner_customer_id: str | None = None
    svc_customer_id: str | None = None
    include_assets: bool | None = None
    include_address: bool | None = None
    include_tags: bool | None = None

    @model_validator(mode="after")
    def _someone_named(self) -> GetCustomer:
        if not self.partner_customer_id and not self.svc_customer_id:
            refuse(GetCustomer, [(("partner_customer_id",), message("or svcCustomerId is required"))])
        return self

    def wire(self, prefix: str = "svc") -> bytes:
        fields = self.model_dump(mode="json", by_alias=True, exclude_none=True)
        named = {
            f"{prefix}CustomerId" if name == "svcCustomerId" else name: value
            for name, value in fields.items()
        }
        return json.dumps(named, ensure_ascii=False, separators=(",", ":")).encode()


StoredAddress = Address[None]


class Asset(Record):
    """A secondary e-mail or phone number; `asset_name` is PHONE_NUMBER or EMAIL."""

    id: LooseId = None
    created_at: LooseText = None
    asset_name: LooseText = None
    asset_value: LooseText = None
    country_code: LooseText = None


class Identified(Record):
    """An answer that begins with the service's own id."""

    id: LooseId = None


class StoredCustomer(Customer[None], Identified):
    """A customer as returned; addresses, assets and tags only when they were asked for."""

    country_code: LooseText = None
    created_at: LooseText = None
    updated_at: LooseText = None
    addresses: list[StoredAddress] | None = None
    assets: list[Asset] | None = None
    tags: Any = None

    @property
    def tag_names(self) -> tuple[str, ...]:
        """The tags as text: texts as they are, objects by their name, tag or label (decisions, row 12)."""
        return tuple(map(_tag_name, self._tag_list()))

    @property
    def tags_are_names(self) -> bool:
        """Whether the tags can be sent back as `tag_names`: not where one text may be several tags, nor where
        an object has no name."""
        several = isinstance(self.tags, str) and any(sign in self.tags for sign in _BETWEEN_TAGS)
        return not several and all(isinstance(tag, str) or _name_in(tag) for tag in self._tag_list())

    def _tag_list(self) -> list[Any]:
        return self.tags if isinstance(self.tags, list) else [] if self.tags in (None, "") else [self.tags]


_BETWEEN_TAGS = ",;|\n"


def _tag_name(tag: object) -> str:
    return _name_in(tag) or (tag if isinstance(tag, str) else json.dumps(tag, ensure_ascii=False))


def _name_in(tag: object) -> str:
    """What a tag that is an object calls itself; blank for every other."""
    if not isinstance(tag, dict):
        return ""
    return str(next((tag[key] for key in ("name", "tag", "label") if tag.get(key)), ""))


class CustomerData(Record):
    customer: StoredCustomer


class CustomerResponse(Envelope):
    data: CustomerData
