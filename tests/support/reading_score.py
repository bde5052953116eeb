"""Scores what `svcconsole table` writes of damaged files, cell by cell against their clean twins."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from svcconsole.tables.reading.reader import FIELD_LIMIT
from svcconsole.tables.results.table_copy import copy_table
from tests.support.clean_tables import Cells, Table
from tests.support.polluted import KINDS, Polluted, polluted


def scores(folder: Path, each: int) -> dict[str, float]:
    """The mean score of each kind of damage, over so many files of each."""
    csv.field_size_limit(FIELD_LIMIT)
    found: dict[str, list[float]] = defaultdict(list)
    for file in polluted(each):
        found[file.kind].append(score_of(file, folder))
    return {kind: sum(values) / len(values) for kind, values in found.items()}


def simple(found: Mapping[str, float]) -> float:
    """The mean of all kinds."""
    return sum(found.values()) / len(found)


def weighted(found: Mapping[str, float]) -> float:
    """The mean in which a kind counts by how often it is met in real files."""
    weights = {kind: KINDS[kind][1] for kind in found}
    return sum(weights[kind] * value for kind, value in found.items()) / sum(weights.values())


def score_of(file: Polluted, folder: Path) -> float:
    """The score of one file."""
    source, target = folder / file.name, folder / f"read-{file.name}"
    source.write_bytes(file.content)
    copy_table(source, target)
    with target.open(encoding="utf-8", newline="") as written:
        return score(file.truth, list(csv.reader(written)))


def score(truth: Table, got: list[Cells] | None) -> float:
    """0 to 10: one for a file that was read at all, and precision, recall and their mean for the cells of the
    header, for records and for cells. The first rows of `got` are held against the header."""
    if got is None:
        return 0.0
    head = len(truth.header)
    parts = (
        (
            [cell for cells in truth.header for cell in cells],
            [cell for cells in got[:head] for cell in cells],
        ),
        ([tuple(cells) for cells in truth.rows], [tuple(cells) for cells in got[head:]]),
        ([cell for cells in truth.rows for cell in cells], [cell for cells in got[head:] for cell in cells]),
    )
    return 1.0 + sum(sum(_agreement(Counter(wanted), Counter(found))) for wanted, found in parts)


def _cells(rows: Sequence[Cells]) -> list[str]:
    return [cell for cells in rows for cell in cells]


def _agreement(wanted: Counter[object], found: Counter[object]) -> tuple[float, float, float]:
    if not wanted and not found:
        return 1.0, 1.0, 1.0
    both = (wanted & found).total()
    precision = both / found.total() if found else 0.0
    recall = both / wanted.total() if wanted else 0.0
    mean = 2 * precision * recall / (precision + recall) if both else 0.0
    return precision, recall, mean
