"""The fields of a JSON value that its request model has no name or type for: listed, left out, put back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel

from svcconsole.api.models.resource import Resource
from svcconsole.api.models.rows import row_key, row_model
from svcconsole.api.models.unusual import read_record, unusual_places

_NOTHING: Final[tuple[Any, ...]] = (None, "", [], {})
Place = tuple[str, ...]
"""Where such fields stand, by their names on the wire: `("warranty",)`, `("combinations", "sku")`."""


@dataclass(frozen=True, slots=True)
class UnknownField:
    """One field in one record; `path` leads to it with the positions of rows in it, as in JSON."""

    path: tuple[str | int, ...]
    value: Any

    @property
    def place(self) -> Place:
        return tuple(part for part in self.path if isinstance(part, str))


def unknown_fields(model: type[BaseModel], value: Any) -> Iterator[UnknownField]:
    """Every field of the record and of the records in its lists that `model` does not name, or whose value is
    of another type than an answer's (see `unusual.py`)."""
    if not isinstance(value, Mapping):
        return
    rows, odd = _row_models(model), _odd_names(model, value)
    for name, inner in value.items():
        if name not in rows or name in odd:
            yield UnknownField((name,), inner)
        elif (part := rows[name]) is not None and isinstance(inner, list):
            for index, row in enumerate(inner):
                for found in unknown_fields(part, row):
                    yield UnknownField((name, index, *found.path), found.value)


def known_part(model: type[BaseModel], value: Any) -> Any:
    """The value without those fields; what is no record at all stays as it is."""
    if not isinstance(value, Mapping):
        return value
    rows = _row_models(model)
    return {
        name: [known_part(part, row) for row in inner]
        if (part := rows[name]) is not None and isinstance(inner, list)
        else inner
        for name, inner in value.items()
        if name in rows
    }


def with_unknown(
    model: type[BaseModel],
    known: Mapping[str, Any],
    source: Mapping[str, Any],
    leave_out: Collection[Place] = (),
) -> dict[str, Any]:
    """`known` with the unknown fields of `source` in it, but for those at the places of `leave_out`.

    Both are JSON by the names of the wire. A row of a list takes the fields of the source's row with the same
    key; the fields of a row that is not in `known` are not taken over.
    """
    made = dict(known)
    rows, odd = _row_models(model), _odd_names(model, source)
    for name, inner in source.items():
        if name not in rows or (name in odd and _is_as_read(made.get(name), odd[name])):
            if (name,) not in leave_out:
                made[name] = inner
            continue
        if name in odd and (name,) not in leave_out:
            made[name] = _with_odd_entries(made.get(name), inner, odd[name])
        part, mine = rows[name], made.get(name)
        if part is not None and isinstance(mine, list) and isinstance(inner, list):
            inside = {place[1:] for place in leave_out if place[:1] == (name,)}
            made[name] = _rows_with_unknown(part, mine, inner, inside)
    return made


def _odd_names(model: type[BaseModel], value: Mapping[str, Any]) -> dict[str, Any]:
    """The fields whose value is of another type, with what was read of each; rows of lists are their own."""
    if not issubclass(model, Resource):
        return {}
    resource: Any = model
    read: BaseModel = read_record(resource[None], value)
    rows = _row_models(model)
    odd = {str(path[0]) for path in unusual_places(read) if len(path) == 1 or rows[str(path[0])] is None}
    if not odd:
        return {}
    told = read.model_dump(mode="json", by_alias=True)
    return {name: _without_gaps(told.get(name)) for name in odd}


def _is_as_read(mine: Any, read: Any) -> bool:
    """Whether nobody changed what was read; a blank field says nothing as well as one that is not there."""
    return bool(mine == read) or (mine in _NOTHING and read in _NOTHING)


def _with_odd_entries(mine: Any, theirs: Any, read: Any) -> Any:
    """A list or a map that was changed, with the entries of `theirs` that were not `read`: nobody saw them,
    so nobody took them away."""
    if isinstance(theirs, list) and (mine is None or isinstance(mine, list)):
        kept = [*(mine or ()), *(entry for entry in theirs if entry not in (read or ()))]
        return kept or mine
    if isinstance(theirs, Mapping) and (mine is None or isinstance(mine, Mapping)):
        return {**{key: value for key, value in theirs.items() if key not in (read or {})}, **(mine or {})}
    return mine


def _without_gaps(value: Any) -> Any:
    return [entry for entry in value if entry is not None] if isinstance(value, list) else value


def _rows_with_unknown(
    model: type[BaseModel], known: list[Any], source: list[Any], leave_out: Collection[Place]
) -> list[Any]:
    name = row_key(model)
    key = None if name is None else model.model_fields[name].alias or name
    theirs: dict[Any, Any] = {twin: row for twin, row in _numbered(source, key) if isinstance(row, Mapping)}
    return [
        with_unknown(model, row, theirs.get(twin, {}), leave_out) if isinstance(row, Mapping) else row
        for twin, row in _numbered(known, key)
    ]


def _numbered(rows: list[Any], key: str | None) -> Iterator[tuple[tuple[str, int], Any]]:
    """Rows by their key and how many of that key came before; by position where there is no key."""
    seen: dict[str, int] = {}
    for row in rows:
        value = row.get(key) if key is not None and isinstance(row, Mapping) else None
        text = "" if value is None else str(value)
        yield (text, seen.get(text, 0)), row
        seen[text] = seen.get(text, 0) + 1


def _row_models(model: type[BaseModel]) -> dict[str, type[BaseModel] | None]:
    """The names of the wire that `model` has, and for lists of records the model of their rows."""
    return {field.alias or name: row_model(field.annotation) for name, field in model.model_fields.items()}
