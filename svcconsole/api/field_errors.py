"""Finds the field a server message is about, so that forms and files show it there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from svcconsole.api.errors import FieldError

_PATH = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\[\d+\]|\.\d+|\.[A-Za-z_][A-Za-z0-9_]*)*")
_PART = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d+")
_TELLS = re.compile(r"['\"`:]|\s+(?:is|are|must|should|cannot|may not|missing|required|has|repeats)\b")


def locate(words: Iterable[str], model: type[BaseModel]) -> tuple[FieldError, ...]:
    """One FieldError per message that names a field of `model` by its wire path."""
    return tuple(
        FieldError(loc, message) for message in words if (loc := _first_field(message, model)) is not None
    )


def _first_field(message: str, model: type[BaseModel]) -> tuple[str | int, ...] | None:
    for match in _PATH.finditer(message):
        loc = _resolve(model, _PART.findall(match.group()))
        if loc is None:
            continue
        spelled = len(loc) > 1 or any(letter.isupper() for letter in match.group())
        if spelled or _TELLS.match(message, match.end()):
            return loc
    return None


def _resolve(model: type[BaseModel], parts: list[str]) -> tuple[str | int, ...] | None:
    """Wire names and positions as a `loc` in Python names; None when `model` has no such field."""
    loc: list[str | int] = []
    kinds: list[Any] = [model]
    for part in parts:
        if part.isdigit():
            kinds = [argument for kind in kinds for argument in _entries(kind)]
            loc.append(int(part))
        else:
            found = [pair for kind in kinds for pair in _field(kind, part)]
            kinds = [kind for _, kind in found]
            loc += [name for name, _ in found[:1]]
        if not kinds:
            return None
    return tuple(loc)


def _field(kind: Any, wire_name: str) -> Iterator[tuple[str, Any]]:
    for option in _options(kind):
        if isinstance(option, type) and issubclass(option, BaseModel):
            for name, field in option.model_fields.items():
                if wire_name in {field.alias, name}:
                    yield name, field.annotation


def _entries(kind: Any) -> Iterator[Any]:
    for option in _options(kind):
        if get_origin(option) in {list, tuple}:
            yield get_args(option)[0]


def _options(kind: Any) -> Iterator[Any]:
    """`kind`, or what an optional, annotated or either-or kind may hold."""
    if isinstance(kind, type) or get_origin(kind) in {list, tuple, dict}:
        yield kind
    elif hasattr(kind, "__metadata__"):
        yield from _options(kind.__origin__)
    else:
        for argument in get_args(kind):
            yield from _options(argument)
