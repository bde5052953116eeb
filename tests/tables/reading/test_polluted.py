"""Files with one kind of damage each are read cell by cell as their clean twins, with a score of ten."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from svcconsole.tables.reading.reader import FIELD_LIMIT
from svcconsole.tables.results.table_copy import copy_table
from tests.support.polluted import KINDS, Polluted, polluted, score

LEAST = 9.95
FEW, MANY = 4, 40
"""Files of each kind in the test command, and in the long run: more than 2,000."""


def score_of(file: Polluted, folder: Path) -> float:
    """What `svcconsole table` writes of it, held against the clean twin."""
    source, target = folder / file.name, folder / f"read-{file.name}"
    source.write_bytes(file.content)
    copy_table(source, target)
    with target.open(encoding="utf-8", newline="") as written:
        return score(file.truth, list(csv.reader(written)))


def scores(folder: Path, each: int) -> dict[str, float]:
    """The mean score of each kind of damage."""
    csv.field_size_limit(FIELD_LIMIT)
    found: dict[str, list[float]] = defaultdict(list)
    for file in polluted(each):
        found[file.kind].append(score_of(file, folder))
    return {kind: sum(each) / len(each) for kind, each in found.items()}


@pytest.mark.parametrize("each", [FEW, pytest.param(MANY, marks=pytest.mark.deep)])
def test_damaged_files_are_read_as_their_clean_twins(tmp_path: Path, each: int) -> None:
    found = scores(tmp_path, each)
    weights = {kind: weight for kind, (_, weight) in KINDS.items()}
    simple = sum(found.values()) / len(found)
    weighted = sum(weights[kind] * value for kind, value in found.items()) / sum(weights.values())
    print(*(f"{value:7.3f}  {kind}" for kind, value in sorted(found.items())), sep="\n")
    print(f"{simple:7.3f}  of 10, simple\n{weighted:7.3f}  of 10, weighted; {each * len(found)} files")
    assert simple >= LEAST
    assert weighted >= LEAST


def test_the_score_is_ten_only_for_the_same_cells() -> None:
    file = next(polluted(1))
    same = [*file.truth.header, *file.truth.rows]
    assert score(file.truth, same) == pytest.approx(10.0)
    assert score(file.truth, same[:-1]) < 9.95
    assert score(file.truth, [*same[:-1], [*same[-1], "more"]]) < 9.95
    assert score(file.truth, None) == 0.0
