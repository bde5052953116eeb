"""Compares two versions of a record field by field, the rows of its lists by their key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from svcconsole.api.models.rows import KEYS, keyed
from svcconsole.services.records.merge import row_name

Values = Mapping[str, Any]
Value = str | Decimal | int | float | bool | tuple[str, ...] | None

OPENED = ("combinations", "addresses")
"""Lists whose rows are compared field by field; of the others only their number and what came or went."""
OWN = frozenset({"id", "product_id", "address_id"})
"""What a record or a row is called by: never different in two versions of it."""


class ChangeKind(StrEnum):
    """A value, a whole row that comes or goes, or a list told by its number."""

    VALUE = "value"
    ADDED = "added"
    REMOVED = "removed"
    ROWS = "rows"


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field that differs, by its Python name; `row` is the name of the variant or address it stands in.

    `now` and `after` are values; of ROWS how many there are, with how many come and go in `added` and
    `removed`. `currency` is that of an amount, where it is known.
    """

    field: str
    row: str
    now: Value
    after: Value
    kind: ChangeKind = ChangeKind.VALUE
    currency: str = ""
    added: int = 0
    removed: int = 0


def plain(value: Any) -> Any:
    """A value with what says nothing made one: blank texts and lists are None, at every depth."""
    if isinstance(value, Mapping):
        made = {name: plain(part) for name, part in value.items()}
        return made if any(part is not None for part in made.values()) else None
    if isinstance(value, list | tuple):
        return [part for part in map(plain, value) if part is not None] or None
    return None if value == "" else value


def changes(now: Values, after: Values) -> tuple[FieldChange, ...]:
    """What differs, in the order of `after`; both hold values by Python names."""
    currency = str(after.get("currency") or now.get("currency") or "")
    return tuple(_of_record(plain(now) or {}, plain(after) or {}, "", currency))


def _of_record(now: Values, after: Values, row: str, currency: str) -> list[FieldChange]:
    found: list[FieldChange] = []
    for name in dict.fromkeys((*after, *now)):
        old, new = now.get(name), after.get(name)
        if name in OWN or old == new:
            continue
        if _is_rows(old) or _is_rows(new):
            found += _of_rows(name, old or [], new or [], currency)
        elif isinstance(old, Mapping) or isinstance(new, Mapping):
            found += _of_map(name, old or {}, new or {}, row)
        else:
            found.append(FieldChange(name, row, _value(old), _value(new), currency=currency))
    return found


def _of_rows(name: str, now: Sequence[Values], after: Sequence[Values], currency: str) -> list[FieldChange]:
    key = next((key for key in KEYS if any(key in each for each in (*now, *after))), None)
    old, new = keyed(now, key), keyed(after, key)
    gone, come = [one for one in old if one not in new], [one for one in new if one not in old]
    if name not in OPENED:
        return [FieldChange(name, "", len(now), len(after), ChangeKind.ROWS, "", len(come), len(gone))]
    found: list[FieldChange] = []
    for one, (_, row) in new.items():
        if one in old:
            inner = str(row.get("currency") or currency)
            before = old[one][1]
            found += _of_record(before, row, row_name(before) or row_name(row), inner)
        else:
            found.append(FieldChange(name, row_name(row), None, row_name(row), ChangeKind.ADDED))
    found += [
        FieldChange(name, row_name(old[one][1]), row_name(old[one][1]), None, ChangeKind.REMOVED)
        for one in gone
    ]
    return found


def _of_map(name: str, now: Values, after: Values, row: str) -> list[FieldChange]:
    texts = [", ".join(f"{key}: {value}" for key, value in each.items()) or None for each in (now, after)]
    return [FieldChange(name, row, texts[0], texts[1])]


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _value(value: Any) -> Value:
    if isinstance(value, list | tuple):
        return tuple(map(str, value))
    return value if isinstance(value, str | Decimal | int | float | bool) or value is None else str(value)
