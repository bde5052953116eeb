"""The state of step Check: totals, kinds of problems with their fixes, and pages of rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from svcconsole.services.imports.check import Check
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
    found = check.results.totals()
    return CheckSummary(
        rows=len(check.sheet.rows),
        products=found.products,
        ready=found.ready,
        to_put_right=found.to_put_right,
        left_out=found.left_out,
        worth_a_look=check.results.worth_a_look(),
        ready_products=found.ready_products,
        can_undo=can_undo,
        seconds=seconds,
        kinds=tuple(
            KindCount(code, KINDS[code].title, KINDS[code].why, KINDS[code].level, rows, KINDS[code].rule)
            for code, rows in check.results.rows_by_kind().items()
        ),
    )


def kind_detail(check: Check, code: str) -> KindDetail:
    """One kind: what happened, why it is not guessed, and what can be done about all of it at once."""
    kind = KINDS[code]
    count = cells = suggested = 0
    columns: dict[str, None] = {}
    for cell in check.results.cells_of(code):
        count += 1
        if cell.column is not None:
            cells += 1
            suggested += bool(cell.column) and cell.suggestion is not None
        if cell.column:
            columns[cell.column] = None
    products = len(check.results.heads_with(code))
    fixes: list[Fix] = []
    if kind.rule is not None:
        fixes += [
            Fix(RULE_FIX + choice.key, choice.label, choice.value) for choice in RULES[kind.rule].choices
        ]
    if suggested and kind.rule is None:
        words = plural("Use the suggestion", "Use the {n} suggestions", suggested)
        fixes.append(Fix(SUGGESTION, words))
    if kind.level == "error":
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
    return KindDetail(code, kind.level, kind.headline(count), kind.why, tuple(fixes), tuple(columns))


def numbers(check: Check, wanted: RowFilter) -> Sequence[int]:
    """The rows a filter shows, in file order; level `error` shows all rows that are not sent for a
    mistake."""
    chosen: Sequence[int]
    if wanted.code is not None:
        chosen = list(check.results.rows_with(wanted.code))
    elif wanted.level == "error":
        chosen = check.not_sent()
    elif wanted.level is not None:
        chosen = check.results.rows_with_level(wanted.level)
    else:
        chosen = range(1, len(check.sheet.rows) + 1)
    text = wanted.text.casefold().strip()
    if not text:
        return chosen
    return [
        number for number in chosen if any(text in cell.casefold() for cell in check.sheet.row(number).cells)
    ]


def checked_row(check: Check, number: int, code: str | None = None) -> CheckedRow:
    """One row with what is wrong with it in a sentence: its problem of kind `code` where it has one, else the
    worst."""
    checked = check.product_of(number)
    found = [problem for problem in checked.problems if problem.row == number]
    problems = sorted(found, key=lambda problem: (problem.code != code, WEIGHT[problem.level]))
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
        _by_column(problems, "error"),
        _by_column(problems, "warning"),
        check.sheet.edited_columns(number),
        sentence,
        level,
        out,
    )


def _by_column(problems: Sequence[Problem], level: Level) -> Mapping[str, str]:
    """The first sentence of this level for each column."""
    found: dict[str, str] = {}
    for problem in problems:
        if problem.column and problem.level == level:
            found.setdefault(problem.column, problem.sentence)
    return found


def _waits_for(problems: Iterable[Problem], one: str) -> str:
    first = next((problem for problem in problems if problem.level == "error"), None)
    return (
        ""
        if first is None
        else message("Waits for row {row}, which is the same {one}.", row=first.row, one=one)
    )
