"""Files with one kind of damage each, made from a seed, with what a reader should find in them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

Cells = list[str]


@dataclass(frozen=True, slots=True)
class Table:
    """Header rows (none for a file without a header) and rows, each with the cells it has in the file."""

    header: list[Cells]
    rows: list[Cells]


@dataclass(frozen=True, slots=True)
class Polluted:
    """A file: its name, the kind of damage, its bytes and the clean twin."""

    name: str
    kind: str
    content: bytes
    truth: Table


# Clean tables, each of another shape

FIRST = ("Ana", "Bruno", "Chloé", "Dmitri", "Eun-ji", "Farah", "Grace", "Hakan", "Inês", "João", "Kwame", "Léa")
LAST = ("Almeida", "O'Brien", "Dvořák", "Şahin", "de Souza", "Kim", "Novák", "Haddad", "Müller", "Costa", "D'Arcy")
CITIES = ("Lisbon", "Berlin", "São Paulo", "New York", "Dubai", "Kraków", "Aix-en-Provence", "The Hague")
THINGS = ("Candle holder", "Beeswax candle", "Vase", "Throw", "Tray", "Napkins", "Mug", "Linen shirt", "Lamp")
STUFF = ("brass", "oak", "smoked glass", "wool", "acacia", "cotton", "iron", "porcelain")
WORDS = (
    "made by hand", "washable at 40°", "delivery in 2 days", "as seen in the shop window", "limited edition",
    "do not tumble dry", "with a lid", "for 4 persons", "ships to the EU", "fits most sizes", "it's a gift",
)  # fmt: skip


def _sentence(rng: random.Random, *, hard: bool) -> str:
    words = ", ".join(rng.sample(WORDS, rng.randint(1, 3))) if hard else rng.choice(WORDS)
    if hard and rng.random() < 0.25:
        words = f'the "{rng.choice(STUFF)}" one: {words}'
    if hard and rng.random() < 0.15:
        words += "\n" + rng.choice(WORDS)
    return words


def products(rng: random.Random, rows: int) -> Table:
    header = ["Handle", "Title", "SKU", "Price", "Stock", "Weight", "Picture", "Description", "Vendor"]
    found = []
    for at in range(rows):
        thing, stuff = rng.choice(THINGS), rng.choice(STUFF)
        found.append([
            f"{thing}-{stuff}-{at}".lower().replace(" ", "-"), f"{thing} {stuff}", f"HH-{rng.randint(1000, 9999)}-{at}",
            f"{rng.uniform(1, 200):.2f}", str(rng.randint(0, 300)), f"{rng.uniform(0.1, 9):.3f}",
            f"https://img.example/{at}.jpg", _sentence(rng, hard=True), rng.choice(("Harbour & Hearth", "Nordlys", "")),
        ])  # fmt: skip
    return Table([header], found)


def customers(rng: random.Random, rows: int) -> Table:
    header = ["First name", "Last name", "Email", "Phone", "City", "Birthday", "Total spent", "Notes"]
    found = []
    for at in range(rows):
        first, last = rng.choice(FIRST), rng.choice(LAST)
        found.append([
            first, last, f"{first[0].lower()}{at}@shop.example", f"+49 30 {rng.randint(100000, 999999)}", rng.choice(CITIES),
            f"{rng.randint(1950, 2005)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}", f"{rng.uniform(0, 900):.2f}",
            _sentence(rng, hard=rng.random() < 0.5) if rng.random() < 0.6 else "",
        ])  # fmt: skip
    return Table([header], found)


def sales(rng: random.Random, rows: int) -> Table:
    header = ["DATE", "TIME", "Qty", "PRODUCTID", "Price", "ProductType", "ProductDescription", "URL", "Comments"]
    found = []
    for at in range(rows):
        found.append([
            f"{rng.randint(1, 12):02}/{rng.randint(1, 28):02}/2018", f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}:03",
            str(rng.randint(1, 20)), str(1000 + at), f"{rng.uniform(1, 99):.2f}", rng.choice(THINGS),
            f"{rng.choice(STUFF)} {rng.choice(THINGS)}", f"http://www.shop.example/p/{at}?a=1&b=2", _sentence(rng, hard=True),
        ])  # fmt: skip
    return Table([header], found)


def measures(rng: random.Random, rows: int) -> Table:
    header = ["id", "sensor", "taken_at", "value", "unit"]
    return Table(
        [header],
        [
            [str(at), f"S{rng.randint(1, 9)}", f"2024-05-{rng.randint(1, 28):02} {rng.randint(0, 23):02}:00:00",
             f"{rng.uniform(-20, 40):.3f}", rng.choice(("C", "K"))]
            for at in range(1, rows + 1)
        ],
    )  # fmt: skip


SOURCES: tuple[Callable[[random.Random, int], Table], ...] = (products, customers, sales, measures)


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
        lambda at: f"Created by {rng.choice(FIRST)} {rng.choice(LAST)}, on Monday" if at % 2 else "Confidential",
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
    lines = [f"{key},{value}" for key, value in (("Store", "Harbour"), ("Channel", "All"), ("Currency", "EUR"))]
    return "\r\n".join([*lines, "", ""]) + written(table), table


def footnotes(table: Table, rng: random.Random) -> Made:
    notes = rng.sample(
        ("Total rows: 84", "Source: the store, as of Monday", "Generated by the back office.", "* prices without VAT"), rng.randint(1, 3)
    )  # fmt: skip
    notes = [note if "," not in note else f'"{note}"' for note in notes]
    gap = "\r\n" if rng.random() < 0.5 else ""
    return written(table) + gap + "".join(note + "\r\n" for note in notes), table


def _second_table(wider: int, gap: bool) -> Callable[[Table, random.Random], Made]:
    def made(table: Table, rng: random.Random) -> Made:
        width = max(2, len(table.header[0]) + wider)
        head = [f"Measure {at}" for at in range(1, width + 1)]
        rows = [[str(rng.randint(0, 99)) if at % 2 else rng.choice(THINGS) for at in range(width)] for _ in range(rng.randint(3, 9))]  # fmt: skip
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
    places = [place for place in _plain(cells) if place + 1 in _plain(cells)]
    place = rng.choice(places)
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
    return _with_row(table, at, [*cells[:place], damaged, *cells[place + 1 :]], line)


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


def stray_backslash(table: Table, rng: random.Random) -> Made:
    at = rng.randrange(len(table.rows))
    cells = list(table.rows[at])
    cells[rng.choice(_plain(cells))] = rng.choice((r"it\'s", r"C:\new\table", "ends in \\", r"O\'Brien \'n\' co", r"a\tb"))
    return _with_row(table, at, cells, line_of(cells))


def apostrophes(table: Table, rng: random.Random) -> Made:
    for cells in table.rows:
        place = _plain(cells)[-1]
        cells[place] = rng.choice(("'0123", "it's", "'tis the season", "rock 'n' roll", "5' 3", "'quoted'")) if rng.random() < 0.3 else cells[place]  # fmt: skip
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
    "byte order mark": (byte_order_mark, 2.0),
    "UTF-16": (utf_16, 1.0),
    "long cells": (long_cells, 1.0),
    "trailing blanks trimmed": (trimmed_rows, 3.0),
}
"""Kind of damage → how it is made, and how often it is met in real files, as a weight."""


def polluted(each: int, seed: int = 1) -> Iterator[Polluted]:
    """So many files of each kind, over all clean tables in turn."""
    for kind, (made, _) in KINDS.items():
        for number in range(each):
            rng = random.Random(f"{seed} {kind} {number}")
            table = SOURCES[number % len(SOURCES)](rng, rng.choice((12, 25, 84)))
            content, truth = made(table, rng)
            name = f"{kind.replace(' ', '_').replace(',', '')}_{number}.csv"
            yield Polluted(name, kind, content if isinstance(content, bytes) else content.encode(), truth)


# The score

def score(truth: Table, got: list[Cells] | None) -> float:
    """0 to 10: one for a file that was read at all, and precision, recall and their mean for the cells of the
    header, for records and for cells. The first rows of `got` are held against the header."""
    if got is None:
        return 0.0
    head = len(truth.header)
    parts = (
        ([cell for cells in truth.header for cell in cells], [cell for cells in got[:head] for cell in cells]),
        ([tuple(cells) for cells in truth.rows], [tuple(cells) for cells in got[head:]]),
        ([cell for cells in truth.rows for cell in cells], [cell for cells in got[head:] for cell in cells]),
    )
    return 1.0 + sum(sum(_agreement(Counter(wanted), Counter(found))) for wanted, found in parts)


def _agreement(wanted: Counter[object], found: Counter[object]) -> tuple[float, float, float]:
    if not wanted and not found:
        return 1.0, 1.0, 1.0
    both = (wanted & found).total()
    precision = both / found.total() if found else 0.0
    recall = both / wanted.total() if wanted else 0.0
    mean = 2 * precision * recall / (precision + recall) if both else 0.0
    return precision, recall, mean
