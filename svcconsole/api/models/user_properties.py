"""User properties, recorded in bulk (specification: UserProperty, endpoint 13)."""

from __future__ import annotations

from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field

from svcconsole.api.models.common import Envelope, LooseId, LooseText, Record, Request, Text


class UserProperty(Request):
    """One entry: exactly these 17 fields; times are any text that is not empty (decisions, row 33)."""

    first_name: str
    last_name: str
    source: str | None = None
    phone_number: str | None = None
    alternate_phone_number: str | None = None
    email: str | None = None
    address1: str | None = None
    address2: str | None = None
    city: str | None = None
    state: str | None = None
    country: str | None = None
    created_at: Text | None = None
    updated_at: Text | None = None
    email_marketing_consent: bool | None = None
    sms_marketing_consent: bool | None = None
    tags: list[str] | None = None
    partner_customer_id: str | None = None


Entry = TypeVar("Entry")


class UserPropertiesOf(Request, Generic[Entry]):
    """The request around its entries, which a store reads one by one (specification, endpoint 13)."""

    app_id: Text | None = None
    user_properties: Annotated[list[Entry], Field(min_length=1)]


class RecordUserProperties(UserPropertiesOf[UserProperty]):
    """The request as it is sent: a client sends no entry that it knows to be wrong."""


class RefusedUserProperty(Record):
    """An entry the store refused: the entry as submitted (in the extra fields), and why."""

    store_id: LooseId = None
    customer_id: LooseId = None
    error: LooseText = None


class UserPropertyCounts(Record):
    """The store's totals; entries of `docs_failed_to_update` have no known shape (decisions, row 13)."""

    create_count: Any = None
    update_count: Any = None
    docs_failed_to_update: Any = None


class UserPropertiesData(Record):
    invalid_user_properties: list[RefusedUserProperty] | None = None
    bulk_upsert_up_response: Annotated[UserPropertyCounts | None, Field(alias="bulkUpsertUPResponse")] = None


class UserPropertiesResponse(Envelope):
    """`status` is a number or true (decisions, row 14)."""

    data: UserPropertiesData
