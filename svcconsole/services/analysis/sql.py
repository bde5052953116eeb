"""Builds SQL statements from fixed parts; what a person typed is passed as parameters only."""

from __future__ import annotations

from collections.abc import Sequence


def select(
    what: str,
    source: str,
    *,
    where: str = "",
    group: str = "",
    having: str = "",
    order: str = "",
    limit: int | None = None,
) -> str:
    """A SELECT of these clauses; empty ones are left out."""
    clauses = {"SELECT": what, "FROM": source, "WHERE": where, "GROUP BY": group, "HAVING": having}
    clauses |= {"ORDER BY": order, "LIMIT": "" if limit is None else str(limit)}
    return " ".join(f"{word} {clause}" for word, clause in clauses.items() if clause)


def given(name: str, query: str, then: str) -> str:
    """`then` with the rows of `query`, computed once, under a name."""
    return " ".join(("WITH", name, "AS MATERIALIZED (", query, ")", then))


def create(table: str, query: str) -> str:
    """A table that holds the rows of a query."""
    return " ".join(("CREATE TABLE", table, "AS", query))


def keep(table: str, query: str) -> str:
    """The same for one connection alone; it takes the place of an earlier one."""
    return " ".join(("CREATE OR REPLACE TEMP TABLE", table, "AS", query))


def text(value: str) -> str:
    """`value` as a literal, where a parameter cannot stand."""
    return "'" + value.replace("'", "''") + "'"


def any_of(parts: Sequence[str]) -> str:
    """One of the conditions, in brackets by fifties: a parser goes no deeper than a thousand."""
    some = [" OR ".join(parts[first : first + 50]) for first in range(0, len(parts), 50)]
    return " OR ".join(f"({fifty})" for fifty in some) or "false"


def cell(column: int) -> str:
    """The name of a column in the database; the file's own names never get there."""
    return f"c{column}"


def cells(width: int) -> str:
    return ", ".join(map(cell, range(width)))


def blank(column: int) -> str:
    """Whether a cell holds nothing but spaces."""
    return f"trim(c{column}) = ''"


def shown(column: int) -> str:
    """The cell, '' for a blank one."""
    return f"CASE WHEN {blank(column)} THEN '' ELSE c{column} END"
