"""Records both sent and answered: their fields are declared once, strict as sent and lenient as answered."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from types import GenericAlias, UnionType
from typing import Annotated, Any, ClassVar, Generic, Literal, Never, Union, get_args, get_origin

from pydantic import Field, create_model
from typing_extensions import TypeVar

from svcconsole.api.models.common import LooseNumber, LooseText, Record, Request

Absent = TypeVar("Absent", bound=None, default=Never)
"""What a required field may be besides its value: nothing in a request, None in an answer."""


class Resource(Request, Generic[Absent]):
    """Base of a record whose fields are sent and answered.

    `Product` is what is sent; `Product[None]` is the same as a store may answer it: a `Record`, every field
    optional, numbers and ids in any form, words that are not known kept as text. A required field is written
    `name: Text | Absent`, and a record inside another `list[Photo[Absent]]`; so a type checker knows that a
    name may be missing from an answer and never from a request.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        written = inspect.get_annotations(cls, eval_str=True)
        cls.__annotations__ = {name: _without(kind, _is_absent) for name, kind in written.items()}

    def __class_getitem__(cls, absent: Any) -> Any:
        return _answered(cls) if absent is None else cls


class Answered(Record):
    """Base of the answers made here; `sent_as` is the request's record, of which the fields are."""

    sent_as: ClassVar[type[Resource]]


@cache
def _answered(model: type[Resource]) -> type[Answered]:
    fields: dict[str, Any] = {
        name: (_lenient(field.annotation) | None, Field(default=None, alias=field.alias))
        for name, field in model.model_fields.items()
    }
    made = create_model(
        f"Stored{model.__name__}",
        __base__=Answered,
        __module__=model.__module__,
        __doc__=model.__doc__,
        **fields,
    )
    made.sent_as = model
    return made


def _lenient(kind: Any) -> Any:
    """The type in which an answer's value is read where a request's is `kind`."""
    if get_origin(kind) is Annotated:
        return _lenient(get_args(kind)[0])
    bare = _without(kind, _is_none)
    if bare is not kind:
        return _lenient(bare)
    if get_origin(kind) in {list, dict}:
        *keys, part = get_args(kind)
        return GenericAlias(get_origin(kind), (*keys, _lenient(part)))
    if isinstance(kind, type) and issubclass(kind, Resource):
        return _answered(kind)
    return _leaf(kind)


def _leaf(kind: Any) -> Any:
    if get_origin(kind) is Literal:
        return LooseText
    if kind not in _LEAVES:
        raise TypeError(f"{kind} has no lenient form; give it one in {__name__}")
    return _LEAVES[kind]


def _without(kind: Any, is_out: Callable[[Any], bool]) -> Any:
    """`kind` without some of its alternatives; `kind` itself where it has none of them."""
    if get_origin(kind) not in {Union, UnionType} or not any(map(is_out, get_args(kind))):
        return kind
    return Union[tuple(one for one in get_args(kind) if not is_out(one))]  # noqa: UP007


def _is_absent(kind: Any) -> bool:
    return isinstance(kind, TypeVar)


def _is_none(kind: Any) -> bool:
    return kind is type(None)


_LEAVES: dict[Any, Any] = {str: LooseText, Decimal: LooseNumber, bool: bool | None, int: int | None}
