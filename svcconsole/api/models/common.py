"""What requests and responses share: strict outgoing base, lenient incoming base, numbers, ids, envelope."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, ClassVar, LiteralString, NoReturn, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
    WithJsonSchema,
)
from pydantic.alias_generators import to_camel
from pydantic_core import InitErrorDetails, PydanticCustomError, PydanticKnownError

from svcconsole.words.message import Message, message

WIRE_NAMES_ONLY = {"wire_names_only": True}

Loc = tuple[str | int, ...]

LONGEST_TEXT = 2**31 - 1
"""No limit of the service: it makes pydantic read each text as UTF-8, which refuses half surrogates here
instead of failing while the body is written."""


class Request(BaseModel):
    """Base of everything sent: undeclared fields refused, no coercion, None is "not set" and left out."""

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
        str_max_length=LONGEST_TEXT,
    )

    @classmethod
    def read(cls, value: object) -> Self:
        """Parsed JSON as this request, by its wire names alone: what a store does with a body."""
        return cls.model_validate(value, by_alias=True, by_name=False, context=WIRE_NAMES_ONLY)

    def wire(self, prefix: str = "svc") -> bytes:
        """The JSON body, camelCase, unset fields absent; the same model always gives the same bytes.

        `prefix` is the connection's API prefix, for the one parameter named by it (decisions, row 21).
        """
        del prefix
        return self.model_dump_json(by_alias=True, exclude_none=True).encode()

    def with_app_id(self, app_id: str | None) -> Self:
        """The request naming the store's app id, where it has a field for one and says none itself
        (decisions, row 7)."""
        if not app_id or getattr(self, "app_id", app_id) is not None:
            return self
        return self.model_copy(update={"app_id": app_id})


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
    """The success envelope (specification, Conventions); `status` may be a number, text or a boolean.

    `status_only` marks an answer that promises no more than that.
    """

    status_only: ClassVar[bool] = False

    status: Any = None
    success: Any = None


def refuse(
    model: type[BaseModel], refusals: Iterable[tuple[Loc, str]], kind: LiteralString = "rule"
) -> NoReturn:
    """Raise from a model's validator so that each refusal lands on the field at its `loc` (Python names).

    Each text continues the field's wire name ("is required when channel is EMAIL"), see `problems.py`;
    `kind` is the type of the pydantic error.
    """
    raise ValidationError.from_exception_data(
        model.__name__,
        [
            InitErrorDetails(type=PydanticCustomError(kind, "{text}", {"text": text}), loc=loc, input=None)
            for loc, text in refusals
        ],
    )


def _repeats(identifier: str, field: str, position: int) -> Message:
    earlier = f"{to_camel(field)}[{position}]"
    return message("repeats {id} of {earlier}", id=identifier, earlier=earlier)


def refuse_repeats(model: type[BaseModel], field: str, ids: Iterable[str]) -> None:
    """Refuse a batch that names one id twice (decisions, row 31)."""
    first: dict[str, int] = {}
    repeats: list[tuple[Loc, str]] = []
    for position, identifier in enumerate(ids):
        earlier = first.setdefault(identifier, position)
        if earlier != position:
            repeats.append(((field, position, "id"), _repeats(identifier, field, earlier)))
    if repeats:
        refuse(model, repeats, "id_repeats")


Text = Annotated[str, Field(min_length=1)]
"""A required text: present and not empty."""

Whole = int
"""A whole number: strict mode refuses text, true/false and fractions."""


_NUMBERS = (float, int, Decimal)
EXACT_DIGITS = 15
"""So many digits any double carries."""


def _to_decimal(value: object) -> object:
    if not isinstance(value, _NUMBERS) or isinstance(value, bool):
        raise PydanticCustomError("not_a_number", "must be a number")
    number = value if isinstance(value, Decimal) else Decimal(repr(value))
    if not number.is_finite():
        raise PydanticCustomError("not_finite", "must be a finite number")
    return number


def _carried(value: Decimal) -> Decimal:
    digits, after = len(value.as_tuple().digits), value.as_tuple().exponent
    before = digits + after if isinstance(after, int) else digits
    if before > EXACT_DIGITS or (digits > EXACT_DIGITS and Decimal(repr(float(value))) != value):
        raise PydanticKnownError("decimal_max_digits", {"max_digits": EXACT_DIGITS})
    return value


def _number_on_wire(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


_OnWire = PlainSerializer(_number_on_wire, return_type=int | float, when_used="json-unless-none")

Number = Annotated[
    Decimal,
    BeforeValidator(_to_decimal),
    AfterValidator(_carried),
    _OnWire,
    WithJsonSchema({"type": "number"}, mode="validation"),
]
"""A quantity or an amount: Decimal inside, a JSON number on the wire. At most 15 digits, more of them only
after the point and where a double carries them, as a store that reckons with doubles writes: none is lost."""


def _loose_number(value: object) -> object:
    if value is None or value == "":
        return None
    try:
        number = Decimal("NaN" if isinstance(value, bool) else str(value))
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise PydanticCustomError("not_a_number", "must be a number")
    return number


LooseNumber = Annotated[Decimal | None, BeforeValidator(_loose_number), _OnWire]
"""A number as received, also when it came as text; blank is None."""


def _to_text(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    return (
        format(value, "f")
        if isinstance(value, Decimal)
        else str(value)
        if isinstance(value, int | float)
        else value
    )


LooseId = Annotated[str | None, BeforeValidator(_to_text)]
"""An id as received: text, or a number kept as text (decisions, row 20)."""


def _known_id(value: object) -> object:
    if isinstance(value, bool) or (isinstance(value, str) and not value.strip()):
        raise PydanticCustomError("no_id", "must be an id")
    return _to_text(value)


KnownId = Annotated[str, BeforeValidator(_known_id)]
"""An id the answer must hold, as text; without it the outcome is not known (reliability, F59)."""

LooseText = LooseId
"""A text as received; numbers and true/false are kept as text."""


def _to_any_text(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else _to_text(value)


AnyText = Annotated[str | None, BeforeValidator(_to_any_text)]
"""A text that must not read as absent, whatever it is: objects and lists are kept as JSON."""
