"""Fields of a product or catalog set by words: `name=Mug`, `combinations[mug-oat].price=12`."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from decimal import Decimal
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from svcconsole.api.errors import RefusedHere
from svcconsole.api.models.problems import problems
from svcconsole.api.models.rows import row_key, row_model
from svcconsole.api.models.unknown_fields import unknown_fields
from svcconsole.services.catalog.records import M, RecordType
from svcconsole.words.message import OR, lines, listed, message

Values = dict[str, Any]

MOST_PROBLEMS = 10
_ASSIGNMENT = re.compile(r"(\w+)(?:\[(.*?)\]\.(\w+))?=(.*)", re.DOTALL)


def assigned(kind: RecordType[Any], values: Mapping[str, Any], assignments: Sequence[str]) -> Values:
    """The values, by Python names, with every assignment carried out; raises RefusedHere.

    A field is named as on the wire, one of a row by the row's key. A text is taken as it is, anything else as
    JSON; no value takes an optional field away.
    """
    made = deepcopy(dict(values))
    for text in assignments:
        found = _ASSIGNMENT.fullmatch(text)
        if found is None:
            raise RefusedHere(
                message("{text} sets no field.", text=repr(text)),
                advice=message("Write FIELD=VALUE, or LIST[KEY].FIELD=VALUE for a row."),
            )
        list_or_field, row, part, value = found.groups()
        name, field = _field(kind.model, list_or_field, "")
        if part is None:
            if name == "id":
                raise RefusedHere(message("An id is fixed once created; no field sets it."))
            made[name] = _value(list_or_field, field, value)
            continue
        rows, key = _rows(list_or_field, field)
        chosen = _row(made.get(name) or [], key, row, list_or_field)
        inner, inner_field = _field(rows, part, f"{list_or_field}[{row}].")
        if inner == key:
            raise RefusedHere(
                message(
                    "{part} tells the rows of {list} apart and is fixed once created.",
                    part=part,
                    list=list_or_field,
                )
            )
        chosen[inner] = _value(f"{list_or_field}[{row}].{part}", inner_field, value)
    return made


def checked(kind: RecordType[M], values: Mapping[str, Any]) -> M:
    """The values as the record that is sent; raises RefusedHere with every reason."""
    try:
        return kind.checked(values)
    except ValidationError as error:
        found = [problem.sentence for problem in problems(error, kind.model)]
        advice = lines(*(message("Also: {problem}.", problem=more) for more in found[1:MOST_PROBLEMS]))
        raise RefusedHere(message("Not sent: {problem}.", problem=found[0]), advice=advice) from None


def _field(model: type[BaseModel], wire_name: str, path: str) -> tuple[str, FieldInfo]:
    names = {field.alias or name: (name, field) for name, field in model.model_fields.items()}
    if wire_name in names:
        return names[wire_name]
    near = difflib.get_close_matches(wire_name, names, n=2)
    advice = (
        message("Did you mean {names}?", names=listed(near, OR))
        if near
        else message("There are: {names}.", names=listed(names))
    )
    raise RefusedHere(message("{field} cannot be set.", field=f"{path}{wire_name}"), advice=advice)


def _rows(wire_name: str, field: FieldInfo) -> tuple[type[BaseModel], str]:
    rows = row_model(field.annotation)
    key = None if rows is None else row_key(rows)
    if rows is None or key is None:
        raise RefusedHere(message("{field} is not a list of records.", field=wire_name))
    return rows, key


def _row(rows: Sequence[Values], key: str, wanted: str, wire_name: str) -> Values:
    for row in rows:
        if str(row.get(key)) == wanted:
            return row
    there = ", ".join(str(row.get(key)) for row in rows)
    raise RefusedHere(
        message("{field} has no {wanted}.", field=wire_name, wanted=repr(wanted)),
        advice=message("There are: {names}.", names=there) if there else "",
    )


def _value(path: str, field: FieldInfo, text: str) -> Any:
    if not text and not field.is_required():
        return None
    if _is_text(field.annotation):
        return text
    try:
        value = json.loads(text, parse_float=Decimal)
    except ValueError as error:
        raise RefusedHere(
            message("{field} is given as {text}, which is not JSON.", field=path, text=repr(text)),
            advice=message("Numbers, true and false, lists and objects are written as JSON."),
        ) from error
    rows = row_model(field.annotation)
    if rows is None:
        return value
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise RefusedHere(message("{field} must be a list of objects.", field=path))
    for index, row in enumerate(value):
        if unknown := next(unknown_fields(rows, row), None):
            raise RefusedHere(message("{field} cannot be set.", field=f"{path}[{index}].{unknown.path[0]}"))
    names = {each.alias or name: name for name, each in rows.model_fields.items()}
    return [{names[name]: part for name, part in row.items()} for row in value]


def _is_text(annotation: Any) -> bool:
    """Whether a field holds text, required or not."""
    if hasattr(annotation, "__metadata__"):
        return _is_text(annotation.__origin__)
    parts = [part for part in get_args(annotation) if part is not type(None)]
    is_choice = get_origin(annotation) in (Union, UnionType)
    return annotation is str or (is_choice and all(_is_text(part) for part in parts))
