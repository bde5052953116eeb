"""Lists every text field of a request model by its path, such as `payload.components.body.#`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

_NUMBER = re.compile(r"(?<=\.)\d+(?=\.|$)")


@dataclass(frozen=True, slots=True)
class Place:
    """A leaf of a request by its names on the wire and by the models' names, `#` for a place in a list.

    `whole` is true where it holds a whole number; everything else is text.
    """

    wire: str
    names: str
    whole: bool


def places_of(model: type[BaseModel]) -> Mapping[str, Place]:
    """The leaves of a model by their names on the wire, of all shapes its payload can have."""
    return {place.wire: place for place in _walk(model, "", "")}


def pattern_of(path: str) -> str:
    """`payload.components.body.#` for `payload.components.body.0`."""
    return _NUMBER.sub("#", path)


def loc_of(place: Place, path: str) -> tuple[str | int, ...]:
    """A path that follows `place` as the models name it in their refusals."""
    parts = zip(place.names.split("."), path.split("."), strict=True)
    return tuple(int(said) if name == "#" else name for name, said in parts)


def _walk(annotation: Any, wire: str, names: str) -> Iterator[Place]:
    for part in _parts(annotation):
        if get_origin(part) is list:
            yield from _walk(get_args(part)[0], f"{wire}.#", f"{names}.#")
        elif isinstance(part, type) and issubclass(part, BaseModel):
            for name, field in part.model_fields.items():
                yield from _walk(field.annotation, f"{wire}.{field.alias or name}", f"{names}.{name}")
        elif part is not NoneType:
            yield Place(wire.lstrip("."), names.lstrip("."), part is int)


def _parts(annotation: Any) -> Iterator[Any]:
    """What a field may hold, without notes and alternatives around it."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _parts(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for part in get_args(annotation):
            yield from _parts(part)
    else:
        yield annotation
