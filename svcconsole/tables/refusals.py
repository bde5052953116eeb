"""What the models refuse, said in our words at the cell it came from."""

from __future__ import annotations

from pydantic import ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import ErrorDetails

from svcconsole.tables.findings import Findings
from svcconsole.tables.problems import Loc
from svcconsole.tables.reader import Row

SENTENCES = {
    "missing": "{label} is missing ({wire}).",
    "string_too_short": "{label} is empty ({wire}).",
    "too_short": "The product has no variant ({wire}).",
    "decimal_max_digits": "{label} has more than 15 digits ({wire}).",
    "decimal_whole_digits": "{label} has more than 15 digits ({wire}).",
    "not_a_number": "{label} is not a number ({wire}).",
    "not_finite": "{label} is not a finite number ({wire}).",
    "string_type": "{label} is not text ({wire}).",
    "bool_type": "{label} is neither true nor false ({wire}).",
    "list_type": "{label} is not a list ({wire}).",
    "extra_forbidden": "There is no field {wire}.",
    "product_id_differs": "A variant belongs to another product ({wire}).",
}


def explain(error: ValidationError, findings: Findings, head: Row) -> None:
    """Add a problem for each refusal that no earlier problem already explains."""
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        loc: Loc = detail["loc"]
        if loc not in findings.settled:
            path = path_of(loc)
            row, column = _cell(loc, path, findings, head)
            findings.add_refusal("model", loc, row, column, _sentence(detail, path, findings.label(path)))


def path_of(loc: Loc) -> str:
    """The path of a place in the request, without list positions: `combinations.discountedPrice`."""
    return ".".join(to_camel(part) for part in loc if isinstance(part, str))


def _sentence(detail: ErrorDetails, path: str, label: str) -> str:
    words = SENTENCES.get(detail["type"])
    return words.format(label=label, wire=path) if words else f"{label}: {detail['msg']} ({path})."


def _cell(loc: Loc, path: str, findings: Findings, head: Row) -> tuple[int, str | None]:
    """The cell of the longest part of `loc` that came from one, else the field's in the first row."""
    for length in range(len(loc), 0, -1):
        if loc[:length] in findings.origin:
            return findings.origin[loc[:length]]
    return head.number, findings.reading.columns.get(path)
