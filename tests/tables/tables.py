"""Short ways to write a file, read it and build its products in a test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from svcconsole.api.models.catalog import Product
from svcconsole.tables.checking.problems import Draft, Problem
from svcconsole.tables.checking.rules import Rules, rules_for
from svcconsole.tables.mapping.mapping import Mapping
from svcconsole.tables.presets import recognise
from svcconsole.tables.reading.dialect import Dialect, detect
from svcconsole.tables.reading.reader import TableFile, read
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records.products import build

DECIDED = (
    rules_for(storefront_url="https://shop.example", currency="EUR")
    .decide("quantity", "value", "0")
    .decide("image", "value", "https://shop.example/none.png")
)


def written(folder: Path, text: str | bytes, name: str = "table.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def opened(path: Path, dialect: Dialect | None = None) -> tuple[TableFile, list[Row]]:
    table = read(path, dialect or detect(path).dialect)
    return table, list(table.rows)


def cells(path: Path, dialect: Dialect | None = None) -> list[tuple[str, ...]]:
    return [row.cells for row in opened(path, dialect)[1]]


def as_read(cell: str) -> str:
    """What a cell reads as: where it is ="text", as spreadsheets write what is to stay text, that text."""
    inner = cell[2:-1].replace('""', "")
    whole = len(cell) > 2 and cell.startswith('="') and cell.endswith('"') and '"' not in inner
    return cell[2:-1].replace('""', '"') if whole else cell


def drafts_of(path: Path, rules: Rules = DECIDED, mapping: Mapping | None = None) -> list[Draft[Product]]:
    table, rows = opened(path)
    return build(table.header, rows, mapping or recognise(table.header).mapping, rules)


def rows_from(*lines: Iterable[str]) -> list[Row]:
    return [Row(number, number + 1, tuple(line)) for number, line in enumerate(lines, start=1)]


def problems(drafts: Iterable[Draft[Product]], level: str | None = None) -> list[Problem]:
    return [problem for draft in drafts for problem in draft.problems if level in (None, problem.level)]


def codes(drafts: Iterable[Draft[Product]]) -> Counter[str]:
    return Counter(problem.code for problem in problems(drafts))
