"""Detects the delimiter and the quotes of a text table, and the comments in it, each with a reason."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from svcconsole.tables.reading.cell_types import kind_of
from svcconsole.tables.reading.csv_dialect import FOLDED, Dialect
from svcconsole.tables.reading.row_repair import parse
from svcconsole.words.message import Message, message, number, plural

RECORDS = 300
MENDED = 100
"""Records that are looked at where a strict parser does not take them."""
RECORD_CHARACTERS = 1 << 20
MOST_LINES = 500
"""Lines that a record with stray quotes may go over."""
DELIMITERS = {",": message("comma"), ";": message("semicolon"), "\t": message("tab"), "|": message("bar")}
_SPACED = {
    ", ": message("comma and space"),
    "; ": message("semicolon and space"),
    "| ": message("bar and space"),
}
_LONG = ("||", "::", ";;", "|~|", "~|~", "^|^", "~~", "^^", "<>")
_RARE = {
    "\x1f": message("unit separator"),
    "\x1e": message("record separator"),
    "\x01": message("start-of-heading character"),
    "^": message("caret"),
    "~": message("tilde"),
    "`": message("backtick"),
    ":": message("colon"),
    " ": message("space"),
}
NAMES = {**DELIMITERS, **_SPACED, **_RARE}
NEWLINES = {"\r\n": message("CR LF (Windows)"), "\n": "LF", "\r": message("CR (old Mac)")}
_NUMBERED = re.compile(r"#\d")
"""How a number begins, such as that of an order: no comment."""
_SEP = re.compile(r'^"?sep=(.)"?[\r\n]', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Shape:
    """The decided shape; see `csv_dialect.Dialect` for the fields. `lead` are the lines before everything
    else: a separator line and comments."""

    delimiter: str
    quote: str
    escape: str
    skip_space: bool
    lead: int
    comment: str
    newline: str
    width: int
    confidence: float
    evidence: tuple[str, ...]

    def dialect(self, encoding: str, part: str = "") -> Dialect:
        """How a file of this shape is read, all but where its table stands."""
        return Dialect(
            encoding=encoding,
            delimiter=self.delimiter,
            quote=self.quote,
            escape=self.escape,
            skip=self.lead,
            comment=self.comment,
            newline=self.newline,
            skip_space=self.skip_space,
            part=part,
        )


@dataclass(frozen=True, slots=True)
class _Form:
    delimiter: str
    quote: str = '"'
    escape: str = ""
    skip_space: bool = False


@dataclass(frozen=True, slots=True)
class _Trial:
    form: _Form
    records: list[list[str]]
    width: int
    share: float
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
    best = _best(body[: RECORDS * 20], separator[1] if separator else "", comment)
    evidence = [_delimiter_words(best, separator is not None)]
    if best.form.skip_space:
        evidence.append(message("Spaces behind a delimiter are no part of the cell."))
    if best.form.quote == "'":
        evidence.append(message("Cells stand in single quotes."))
    if best.form.escape:
        evidence.append(message("A backslash before a quote makes it part of the cell."))
    if comment:
        evidence.append(message("Lines that begin with # are comments."))
    return Shape(
        best.form.delimiter,
        best.form.quote,
        best.form.escape,
        best.form.skip_space,
        given + lead,
        comment,
        newline,
        best.width,
        1.0 if separator else min(1.0, best.score),
        tuple(evidence),
    )


def _newline(text: str) -> str:
    windows = text.count("\r\n")
    counts = {"\r\n": windows, "\n": text.count("\n") - windows, "\r": text.count("\r") - windows}
    return max(counts, key=lambda ending: counts[ending]) if any(counts.values()) else "\n"


def _marks(line: str) -> dict[str, int]:
    return {delimiter: line.count(delimiter) for delimiter in DELIMITERS}


def begins_comment(line: str, comment: str, delimiter: str) -> bool:
    """Whether a line that begins with the sign of comments, and is not as wide as the table, is no row: where
    a delimiter stands in it, a space follows the sign, or words with a space behind each delimiter."""
    text = line[len(comment) :]
    if not line.startswith(comment) or (text[:1].isdecimal() and delimiter in text):
        return False
    return text[:1].isspace() or all(part[:1].isspace() for part in text.split(delimiter)[1:])


def _is_comment(line: str, table: str) -> bool:
    """A # line of another width than this line of the table; in a single column only "# " begins one."""
    if not re.match(r"#[\sA-Za-z]", line):
        return False
    counts = _marks(table)
    delimiter = max(counts, key=lambda mark: counts[mark])
    if not counts[delimiter]:
        return line.startswith("# ")
    dialect = Dialect(delimiter=delimiter)
    return len(parse(iter((line,)), dialect).cells) != len(parse(iter((table,)), dialect).cells)


