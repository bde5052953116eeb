"""Corrections of an import as JSON that can be replayed after a crash and undone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from svcconsole.services.imports.check import Check
from svcconsole.services.imports.rows import EMPTY, LEAVE_OUT, RULE_FIX, SUGGESTION, VALUE
from svcconsole.services.imports.sheet import Sheet
from svcconsole.services.imports.views import ImportRefused
from svcconsole.tables.checking.problems import KINDS
from svcconsole.tables.checking.rules import Decision, Rules
from svcconsole.words.message import message

Step = dict[str, Any]
"""One of `cells` [[row, column, before, after]], `left_out` [rows], `put_back` [rows], `rule` [id,
before, after]."""


def cells_step(sheet: Sheet, cells: Iterable[tuple[int, str, str]]) -> Step:
    """Cells typed over; those that already hold the text are left alone."""
    changes = [[row, column, sheet.cell(row, column), text] for row, column, text in cells]
    return {"cells": [change for change in changes if change[2] != change[3]]}


def fix_step(check: Check, rules: Rules, code: str, key: str, text: str) -> Step:
    """The step of one way out (`import_rows.kind_detail`) for all problems of a kind."""
    kind = KINDS[code]
    if key.startswith(RULE_FIX) and kind.rule is not None:
        after = rules.decide(kind.rule, key.removeprefix(RULE_FIX), text).decision(kind.rule)
        return {"rule": [kind.rule, _plain(rules.decision(kind.rule)), _plain(after)]}
    found = check.results.cells_of(code)
    if key == SUGGESTION:
        return cells_step(
            check.sheet,
            [
                (cell.row, cell.column, cell.suggestion)
                for cell in found
                if cell.column is not None and cell.suggestion is not None
            ],
        )
    if key in (VALUE, EMPTY):
        written = text if key == VALUE else ""
        return cells_step(
            check.sheet,
            [(cell.row, cell.column, written) for cell in found if cell.column is not None],
        )
    if key == LEAVE_OUT:
        rows = {number for head in check.results.heads_with(code) for number in check.rows_of(head)}
        return {"left_out": sorted(rows - check.left_out)}
    raise ImportRefused(message("“{title}” has no answer named {key}.", title=kind.title, key=key))


def changed_cells(step: Step, *, back: bool = False) -> list[tuple[int, str, str]]:
    """(row, column, text) of a step, forwards or taken back."""
    return [(row, column, before if back else after) for row, column, before, after in step.get("cells", ())]


def left_out(step: Step, *, back: bool = False) -> tuple[list[int], bool]:
    """The rows of a step and whether they are to be left out; no rows for other steps."""
    out = "left_out" in step
    rows = step.get("left_out") or step.get("put_back") or []
    return rows, out != back


def decided(step: Step, *, back: bool = False) -> tuple[str, Decision | None] | None:
    """The rule of a step with the decision to have, None to ask again."""
    if "rule" not in step:
        return None
    rule, before, after = step["rule"]
    made = before if back else after
    return rule, Decision(*made) if made is not None else None


def _plain(made: Decision | None) -> list[str] | None:
    return None if made is None else [made.choice, made.value]
