"""Short ways to make customers and entries out of rows in a test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.api.models.user_properties import UserProperty
from svcconsole.tables.checking.problems import Draft, Problem
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import Mapping
from svcconsole.tables.presets import recognise
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records import customers, user_properties
from svcconsole.tables.records.customer_grouping import CustomerGroups, survey
from tests.tables.tables import opened, rows_from

IN_INDIA = Rules().decide("region", "value", "IN")


def table(kind: str, *lines: Sequence[str], mapping: Mapping | None = None) -> tuple[Mapping, list[Row]]:
    """The mapping and the rows of a table whose first line is its header."""
    header, *rows = lines
    return mapping or recognise(header, kind).mapping, rows_from(*rows)


def surveyed(
    kind: str, *lines: Sequence[str], rules: Rules = IN_INDIA, mapping: Mapping | None = None
) -> tuple[CustomerGroups, list[Row]]:
    found, rows = table(kind, *lines, mapping=mapping)
    return survey(lines[0], rows, found, rules), rows


def made_customers(
    *lines: Sequence[str], rules: Rules = IN_INDIA, mapping: Mapping | None = None
) -> list[Draft[UpsertCustomer]]:
    found, rows = surveyed("customers", *lines, rules=rules, mapping=mapping)
    builder = customers.builder(found, rules)
    return [builder.build_one(key, [rows[n - 1] for n in found.rows_of(key)]) for key in found.keys]


def made_entries(
    *lines: Sequence[str], rules: Rules = IN_INDIA, mapping: Mapping | None = None
) -> list[Draft[UserProperty]]:
    found, rows = surveyed("user_properties", *lines, rules=rules, mapping=mapping)
    builder = user_properties.builder(found, rules)
    return [builder.build_one(key, [rows[n - 1] for n in found.rows_of(key)]) for key in found.keys]


def lines_of(path: Path) -> list[Sequence[str]]:
    """Header and rows of a file."""
    read, rows = opened(path)
    return [read.header, *(row.cells for row in rows)]


def body(draft: Draft[UpsertCustomer] | Draft[UserProperty]) -> dict[str, object]:
    """What is sent of it, by the names of the wire."""
    assert draft.request is not None, draft.problems
    sent: dict[str, object] = draft.request.model_dump(by_alias=True, exclude_unset=True)
    return sent


def found(draft: Draft[UpsertCustomer] | Draft[UserProperty], code: str) -> Problem:
    """The only problem of this kind."""
    (problem,) = [problem for problem in draft.problems if problem.code == code]
    return problem


def wrong(drafts: Sequence[Draft[UpsertCustomer]] | Sequence[Draft[UserProperty]]) -> list[str]:
    """The codes of all mistakes, in order."""
    return [problem.code for draft in drafts for problem in draft.problems if problem.level == "error"]
