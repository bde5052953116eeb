"""Chatbot flows, with the abandoned cart they may carry (specification: endpoint 11)."""

from __future__ import annotations

from pydantic import model_validator

from svcconsole.api.models.common import Envelope, Number, Request, Text, Whole, refuse
from svcconsole.words.message import message


class OrderItem(Request):
    name: Text
    price: Number
    quantity: Number
    product_id: Whole
    variant_id: Whole | None = None


class PartnersData(Request):
    id: Text
    source: Text
    customer_id: Whole | None = None


class AbandonedCart(Request):
    id: Text
    phone_number: Text
    converted: bool
    cart_price: Number
    partners_data: PartnersData
    cart: list[OrderItem]


class AbandonedCartPayload(Request):
    checkout_id: Text
    phone_number: Text
    email: str | None = None
    abandoned_cart: AbandonedCart


class InitiateFlow(Request):
    """Start a chatbot flow for the person of `phone_number` or `email`."""

    app_id: Text | None = None
    medium: Text
    flow_id: Text
    phone_number: str | None = None
    email: str | None = None
    name: str | None = None
    node_name: str | None = None
    business_phone_number: str | None = None
    session_id: str | None = None
    carry_payload: dict[str, list[str]] | None = None
    payload: AbandonedCartPayload | None = None

    @model_validator(mode="after")
    def _someone_named(self) -> InitiateFlow:
        if not self.phone_number and not self.email:
            refuse(InitiateFlow, [(("phone_number",), message("or email is required"))], "required")
        return self


class StatusResponse(Envelope):
    """Initiate flow answers with a status only."""

    status_only = True
