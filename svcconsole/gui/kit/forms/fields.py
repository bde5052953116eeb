"""Request models as field records: what a form needs to know of each field, read from pydantic."""

from __future__ import annotations

import functools
import operator
import re
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from enum import Enum, StrEnum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MaxLen, MinLen
from pydantic import BaseModel, RootModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from svcconsole.api.models.ui import Ui
from svcconsole.words.masking import masks_of
from svcconsole.words.message import Message


class Kind(StrEnum):
    """Which editor a field gets."""

    TEXT = "text"
    AREA = "area"
    URL = "url"
    CODE = "code"
    NUMBER = "number"
    SWITCH = "switch"
    CHOICE = "choice"
    TIME = "time"
    DATE = "date"
    TEXTS = "texts"
    NUMBERS = "numbers"
    MAP = "map"
    MAP_OF_TEXTS = "map of texts"
    RECORD = "record"
    RECORDS = "records"
    UNION = "union"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field; `model` is set for RECORD and RECORDS, `models` (told apart by `tag`) for UNION."""

    name: str
    wire: str
    label: str
    help: str
    kind: Kind
    required: bool
    nullable: bool
    choices: tuple[str, ...] = ()
    whole: bool = False
    min_length: int | None = None
    max_length: int | None = None
    minimum: float | None = None
    maximum: float | None = None
    default: object = None
    example: str = ""
    model: type[BaseModel] | None = None
    models: tuple[type[BaseModel], ...] = ()
    tag: str | None = None
    documented: bool = True
    money: bool = False
    """An amount of money, shown with two decimals."""
    personal: bool = False
    """It tells who somebody is, by its name and those of the fields beside it."""

    @property
    def many(self) -> bool:
        return self.kind in (Kind.RECORDS, Kind.TEXTS, Kind.NUMBERS)


@dataclass(frozen=True, slots=True)
class _Shape:
    """What an annotation says once Annotated, Optional and aliases are taken off."""

    kind: Kind
    choices: tuple[str, ...] = ()
    whole: bool = False
    model: type[BaseModel] | None = None
    models: tuple[type[BaseModel], ...] = ()
    tag: str | None = None


_LEAVES: tuple[tuple[type, _Shape], ...] = (
    (bool, _Shape(Kind.SWITCH)),
    (int, _Shape(Kind.NUMBER, whole=True)),
    (float, _Shape(Kind.NUMBER)),
    (Decimal, _Shape(Kind.NUMBER)),
    (datetime, _Shape(Kind.TIME)),
    (date, _Shape(Kind.DATE)),
    (str, _Shape(Kind.TEXT)),
)
_LISTS = (list, tuple, set, frozenset, Sequence)
_MAPS = (dict, Mapping)
_URL_NAME = re.compile(r"(^|_)(url|link|image|data_url)$")
_MONEY_NAME = re.compile(r"(^|_)price$")
_CODE_NAME = re.compile(r"(^|_)ids?$")
_AREA_NAMES = frozenset({"description", "message", "context", "caption", "body"})
_WRITTEN = {"url": "URL", "csat": "CSAT", "nps": "NPS", "sku": "SKU", "json": "JSON", "zip": "ZIP", "svc": ""}


def specs(model: type[BaseModel]) -> tuple[FieldSpec, ...]:
    """The fields of `model` in the order they are declared; worked out once."""
    return _specs(model)


@functools.cache
def _specs(model: type[BaseModel]) -> tuple[FieldSpec, ...]:
    fields = model.model_fields
    return tuple(
        replace(_spec(name, info), personal=mask is not None)
        for (name, info), mask in zip(fields.items(), masks_of(list(fields)), strict=True)
    )


def label_of(name: str) -> Message:
    """`discounted_price` as "Discounted price", `photo_url` as "Photo URL", `address1` as "Address 1"."""
    words = [_WRITTEN.get(word, word) for word in re.sub(r"(\D)(\d)", r"\1_\2", name).split("_")]
    text = " ".join(word for word in words if word)
    return Message(text[:1].upper() + text[1:])


def title_of(model: type[BaseModel]) -> Message:
    """`HeaderImage` as "Header image": one of several shapes, in the list to choose from."""
    words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in model.__name__)
    return label_of(words.strip("_"))


def _said(text: str) -> Message:
    """What a model says of a field, to be said in the language in use: the extraction walks the models."""
    return Message(text.replace("{", "{{").replace("}", "}}"))


def wire_name(model: type[BaseModel], name: str) -> str:
    """The field's name in the JSON body."""
    return model.model_fields[name].alias or name


def _spec(name: str, info: FieldInfo) -> FieldSpec:
    metadata = [*info.metadata, *_metadata(info.annotation)]
    hint = next((entry for entry in metadata if isinstance(entry, Ui)), Ui())
    bare, nullable = _bare(info.annotation)
    shape = _shape(bare, info.discriminator if isinstance(info.discriminator, str) else _tag(metadata))
    choices = hint.choices or shape.choices
    limits = _limits(metadata)
    return FieldSpec(
        name=name,
        wire=info.alias or name,
        label=_said(hint.label or info.title or "") or label_of(name),
        help=_said(hint.help or info.description or ""),
        kind=_named_kind(name, Kind(hint.kind)) if hint.kind else _named_kind(name, shape.kind),
        required=info.is_required(),
        nullable=nullable,
        choices=choices,
        whole=shape.whole,
        min_length=limits.get("min_length"),
        max_length=limits.get("max_length"),
        minimum=limits.get("minimum"),
        maximum=limits.get("maximum"),
        default=None if info.default is PydanticUndefined else info.default,
        example=hint.example or (str(info.examples[0]) if info.examples else ""),
        model=shape.model,
        models=shape.models,
        tag=shape.tag,
        documented=hint.documented,
        money=shape.kind is Kind.NUMBER and _MONEY_NAME.search(name) is not None,
    )


