"""Finds a quote that opens and does not close for so long that what follows it is no part of a table."""

from __future__ import annotations

from svcconsole.tables.reading.errors import TableError
from svcconsole.words.message import Message, message, number

LONG = 1 << 18
"""Characters behind the last quote of a sample from which it is taken for one that never closes."""
LINES_BELOW = 100
_DELIMITERS = ",;\t|"


def without_open_cell(text: str) -> str:
    """The beginning of a file up to the line with a quote that never closes, where the lines below it are
    not rows like those above; all of it otherwise."""
    at = text.rfind('"')
    opens = at >= 0 and len(text) - at > LONG and (at == 0 or text[at - 1] in _DELIMITERS + " \r\n")
    if not opens or text[at + 1 : at + 2] in (*_DELIMITERS, "\r", "\n"):
        return text
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    above = text[:begin].splitlines()[-LINES_BELOW:]
    below = text[at : at + LONG].splitlines()[1 : LINES_BELOW + 1]
    return text if _is_alike(above, below) else text[:begin]


def _is_alike(above: list[str], below: list[str]) -> bool:
    """Whether lines have as many delimiters as those above them."""
    for delimiter in _DELIMITERS:
        counts = [line.count(delimiter) for line in above if line]
        usual = max(set(counts), key=counts.count, default=0)
        if usual and 2 * sum(line.count(delimiter) == usual for line in below) > len(below):
            return True
    return False


def refusal(where: Message, line: int) -> TableError:
    """What is said of the file: a quote opens at this place."""
    return TableError(
        message(
            "{where} (line {line}): a quote opens and does not close within 1 MiB.",
            where=where,
            line=number(line, grouped=False),
        ),
        message("Close it in that line, or remove it, and open the file again."),
    )
