"""The fields that a record had and has no more, as empty values: so a store that merges empties them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from svcconsole.api.models.rows import keyed, row_key, row_model


def with_emptied(model: type[BaseModel], made: Mapping[str, Any], held: Mapping[str, Any]) -> dict[str, Any]:
    """`made` with an empty value for each field that it leaves out and `held` has, in rows of the same key as
    well, where the field's type has one: a text, a list or a map.

    Both are JSON by the names of the wire.
    """
    found = dict(made)
    for name, annotation in _fields(model):
        rows = row_model(annotation)
        if name not in made:
            if held.get(name) and (empty := _empty(annotation)) is not None:
                found[name] = empty
        elif rows is not None and isinstance(held.get(name), list):
            key = row_key(rows)
            theirs = keyed((row for row in held[name] if isinstance(row, Mapping)), key)
            found[name] = [
                with_emptied(rows, row, theirs[identity][1]) if identity in theirs else row
                for identity, (_, row) in keyed(made[name], key).items()
            ]
    return found


def _fields(model: type[BaseModel]) -> Iterator[tuple[str, Any]]:
    """What requests may leave out, and lists of records."""
    for name, field in model.model_fields.items():
        if not field.is_required() or row_model(field.annotation) is not None:
            yield field.alias or name, field.annotation


def _empty(annotation: Any) -> str | list[Any] | dict[str, Any] | None:
    kinds = {get_origin(part) or part for part in (get_args(annotation) or (annotation,))}
    return "" if str in kinds else [] if list in kinds else {} if dict in kinds else None