def _lead(lines: Sequence[str]) -> int:
    """How many comment lines stand before the table."""
    rows = [line for line in lines if not line.startswith("#")]
    first = next(iter(rows or filter(_NUMBERED.match, lines)), "")
    lead = 0
    while lead < len(lines) and _is_comment(lines[lead], first):
        lead += 1
    return lead


def _comments_inside(lines: Sequence[str]) -> bool:
    """Whether # lines without a delimiter stand in the table: not the broken ones among numbered rows."""
    if not lines or not any(_marks(lines[0]).values()):
        return False
    hashed = [line for line in lines[1:200] if line.startswith("#")]
    bare = [line for line in hashed if not any(_marks(line).values())]
    numbered = len(hashed) > len(bare) and all(map(_NUMBERED.match, hashed))
    return bool(bare) and not numbered


def _quotes(text: str) -> list[tuple[str, str]]:
    """The quote characters and escapes ("" = doubled) that the text may be written with, likelier first."""
    found = [('"', "")]
    if '\\"' in text:
        found.append(('"', "\\"))
    if "'" in text:
        edge = "".join(map(re.escape, (*DELIMITERS, *_RARE)))
        starts = len(re.findall(rf"(?:^|[{edge}])'", text, re.MULTILINE))
        quoted = re.findall(
            rf"(?:^|[{edge}])'((?:[^'\r\n\\]|''|\\.)*)'(?=[{edge}\r\n]|$)", text, re.MULTILINE
        )
        needed = any(re.search(rf"[{edge}]", cell) for cell in quoted)
        if quoted and len(quoted) >= 0.5 * starts and (needed or len(quoted) > 2):
            found.append(("'", ""))
            if "\\'" in text:
                found.append(("'", "\\"))
    return found


def _best(lines: Sequence[str], given: str, comment: str) -> _Trial:
    text = "".join(lines)
    quotes = _quotes(text)
    spaced = [mark for mark in _SPACED if (count := text.count(mark)) and count >= 0.6 * text.count(mark[0])]
    delimiters = [given] if given else [*spaced, *DELIMITERS]
    trials = [_trial(lines, _Form(mark, *quoting), comment) for mark in delimiters for quoting in quotes]
    if not given:
        often = max(1.0, 0.8 * len(lines))
        best_score = max(trial.score for trial in trials)
        rare = [mark for mark in (*_LONG, *_RARE) if text.count(mark) >= often]
        more = [_trial(lines, _Form(mark, *quoting), comment) for mark in rare for quoting in quotes]
        likely = [trial for trial in more if trial.score > 0.8 and _is_likely(trial, best_score)]
        wholes = [trial.form.delimiter for trial in likely]
        parts = [mark for mark in NAMES if any(_is_part(mark, whole, text) for whole in wholes)]
        trials = [trial for trial in (*trials, *likely) if trial.form.delimiter not in parts]
    best = max(trials, key=lambda trial: trial.score)
    if best.score < 0.2 and not given:
        single = _trial(lines, _Form(","), comment)
        return _Trial(single.form, single.records, 1, 1.0, 0.5)
    if best.form.delimiter in DELIMITERS and _spaces_before_quotes(best):
        stripped = _trial(lines, _Form(best.form.delimiter, best.form.quote, best.form.escape, True), comment)
        if stripped.share >= best.share:
            return stripped
    return best


def _is_likely(trial: _Trial, best_score: float) -> bool:
    """Whether a space may be what separates columns: words of a text are of no fixed number."""
    if trial.form.delimiter != " ":
        return True
    clear = trial.score > max(0.9, best_score + 0.1) or best_score < 0.6
    return clear and trial.width > 2 and len(trial.records) > 1 and trial.share > 0.9


def _is_part(mark: str, whole: str, text: str) -> bool:
    """Whether a character stands nowhere but inside a delimiter of several."""
    return mark != whole and mark in whole and text.count(mark) == whole.count(mark) * text.count(whole)


def _spaces_before_quotes(trial: _Trial) -> bool:
    """Whether quotes stay unread because a space stands before them."""
    mark = f" {trial.form.quote}"
    cells = [cell for record in trial.records for cell in record[1:]]
    return sum(cell.startswith(mark) for cell in cells) > 0.02 * len(cells)


