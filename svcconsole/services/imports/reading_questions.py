"""The questions about how an import's file is read: which are open, and what their answers do to its rows."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace

from svcconsole.services.imports.sheet import Sheet
from svcconsole.services.imports.views import ImportRefused
from svcconsole.tables.reading import shifted, undecodable
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.questions import AS_IS, BY_HAND, Answers, Question, RowAnswer, RowGroup
from svcconsole.tables.reading.row import Row
from svcconsole.words.message import message, plural

SAMPLE_ROWS = 2_000
"""Rows from which the kinds of columns are told."""
ENCODING, HEADER = "encoding", "header"
READ_ANEW = {ENCODING: "encoding", HEADER: "names", "part": "part"}
"""The codes of questions whose answers read the whole file anew, each with the element of the dialect that
the answer is."""


def row_groups(sheet: Sheet, delimiter: str) -> tuple[RowGroup, ...]:
    """The questions about rows of a sheet as it was read, before any answer."""
    rows = len(sheet.rows)
    evenly = range(1, rows + 1, max(1, rows // SAMPLE_ROWS))
    numbers = sorted({*evenly, *range(1, min(rows, SAMPLE_ROWS) + 1)}) if sheet.shifted else ()
    sample = [sheet.row(number) for number in numbers]

    def row_of(number: int) -> Row | None:
        return sheet.row(number) if 1 <= number <= rows else None

    return (
        *shifted.groups(sheet.header, sheet.shifted, sample, delimiter, row_of),
        *undecodable.groups(sheet.header, sheet.undecodable),
    )


def questions(
    about_file: Iterable[Question], groups: Iterable[RowGroup], answers: Answers
) -> tuple[Question, ...]:
    """Every question with what was answered: those about the whole file first."""
    whole = (
        replace(question, answer=made, waiting=0 if made else 1)
        for question in about_file
        for made in (answers.choices.get(question.key, ""),)
    )
    return (*whole, *(_with_answers(group, answers) for group in groups))


def _with_answers(group: RowGroup, answers: Answers) -> Question:
    made = answers.choices.get(group.question.key, "")
    single = tuple((number, answers.rows[number].choice) for number in group.rows if number in answers.rows)
    waiting = 0 if made else len(group.rows) - len(single)
    return replace(group.question, answer=made, answered_rows=single, waiting=waiting)


def repaired(groups: Iterable[RowGroup], answers: Answers) -> Iterator[tuple[int, tuple[str, ...] | None]]:
    """The cells of every row that an answer changes, None for those kept out of the import; what comes later
    for the same row counts."""
    for group in groups:
        chosen = answers.choices.get(group.question.key, "")
        for number in group.rows:
            single = answers.rows.get(number)
            made = single.choice if single is not None else chosen
            if single is not None and made == BY_HAND:
                yield number, single.cells
            elif made and made != AS_IS:  # what another question made of the row stays
                yield number, group.cells(number, made)


def answered(
    answers: Answers,
    question: Question,
    choice: str,
    *,
    among: Container[int],
    numbers: Sequence[int] = (),
    cells: Sequence[str] = (),
) -> Answers:
    """`answers` with one more: for all of a question, or for the rows `numbers`, which must be `among` its
    rows; an empty choice asks again. TableError for what does not answer it."""
    if choice and question.choice(choice) is None:
        raise TableError(
            message("“{choice}” does not answer “{question}”.", choice=choice, question=question.title)
        )
    if not numbers and choice == BY_HAND:
        raise TableError(message("Rows are written by hand one by one."), message("Name the row."))
    if not numbers:
        answers = replace(answers, rows={n: made for n, made in answers.rows.items() if n not in among})
        return answers.with_choice(question.key, choice)
    for row in numbers:
        if row not in among:
            raise TableError(message("Row {row} is none of this question.", row=row))
        if choice == BY_HAND and len(cells) != len(question.header):
            raise TableError(
                plural(
                    "A row of this file has {n} cell.",
                    "A row of this file has {n} cells.",
                    len(question.header),
                )
            )
        answers = answers.with_row(row, RowAnswer(choice, tuple(cells)) if choice else None)
    return answers


def find(asked: Iterable[Question], key: str) -> Question:
    """The question of this key; TableError where the file raises none such."""
    for question in asked:
        if question.key == key:
            return question
    raise TableError(message("This file raises no question named {key}.", key=key))


def refuse_while_asked(asked: Iterable[Question]) -> None:
    """ImportRefused while a question waits for an answer."""
    waiting = [question for question in asked if question.waiting]
    if waiting:
        raise ImportRefused(
            plural(
                "{n} question about how the file is read waits for an answer.",
                "{n} questions about how the file is read wait for an answer.",
                len(waiting),
            ),
            message("Answer it first: what it is about may otherwise be sent wrong."),
        )
