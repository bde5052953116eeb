"""Turns validation errors of the wire models into sentences at the cell they came from."""

from __future__ import annotations

import re

from pydantic import ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import ErrorDetails

from svcconsole.tables.checking.problems import Loc
from svcconsole.tables.checking.record_problems import RecordProblems
from svcconsole.tables.reading.row import Row
from svcconsole.words.message import OR, Message, listed, mark, message

SENTENCES = {
    "missing": mark("{label} is missing."),
    "string_too_short": mark("{label} is empty."),
    "too_short": mark("The product has no variant."),
    "decimal_max_digits": mark("{label} has more than 15 digits."),
    "decimal_whole_digits": mark("{label} has more than 15 digits."),
    "not_a_number": mark("{label} is not a number."),
    "not_finite": mark("{label} is not a finite number."),
    "int_type": mark("{label} is not a whole number."),
    "literal_error": mark("{label} can only be {choices}."),
    "string_type": mark("{label} is not text."),
    "bool_type": mark("{label} is neither true nor false."),
    "list_type": mark("{label} is not a list."),
    "extra_forbidden": mark("There is no field {wire}."),
    "product_id_differs": mark("A variant belongs to another product."),
}


def explain(error: ValidationError, findings: RecordProblems, head: Row) -> None:
    """Add a problem for each refusal that no earlier problem already explains."""
    for detail in error.errors(include_url=False, include_input=False):
        loc: Loc = detail["loc"]
        if loc not in findings.settled:
            path = path_of(loc)
            row, column = _cell(loc, path, findings, head)
            findings.add_refusal("model", loc, row, column, _sentence(detail, path, findings.label(path)))


def path_of(loc: Loc) -> str:
    """The path of a place in the request, without list positions: `combinations.discountedPrice`."""
    return ".".join(to_camel(part) for part in loc if isinstance(part, str))


def _sentence(detail: ErrorDetails, path: str, label: str) -> Message:
    words = SENTENCES.get(detail["type"])
    if words is None:
        return message("{label}: {refusal}.", label=label, refusal=detail["msg"])
    choices = re.findall("'([^']*)'", str(detail.get("ctx", {}).get("expected", "")))
    return message(words, label=label, wire=path, choices=listed(choices, OR))


def _cell(loc: Loc, path: str, findings: RecordProblems, head: Row) -> tuple[int, str | None]:
    """The cell of the longest part of `loc` that came from one, else the field's in the first row."""
    for length in range(len(loc), 0, -1):
        if loc[:length] in findings.origin:
            return findings.origin[loc[:length]]
    return head.number, findings.reading.columns.get(path)
