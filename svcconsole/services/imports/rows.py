"""The state of step Check: totals, kinds of problems with their fixes, and pages of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from svcconsole.services.imports.check import Check, kinds_by_rows
from svcconsole.services.imports.views import CheckedRow, CheckSummary, Fix, KindCount, KindDetail, RowFilter
from svcconsole.tables.checking.problems import DISPENSABLE, KINDS, PERSONAL, Level, Problem
from svcconsole.tables.checking.rules import RULES
from svcconsole.words.message import message, plural

BY_YOU = message("Left out by you.")
BY_RULE = message("Left out by a rule.")
WEIGHT = {"error": 0, "warning": 1, "info": 2}
RULE_FIX = "rule."
SUGGESTION, VALUE, EMPTY, LEAVE_OUT = "suggestion", "value", "empty", "leave_out"


def summary(check: Check, seconds: float, *, can_undo: bool) -> CheckSummary:
    """Ready, to put right and left out, in rows of the file."""
    ready = blocked = left_out = ready_products = 0
    for checked in check.products.values():
        left_out += len(checked.left_out)
        rest = len(checked.rows) - len(checked.left_out)
        ready += rest if checked.ready else 0
        blocked += 0 if checked.ready else rest
        ready_products += checked.ready and rest > 0
    return CheckSummary(
        rows=len(check.sheet.rows),
        products=len(check.products),
        ready=ready,
        to_put_right=blocked,
        left_out=left_out,
        worth_a_look=sum(1 for problems in check.by_row.values() if _has(problems, "warning")),
        ready_products=ready_products,
        can_undo=can_undo,
        seconds=seconds,
        kinds=tuple(
            KindCount(code, KINDS[code].title, KINDS[code].why, KINDS[code].level, rows, KINDS[code].rule)
            for code, rows in kinds_by_rows(check.by_row).items()
        ),
    )


def kind_detail(check: Check, code: str) -> KindDetail:
    """One kind: what happened, why it is not guessed, and what can be done about all of it at once."""
    kind = KINDS[code]
    found = problems_of(check, code)
    products = len(check.keys_with(lambda problem: problem.code == code))
    fixes: list[Fix] = []
    if kind.rule is not None:
        fixes += [
            Fix(RULE_FIX + choice.key, choice.label, choice.value) for choice in RULES[kind.rule].choices
        ]
    suggested = sum(1 for problem in found if problem.suggestion is not None and problem.column)
    if suggested and kind.rule is None:
        words = plural("Use the suggestion", "Use the {n} suggestions", suggested)
        fixes.append(Fix(SUGGESTION, words))
    if kind.level == "error":
        cells = sum(problem.column is not None for problem in found)
        if code in DISPENSABLE and cells:
            fixes.append(Fix(EMPTY, plural("Clear the cell", "Clear the {n} cells", cells)))
        elif kind.rule is None and cells and code not in PERSONAL:
            fixes.append(Fix(VALUE, message("Write the same in all of them"), message("what to write")))
        if check.kind.campaign:
            words = plural("Leave this person out", "Leave these {n} people out", products)
        else:
            words = plural(
                "Leave the {records} out",
                "Leave the {n} {records} out",
                products,
                records=plural(*check.kind.named, products),
            )
        fixes.append(Fix(LEAVE_OUT, words))
    columns = dict.fromkeys(problem.column for problem in found if problem.column)
    return KindDetail(code, kind.level, kind.headline(len(found)), kind.why, tuple(fixes), tuple(columns))


def problems_of(check: Check, code: str) -> list[Problem]:
    return [problem for found in check.by_row.values() for problem in found if problem.code == code]


def numbers(check: Check, wanted: RowFilter) -> list[int]:
    """The rows a filter shows, in file order; level `error` shows all rows that are not sent for a
    mistake."""
    if wanted.code is not None:
        chosen: Iterable[int] = _rows_with(check, lambda problem: problem.code == wanted.code)
    elif wanted.level == "error":
        chosen = (
            number
            for checked in check.products.values()
            if not checked.ready
            for number in checked.rows
            if number not in checked.left_out
        )
    elif wanted.level is not None:
        chosen = _rows_with(check, lambda problem: problem.level == wanted.level)
    else:
        chosen = range(1, len(check.sheet.rows) + 1)
    text = wanted.text.casefold().strip()
    if text:
        chosen = (
            number
            for number in chosen
            if any(text in cell.casefold() for cell in check.sheet.row(number).cells)
        )
    return sorted(chosen)


def checked_row(check: Check, number: int, code: str | None = None) -> CheckedRow:
    """One row with what is wrong with it in a sentence: its problem of kind `code` where it has one, else the
    worst."""
    found = check.by_row.get(number, ())
    problems = sorted(found, key=lambda problem: (problem.code != code, WEIGHT[problem.level]))
    checked = check.product_of(number)
    out = number in checked.left_out
    level: Level | None = problems[0].level if problems else None
    chosen = bool(problems) and problems[0].code == code
    sentence: str = ""
    if out:
        sentence = BY_YOU if number in check.left_out else BY_RULE
    elif problems and (level == "error" or checked.ready or chosen):
        sentence = problems[0].sentence
    elif not checked.ready:
        sentence, level = _waits_for(checked.problems, check.kind.one), "error"
    return CheckedRow(
        number,
        check.sheet.row(number).cells,
        frozenset(problem.column for problem in problems if problem.column and problem.level != "info"),
        check.sheet.edited_columns(number),
        sentence,
        level,
        out,
    )


def _waits_for(problems: Iterable[Problem], one: str) -> str:
    first = next((problem for problem in problems if problem.level == "error"), None)
    return (
        ""
        if first is None
        else message("Waits for row {row}, which is the same {one}.", row=first.row, one=one)
    )


def _rows_with(check: Check, matches: Callable[[Problem], bool]) -> list[int]:
    return [number for number, problems in check.by_row.items() if any(map(matches, problems))]


def _has(problems: Iterable[Problem], level: Level) -> bool:
    return any(problem.level == level for problem in problems)
