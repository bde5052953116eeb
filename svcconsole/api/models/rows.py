"""Lists of records inside a record: which model their rows have, and the field that tells two rows apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel

KEYS = ("id", "photo_url", "address_id")
"""The fields, by their Python names, by which two rows are the same row: the first one a model has."""

Row = TypeVar("Row", bound=Mapping[str, Any])


def row_model(annotation: Any) -> type[BaseModel] | None:
    """The model of the rows where a field is a list of records, optional or not; else None."""
    if get_origin(annotation) is list:
        (row,) = get_args(annotation)
        return row if isinstance(row, type) and issubclass(row, BaseModel) else None
    if hasattr(annotation, "__metadata__"):
        return row_model(annotation.__origin__)
    if get_origin(annotation) is dict:
        return None
    return next((found for part in get_args(annotation) if (found := row_model(part)) is not None), None)


def row_key(model: type[BaseModel]) -> str | None:
    """The field of a row that names it; None where its model has none."""
    return next((name for name in KEYS if name in model.model_fields), None)


def keyed(rows: Iterable[Row], key: str | None) -> dict[Any, tuple[int, Row]]:
    """Rows with their positions by the value of `key`, each value once.

    Later twins, rows without a value and all rows where there is no key get a key of their own, made of value
    and position, so that none of them disappears.
    """
    found: dict[Any, tuple[int, Row]] = {}
    for index, row in enumerate(rows):
        name = None if key is None else row.get(key)
        if not isinstance(name, str | int) or not name or name in found:
            name = (repr(name), index)
        found[name] = (index, row)
    return found
