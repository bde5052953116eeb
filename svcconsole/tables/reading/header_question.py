"""Asks which column each name of a damaged header belongs to: it has more or fewer cells than the rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from svcconsole.tables.reading.cell_types import kind_of
from svcconsole.tables.reading.questions import Choice, Question, ShownRow
from svcconsole.tables.reading.row import Row
from svcconsole.words.message import Message, message, number, plural

CODE = "header"
FROM_LEFT = "from-left"
SHOWN = 6
MOST_CHOICES = 3
_HINTS = (
    (re.compile(r"e-?mail", re.IGNORECASE), {"email"}),
    (re.compile(r"phone|mobile|\btel\b|whatsapp|celular", re.IGNORECASE), {"phone", "whole", "decimal"}),
    (re.compile(r"url|link|image|picture|photo|website", re.IGNORECASE), {"address"}),
    (re.compile(r"date|birthday|created|updated|\b(on|at)\b", re.IGNORECASE), {"date"}),
    (re.compile(r"\btime\b", re.IGNORECASE), {"time", "date"}),
    (
        re.compile(r"price|amount|total|cost|qty|quantity|stock|weight|inventory|spent|count", re.IGNORECASE),
        {"whole", "decimal"},
    ),
)
"""What a name says its column holds."""


def header_question(head: Row, rows: Sequence[Row], width: int) -> Question:
    """The question how the cells of `head` stand over rows of so many cells; its choices' keys are ways that
    `placed` knows, the one that fits most columns first."""
    kinds = [_kind(rows, at) for at in range(width)]
    keys = _keys(head.cells, width)
    fits = {key: _fit(placed(head.cells, key, width), kinds) for key in keys}
    rated = sorted(keys, key=lambda key: -fits[key])
    best = rated[:MOST_CHOICES]
    shown = [ShownRow(row.number, row.line, row.cells) for row in rows if len(row.cells) == width][:SHOWN]
    choices = tuple(_choice(key, head, width, kinds) for key in best)
    return Question(
        code=CODE,
        key=CODE,
        title=message("Which names belong to which columns?"),
        text=plural(
            "The header names {n} column, and the rows have {cells}.",
            "The header names {n} columns, and the rows have {cells}.",
            len(head.cells),
            cells=plural("{n} cell", "{n} cells", width),
        ),
        count=len(rows),
        header=placed(head.cells, best[0], width),
        rows=tuple(shown),
        choices=choices,
        more=tuple(_choice(key, head, width, kinds) for key in rated[MOST_CHOICES:]),
        tied=len(rated) > 1 and fits[rated[0]] == fits[rated[1]],
        tried=len(keys),
    )


def placed(cells: Sequence[str], key: str, width: int) -> tuple[str, ...]:
    """The names over columns: `blank-2` leaves the second column without one, `join-2` makes the second and
    third name one, `drop-2` takes the second out, everything else counts from the left."""
    kind, _, place = key.partition("-")
    at = int(place) - 1 if place.isdecimal() else 0
    names = list(cells)
    if kind == "blank":
        names[at:at] = [""] * (width - len(names))
    elif kind == "drop":
        del names[at : at + len(names) - width]
    elif kind == "join":
        end = at + len(names) - width + 1
        names[at:end] = [" ".join(filter(None, names[at:end]))]
    return tuple((names + [""] * width)[:width])


def _keys(cells: Sequence[str], width: int) -> list[str]:
    if len(cells) < width:
        between = (f"blank-{at}" for at in range(2, len(cells) + 1))
        return ["blank-1", f"blank-{len(cells) + 1}", *between]
    blanks = [f"drop-{at}" for at, cell in enumerate(cells, start=1) if not cell.strip()]
    joined = [f"join-{at}" for at in range(1, width + 1)]
    return blanks if len(cells) == width + 1 and len(blanks) == 1 else [FROM_LEFT, *blanks, *joined]


def _kind(rows: Sequence[Row], at: int) -> str:
    kinds = Counter(kind for row in rows if at < len(row.cells) and (kind := kind_of(row.cells[at])))
    return kinds.most_common(1)[0][0] if kinds else ""


def _fit(names: Sequence[str], kinds: Sequence[str]) -> int:
    """How many names stand over what they say, less those that stand over something else."""
    found = 0
    for name, kind in zip(names, kinds, strict=True):
        wanted = next((held for hint, held in _HINTS if hint.search(name)), None)
        if wanted is not None and kind:
            found += 1 if kind in wanted else -1
    return found


def _choice(key: str, head: Row, width: int, kinds: Sequence[str]) -> Choice:
    names = placed(head.cells, key, width)
    marked = tuple(at for at, name in enumerate(names) if head.cells[at : at + 1] != (name,))
    right = sum(
        1
        for name, kind in zip(names, kinds, strict=True)
        if any(hint.search(name) and kind in held for hint, held in _HINTS)
    )
    evidence = (
        plural("{n} name stands over what it says.", "{n} names stand over what they say.", right),
    ) if right else ()  # fmt: skip
    return Choice(
        key, _label(key), _text(names), evidence=evidence, rows=(ShownRow(0, head.line, names, marked),)
    )


def _label(key: str) -> Message:
    kind, _, place = key.partition("-")
    if not place.isdecimal():
        return message("Count from the left")
    at = number(int(place), grouped=False)
    if kind == "blank":
        return message("Column {at} has no name", at=at)
    if kind == "drop":
        return message("Blank name {at} is too many", at=at)
    return message("Names {at} and the next are one", at=at)


def _text(names: Sequence[str]) -> Message:
    return message("The last column is “{name}”.", name=names[-1] or "–")
