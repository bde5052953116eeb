"""Lists every text field of a request model by its path, such as `payload.components.body.#`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

_NUMBER = re.compile(r"(?<=\.)\d+(?=\.|$)")


@dataclass(frozen=True, slots=True)
class Place:
    """A leaf of a request by its names on the wire and by the models' names, `#` for a place in a list and
    `*` for a key of the file's own.

    `type` is that of its value: text, a whole number, a number or a yes or no.
    """

    wire: str
    names: str
    type: type = str


def places_of(model: type[BaseModel]) -> Mapping[str, Place]:
    """The leaves of a model by their names on the wire, of all shapes its payload can have."""
    return {place.wire: place for place in _walk(model, "", "")}


@lru_cache(4096)
def pattern_of(path: str) -> str:
    """`payload.components.body.#` for `payload.components.body.0`; looked up once for all rows of a file."""
    return _NUMBER.sub("#", path)


def place_for(places: Mapping[str, Place], path: str) -> tuple[Place, bool] | None:
    """The leaf that a path leads to, and whether it is a list of which one cell holds all: `labelIds` leads
    to `labelIds.#`. None for a path that leads to none."""
    pattern = pattern_of(path)
    for wanted, several in ((pattern, False), (f"{pattern}.#", True)):
        if wanted in places:
            return places[wanted], several
        for place in places.values():
            if "*" in place.wire and _fits(place.wire.split("."), wanted.split(".")):
                return place, several
    return None


def _fits(wire: Sequence[str], path: Sequence[str]) -> bool:
    return len(wire) == len(path) and all(name in ("*", said) for name, said in zip(wire, path, strict=True))


def loc_of(place: Place, path: str) -> tuple[str | int, ...]:
    """A path that follows `place` as the models name it in their refusals, or one of a list that ends in
    it."""
    parts = zip(place.names.split("."), path.split("."), strict=False)
    return tuple(int(said) if name == "#" else said if name == "*" else name for name, said in parts)


def _walk(annotation: Any, wire: str, names: str) -> Iterator[Place]:
    for part in _parts(annotation):
        if get_origin(part) is list:
            yield from _walk(get_args(part)[0], f"{wire}.#", f"{names}.#")
        elif get_origin(part) is dict:
            yield from _walk(get_args(part)[1], f"{wire}.*", f"{names}.*")
        elif isinstance(part, type) and issubclass(part, BaseModel):
            for name, field in part.model_fields.items():
                yield from _walk(field.annotation, f"{wire}.{field.alias or name}", f"{names}.{name}")
        elif part is not NoneType:
            known = part if part in (int, bool, Decimal) else str
            yield Place(wire.lstrip("."), names.lstrip("."), known)


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
