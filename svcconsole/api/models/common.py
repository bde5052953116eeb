"""What every request and response shares: strict outgoing base, lenient incoming base, money, ids, the envelope."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError


class Request(BaseModel):
    """Base of everything sent: undeclared fields refused, no coercion, None means "not set" and is left out."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        loc_by_alias=False,
        hide_input_in_errors=True,
        allow_inf_nan=False,
    )

    def wire(self) -> bytes:
        """The JSON body, camelCase, unset fields absent; the same model always gives the same bytes."""
        return self.model_dump_json(by_alias=True, exclude_none=True).encode()


class Record(BaseModel):
    """Base of everything received: every field optional, unknown fields kept, ids as text."""

    model_config = ConfigDict(
        extra="allow",
        frozen=True,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        hide_input_in_errors=True,
    )


class Envelope(Record):
    """The success envelope of the specification ("Conventions"); `status` may be a number, text or a boolean."""

    status: Any = None
    success: Any = None


def _to_decimal(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise PydanticCustomError("not_a_number", "must be a number")
    number = value if isinstance(value, Decimal) else Decimal(str(value))
    if not number.is_finite():
        raise PydanticCustomError("not_finite", "must be a finite number")
    return number


def _number_on_wire(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


Number = Annotated[
    Decimal,
    BeforeValidator(_to_decimal),
    Field(max_digits=15),
    PlainSerializer(_number_on_wire, return_type=int | float, when_used="json"),
]
"""A quantity or an amount: Decimal inside, a JSON number on the wire; at most 15 digits, so no digit is lost."""


def _to_text(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    return format(value, "f") if isinstance(value, Decimal) else str(value) if isinstance(value, int | float) else value


LooseId = Annotated[str | None, BeforeValidator(_to_text)]
"""An id as received: text, or a number kept as text (decisions, row 20)."""
