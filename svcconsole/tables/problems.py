"""What can be wrong with a row, as one table of kinds; a Problem is one of them at one cell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from svcconsole.api.models.catalog import Product

Level = Literal["error", "warning", "info"]
Loc = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem: its level, a short title to group by, and why the import asks instead of guessing.

    `rule` names the rule of `rules.RULES` that answers all problems of this kind at once.
    """

    code: str
    level: Level
    title: str
    why: str = ""
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem at one cell. `row` is the data row's number, `column` the file's column name (None: no column).

    `loc` is the place in the request as the models name it; `suggestion` a text for the cell that would settle it.
    """

    code: str
    level: Level
    row: int
    column: str | None
    loc: Loc
    sentence: str
    title: str
    suggestion: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """One product made of one or more rows.

    `body` is what the models take (python names, unset fields absent); `origin` says which cell (row number, column
    name) gave a place of it. `request` is the checked product, None while an error stands or every row was left out.
    `left_out` are rows a rule keeps out of the import; they are part of `rows`, too.
    """

    key: str
    rows: tuple[int, ...]
    body: dict[str, object]
    origin: dict[Loc, tuple[int, str]]
    problems: tuple[Problem, ...]
    request: Product | None
    left_out: tuple[int, ...] = field(default=())
