"""Asks which table of an archive is meant where it holds several."""

from __future__ import annotations

from svcconsole.tables.reading.questions import Choice, Question
from svcconsole.tables.reading.unpacked import Contents
from svcconsole.words.message import message, plural

CODE = "part"
SHOWN = 10
MORE = 90


def part_question(found: Contents) -> Question:
    """The question; its choices' keys are the names of the tables in the archive."""
    choices = tuple(Choice(part, part) for part in found.parts[: SHOWN + MORE])
    return Question(
        code=CODE,
        key=CODE,
        title=message("Which file of the archive is it?"),
        text=plural(
            "The archive holds {n} table; one is read at a time.",
            "The archive holds {n} tables; one is read at a time.",
            len(found.parts),
        ),
        count=len(found.parts),
        choices=choices[:SHOWN],
        more=choices[SHOWN:],
        tied=True,
    )
