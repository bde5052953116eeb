"""The practice store's OpenAPI document, made from the table of operations and its models."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from svcconsole.api.models.common import Record
from svcconsole.api.operations import OPERATIONS, Operation
from svcconsole.sandbox.answers import JSON

DOCUMENT = "/openapi.json"
REFERENCE = "#/components/schemas/{model}"
REFUSALS = {
    400: "A field is missing, not allowed or not as specified",
    401: "The token is missing or another",
    403: "The Host header names another store, or there is an Origin header",
    404: "The addressed API was not found",
    413: "The body is over 10 MiB",
    500: "Internal server error; retry later",
    501: "Not built into the practice store yet",
}


class ErrorMessage(Record):
    message: str


class Errors(Record):
    """The usual error envelope (specification, Errors)."""

    status: int
    errors: list[ErrorMessage]


class Documented(FastAPI):
    """FastAPI whose document names the models of the table, which read the bodies themselves."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            self.openapi_schema = get_openapi(title=self.title, version=self.version, routes=self.routes)
            self.openapi_schema["components"] = {
                "schemas": _schemas(),
                "securitySchemes": {"token": {"type": "apiKey", "in": "header", "name": "Authorization"}},
            }
        return self.openapi_schema


def route_of(operation: Operation[Any, Any]) -> dict[str, Any]:
    """What the document says about an operation, as keywords of `add_api_route`."""
    refused = {
        status: {"description": text, "content": _content(Errors)} for status, text in REFUSALS.items()
    }
    return {
        "summary": operation.title,
        "operation_id": operation.name,
        "tags": [operation.name.split(".")[0]],
        "deprecated": operation.deprecated or None,
        "responses": {200: {"description": "Done", "content": _content(operation.response)}, **refused},
        "openapi_extra": {
            "requestBody": {"required": True, "content": _content(operation.request)},
            "security": [{"token": []}],
        },
    }


def _content(model: type[BaseModel]) -> dict[str, Any]:
    return {JSON: {"schema": {"$ref": REFERENCE.format(model=model.__name__)}}}


def _schemas() -> dict[str, Any]:
    models: set[type[BaseModel]] = {
        Errors,
        *(one.request for one in OPERATIONS),
        *(one.response for one in OPERATIONS),
    }
    ordered = sorted(models, key=lambda model: model.__name__)
    _, document = models_json_schema([(model, "validation") for model in ordered], ref_template=REFERENCE)
    return dict(document["$defs"])
