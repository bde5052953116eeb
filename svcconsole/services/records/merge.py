"""Merges what was changed here into what the store holds now, field by field and row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from svcconsole.api.models.rows import keyed, row_key, row_model

Loc = tuple[str | int, ...]
Values = Mapping[str, Any]
Rows = Mapping[Any, tuple[int, Values]]

_NAMES = ("name", "key", "title", "photo_url", "address1", "id")


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field changed here and in the store since it was read.

    `row` is how its row is called, blank for a field of the record itself. A loc that ends at the list or at
    the row's position means the whole row: changed on one side and gone on the other.
    """

    loc: Loc
    row: str
    read: Any
    mine: Any
    theirs: Any


def merge(
    model: type[BaseModel], read: Values, mine: Values, theirs: Values
) -> tuple[dict[str, Any], list[Conflict]]:
    """What was changed here over what the store holds now; a field both changed differently is a conflict.

    All three hold values by the Python names of `model`. Mine wins in the result; the caller asks before it
    is sent.
    """
    merged: dict[str, Any] = {}
    conflicts: list[Conflict] = []
    for name, field in model.model_fields.items():
        values = read.get(name), mine.get(name), theirs.get(name)
        rows = row_model(field.annotation)
        key = None if rows is None else row_key(rows)
        if rows is not None and key is not None:
            base, here, there = (keyed(value or [], key) for value in values)
            merged[name], met = _merge_rows(name, rows, base, here, there)
            if values[1] is None and not merged[name]:
                merged[name] = None
        else:
            merged[name], met = _merge_value((name,), "", *values)
        conflicts += met
    return merged, conflicts


def give_way(
    model: type[BaseModel], read: Values, mine: Values, theirs: Values, conflicts: Sequence[Conflict]
) -> dict[str, Any]:
    """What was changed here without the changes that these conflicts are about: merged again, there stands
    what the store holds."""
    back = dict(mine)
    for met in conflicts:
        name, *place = met.loc
        rows = row_model(model.model_fields[str(name)].annotation)
        if rows is None or not (met.row or place):
            back[str(name)] = read.get(str(name))
            continue
        key = row_key(rows)
        base, there = (keyed(values.get(str(name)) or [], key) for values in (read, theirs))
        own = keyed(mine.get(str(name)) or [], key)
        made = list(back.get(str(name)) or [])
        if place:
            index = int(place[0])
            identity = next(identity for identity, (at, _) in own.items() if at == index)
            started = base.get(identity, (0, {}))[1]
            part = str(place[1]) if len(place) > 1 else ""
            made[index] = {**made[index], part: started.get(part)} if part else dict(started)
        else:
            made += [
                dict(row)
                for identity, (_, row) in base.items()
                if identity not in own and identity in there and row_name(row) == met.row
            ]
        back[str(name)] = made
    return back


def row_name(row: Values) -> str:
    """How a row of a list is called in words."""
    return str(next((row[name] for name in _NAMES if row.get(name)), ""))


def _merge_value(loc: Loc, row: str, read: Any, mine: Any, theirs: Any) -> tuple[Any, list[Conflict]]:
    if mine == read:
        return theirs, []
    met = theirs not in (read, mine)
    return mine, [Conflict(loc, row, read, mine, theirs)] if met else []


def _merge_rows(
    name: str,
    model: type[BaseModel],
    base: Rows,
    here: Rows,
    there: Rows,
) -> tuple[list[dict[str, Any]], list[Conflict]]:
    """The rows as read, mine and theirs, each by its key, made one list in my order."""
    merged: list[dict[str, Any]] = []
    conflicts: list[Conflict] = []
    for identity, (index, row) in here.items():
        if identity in there:
            started = base.get(identity, (0, {}))[1]
            made: dict[str, Any] = {}
            for part in model.model_fields:
                values = started.get(part), row.get(part), there[identity][1].get(part)
                made[part], met = _merge_value((name, index, part), row_name(row), *values)
                conflicts += met
            merged.append(made)
        elif identity not in base:
            merged.append(dict(row))
        elif row != base[identity][1]:
            conflicts.append(Conflict((name, index), row_name(row), row_name(row), row_name(row), None))
            merged.append(dict(row))
    for identity, (_, row) in there.items():
        if identity in here:
            continue
        if identity not in base:
            merged.append(dict(row))
        elif row != base[identity][1]:
            conflicts.append(Conflict((name,), row_name(row), row_name(row), None, row_name(row)))
    return merged, conflicts
