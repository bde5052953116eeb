"""Detects the structure of a text table (delimiter, quotes, header, comments), each with a reason."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from svcconsole.words.message import Message, message, number, plural

RECORDS = 300
DELIMITERS = {",": message("comma"), ";": message("semicolon"), "\t": message("tab"), "|": message("bar")}
_RARE = {
    "\x1f": message("unit separator"),
    "\x1e": message("record separator"),
    "^": message("caret"),
    "~": message("tilde"),
    "`": message("backtick"),
}
_NEWLINES = {"\r\n": message("CR LF (Windows)"), "\n": "LF", "\r": message("CR (old Mac)")}

_SEP = re.compile(r'^"?sep=(.)"?[\r\n]', re.IGNORECASE)
_VALUE = re.compile(
    r"[-+]?[\d.,\s]*\d[\d.,\s]*%?|\d{4}-\d\d-\d\d.*|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|https?://\S+|\S+@\S+\.\S+|true|false",
    re.IGNORECASE,
)

_YEAR = re.compile(r"(19|20)\d\d")
"""A year alone can name a column."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The decided shape; see `dialect.Dialect` for the fields."""

    delimiter: str
    quote: str
    escape: str
    skip: int
    header: bool
    comment: str
    newline: str
    confidence: float
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Trial:
    delimiter: str
    quote: str
    records: list[list[str]]
    lines: list[int]
    width: int
    score: float


def decide(text: str, complete: bool) -> Shape:
    """The shape of a file that starts with `text` (`complete`: it is the whole file)."""
    newline = _newline(text)
    separator = _SEP.match(text)
    given = 1 if separator else 0
    lines = list(io.StringIO(text, newline=""))[given:]
    if not complete and len(lines) > 1:
        lines.pop()
    lead = _lead(lines)
    comment = "#" if lead or _comments_inside(lines) else ""
    body = lines[lead:]
    quote, escape = _quotes(body)
    best = _best(body, (separator[1],) if separator else (), quote, escape, comment)
    offset, header, why = _header(best)
    skip = given + lead + offset
    evidence: list[str] = [_delimiter_words(best, separator is not None)]
    if comment:
        evidence.append(message("Lines that begin with # are comments."))
    if offset:
        evidence.append(
            message(
                "The table starts in line {line}; the lines before it have another shape.",
                line=number(skip + 1, grouped=False),
            )
        )
    evidence += [why, message("Lines end with {ending}.", ending=_NEWLINES[newline])]
    confidence = 1.0 if separator else best.score
    return Shape(
        best.delimiter, best.quote, escape, skip, header, comment, newline, confidence, tuple(evidence)
    )


def _newline(text: str) -> str:
    windows = text.count("\r\n")
    counts = {"\r\n": windows, "\n": text.count("\n") - windows, "\r": text.count("\r") - windows}
    return max(counts, key=lambda ending: counts[ending]) if any(counts.values()) else "\n"


def _marks(line: str) -> dict[str, int]:
    return {delimiter: line.count(delimiter) for delimiter in DELIMITERS}


def _is_comment(line: str, table: dict[str, int]) -> bool:
    """A # line of another shape than the table's lines; in a single column only "# " begins a comment."""
    if not re.match(r"#[\sA-Za-z]", line):
        return False
    delimiter = max(table, key=lambda mark: table[mark])
    return line.count(delimiter) != table[delimiter] if table[delimiter] else line.startswith("# ")


def _lead(lines: Sequence[str]) -> int:
    """How many comment lines stand before the table."""
    first = next((line for line in lines if not line.startswith("#")), "")
    lead = 0
    while lead < len(lines) and _is_comment(lines[lead], _marks(first)):
        lead += 1
    return lead


def _comments_inside(lines: Sequence[str]) -> bool:
    return (
        bool(lines)
        and any(line.startswith("#") and not any(_marks(line).values()) for line in lines[1:200])
        and any(_marks(lines[0]).values())
    )


def _quotes(lines: Sequence[str]) -> tuple[str, str]:
    """The quote character and its escape ("" = doubled)."""
    text = "".join(lines[:2000])
    edge = "".join(map(re.escape, (*DELIMITERS, *_RARE)))
    single = len(
        re.findall(rf"(?:^|[{edge}])'[^'\r\n]*(?:''[^'\r\n]*)*'(?=[{edge}\r\n]|$)", text, re.MULTILINE)
    )
    escaped = re.findall(rf"\\'(?![{edge}\r\n])", text)
    double = len(re.findall(rf'(?:^|[{edge}])"', text, re.MULTILINE))
    if not double and (single or escaped):
        return "'", "\\" if escaped else ""
    backslash = len(re.findall(rf'\\"(?![{edge}\r\n])', text))
    doubled = len(re.findall(rf'[^{edge}\r\n"]""', text))
    return '"', "\\" if double and backslash > doubled else ""


