"""Converts table cells to text and back, and clipboard text of a spreadsheet to rows."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.forms.editors.numbers import number_problem, number_text, parse_number, parse_whole
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind

_WORDS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_PAIRS = re.compile(r"\s*[·;\n]\s*")


def cell_text(spec: FieldSpec, value: Any) -> str:
    """What a cell shows, and what editing it begins with; what is no value of its kind shows as typed."""
    if value is None or isinstance(value, str):
        return value or ""
    return _SHOWN.get(spec.kind, _json_text)(value)


def cell_value(spec: FieldSpec, text: str) -> Any:
    """The value written in `text`; the text itself where it is none; None for blank."""
    return _READ.get(spec.kind, _json_value)(spec, text) if text.strip() else None


def cell_problem(spec: FieldSpec, value: Any) -> str | None:
    """Why what was typed into the cell cannot be its value."""
    match spec.kind:
        case Kind.NUMBER:
            return number_problem(value)
        case Kind.MAP if isinstance(value, str):
            return tr("Write it as name: value, separated by · or ;")
        case Kind.SWITCH if isinstance(value, str):
            return tr("Write yes or no.")
        case Kind.RECORD | Kind.RECORDS | Kind.UNION | Kind.JSON | Kind.MAP_OF_TEXTS if isinstance(
            value, str
        ):
            return tr("This is not JSON.")
    return None


def rows_from_sheet(text: str, columns: Sequence[FieldSpec]) -> list[dict[str, Any]]:
    """Rows copied from a spreadsheet, by the names in their first row where it has names, else by order."""
    rows = [row for row in csv.reader(io.StringIO(text), delimiter="\t") if any(cell.strip() for cell in row)]
    if not rows:
        return []
    names = {_plain(name): spec for spec in columns for name in (spec.label, spec.wire, spec.name)}
    heading = [names.get(_plain(cell)) for cell in rows[0]]
    if any(heading) and sum(spec is not None for spec in heading) * 2 >= len(heading):
        rows = rows[1:]
    else:
        heading = [*columns, *[None] * len(rows[0])]
    return [
        {
            spec.name: cell_value(spec, cell)
            for spec, cell in zip(heading, row, strict=False)
            if spec is not None
        }
        for row in rows
    ]


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


def _json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _json_value(_spec: FieldSpec, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _map_value(_spec: FieldSpec, text: str) -> Any:
    pairs = [pair.partition(":") for pair in _PAIRS.split(text.strip()) if pair]
    good = all(name.strip() and sign for name, sign, _ in pairs)
    return {name.strip(): part.strip() for name, _, part in pairs} if good else text


def _number_value(spec: FieldSpec, text: str) -> Any:
    return (parse_whole if spec.whole else parse_number)(text)


def _same(_spec: FieldSpec, text: str) -> str:
    return text


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


_SHOWN: dict[Kind, Callable[[Any], str]] = {
    Kind.NUMBER: number_text,
    Kind.SWITCH: lambda value: "yes" if value is True else "no" if value is False else str(value),
    Kind.MAP: lambda value: " · ".join(f"{name}: {part}" for name, part in value.items()),
    Kind.TEXTS: ", ".join,
    Kind.NUMBERS: lambda value: ", ".join(map(number_text, value)),
}
_READ: dict[Kind, Callable[[FieldSpec, str], Any]] = {
    Kind.NUMBER: _number_value,
    Kind.SWITCH: lambda _, text: _WORDS.get(text.strip().casefold(), text),
    Kind.MAP: _map_value,
    Kind.TEXTS: lambda _, text: _parts(text),
    Kind.NUMBERS: lambda spec, text: [_number_value(spec, part) for part in _parts(text)],
    **dict.fromkeys((Kind.TEXT, Kind.AREA, Kind.URL, Kind.CODE, Kind.CHOICE, Kind.TIME, Kind.DATE), _same),
}
