"""What differs between a record as read and as it stands in the form; how two people's changes meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from svcconsole.gui.forms.fields import FieldSpec, Kind, specs
from svcconsole.gui.words import show

Loc = tuple[str | int, ...]
Contents = Mapping[str, Any]
KEYS: Mapping[str, str] = {"id": "id", "photo_url": "photo_url", "address_id": "address_id"}
"""The fields by which the rows of a list are the same row, the first one a model has."""


@dataclass(frozen=True, slots=True)
class Change:
    """One field that differs; `old` is None for what is new, `new` for what goes."""

    loc: Loc
    label: str
    old: Any
    new: Any
    is_row: bool = False
    """A whole row came or went; otherwise None is "not set"."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field changed here and in the store since it was read."""

    loc: Loc
    label: str
    read: Any
    mine: Any
    theirs: Any


def differences(fields: Sequence[FieldSpec], old: Contents, new: Contents) -> list[Change]:
    """What differs, field by field; the rows of lists are matched by their key."""
    found: list[Change] = []
    for field in fields:
        before, after = old.get(field.name), new.get(field.name)
        if before == after:
            continue
        if field.kind is Kind.RECORDS and field.model is not None:
            found += _row_changes(field, before or [], after or [])
        else:
            found.append(Change((field.name,), field.label, before, after))
    return found


def merge(
    fields: Sequence[FieldSpec], read: Contents, mine: Contents, theirs: Contents
) -> tuple[dict[str, Any], list[Conflict]]:
    """What was touched here over what the store holds now; a field both changed differently is a conflict.

    Mine wins in the result; the caller asks before it is sent.
    """
    merged: dict[str, Any] = {}
    conflicts: list[Conflict] = []
    for field in fields:
        values = read.get(field.name), mine.get(field.name), theirs.get(field.name)
        if field.kind is Kind.RECORDS and field.model is not None and _key(field.model) is not None:
            merged[field.name], met = _merge_rows(field, *(value or [] for value in values))
            conflicts += met
            if values[1] is None and not merged[field.name]:
                merged[field.name] = None
        else:
            merged[field.name], met = _merge_value((field.name,), field.label, *values)
            conflicts += met
    return merged, conflicts


def count_values(contents: object) -> int:
    """How many single values the record holds, for "3 of 47 fields"."""
    if isinstance(contents, Mapping):
        return sum(count_values(value) for value in contents.values())
    if isinstance(contents, list):
        return sum(count_values(value) for value in contents)
    return 0 if contents is None else 1


def row_name(row: Contents) -> str:
    """How a row of a list is called in words."""
    return str(
        next(
            (row[name] for name in ("name", "key", "title", "photo_url", "address1", "id") if row.get(name)),
            "",
        )
    )


def _key(model: Any) -> str | None:
    return next((name for name in KEYS if name in model.model_fields), None)


def _keyed(rows: Iterable[Contents], key: str) -> dict[Any, tuple[int, Contents]]:
    """Rows by key, each key once: later twins get a key of their own so that none of them disappears."""
    keyed: dict[Any, tuple[int, Contents]] = {}
    for index, row in enumerate(rows):
        name = row.get(key)
        keyed[name if name not in keyed and name else (name, index)] = (index, row)
    return keyed


def _row_changes(field: FieldSpec, old: Sequence[Contents], new: Sequence[Contents]) -> list[Change]:
    model = field.model
    key = _key(model)
    if model is None or key is None:
        return [Change((field.name,), field.label, old, new)]
    before, after = _keyed(old, key), _keyed(new, key)
    found: list[Change] = []
    for name, (index, row) in after.items():
        if name not in before:
            found.append(Change((field.name, index), field.label, None, row_name(row), is_row=True))
            continue
        for change in differences(specs(model), before[name][1], row):
            label = f"{row_name(before[name][1]) or row_name(row)} › {show(change.label)}"
            found.append(Change((field.name, index, *change.loc), label, change.old, change.new))
    found += [
        Change((field.name,), field.label, row_name(row), None, is_row=True)
        for name, (_, row) in before.items()
        if name not in after
    ]
    stayed = [name for name in before if name in after]
    if stayed != [name for name in after if name in before]:
        orders = [", ".join(row_name(row) for row in rows) for rows in (old, new)]
        found.append(Change((field.name,), field.label, orders[0], orders[1]))
    return found


def _merge_value(loc: Loc, label: str, read: Any, mine: Any, theirs: Any) -> tuple[Any, list[Conflict]]:
    if mine == read:
        return theirs, []
    met = theirs not in (read, mine)
    return mine, [Conflict(loc, label, read, mine, theirs)] if met else []


def _merge_rows(
    field: FieldSpec, read: Sequence[Contents], mine: Sequence[Contents], theirs: Sequence[Contents]
) -> tuple[list[dict[str, Any]], list[Conflict]]:
    model = field.model
    key = None if model is None else _key(model)
    if model is None or key is None:
        return [dict(row) for row in mine], []
    base, here, there = _keyed(read, key), _keyed(mine, key), _keyed(theirs, key)
    merged: list[dict[str, Any]] = []
    conflicts: list[Conflict] = []
    for name, (index, row) in here.items():
        label = f"{show(field.label)} › {row_name(row)}"
        if name in there:
            started = base.get(name, (0, {}))[1]
            for part in specs(model):
                values = started.get(part.name), row.get(part.name), there[name][1].get(part.name)
                _, met = _merge_value(
                    (field.name, index, part.name), f"{row_name(row)} › {show(part.label)}", *values
                )
                conflicts += met
            merged.append(
                {
                    part.name: _merge_value(
                        (), "", started.get(part.name), row.get(part.name), there[name][1].get(part.name)
                    )[0]
                    for part in specs(model)
                }
            )
        elif name not in base:
            merged.append(dict(row))
        elif row != base[name][1]:
            conflicts.append(Conflict((field.name, index), label, row_name(row), row_name(row), None))
            merged.append(dict(row))
    for name, (_, row) in there.items():
        if name in here:
            continue
        if name not in base:
            merged.append(dict(row))
        elif row != base[name][1]:
            conflicts.append(
                Conflict(
                    (field.name,),
                    f"{show(field.label)} › {row_name(row)}",
                    row_name(row),
                    None,
                    row_name(row),
                )
            )
    return merged, conflicts
