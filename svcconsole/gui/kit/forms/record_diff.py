"""Compares a record as read with the form, and merges two people's changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from svcconsole.api.models.rows import keyed, row_key
from svcconsole.gui.design.words import show
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind, specs
from svcconsole.services.records.merge import Conflict, row_name

Loc = tuple[str | int, ...]
Contents = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """One field that differs; `old` is None for what is new, `new` for what goes."""

    loc: Loc
    label: str
    old: Any
    new: Any
    is_row: bool = False
    """A whole row came or went; otherwise None is "not set"."""
    spec: FieldSpec | None = None
    """The field that holds the two values; None for a whole row."""


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
            found.append(Change((field.name,), field.label, before, after, spec=field))
    return found


def conflict_label(fields: Sequence[FieldSpec], met: Conflict) -> str:
    """What a conflict is about, in words: the field, the row's field, or the row of a list."""
    field = next(field for field in fields if field.name == met.loc[0])
    if not met.row:
        return field.label
    inner = specs(field.model) if field.model is not None else ()
    part = next((part for part in inner if part.name == met.loc[-1] and len(met.loc) > 2), None)
    return f"{field.label} › {met.row}" if part is None else f"{met.row} › {part.label}"


def count_values(contents: object) -> int:
    """How many single values the record holds, for "3 of 47 fields"."""
    if isinstance(contents, Mapping):
        return sum(count_values(value) for value in contents.values())
    if isinstance(contents, list):
        return sum(count_values(value) for value in contents)
    return 0 if contents is None else 1


def _row_changes(field: FieldSpec, old: Sequence[Contents], new: Sequence[Contents]) -> list[Change]:
    model = field.model
    key = None if model is None else row_key(model)
    if model is None or key is None:
        return [Change((field.name,), field.label, old, new)]
    before, after = keyed(old, key), keyed(new, key)
    found: list[Change] = []
    for name, (index, row) in after.items():
        if name not in before:
            found.append(Change((field.name, index), field.label, None, row_name(row), is_row=True))
            continue
        for change in differences(specs(model), before[name][1], row):
            label = f"{row_name(before[name][1]) or row_name(row)} › {show(change.label)}"
            found.append(replace(change, loc=(field.name, index, *change.loc), label=label))
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
