"""Prints how the file of an import was read, and answers or prints the questions that raises."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from svcconsole.cli.output import say
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import ImportRefused, Overview, SavedReading
from svcconsole.tables.reading.questions import Question
from svcconsole.tables.reading.tables_in_file import told
from svcconsole.words.message import OR, Message, lines, listed, mark, message, plural

MOST_REPAIRS = 10
MOST_ROWS = 10
FEW = 4
"""Further answers up to which they are printed beside the likely ones."""


def print_reading(overview: Overview) -> None:
    """Say how the file was read and what had to be repaired for it, each repair with its place."""
    say(message("How the file was read:"))
    for sentence in overview.evidence:
        say(message("  {sentence}", sentence=sentence))
    for table in overview.tables:
        here = table.number == overview.dialect.table
        words = mark("  Table {n}, which is read: {told}") if here else mark("  --table {n}: {told}")
        say(message(words, n=table.number, told=told(table)))
    for repair in overview.repairs[:MOST_REPAIRS]:
        say(message("  {sentence}", sentence=repair.sentence))
    if (more := sum(overview.repair_counts.values()) - MOST_REPAIRS) > 0:
        say(plural("  And {n} more repair.", "  And {n} more repairs.", more))


def print_saved(saved: SavedReading | None) -> None:
    """Say which answers were kept for such files, and whether they are used for this one."""
    if saved is None:
        return
    told = {"day": saved.at[:10], "file": saved.file_name}
    if saved.in_use:
        say(message("Read as on {day} for {file}; --no-saved asks again.", **told))
    else:
        say(message("On {day} such questions were answered for {file}.", **told))
    for question, answer in saved.answers:
        say(message("  {question} {answer}", question=question, answer=answer))
    for sentence in saved.drift:
        say(message("  {sentence}", sentence=sentence))


def answer_reading(session: ImportSession, answers: Sequence[str], *, keep: bool = False) -> None:
    """Give the answers of the command line, each `question=answer` by the question's key or its kind, and
    `keep` them for other files of this layout.

    While questions stay open the reading is printed and ImportRefused names them with their options.
    """
    for text in answers:
        name, equals, choice = (part.strip() for part in text.partition("="))
        asked = [found for found in session.reading_questions() if name in (found.key, found.code)]
        if not equals or not choice:
            raise ImportRefused(
                message("“{text}” is not an answer to a question about the reading.", text=text),
                message("Write QUESTION=ANSWER, for instance shifted=leave-out."),
            )
        if not asked:
            raise ImportRefused(
                message("This file raises no question “{name}” about its reading.", name=name),
                message("Nothing was sent. Leave --read {text} out.", text=text),
            )
        answering = [question for question in asked if question.choice(choice) is not None]
        if not answering:
            raise ImportRefused(
                message("“{choice}” does not answer “{title}”.", choice=choice, title=asked[0].title),
                message("Nothing was sent. Use: {options}", options=options_of(asked[0])),
            )
        for question in answering:
            session.answer_reading(question.key, choice, keep=keep)
    print_saved(session.saved_reading())
    waiting = [question for question in session.reading_questions() if question.waiting]
    if waiting:
        print_reading(session.overview())
        raise ImportRefused(
            lines(*(_asked(question) for question in waiting)),
            lines(
                message("Nothing was sent. Add:"),
                *(message("  {options}", options=options_of(question)) for question in waiting),
            ),
        )


def _asked(question: Question) -> Message:
    """The question with its rows, and before and after of the first for each repair."""
    parts: list[object] = [question.title, message("  {text}", text=question.text)]
    if question.numbers[1:]:
        shown, more = listed(question.numbers[:MOST_ROWS]), question.count - MOST_ROWS
        named = message("  Rows {rows}.", rows=shown)
        parts.append(
            plural("{rows} And {n} more.", "{rows} And {n} more.", more, rows=named) if more > 0 else named
        )
    if question.rows and all(choice.rows != question.rows for choice in question.choices):
        parts.append(message("  as it is: {cells}", cells=_cells(question.rows[0].cells)))
    for choice in question.choices:
        if choice.rows:
            parts.append(
                message("  {answer}: {cells}", answer=choice.key, cells=_cells(choice.rows[0].cells))
            )
        said = (*choice.evidence, *choice.doubts)
        parts += [message("    {sentence}", sentence=sentence) for sentence in said]
    return lines(*parts)


def _cells(cells: Iterable[str]) -> str:
    return " | ".join(cell.replace("\n", " ") for cell in cells)


def options_of(question: Question) -> Message:
    """The options that answer a question on the command line."""
    more = question.more if len(question.more) < FEW else ()
    choices = [choice for choice in (*question.choices, *more) if not choice.asks_cells]
    return listed((question.option + choice.key for choice in choices), OR)
