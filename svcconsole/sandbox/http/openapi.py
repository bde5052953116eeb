"""The practice store's OpenAPI document, made from the table of operations, its models and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from svcconsole.api import operations as api
from svcconsole.api.operations import OPERATIONS, Operation
from svcconsole.sandbox.http.answer_schemas import REFERENCE, Schema, answer_of
from svcconsole.sandbox.http.answers import INVALID_TEMPLATE, JSON

DOCUMENT = "/openapi.json"
ABOUT = (
    "A store to practise on. Every answer is described here, except those of faults that were switched on"
    " with --fault or a control call: to misbehave is their purpose."
)
REFUSALS: Mapping[int, str] = {
    400: "A field is missing, not allowed or not as specified",
    401: "The token is missing or another",
    403: "The Host header names another store, or there is an Origin header",
    404: "The addressed API was not found",
    413: "The body is over 10 MiB",
    429: "More requests a second than --rate-limit allows",
    500: "Internal server error; retry later",
}
"""What any operation may answer, in the usual envelope."""

OWN_REFUSALS: Mapping[Operation[Any, Any], Mapping[int, str]] = {
    api.GET_CUSTOMER: {406: "No customer has this id"},
    api.SEND_TEMPLATE: {INVALID_TEMPLATE: "The store has no such template"},
    api.SEND_TEMPLATE_V1: {INVALID_TEMPLATE: "The store has no such template"},
}
RETRY_AFTER = {"Retry-After": {"description": "Seconds", "required": True, "schema": {"type": "integer"}}}

ENVELOPES: Mapping[str, Schema] = {
    "Errors": {
        "description": "The usual error envelope (specification, Errors)",
        "type": "object",
        "properties": {
            "status": {"type": "integer"},
            "errors": {
                "type": "array",
                "minItems": 1,
                "items": {
                    "type": "object",
                    "properties": {"message": {"type": "string"}},
                    "required": ["message"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["status", "errors"],
        "additionalProperties": False,
    },
    "TemplateError": {
        "description": "The one envelope that is not the usual (specification, Errors)",
        "type": "object",
        "properties": {"status": {"const": INVALID_TEMPLATE}, "error": {"type": "string"}},
        "required": ["status", "error"],
        "additionalProperties": False,
    },
}


class Documented(FastAPI):
    """FastAPI whose document names the models of the table, which read the bodies themselves."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            self.openapi_schema = get_openapi(
                title=self.title, version=self.version, description=ABOUT, routes=self.routes
            )
            self.openapi_schema["components"] = {
                "schemas": {**_schemas(), **ENVELOPES},
                "securitySchemes": {
                    "token": {
                        "type": "apiKey",
                        "in": "header",
                        "name": "Authorization",
                        "description": "The word Basic, a space, and the token",
                    }
                },
            }
        return self.openapi_schema


def route_of(operation: Operation[Any, Any]) -> dict[str, Any]:
    """What the document says about an operation, as keywords of `add_api_route`."""
    refusals = {**REFUSALS, **OWN_REFUSALS.get(operation, {})}
    return {
        "summary": operation.title,
        "operation_id": operation.name,
        "tags": [operation.name.split(".")[0]],
        "deprecated": operation.deprecated or None,
        "responses": {
            200: {"description": "Done", "content": _json(answer_of(operation))},
            **{status: _refusal(operation, status, says) for status, says in sorted(refusals.items())},
        },
        "openapi_extra": {
            "requestBody": {"required": True, "content": _json(_named(operation.request.__name__))},
            "security": [{"token": []}],
        },
    }


def _refusal(operation: Operation[Any, Any], status: int, says: str) -> dict[str, Any]:
    own = status == INVALID_TEMPLATE and operation is api.SEND_TEMPLATE
    envelope = "TemplateError" if own else "Errors"
    refusal = {"description": says, "content": _json(_named(envelope))}
    return refusal if status != 429 else {**refusal, "headers": RETRY_AFTER}


def _named(model: str) -> Schema:
    return {"$ref": REFERENCE.format(model=model)}


def _json(schema: Schema) -> dict[str, Any]:
    return {JSON: {"schema": schema}}


def _schemas() -> dict[str, Any]:
    models = sorted({one.request for one in OPERATIONS}, key=lambda model: model.__name__)
    _, document = models_json_schema([(model, "validation") for model in models], ref_template=REFERENCE)
    return dict(document["$defs"])