def _named_kind(name: str, kind: Kind) -> Kind:
    if kind is not Kind.TEXT:
        return kind
    if _URL_NAME.search(name):
        return Kind.URL
    if _CODE_NAME.search(name):
        return Kind.CODE
    return Kind.AREA if name in _AREA_NAMES else Kind.TEXT


def _bare(annotation: Any) -> tuple[Any, bool]:
    """The annotation without Annotated, aliases and None, and whether None was allowed."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation = get_args(annotation)[0]
        elif hasattr(annotation, "__value__"):
            annotation = annotation.__value__
        else:
            break
    if get_origin(annotation) not in (Union, types.UnionType):
        return annotation, False
    rest = [part for part in get_args(annotation) if part is not type(None)]
    nullable = len(rest) < len(get_args(annotation))
    if len(rest) == 1:
        return _bare(rest[0])[0], nullable
    return functools.reduce(operator.or_, rest), nullable


def _metadata(annotation: Any) -> Iterator[Any]:
    """The metadata of nested Annotated and of the parts of an optional one (`Text | None`)."""
    if get_origin(annotation) is Annotated:
        inner, *extras = get_args(annotation)
        for extra in extras:
            yield extra
            if isinstance(extra, FieldInfo):
                yield from extra.metadata
        yield from _metadata(inner)
    elif hasattr(annotation, "__value__"):
        yield from _metadata(annotation.__value__)
    elif get_origin(annotation) in (Union, types.UnionType):
        parts = [part for part in get_args(annotation) if part is not type(None)]
        if len(parts) == 1:
            yield from _metadata(parts[0])


def _tag(metadata: Sequence[Any]) -> str | None:
    return next(
        (entry.discriminator for entry in metadata if isinstance(getattr(entry, "discriminator", None), str)),
        None,
    )


def _shape(annotation: Any, tag: str | None) -> _Shape:
    origin = get_origin(annotation)
    if origin is Literal:
        return _Shape(Kind.CHOICE, choices=tuple(str(choice) for choice in get_args(annotation)))
    if origin in (Union, types.UnionType):
        return _union(get_args(annotation), tag)
    if origin in _LISTS:
        return _list(next((part for part in get_args(annotation) if part is not Ellipsis), str))
    if origin in _MAPS:
        value = _bare(get_args(annotation)[1])[0]
        if value is str:
            return _Shape(Kind.MAP)
        return _Shape(
            Kind.MAP_OF_TEXTS if get_origin(value) in _LISTS and get_args(value)[0] is str else Kind.JSON
        )
    return _leaf(annotation)


def _leaf(annotation: Any) -> _Shape:
    if not isinstance(annotation, type):
        return _Shape(Kind.JSON)
    if issubclass(annotation, RootModel):
        return _Shape(Kind.JSON)
    if issubclass(annotation, BaseModel):
        return _Shape(Kind.RECORD, model=annotation)
    if issubclass(annotation, Enum):
        return _Shape(Kind.CHOICE, choices=tuple(str(member.value) for member in annotation))
    return next((shape for leaf, shape in _LEAVES if issubclass(annotation, leaf)), _Shape(Kind.JSON))


def _list(part: Any) -> _Shape:
    inner = _shape(_bare(part)[0], None)
    if inner.kind is Kind.RECORD:
        return _Shape(Kind.RECORDS, model=inner.model)
    if inner.kind is Kind.NUMBER:
        return _Shape(Kind.NUMBERS, whole=inner.whole)
    if inner.kind in (Kind.TEXT, Kind.CHOICE):
        return _Shape(Kind.TEXTS, choices=inner.choices)
    return _Shape(Kind.JSON)


def _union(parts: Sequence[Any], tag: str | None) -> _Shape:
    shapes = [_shape(_bare(part)[0], None) for part in parts]
    models = tuple(shape.model for shape in shapes if shape.kind is Kind.RECORD and shape.model is not None)
    if len(models) == len(parts):
        return _Shape(Kind.UNION, models=models, tag=tag)
    kinds = {shape.kind for shape in shapes}
    if kinds <= {Kind.NUMBER}:
        return _Shape(Kind.NUMBER, whole=all(shape.whole for shape in shapes))
    return _Shape(Kind.TEXT if kinds <= {Kind.TEXT, Kind.TIME, Kind.DATE, Kind.CHOICE} else Kind.JSON)


def _limits(metadata: Sequence[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for entry in metadata:
        match entry:
            case MinLen(min_length=length):
                found["min_length"] = length
            case MaxLen(max_length=length):
                found["max_length"] = length
            case Ge(ge=limit) | Gt(gt=limit):
                found["minimum"] = limit
            case Le(le=limit) | Lt(lt=limit):
                found["maximum"] = limit
    return found
