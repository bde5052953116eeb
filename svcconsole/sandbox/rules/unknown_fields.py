"""What the store does with fields of products and catalogs that the specification does not name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from pydantic_core import from_json, to_json

from svcconsole.api.models.catalog import Catalog, Product
from svcconsole.api.models.common import Request
from svcconsole.api.models.unknown_fields import known_part, with_unknown
from svcconsole.api.operations import UPSERT_CATALOGS, UPSERT_PRODUCTS, Operation

UnknownFields = Literal["refuse", "keep", "drop"]
"""`refuse`: 400 that names them. `keep`: stored and answered as sent. `drop`: taken and forgotten."""

RECORDS: Mapping[Operation[Any, Any], tuple[str, type[Request]]] = {
    UPSERT_PRODUCTS: ("products", Product),
    UPSERT_CATALOGS: ("catalogs", Catalog),
}


def without_unknown(operation: Operation[Any, Any], body: bytes) -> bytes:
    """The body, its records with the fields of the specification alone; what is no such body stays as is."""
    if operation not in RECORDS:
        return body
    name, model = RECORDS[operation]
    try:
        value = from_json(body, allow_inf_nan=False)
    except ValueError:
        return body  # refused, in words, where it is read
    if not isinstance(value, dict) or not isinstance(value.get(name), list):
        return body
    return to_json({**value, name: [known_part(model, record) for record in value[name]]})


def restore_unknown(model: type[Request], text: str, sent: Mapping[str, Any]) -> str:
    """A record's JSON with the fields of `sent`, the record as it came, that the model has no name for."""
    return json.dumps(with_unknown(model, json.loads(text), sent), ensure_ascii=False)
