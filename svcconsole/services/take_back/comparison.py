"""Three versions of one record, before a run, as the run sent it and now: what can be given back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ValidationError

from svcconsole.api.models.rows import keyed, row_key, row_model
from svcconsole.api.models.unknown_fields import with_unknown
from svcconsole.api.models.unusual import read_record
from svcconsole.services.catalog.catalogs import CATALOGS
from svcconsole.services.catalog.products import PRODUCTS
from svcconsole.services.catalog.records import RecordType, Seen
from svcconsole.services.records.exact_json import read_exact, write_exact
from svcconsole.services.records.field_diff import FieldChange, changes, plain
from svcconsole.services.records.merge import merge, row_name
from svcconsole.services.runs.before_records import Raw
from svcconsole.services.take_back.views import FieldBack, Restore
from svcconsole.words.message import message

Values = dict[str, Any]

NOT_EMPTIED = message("It was empty; the service cannot empty it again.")
GONE = message("The store does not have it any more.")
CREATED = message("Created by this run; the service cannot delete it.")
NOT_SENDABLE = message("What the store held before does not make a request that the service takes.")
NEAREST_PRODUCT = message("Its stock can be set to 0.")
NEAREST_CATALOG = message("The products can be taken out of it.")
NEAREST = {"products": NEAREST_PRODUCT, "catalogs": NEAREST_CATALOG}
WHOLE = {each.name: each for each in (PRODUCTS, CATALOGS)}
"""The kinds whose records are replaced as a whole (decisions, row 24)."""


@dataclass(frozen=True, slots=True)
class Back:
    """What can be given back of one record; `body` are the bytes that would do it, None where nothing can."""

    state: Restore
    name: str
    fields: tuple[FieldBack, ...] = ()
    body: bytes | None = None
    why: str = ""
    nearest: str = ""
    image: str = ""


def compare_whole(kind: str, before: Raw | None, sent: bytes, now: Raw | None) -> Back:
    """A product or catalog: fields the run changed go back, what others changed beside it stays."""
    spec: RecordType[Any] = WHOLE[kind]
    asked = read_exact(sent)
    read = _values(spec, asked)
    name, image = _name(now or asked), str((now or asked).get("image") or "")
    if before is None:
        return Back(Restore.STAYS, name, (), None, CREATED, NEAREST[kind], image)
    mine = _values(spec, before)
    if now is None:
        return Back(Restore.SINCE, name, (), _body(spec, mine, before, None), GONE, image=image)
    theirs = _values(spec, now)
    merged, conflicts = merge(spec.model, read, mine, theirs)
    kept = _keep_required(spec.model, merged, theirs)
    met = {(conflict.loc[0], conflict.row) for conflict in conflicts}
    met |= {(conflict.loc[-1], conflict.row) for conflict in conflicts}
    fields = [
        FieldBack(change, since=(change.field, change.row) in met) for change in changes(theirs, merged)
    ]
    stuck = [
        FieldBack(FieldChange(field, row, value, None), NOT_EMPTIED, stays=True) for field, row, value in kept
    ]
    state = _state(fields, stuck, since=bool(conflicts))
    body = None if state in (Restore.AS_BEFORE, Restore.STAYS) else _body(spec, merged, before, now)
    if body is None and state not in (Restore.AS_BEFORE, Restore.STAYS):
        return Back(Restore.STAYS, name, tuple(_stuck(fields)), None, NOT_SENDABLE, image=image)
    why = NOT_EMPTIED if state is Restore.STAYS else ""
    return Back(state, name, (*fields, *stuck), body, why, image=image)


def _state(fields: list[FieldBack], stuck: list[FieldBack], *, since: bool) -> Restore:
    if since:
        return Restore.SINCE
    if not fields:
        return Restore.STAYS if stuck else Restore.AS_BEFORE
    return Restore.IN_PART if stuck else Restore.WHOLE


def _stuck(fields: list[FieldBack]) -> list[FieldBack]:
    return [replace(each, stays=True, note=NOT_SENDABLE) for each in fields]


def _values(spec: RecordType[Any], raw: Raw) -> Values:
    """By Python names, with blanks made one, so that a store that adds them shows no difference."""
    values: Values = spec.values_of(Seen(read_record(spec.stored, raw), raw, 0.0))
    made = {name: plain(value) for name, value in values.items()}
    if made.get("add_to_cart_disabled") is False:  # the default, which a store may or may not say
        made["add_to_cart_disabled"] = None
    return made


def _keep_required(model: type[BaseModel], merged: Values, now: Values) -> list[tuple[str, str, Any]]:
    """Fill what a request cannot be without from what the store holds now; what was filled: field, row,
    value."""
    kept: list[tuple[str, str, Any]] = []
    for name, field in model.model_fields.items():
        rows = row_model(field.annotation)
        if rows is None:
            if field.is_required() and merged.get(name) is None and now.get(name) is not None:
                merged[name] = now[name]
                kept.append((name, "", now[name]))
            continue
        key = row_key(rows)
        there = keyed(now.get(name) or [], key)
        for identity, (_, row) in keyed(merged.get(name) or [], key).items():
            held = there.get(identity, (0, {}))[1]
            for part, spec in rows.model_fields.items():
                if spec.is_required() and row.get(part) is None and held.get(part) is not None:
                    row[part] = held[part]
                    kept.append((part, row_name(row), held[part]))
        if not merged.get(name) and now.get(name) and name == "combinations":
            merged[name] = now[name]  # a product has at least one
            kept.append((name, "", len(now[name])))
    return kept


def _body(spec: RecordType[Any], values: Values, before: Raw, now: Raw | None) -> bytes | None:
    """The record's bytes with the fields this program has no name for: as the store has them now, and those
    it has lost since; None where the service would refuse it."""
    try:
        record = spec.checked(values)
    except ValidationError:
        return None
    request = read_exact(spec.request_of(record).wire())
    (known,) = request[spec.name]
    made = with_unknown(spec.model, known, before)
    if now is not None:
        made = with_unknown(spec.model, made, now)
    if values.get("add_to_cart_disabled") is None and "addToCartDisabled" in before:
        made["addToCartDisabled"] = False
    return write_exact(made).encode()


def _name(record: Raw) -> str:
    return str(record.get("name") or record.get("id") or "")
