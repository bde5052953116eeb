"""Generators: plain products for volume, and Hypothesis strategies of valid requests as sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Literal, get_args, get_origin

from hypothesis import strategies as st
from pydantic import BaseModel

from svcconsole.api.models import catalog, customers, flows, helpdesk, messaging, reports, templates
from svcconsole.api.operations import Operation

Wire = dict[str, Any]
Values = st.SearchStrategy[Any]


def product(number: int, variants: int = 1, **changes: Any) -> Wire:
    """A valid product; equal numbers give equal products, ids sort as their numbers do."""
    identifier = f"P{number:06}"
    url = f"https://shop.example/products/{number}"
    combinations = [
        {
            "id": f"{identifier}-{variant}",
            "name": "Default" if variants == 1 else f"Size {variant}",
            "productId": identifier,
            "price": 10 + number % 90 + 0.99,
            "discountedPrice": 10 + number % 90,
            "quantity": number % 25,
            "image": f"{url}.png",
            "productUrl": url,
            **({"options": {"Size": str(variant)}} if variants > 1 else {}),
        }
        for variant in range(1, variants + 1)
    ]
    plain = {"id": identifier, "name": f"Product {number}", "url": url, "currency": "EUR"}
    return {**plain, "photos": [{"photoUrl": f"{url}.png"}], "combinations": combinations, **changes}


def products(count: int, variants: int = 1, **changes: Any) -> list[Wire]:
    return [product(number, variants, **changes) for number in range(1, count + 1)]


def customer(number: int, **changes: Any) -> Wire:
    """A valid customer with one address and one more of each contact; equal numbers give equal customers."""
    home = {"partnerAddressId": f"home-{number}", "address1": f"{number} Lake Road", "city": "Delhi"}
    place = {"country": "India", "countryCode": "IN", "state": "Delhi", "zip": "110001", "isDefault": True}
    return {
        "partnerCustomerId": f"C{number:06}",
        "firstName": f"Asha {number}",
        "lastName": "Rao",
        "phoneNumber": f"+9198{number:08}",
        "email": f"customer{number}@shop.example",
        "secondaryPhoneNumber": f"+9197{number:08}",
        "alternateEmails": [f"other{number}@shop.example"],
        "tags": ["fair", "retail"],
        "addresses": [{**home, **place}],
        **changes,
    }


def wire_requests(operation: Operation[Any, Any]) -> st.SearchStrategy[Wire]:
    """Any valid request of the operation, as parsed JSON without nulls."""
    payloads = MESSAGES.get(operation.request)
    return _with_payload_of(payloads, operation.request) if payloads else _model(operation.request)


def _model(model: type[BaseModel]) -> st.SearchStrategy[Wire]:
    needed: dict[str, Values] = {}
    optional: dict[str, Values] = {}
    for name, field in model.model_fields.items():
        values = _named[name] if name in _named else _values(field.annotation, _least(field.metadata))
        (needed if field.is_required() or name in _always else optional)[field.alias or name] = values
    return st.fixed_dictionaries(needed, optional=optional).map(_fitting.get(model, lambda wire: wire))


def _least(metadata: list[Any]) -> int:
    return max((part.min_length for part in metadata if hasattr(part, "min_length")), default=0)


def _values(kind: Any, least: int = 0) -> Values:
    origin, arguments = get_origin(kind), get_args(kind)
    if hasattr(kind, "__metadata__"):
        return _values(kind.__origin__, _least_of_annotated(kind))
    if origin in _holders:
        return _holders[origin](arguments, least)
    if arguments:
        return st.one_of([_values(one, least) for one in arguments if one is not type(None)])
    if issubclass(kind, BaseModel):
        return st.deferred(lambda: _model(kind))
    return st.text(min_size=least, max_size=8) if kind is str else _plain[kind]


_holders: dict[Any, Callable[[tuple[Any, ...], int], Values]] = {
    list: lambda inner, least: st.lists(_values(inner[0]), min_size=least, max_size=3),
    dict: lambda inner, _: st.dictionaries(st.text(max_size=5), _values(inner[1]), max_size=3),
    Literal: lambda words, _: st.sampled_from(words),
}


def _least_of_annotated(kind: Any) -> int:
    constraints = [part for one in kind.__metadata__ for part in getattr(one, "metadata", [one])]
    return _least(constraints)


def _number(digits: int, places: int) -> int | float:
    exact = Decimal(digits).scaleb(-places)
    return int(exact) if exact == exact.to_integral_value() else float(exact)


_plain: dict[type, Values] = {
    Decimal: st.builds(_number, st.integers(-(10**14), 10**14), st.integers(0, 4)),
    int: st.integers(0, 2**53),
    bool: st.booleans(),
}
_moments = st.integers(1_600_000_000, 1_900_000_000).map(
    lambda second: datetime.fromtimestamp(second, UTC).isoformat()
)
_json_texts = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
).map(json.dumps)
_named: dict[str, Values] = {
    "callback_data": _json_texts.filter(lambda text: len(text) <= 1024),
    "start_date": _moments,
    "end_date": _moments,
}
_always = {"type"}


def _one_product(wire: Wire) -> Wire:
    return {**wire, "combinations": [{**one, "productId": wire["id"]} for one in wire["combinations"]]}


def _unique(name: str) -> Callable[[Wire], Wire]:
    return lambda wire: {**wire, name: list({record["id"]: record for record in wire[name]}.values())}


def _reachable(wire: Wire) -> Wire:
    return {**wire, "email": wire.get("email") or "asha@customer.example"}


def _named_customer(wire: Wire) -> Wire:
    return {**wire, "svcCustomerId": wire.get("svcCustomerId") or "17"}


def _complete_ticket(wire: Wire) -> Wire:
    filled = {
        "brandEmail": "help@brand.example",
        "customerEmail": "asha@customer.example",
        "brandPhoneNumber": "+15550100100",
        "customerPhoneNumber": "+15550100101",
        "taskTitle": "Call back",
        "agentMail": "asha@practice.example",
    }
    return {"teamId": 1, **wire, **{name: wire.get(name) or text for name, text in filled.items()}}


def _in_order(wire: Wire) -> Wire:
    first, last = sorted((wire["startDate"], wire["endDate"]))
    return {"startDate": first, "endDate": last}


_fitting: dict[type[BaseModel], Callable[[Wire], Wire]] = {
    catalog.Product: _one_product,
    catalog.UpsertProducts: _unique("products"),
    catalog.UpsertCatalogs: _unique("catalogs"),
    customers.UpsertCustomer: _reachable,
    customers.GetCustomer: _named_customer,
    flows.InitiateFlow: _reachable,
    helpdesk.CreateTicket: _complete_ticket,
    reports.DateRange: _in_order,
}


def _with_payload_of(payloads: messaging.Payloads, model: type[BaseModel]) -> st.SearchStrategy[Wire]:
    """A message whose payload is of its type; in media payloads the inner type is the outer one."""

    def complete(wire: Wire) -> st.SearchStrategy[Wire]:
        def joined(payload: Wire) -> Wire:
            inner = {"type": wire["type"]} if "type" in payload else {}
            return {**wire, "payload": {**payload, **inner}}

        return _model(payloads[wire["type"]]).map(joined)

    return _model(model).flatmap(complete)


MESSAGES: dict[type[BaseModel], messaging.Payloads] = {
    messaging.SendMessage: messaging.PAYLOADS,
    messaging.SendMessageV1: messaging.PAYLOADS,
    templates.SendTemplate: templates.TEMPLATE_PAYLOADS,
    templates.SendTemplateV1: templates.TEMPLATE_PAYLOADS,
}