def _best(lines: Sequence[str], given: Sequence[str], quote: str, escape: str, comment: str) -> _Trial:
    trials = [_trial(lines, mark, quote, escape, comment) for mark in given or DELIMITERS]
    if not given and max(trial.score for trial in trials) < 0.4:
        rare = [_trial(lines, mark, quote, escape, comment) for mark in _RARE]
        trials += [trial for trial in rare if trial.score > 0.9]
    best = max(trials, key=lambda trial: trial.score)
    if best.score >= 0.2 or given:
        return best
    single = _trial(lines, ",", quote, escape, comment)
    return replace(single, width=1, score=0.5)


def _trial(lines: Sequence[str], delimiter: str, quote: str, escape: str, comment: str) -> _Trial:
    """Read the first records with `delimiter` and say how much they look like a table (0 to about 1)."""
    records, starts, strict = _parse(lines, delimiter, quote, escape)
    kept = [cells for cells in records if any(cells) and not (comment and cells[0].startswith(comment))]
    widths = Counter(len(cells) for cells in kept)
    wide = {width: count for width, count in widths.items() if width > 1}
    if not wide:
        return _Trial(delimiter, quote, records, starts, 1, 0.0)
    width = max(wide, key=lambda size: (wide[size], size))
    share = wide[width] / len(kept)
    others = set(DELIMITERS) - {delimiter}
    cells = [cell for record in kept[:100] for cell in record]
    clean = sum(1 for cell in cells if not others.intersection(cell) or _VALUE.fullmatch(cell)) / len(cells)
    score = share * (0.5 + 0.5 * clean) * (1.0 if len(kept[0]) == width else 0.75) * (1.0 if strict else 0.9)
    return _Trial(delimiter, quote, records, starts, width, min(1.0, score * (0.97 + min(width, 10) * 0.003)))


def _parse(
    lines: Sequence[str], delimiter: str, quote: str, escape: str
) -> tuple[list[list[str]], list[int], bool]:
    """The first records and their first lines (from 0); whether a strict parser would take them."""
    for strict in (True, False):
        reader = csv.reader(
            lines,
            delimiter=delimiter,
            quotechar=quote,
            escapechar=escape or None,
            doublequote=not escape,
            strict=strict,
        )
        records: list[list[str]] = []
        starts: list[int] = []
        line = 0
        try:
            for cells in reader:
                records.append(cells)
                starts.append(line)
                line = reader.line_num
                if len(records) == RECORDS:
                    break
        except csv.Error:
            if strict:
                continue
        return records, starts, strict
    return [], [], False


def _header(best: _Trial) -> tuple[int, bool, str]:
    """Lines before the header, whether there is a header, and why."""
    at = 0
    while at + 1 < len(best.records) and at < 30 and _before_table(best.records[at : at + 30], best.width):
        at += 1
    if at + 1 >= len(best.records) and best.width == 1:
        at = 0
    if not best.records:
        return 0, True, message("There are no rows.")
    first = best.records[at]
    below = [record for record in best.records[at + 1 : at + 50] if any(record)]
    filled = [cell for cell in first if cell.strip()]
    values = sum(1 for cell in filled if _VALUE.fullmatch(cell.strip()) and not _YEAR.fullmatch(cell.strip()))
    named = sum(
        1
        for position, cell in enumerate(first)
        if cell.strip() and not _VALUE.fullmatch(cell.strip()) and _mostly_values(below, position)
    )
    if values <= 0.2 * len(filled) or named > values:
        return (
            best.lines[at],
            True,
            plural(
                "The first row names {filled} of {first} column.",
                "The first row names {filled} of {first} columns.",
                len(first),
                filled=number(len(filled), grouped=False),
                first=number(len(first), grouped=False),
            ),
        )
    return best.lines[at], False, message("The first row already holds values, so the columns are numbered.")


def _before_table(records: Sequence[Sequence[str]], width: int) -> bool:
    """Whether the first record is a title or a note above the table: much emptier than a later one."""
    record = records[0]
    filled = [cell for cell in record if cell.strip()]
    if len(record) < width:
        return len(filled) <= width / 2
    title = width >= 3 and len(filled) == 1 and not _VALUE.fullmatch(filled[0].strip())
    return not filled or (title and any(sum(map(bool, later)) > width / 2 for later in records[1:]))


def _mostly_values(below: Sequence[Sequence[str]], position: int) -> bool:
    cells = [
        record[position].strip() for record in below if position < len(record) and record[position].strip()
    ]
    return bool(cells) and sum(1 for cell in cells if _VALUE.fullmatch(cell)) > 0.7 * len(cells)


def _delimiter_words(best: _Trial, declared: bool) -> Message:
    name = {**DELIMITERS, **_RARE}.get(best.delimiter, best.delimiter)
    if declared:
        return message("The first line says that a {name} separates the columns.", name=name)
    if best.width == 1:
        return message("No character separates columns; there is one column.")
    rows = sum(1 for record in best.records if len(record) == best.width)
    columns = number(best.width, grouped=False)
    return plural(
        "A {name} gives {width} in {rows} of the first {records} row.",
        "A {name} gives {width} in {rows} of the first {records} rows.",
        len(best.records),
        name=name,
        width=plural("{columns} column", "{columns} columns", best.width, columns=columns),
        rows=number(rows, grouped=False),
        records=number(len(best.records), grouped=False),
    )
