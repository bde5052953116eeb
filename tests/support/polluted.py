"""Files with one kind of damage each, made from a seed, with what a reader should find in them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.support.clean_tables import (
    FIRST,
    SOURCES,
    STUFF,
    THINGS,
    WORDS,
    Cells,
    Table,
    pairs,
    questions_and_answers,
)


@dataclass(frozen=True, slots=True)
class Polluted:
    """A file: its name, the kind of damage, its bytes and the clean twin."""

    name: str
    kind: str
    content: bytes
    truth: Table


# Writing


def written(
    table: Table,
    *,
    delimiter: str = ",",
    quote: str = '"',
    escape: str = "",
    newline: str = "\r\n",
    quote_all: bool = False,
    last_newline: bool = True,
) -> str:
    lines = [
        delimiter.join(quoted(cell, delimiter, quote, escape, quote_all=quote_all) for cell in cells)
        for cells in (*table.header, *table.rows)
    ]
    return newline.join(lines) + (newline if last_newline and lines else "")


def quoted(cell: str, delimiter: str, quote: str = '"', escape: str = "", *, quote_all: bool = False) -> str:
    if not quote_all and not any(sign in cell for sign in (delimiter, delimiter[0], quote, "\r", "\n")):
        return cell
    inner = cell.replace(quote, escape + quote) if escape else cell.replace(quote, quote * 2)
    return quote + inner + quote


def line_of(cells: Sequence[str], delimiter: str = ",") -> str:
    return delimiter.join(quoted(cell, delimiter) for cell in cells)


Made = tuple[str | bytes, Table]


# One kind of damage each


def clean(table: Table, rng: random.Random) -> Made:
    return written(table), table


def _delimiter(mark: str) -> Callable[[Table, random.Random], Made]:
    return lambda table, rng: (written(table, delimiter=mark, newline=rng.choice(("\n", "\r\n"))), table)


def _newline(mark: str) -> Callable[[Table, random.Random], Made]:
    def made(table: Table, rng: random.Random) -> Made:
        return written(table, newline=mark), table

    return made


def mixed_newlines(table: Table, rng: random.Random) -> Made:
    lines = [line_of(cells) for cells in (*table.header, *table.rows)]
    return "".join(line + rng.choice(("\n", "\r\n")) for line in lines), table


def single_quotes(table: Table, rng: random.Random) -> Made:
    return written(table, quote="'", quote_all=rng.random() < 0.5), table


def all_quoted(table: Table, rng: random.Random) -> Made:
    return written(table, quote_all=True), table


def backslash_escape(table: Table, rng: random.Random) -> Made:
    table.rows[0][-1] = 'a "quoted" word, and more'
    return written(table, escape="\\", quote_all=rng.random() < 0.5), table


def no_header(table: Table, rng: random.Random) -> Made:
    bare = Table([], table.rows)
    return written(bare), bare


def no_rows(table: Table, rng: random.Random) -> Made:
    bare = Table(table.header, [])
    return written(bare), bare


def one_row(table: Table, rng: random.Random) -> Made:
    bare = Table(table.header, table.rows[:1])
    return written(bare), bare


def empty(table: Table, rng: random.Random) -> Made:
    return rng.choice(("", "\r\n", "\n\n")), Table([], [])


def _header_rows(count: int) -> Callable[[Table, random.Random], Made]:
    def made(table: Table, rng: random.Random) -> Made:
        more = [[f"{name} {word}" for name in table.header[0]] for word in ("unit", "note")[: count - 1]]
        if rng.random() < 0.5:
            more = [[f"h{line}_{at}" for at in range(len(table.header[0]))] for line in range(2, count + 1)]
        both = Table([*table.header, *more], table.rows)
        return written(both), both

    return made


def header_lost_separator(table: Table, rng: random.Random) -> Made:
    head = list(table.header[0])
    at = rng.randrange(len(head) - 1)
    head[at : at + 2] = [head[at] + head[at + 1]]
    damaged = Table([head], table.rows)
    return written(damaged), damaged


def header_extra_separator(table: Table, rng: random.Random) -> Made:
    head = list(table.header[0])
    head.insert(rng.randrange(len(head) + 1), "")
    damaged = Table([head], table.rows)
    return written(damaged), damaged


def preamble(table: Table, rng: random.Random) -> Made:
    kinds: tuple[Callable[[int], str], ...] = (
        lambda at: f"Export of the store, part {at}",
        lambda at: f"Setting {at}: on",
        lambda at: f"Created by {rng.choice(FIRST)}, on Monday" if at % 2 else "Confidential",
        lambda at: f'"A note, number {at}"',
    )
    text = rng.choice(kinds)
    count = rng.choice((1, 2, 3, 5, 10, 30))
    lines = [text(at) for at in range(count)]
    if rng.random() < 0.5:
        lines.append("")
    return "".join(line + "\r\n" for line in lines) + written(table), table


def padded_preamble(table: Table, rng: random.Random) -> Made:
    width = len(table.header[0])
    lines = [f"Report {at}" + "," * (width - 1) for at in range(rng.randint(1, 6))]
    return "".join(line + "\r\n" for line in lines) + written(table), table


def key_value_preamble(table: Table, rng: random.Random) -> Made:
    lines = [
        f"{key},{value}" for key, value in (("Store", "Harbour"), ("Channel", "All"), ("Currency", "EUR"))
    ]
    return "\r\n".join([*lines, "", ""]) + written(table), table


NOTES = (
    "Total rows: 84", "Source: the store, as of Monday", "Generated by the back office.", "* without VAT",
)  # fmt: skip


def footnotes(table: Table, rng: random.Random) -> Made:
    notes = rng.sample(NOTES, rng.randint(1, 3))
    notes = [note if "," not in note else f'"{note}"' for note in notes]
    gap = "\r\n" if rng.random() < 0.5 else ""
    return written(table) + gap + "".join(note + "\r\n" for note in notes), table


def _second_table(wider: int, gap: bool) -> Callable[[Table, random.Random], Made]:
    def made(table: Table, rng: random.Random) -> Made:
        width = max(2, len(table.header[0]) + wider)
        head = [f"Measure {at}" for at in range(1, width + 1)]
        rows = [
            [str(rng.randint(0, 99)) if at % 2 else rng.choice(THINGS) for at in range(width)]
            for _ in range(rng.randint(3, 9))
        ]
        between = rng.choice(("\r\n", "\r\n\r\n", "\r\nBy store\r\n")) if gap else ""
        return written(table) + between + written(Table([head], rows)), table

    return made


def _without_gap(wider: int) -> Callable[[Table, random.Random], Made]:
    return _second_table(wider, gap=False)


def blank_rows(table: Table, rng: random.Random) -> Made:
    lines = [line_of(cells) for cells in (*table.header, *table.rows)]
    for _ in range(rng.randint(1, 4)):
        lines.insert(rng.randrange(1, len(lines) + 1), "")
    return "\r\n".join(lines) + "\r\n", table


def no_last_newline(table: Table, rng: random.Random) -> Made:
    return written(table, last_newline=False), table


def two_last_newlines(table: Table, rng: random.Random) -> Made:
    return written(table) + "\r\n" * rng.randint(1, 3), table


def _with_row(table: Table, at: int, cells: Cells, line: str, newline: str = "\r\n") -> Made:
    rows = [*table.rows[:at], cells, *table.rows[at + 1 :]]
    lines = [line_of(row) for row in (*table.header, *table.rows)]
    lines[at + len(table.header)] = line
    return newline.join(lines) + newline, Table(table.header, rows)


def _plain(cells: Cells) -> list[int]:
    return [at for at, cell in enumerate(cells) if cell and quoted(cell, ",") == cell]


def lost_separator(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = table.rows[at]
    places = [place for place in range(len(cells) - 1) if {place, place + 1} <= {*_plain(cells)}]
    place = rng.choice(places) if places else 0
    joined = [*cells[:place], cells[place] + cells[place + 1], *cells[place + 2 :]]
    return _with_row(table, at, joined, line_of(joined))


def extra_separator(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = list(table.rows[at])
    cells.insert(rng.randrange(len(cells) + 1), "")
    return _with_row(table, at, cells, line_of(cells))


def cell_too_few(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = list(table.rows[at])
    del cells[rng.randrange(len(cells))]
    return _with_row(table, at, cells, line_of(cells))


def cells_too_many(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = [*table.rows[at], *(rng.choice(STUFF) for _ in range(rng.randint(1, 3)))]
    return _with_row(table, at, cells, line_of(cells))


def unquoted_comma(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = list(table.rows[at])
    place = rng.choice(_plain(cells))
    split = [*cells[:place], cells[place], " " + rng.choice(STUFF), *cells[place + 1 :]]
    return _with_row(table, at, split, line_of(split))


def extra_quote(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = list(table.rows[at])
    place = rng.choice(_plain(cells))
    where = rng.randrange(len(cells[place]) + 1)
    damaged = cells[place][:where] + '"' + cells[place][where:]
    line = ",".join(damaged if other == place else quoted(cell, ",") for other, cell in enumerate(cells))
    return _with_row(table, at, [*cells[:place], damaged.removeprefix('"'), *cells[place + 1 :]], line)


def quote_inside_quotes(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = list(table.rows[at])
    place = rng.randrange(len(cells))
    cells[place] = f'{rng.choice(THINGS)} "{rng.choice(STUFF)}" 12'
    line = ",".join(f'"{cell}"' if other == place else quoted(cell, ",") for other, cell in enumerate(cells))
    return _with_row(table, at, cells, line)


def row_of_another_delimiter(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = table.rows[at]
    return _with_row(table, at, cells, line_of(cells, rng.choice((";", "\t", "|"))))


def row_with_spaces(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = list(table.rows[at])
    cells[-1] = "one, two and three"
    return _with_row(table, at, cells, line_of(cells, ", "))


BACKSLASHED = (r"it\'s", r"C:\new\table", "ends in \\", r"O\'Brien \'n\' co", r"a\tb")
APOSTROPHES = ("'0123", "it's", "'tis the season", "rock 'n' roll", "5' 3", "'quoted'")


def stray_backslash(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = list(table.rows[at])
    cells[rng.choice(_plain(cells))] = rng.choice(BACKSLASHED)
    return _with_row(table, at, cells, line_of(cells))


def apostrophes(table: Table, rng: random.Random) -> Made:
    for cells in table.rows:
        if rng.random() < 0.3:
            cells[_plain(cells)[-1]] = rng.choice(APOSTROPHES)
    return written(table), table


def comments(table: Table, rng: random.Random) -> Made:
    lines = [line_of(cells) for cells in (*table.header, *table.rows)]
    lines.insert(0, "# exported for you")
    return "\r\n".join(lines) + "\r\n", table


def separator_line(table: Table, rng: random.Random) -> Made:
    mark = rng.choice((",", ";", "\t", "|"))
    return f"sep={mark}\r\n" + written(table, delimiter=mark), table


def spaces_before_quotes(table: Table, rng: random.Random) -> Made:
    lines = [
        ", ".join(quoted(cell, ",", quote_all=at > 0) for at, cell in enumerate(cells))
        for cells in (*table.header, *table.rows)
    ]
    return "\r\n".join(lines) + "\r\n", table


def header_of_another_delimiter(table: Table, rng: random.Random) -> Made:
    lines = written(table).split("\r\n", 1)
    return line_of(table.header[0], rng.choice((";", "\t", "|"))) + "\r\n" + lines[1], table


def header_extra_quote(table: Table, rng: random.Random) -> Made:
    head = list(table.header[0])
    at = rng.randrange(len(head))
    where = rng.randrange(len(head[at]) + 1)
    head[at] = head[at][:where] + '"' + head[at][where:]
    lines = written(table).split("\r\n", 1)
    named = [name.removeprefix('"') for name in head]
    return ",".join(head) + "\r\n" + lines[1], Table([named], table.rows)


def bare_inner_quotes(table: Table, rng: random.Random) -> Made:
    """Quotes inside quoted cells are not doubled anywhere."""
    for cells in table.rows:
        cells[-1] = f'the "{rng.choice(STUFF)}" one; {rng.choice(WORDS)}'
    lines = [
        ",".join(f'"{cell}"' if quoted(cell, ",") != cell else cell for cell in cells)
        for cells in (*table.header, *table.rows)
    ]
    return "\r\n".join(lines) + "\r\n", table


def lost_closing_quote(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = list(table.rows[at])
    place = _plain(cells)[-1]
    damaged = '"' + cells[place]
    line = ",".join(damaged if other == place else quoted(cell, ",") for other, cell in enumerate(cells))
    return _with_row(table, at, cells, line)


def odd_signs(table: Table, rng: random.Random) -> Made:
    for cells in rng.sample(table.rows, 3):
        place = rng.choice(_plain(cells))
        sign = rng.choice(("\x07", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u200b", "\ufeff", "\xa0"))
        cells[place] = cells[place][:1] + sign + cells[place][1:]
    return written(table), table


def trailing_delimiters(table: Table, rng: random.Random) -> Made:
    """Every row ends with a delimiter, the header, too."""
    wider = Table([[*cells, ""] for cells in table.header], [[*cells, ""] for cells in table.rows])
    return written(wider), wider


def trailing_delimiters_of_rows(table: Table, rng: random.Random) -> Made:
    wider = Table(table.header, [[*cells, ""] for cells in table.rows])
    return written(wider), wider


def unnamed_first_column(table: Table, rng: random.Random) -> Made:
    """As a program writes its row numbers: no name stands over them."""
    wider = Table(table.header, [[str(at), *cells] for at, cells in enumerate(table.rows)])
    return written(wider), wider


def blank_lines_above(table: Table, rng: random.Random) -> Made:
    return "\r\n" * rng.randint(1, 4) + written(table), table


def several_damaged_rows(table: Table, rng: random.Random) -> Made:
    rows = [list(cells) for cells in table.rows]
    for at in rng.sample(range(len(rows)), len(rows) // 5):
        if rng.random() < 0.5:
            rows[at].insert(rng.randrange(len(rows[at]) + 1), rng.choice(STUFF))
        else:
            del rows[at][rng.randrange(len(rows[at]))]
    damaged = Table(table.header, rows)
    return written(damaged), damaged


def preamble_with_delimiters(table: Table, rng: random.Random) -> Made:
    lines = [line_of(["Report", *rng.sample(STUFF, rng.randint(1, 3))]) for _ in range(rng.randint(1, 4))]
    return "\r\n".join([*lines, "", ""]) + written(table), table


def byte_order_mark(table: Table, rng: random.Random) -> Made:
    return b"\xef\xbb\xbf" + written(table).encode(), table


def utf_16(table: Table, rng: random.Random) -> Made:
    return written(table).encode("utf-16"), table


def long_cells(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    table.rows[at][-1] = "\n".join(f"line {line}, of a long text" for line in range(400))
    return written(table), table


def trimmed_rows(table: Table, rng: random.Random) -> Made:
    lines, rows = [line_of(table.header[0])], []
    for cells in table.rows:
        kept = list(cells)
        while len(kept) > 2 and not kept[-1]:
            kept.pop()
        rows.append(kept)
        lines.append(line_of(kept))
    return "\r\n".join(lines) + "\r\n", Table(table.header, rows)


def unescaped_quotes(table: Table, rng: random.Random) -> Made:
    """Quoted cells begin and end with quotes that nothing protects."""
    for cells in rng.sample(table.rows, 3):
        cells[_plain(cells)[-1]] = f'"{rng.choice(WORDS)} {rng.choice(THINGS)}"'
    lines = [
        ",".join(f'"{cell}"' if quoted(cell, ",") != cell else cell for cell in cells)
        for cells in (*table.header, *table.rows)
    ]
    return "\r\n".join(lines) + "\r\n", table


def header_again(table: Table, rng: random.Random) -> Made:
    """Two exports pasted together."""
    lines = [line_of(cells) for cells in (*table.header, *table.rows)]
    lines.insert(rng.randrange(3, len(lines)), lines[0])
    return "\r\n".join(lines) + "\r\n", table


def header_names_alike(table: Table, rng: random.Random) -> Made:
    head = list(table.header[0])
    first, second = rng.sample(range(len(head)), 2)
    head[second] = head[first]
    alike = Table([head], table.rows)
    return written(alike), alike


def row_of_other_quotes(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = list(table.rows[at])
    cells[-1] = "one, two and three"
    line = ",".join(f"'{cell}'" if "," in cell else cell for cell in cells)
    return _with_row(table, at, cells, line)


KINDS: dict[str, tuple[Callable[[Table, random.Random], Made], float]] = {
    "clean": (clean, 4.0),
    "delimiter semicolon": (_delimiter(";"), 4.0),
    "delimiter tab": (_delimiter("\t"), 3.0),
    "delimiter bar": (_delimiter("|"), 1.0),
    "delimiter space": (_delimiter(" "), 1.0),
    "delimiter comma and space": (_delimiter(", "), 3.0),
    "delimiter two bars": (_delimiter("||"), 0.5),
    "delimiter caret": (_delimiter("^"), 0.5),
    "delimiter unit separator": (_delimiter("\x1f"), 0.5),
    "newline LF": (_newline("\n"), 4.0),
    "newline CR": (_newline("\r"), 1.0),
    "newlines mixed": (mixed_newlines, 1.0),
    "single quotes": (single_quotes, 1.0),
    "all quoted": (all_quoted, 2.0),
    "backslash escape": (backslash_escape, 1.0),
    "stray backslash": (stray_backslash, 1.0),
    "apostrophes": (apostrophes, 1.0),
    "no header": (no_header, 3.0),
    "no rows": (no_rows, 1.0),
    "one row": (one_row, 1.0),
    "empty": (empty, 1.0),
    "two header rows": (_header_rows(2), 3.0),
    "three header rows": (_header_rows(3), 2.0),
    "header lost a separator": (header_lost_separator, 3.0),
    "header has an extra separator": (header_extra_separator, 3.0),
    "preamble": (preamble, 5.0),
    "padded preamble": (padded_preamble, 3.0),
    "key and value preamble": (key_value_preamble, 2.0),
    "footnotes": (footnotes, 4.0),
    "second table, fewer columns": (_second_table(-2, gap=True), 3.0),
    "second table, more columns": (_second_table(3, gap=True), 3.0),
    "second table, as many columns": (_second_table(0, gap=True), 3.0),
    "second table at once, fewer": (_without_gap(-2), 2.0),
    "second table at once, more": (_without_gap(3), 2.0),
    "second table at once, as many": (_without_gap(0), 2.0),
    "blank rows": (blank_rows, 3.0),
    "no last newline": (no_last_newline, 2.0),
    "two last newlines": (two_last_newlines, 2.0),
    "row lost a separator": (lost_separator, 5.0),
    "row has an extra separator": (extra_separator, 5.0),
    "row lacks a cell": (cell_too_few, 5.0),
    "row has cells too many": (cells_too_many, 5.0),
    "unquoted comma": (unquoted_comma, 5.0),
    "extra quote": (extra_quote, 3.0),
    "quotes inside quotes": (quote_inside_quotes, 3.0),
    "row of another delimiter": (row_of_another_delimiter, 1.0),
    "row with spaces behind commas": (row_with_spaces, 1.0),
    "comments": (comments, 1.0),
    "separator line": (separator_line, 1.0),
    "spaces before quotes": (spaces_before_quotes, 1.0),
    "header of another delimiter": (header_of_another_delimiter, 1.0),
    "extra quote in the header": (header_extra_quote, 1.0),
    "inner quotes not doubled": (bare_inner_quotes, 2.0),
    "lost closing quote": (lost_closing_quote, 2.0),
    "odd signs": (odd_signs, 1.0),
    "trailing delimiters": (trailing_delimiters, 3.0),
    "trailing delimiters of the rows alone": (trailing_delimiters_of_rows, 2.0),
    "first column without a name": (unnamed_first_column, 2.0),
    "blank lines above": (blank_lines_above, 2.0),
    "several damaged rows": (several_damaged_rows, 3.0),
    "preamble with delimiters": (preamble_with_delimiters, 3.0),
    "byte order mark": (byte_order_mark, 2.0),
    "UTF-16": (utf_16, 1.0),
    "long cells": (long_cells, 1.0),
    "trailing blanks trimmed": (trimmed_rows, 3.0),
    "outer quotes not doubled": (unescaped_quotes, 1.0),
    "header again among the rows": (header_again, 2.0),
    "two names alike in the header": (header_names_alike, 2.0),
    "row of other quotes": (row_of_other_quotes, 1.0),
}
"""Kind of damage → how it is made, and how often it is met in real files, as a weight."""


UNDECIDABLE: dict[str, tuple[object, ...]] = {
    "no header": (questions_and_answers,),
    "two header rows": (questions_and_answers, pairs),
    "three header rows": (questions_and_answers, pairs),
    "second table at once, fewer": (questions_and_answers, pairs),
    "second table at once, more": (questions_and_answers, pairs),
    "second table at once, as many": (questions_and_answers, pairs),
    "second table, as many columns": (questions_and_answers,),
    "row lost a separator": (pairs,),
    "no rows": (pairs,),
    "delimiter space": (pairs,),
    "header lost a separator": (pairs,),
    "header of another delimiter": (pairs,),
    "preamble": (pairs,),
    "key and value preamble": (pairs,),
    "preamble with delimiters": (pairs, questions_and_answers),
}
"""Clean tables in which nothing shows a kind of damage: words over words, one of two columns lost."""


def polluted(each: int, seed: int = 1) -> Iterator[Polluted]:
    """So many files of each kind, over all clean tables in turn."""
    for kind, (made, _) in KINDS.items():
        for number in range(each):
            rng = random.Random(f"{seed} {kind} {number}")
            sources = [source for source in SOURCES if source not in UNDECIDABLE.get(kind, ())]
            table = sources[number % len(sources)](rng, rng.choice((12, 25, 84)))
            content, truth = made(table, rng)
            name = f"{kind.replace(' ', '_').replace(',', '')}_{number}.csv"
            yield Polluted(name, kind, content if isinstance(content, bytes) else content.encode(), truth)