def _trial(lines: Sequence[str], form: _Form, comment: str) -> _Trial:
    """Read the first records in this form and say how much they look like a table (0 to about 1)."""
    records, strict = _parse(lines, form)
    kept = [cells for cells in records if any(cells) and not (comment and _are_comment(cells, form, comment))]
    widths = Counter(len(cells) for cells in kept)
    wide = {width: count for width, count in widths.items() if width > 1}
    if not wide:
        return _Trial(form, records, 1, 0.0, 0.0)
    width = main_width(wide)
    share = wide[width] / len(kept)
    if form.delimiter in _SPACED and 2 * sum(cells[0][:1] == " " for cells in kept) > len(kept):
        return _Trial(form, records, width, share, 0.0)  # Every cell has a space around it.
    others = set(DELIMITERS) - {form.delimiter}
    cells = [cell for record in kept[:100] for cell in record]
    kinds = [kind_of(cell) for cell in cells]
    read = zip(kinds, cells, strict=True)
    clean = sum(kind != "text" or not others.intersection(cell) for kind, cell in read) / len(cells)
    filled = [kind for kind, cell in zip(kinds, cells, strict=True) if cell.strip()]
    typed = sum(kind != "text" for kind in filled) / max(1, len(filled))
    empty = _empty_columns(kept[:100], width)
    left = sum(map(_has_quotes_left, cells)) / len(cells)
    spaces = _spaces(kept, form)
    score = (
        share
        * (0.5 + 0.5 * clean)
        * (0.95 + 0.05 * typed)
        * (1.0 - 0.5 * left)
        * (1.0 - 0.1 * spaces)
        * (1.0 - 0.3 * empty)
        * (1.0 if len(kept[0]) == width else 0.85)
        * (1.0 if strict else 0.9)
        * (0.97 + min(width, 10) * 0.003)
    )
    return _Trial(form, records, width, share, score)


def _are_comment(cells: Sequence[str], form: _Form, comment: str) -> bool:
    return begins_comment(form.delimiter.join(cells), comment, form.delimiter)


def main_width(rows: Mapping[int, int]) -> int:
    """The width of the table among counted ones: that of most rows, where wide rows count more than the
    narrow ones of titles and notes."""
    return max(rows, key=lambda width: (rows[width] * width**0.5, width))


def _empty_columns(records: Sequence[Sequence[str]], width: int) -> float:
    """The share of columns in which no cell says anything, the header's neither."""
    filled = {at for record in records for at, cell in enumerate(record) if cell.strip()}
    return 1 - len(filled & set(range(width))) / width


def _has_quotes_left(cell: str) -> bool:
    stripped = cell.strip()
    return len(stripped) > 1 and stripped[0] in "\"'" and stripped[-1] == stripped[0]


def _spaces(records: Sequence[Sequence[str]], form: _Form) -> float:
    """The share of cells that begin with a space where nearly all do: it belongs to the delimiter then."""
    if 2 * sum(record[0][:1] == " " for record in records[:100]) > len(records[:100]):
        return 0.0
    cells = [cell for record in records[:100] for cell in record[1:] if cell]
    share = sum(cell[0] == " " for cell in cells) / len(cells) if cells else 0.0
    return share if share > 0.9 else 0.0


def _parse(lines: Sequence[str], form: _Form) -> tuple[list[list[str]], bool]:
    """The first records; whether a strict parser would take them."""
    long = len(form.delimiter) > 1
    reader = csv.reader(
        [line.replace(form.delimiter, FOLDED) for line in lines] if long else lines,
        delimiter=FOLDED if long else form.delimiter,
        quotechar=form.quote,
        escapechar=form.escape or None,
        doublequote=not form.escape,
        skipinitialspace=form.skip_space,
        strict=True,
    )
    try:
        return list(islice(reader, RECORDS)), True
    except csv.Error:
        return _mended(lines, form), False


def _mended(lines: Sequence[str], form: _Form) -> list[list[str]]:
    """The first records where quotes stand that a strict parser does not take."""
    dialect = Dialect(
        delimiter=form.delimiter, quote=form.quote, escape=form.escape, skip_space=form.skip_space
    )
    found: list[list[str]] = []
    at = open_until = 0
    while at < len(lines) and len(found) < MENDED:
        limit = RECORD_CHARACTERS if at >= open_until else 0
        read = parse(iter(lines[at : at + MOST_LINES]), dialect, limit=limit)
        if limit and not read.closed:  # No cell that opens soon behind it will close, either.
            open_until = at + read.lines // 2
        if not read.closed or (read.stray and read.lines > 1):
            alone = parse(iter(lines[at : at + 1]), dialect)
            usual = found and len(found[-1]) == len(alone.cells)
            read = alone if usual or not read.closed else read
        found.append(list(read.cells))
        at += read.lines
    return found


def _delimiter_words(best: _Trial, declared: bool) -> Message:
    delimiter = best.form.delimiter
    name = NAMES.get(delimiter, f"“{delimiter}”")
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
