"""Values of a table's cells as text and back, and rows out of what a spreadsheet put on the clipboard."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication

from svcconsole.gui.forms.fields import FieldSpec, Kind
from svcconsole.gui.forms.numbers import number_problem, number_text, parse_number

_WORDS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_PAIRS = re.compile(r"\s*[·;\n]\s*")


def cell_text(spec: FieldSpec, value: Any) -> str:
    """What a cell shows, and what editing it begins with."""
    if value is None:
        return ""
    match spec.kind:
        case Kind.NUMBER:
            return number_text(value)
        case Kind.SWITCH:
            return {True: "yes", False: "no"}.get(value, str(value))
        case Kind.MAP:
            return (
                " · ".join(f"{name}: {part}" for name, part in value.items())
                if _is_map(value)
                else str(value)
            )
        case Kind.TEXTS | Kind.NUMBERS:
            return ", ".join(number_text(part) for part in value) if isinstance(value, list) else str(value)
        case Kind.TEXT | Kind.AREA | Kind.URL | Kind.CODE | Kind.CHOICE | Kind.TIME | Kind.DATE:
            return str(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def cell_value(spec: FieldSpec, text: str) -> Any:
    """The value written in `text`; the text itself where it is none; None for blank."""
    if not text.strip():
        return None
    match spec.kind:
        case Kind.NUMBER:
            number = parse_number(text)
            return int(number) if spec.whole and not isinstance(number, str | None) else number
        case Kind.SWITCH:
            return _WORDS.get(text.strip().casefold(), text)
        case Kind.MAP:
            pairs = [pair.partition(":") for pair in _PAIRS.split(text.strip()) if pair]
            good = all(name.strip() and sign for name, sign, _ in pairs)
            return {name.strip(): part.strip() for name, _, part in pairs} if good else text
        case Kind.TEXTS:
            return [part.strip() for part in text.split(",") if part.strip()]
        case Kind.NUMBERS:
            return [parse_number(part) for part in text.split(",") if part.strip()]
        case Kind.TEXT | Kind.AREA | Kind.URL | Kind.CODE | Kind.CHOICE | Kind.TIME | Kind.DATE:
            return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def cell_problem(spec: FieldSpec, value: Any) -> str | None:
    """Why what was typed into the cell cannot be its value."""
    match spec.kind:
        case Kind.NUMBER:
            return number_problem(value)
        case Kind.MAP if isinstance(value, str):
            return _tr("Write it as name: value, with · or ; between several.")
        case Kind.SWITCH if isinstance(value, str):
            return _tr("Write yes or no.")
        case Kind.RECORD | Kind.RECORDS | Kind.UNION | Kind.JSON | Kind.MAP_OF_TEXTS if isinstance(
            value, str
        ):
            return _tr("This is not JSON.")
    return None


def rows_from_sheet(text: str, columns: Sequence[FieldSpec]) -> list[dict[str, Any]]:
    """Rows copied from a spreadsheet: by the names of their first row where that names columns, else by order."""
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


def _is_map(value: Any) -> bool:
    return isinstance(value, dict)


def _tr(text: str) -> str:
    return QCoreApplication.translate("cells", text)
