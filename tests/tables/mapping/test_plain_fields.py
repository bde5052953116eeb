"""A field that the importer has no rule for is filled from its column by its type."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from pydantic import ValidationError

from svcconsole.api.models.common import Number, Request, Text
from svcconsole.api.models.ui import Ui
from svcconsole.tables.checking.model_errors import explain
from svcconsole.tables.checking.record_problems import RecordProblems
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import Column, Mapping, Reading
from svcconsole.tables.mapping.plain_fields import plain_fields
from svcconsole.tables.mapping.targets import PRODUCTS
from svcconsole.tables.reading.row import Row


class Part(Request):
    length: Number | None = None


class Machine(Request):
    """A record with a field of each type that a cell can hold, and three that none can."""

    id: Text
    warranty: Annotated[str | None, Ui(label="Guarantee", help="How long.", example="2 years")] = None
    months: int
    weight: Number | None = None
    is_new: bool | None = None
    grade: Literal["A", "B"] | None = None
    colours: list[str] | None = None
    parts: list[Part] | None = None
    sizes: dict[str, str] | None = None
    counts: list[int] | None = None
    owner_id: str | None = None


FIELDS = plain_fields(Machine, [PRODUCTS.field("id")], "product", left_out={"ownerId"})
HEADER = tuple(field.target.path for field in FIELDS)


def built(*cells: str) -> tuple[dict[str, Any], RecordProblems]:
    """The record of one row, and what was found while it was made."""
    mapping = Mapping(sources={path: Column(path) for path in HEADER})
    findings = RecordProblems(Reading(mapping, HEADER), Rules())
    row = Row(7, 7, cells)
    body: dict[str, Any] = {"id": "m"}
    findings.fill(body, FIELDS, lambda path: (findings.read(path, row), row))
    try:
        Machine.model_validate(body)
    except ValidationError as error:
        explain(error, findings, row)
    return body, findings


def test_each_field_a_cell_can_hold_and_nothing_has_a_rule_for_is_a_target() -> None:
    described = [(field.name, field.target.kind, field.target.required) for field in FIELDS]
    assert described == [
        ("warranty", "text", False),
        ("months", "number", True),
        ("weight", "number", False),
        ("is_new", "flag", False),
        ("grade", "text", False),
        ("colours", "list", False),
    ]
    assert [field.target.label for field in FIELDS][:4] == ["Guarantee", "Months", "Weight", "Is new"]
    assert (FIELDS[0].target.help, FIELDS[0].target.example) == ("How long.", "2 years")


def test_a_field_inside_a_list_has_its_path() -> None:
    (length,) = plain_fields(Part, (), "variant", inside="parts.")
    assert (length.target.path, length.target.level) == ("parts.length", "variant")


def test_cells_become_values_of_their_fields_types() -> None:
    body, findings = built(" 2 years", "24", "1.5", "yes", "B", "red; green")
    assert body == {
        "id": "m", "warranty": "2 years", "months": 24, "weight": Decimal("1.5"), "is_new": True,
        "grade": "B", "colours": ["red", "green"],
    }  # fmt: skip
    assert isinstance(body["months"], int)
    assert not findings.refused
    assert findings.origin["is_new",] == (7, "isNew")


def test_a_blank_cell_fills_nothing() -> None:
    assert built("", "24", "", "", "", "")[0] == {"id": "m", "months": 24}


@pytest.mark.parametrize(
    ("cells", "column"),
    [
        (("", "soon", "", "", "", ""), "months"),
        (("", "1.5", "", "", "", ""), "months"),
        (("", "1", "heavy", "", "", ""), "weight"),
        (("", "1", "5 €", "", "", ""), "weight"),
        (("", "1", "", "perhaps", "", ""), "isNew"),
        (("", "1", "", "", "C", ""), "grade"),
    ],
)
def test_a_cell_that_cannot_be_read_is_refused_where_it_stands(cells: tuple[str, ...], column: str) -> None:
    _, findings = built(*cells)
    (problem,) = findings.problems
    assert (problem.row, problem.column, problem.level) == (7, column, "error")
