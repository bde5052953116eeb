"""Reads answers record by record: a value of another type than promised is set aside, raw, and counted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from svcconsole.api.models.common import Loc

R = TypeVar("R", bound=BaseModel)

ROUNDS = 3
"""An entry of a list that is no object is read as an empty one; nothing below that can be unusual again."""
MOST = 50_000
"""An answer with more unusual values than these is none of this service."""


def read_record(model: type[R], value: object) -> R:
    """`value` as `model` without its unusual values (see `unusual_of`); ValidationError for no object."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        read = _read(model, value, error, whole=True) if isinstance(value, Mapping) else None
        if read is None:
            raise
        return read[0]


def read_answer(model: type[R], payload: Mapping[str, Any]) -> tuple[R, int]:
    """An envelope, each of its records without its unusual values, and how many records have some.

    Raises ValidationError where the envelope says nothing.
    """
    try:
        return model.model_validate(payload), 0
    except ValidationError as error:
        read = _read(model, payload, error, whole=False)
        if read is None:  # raised here: a frame that its traceback holds would keep a large one alive
            raise
        return read


def unusual_of(record: BaseModel) -> Mapping[str, Any]:
    """The values of another type than promised, raw, by where they stand; such a field itself is None."""
    return {_path_text(path): value for path, value in unusual_places(record).items()}


def unusual_places(record: BaseModel) -> Mapping[Loc, Any]:
    """The same by the steps that lead there, names of the wire and positions in lists."""
    found: Mapping[Loc, Any] = (record.__pydantic_private__ or {}).get("unusual", {})
    return found


def text_of(value: object) -> str:
    """A raw value as text: JSON, or the text itself."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _read(
    model: type[R], value: Mapping[str, Any], error: ValidationError, *, whole: bool
) -> tuple[R, int] | None:
    made: dict[str, Any] = deepcopy(dict(value)) if whole else dict(value)
    copied: set[Loc] = {()}
    found: dict[Loc, dict[Loc, Any]] = {}
    for _ in range(ROUNDS):
        if error.error_count() > MOST:
            break
        for each in error.errors(include_input=False, include_url=False, include_context=False):
            place = () if whole else _record_of(each["loc"])
            if place is None or each["type"] == "missing":
                return None
            if not whole:
                _copy(made, place, copied)
            raw = _set_aside(made, each["loc"], each["type"])
            found.setdefault(place, {})[each["loc"][len(place) :]] = raw
        try:
            answer = model.model_validate(made)
        except ValidationError as again:
            error = again
        else:
            for place, values in found.items():
                # a private attribute, but undeclared: a declared one costs every record of a page a call
                object.__setattr__(_at(answer, place), "__pydantic_private__", {"unusual": values})
            return answer, len(found)
    return None


def _record_of(loc: Loc) -> Loc | None:
    """Where the record begins in which `loc` lies: an entry of a list, an object in `data`, or `data` itself;
    None for `data` as a whole, without which an answer says nothing."""
    if len(loc) < 2:
        return None if loc in (("data",), ("response",)) else ()
    if len(loc) > 2:
        return loc[:3] if isinstance(loc[2], int) else loc[:2]
    return loc[:1]


def _copy(made: dict[str, Any], place: Loc, copied: set[Loc]) -> None:
    """Make what leads to a record, and the record itself, our own to be changed, each once."""
    at: Any = made
    for depth, key in enumerate(place, 1):
        if place[:depth] not in copied:
            copied.add(place[:depth])
            at[key] = deepcopy(at[key]) if depth == len(place) > 1 else at[key].copy()
        at = at[key]


def _set_aside(made: dict[str, Any], loc: Loc, kind: str) -> Any:
    """Take the value at `loc` out and return it; an entry of a list leaves a gap."""
    parent: Any = made
    for key in loc[:-1]:
        parent = parent[key]
    last: Any = loc[-1]
    raw = parent[last]
    if isinstance(parent, list):
        parent[last] = {} if kind.startswith("model") else None
    else:
        del parent[last]
    return raw


def _at(answer: BaseModel, place: Loc) -> BaseModel:
    at: Any = answer
    for key in place:
        at = at[key] if isinstance(key, int) else getattr(at, _names(type(at))[key])
    found: BaseModel = at
    return found


def _names(model: type[BaseModel]) -> dict[str, str]:
    return {field.alias or name: name for name, field in model.model_fields.items()}


def _path_text(path: Loc) -> str:
    """`combinations[0].options`"""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")
