"""Questions about how a file is to be read, and their answers: plain data that a process can send another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

AS_IS, LEAVE_OUT, BY_HAND, REPAIR = "as-is", "leave-out", "by-hand", "repair"
"""Choices that mean the same in every question about rows: send them as they are, keep them out of the
import, write their cells by hand, use the one repair that fits."""

NUMBERS_KEPT = 1_000
EXAMPLES = 100
"""Rows that a question names, and rows of which it shows the cells."""


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row in one reading: its number (from 1, the header is 0), its first line in the file, its cells.

    `marked` are the positions (from 0) of the cells to point out: in the row as it is those without a home,
    in a repaired one those the repair changed, in a reading under another encoding those that differ.
    """

    number: int
    line: int
    cells: tuple[str, ...]
    marked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer; its texts are Messages, "" where there is nothing to say.

    `label` says what happens, `text` in a sentence what that means for the rows. `evidence` speaks for it,
    `doubts` against it. `rows` are the question's example rows as this choice would read them, in the same
    order, empty where it changes none of them. `asks_cells`: it takes the cells of a row with it.
    """

    key: str
    label: str
    text: str = ""
    if_right: str = ""
    if_wrong: str = ""
    evidence: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    rows: tuple[ShownRow, ...] = ()
    asks_cells: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What may change the meaning of a file and blocks its import until it is answered.

    `code` is the kind ("shifted", "encoding", "undecodable" …), `key` names this question among those of the
    file and stays the same for the same bytes. `count` rows are concerned, the first of them by `numbers`;
    `rows` shows some as they are now, `around` the rows before and after the first of them, `header` the
    columns they stand under. `choices` come most likely first and none is chosen beforehand; with `tied` the
    first ones fit equally well. `more` are further answers of which nothing speaks. `tried` ways were looked
    at. `answer` is the choice for all its rows, `answered_rows` those answered for themselves, `waiting` how
    many rows (of a question about the whole file: 1) still wait for an answer.
    """

    code: str
    key: str
    title: str
    text: str
    count: int
    choices: tuple[Choice, ...]
    numbers: tuple[int, ...] = ()
    header: tuple[str, ...] = ()
    rows: tuple[ShownRow, ...] = ()
    around: tuple[ShownRow, ...] = ()
    more: tuple[Choice, ...] = ()
    tied: bool = False
    tried: int = 0
    answer: str = ""
    answered_rows: tuple[tuple[int, str], ...] = ()
    waiting: int = 1

    @property
    def option(self) -> str:
        """The option of the command line that answers it, without the answer: `--read key=`."""
        return f"--read {self.key}="

    def choice(self, key: str) -> Choice | None:
        """The choice of this key."""
        return next((choice for choice in (*self.choices, *self.more) if choice.key == key), None)

    def as_json(self) -> dict[str, Any]:
        """What is asked and with which options it is answered, for a line of JSON."""
        return {
            "code": self.code,
            "key": self.key,
            "question": str(self.title),
            "rows": self.count,
            "numbers": list(self.numbers[:EXAMPLES]),
            "choices": [choice.key for choice in (*self.choices, *self.more) if not choice.asks_cells],
            "tied": self.tied,
        }


@dataclass(frozen=True, slots=True)
class RowGroup:
    """A question about rows with what each choice makes of every one of them.

    `rows` are the rows as they are; `repaired` gives, by choice and row number, the cells, and None for a
    row that is kept out of the import. `as-is`, `leave-out` and `by-hand` need not stand there.
    """

    question: Question
    rows: Mapping[int, tuple[str, ...]]
    repaired: Mapping[str, Mapping[int, tuple[str, ...] | None]]

    def cells(self, number: int, choice: str) -> tuple[str, ...] | None:
        """The row's cells under a choice; None keeps it out."""
        if choice == LEAVE_OUT:
            return None
        made = self.repaired.get(choice, {})
        return made[number] if number in made else self.rows[number]


@dataclass(frozen=True, slots=True)
class RowAnswer:
    """What was chosen for one row; `cells` were written by hand."""

    choice: str
    cells: tuple[str, ...] = ()


NO_CHOICES: Mapping[str, str] = MappingProxyType({})
NO_ROWS: Mapping[int, RowAnswer] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers given: by the key of a question for all of it, and by row for single ones, which count more."""

    choices: Mapping[str, str] = field(default_factory=lambda: NO_CHOICES)
    rows: Mapping[int, RowAnswer] = field(default_factory=lambda: NO_ROWS)

    def with_choice(self, key: str, choice: str) -> Answers:
        """With an answer for all of a question; an empty one asks again."""
        others = {other: made for other, made in self.choices.items() if other != key}
        return replace(self, choices={**others, key: choice} if choice else others)

    def with_row(self, number: int, answer: RowAnswer | None) -> Answers:
        """With an answer for one row; None asks again."""
        others = {other: made for other, made in self.rows.items() if other != number}
        return replace(self, rows={**others, number: answer} if answer else others)

    def as_json(self) -> dict[str, Any]:
        return {
            "choices": dict(self.choices),
            "rows": {str(number): [made.choice, list(made.cells)] for number, made in self.rows.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Answers:
        """What `as_json` gave. Raises LookupError, TypeError or ValueError for anything else."""
        return cls(
            {str(key): str(choice) for key, choice in data["choices"].items()},
            {
                int(number): RowAnswer(str(choice), tuple(map(str, cells)))
                for number, (choice, cells) in data["rows"].items()
            },
        )


NO_ANSWERS = Answers()
