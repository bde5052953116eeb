"""Files with one kind of damage each are read cell by cell as their clean twins, with a score of ten."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.polluted import KINDS, polluted
from tests.support.reading_score import score, scores, simple, weighted

LEAST = 9.95
FEW, MANY = 4, 40
"""Files of each kind in the test command, and in the long run: more than 2,000."""


@pytest.mark.parametrize("each", [FEW, pytest.param(MANY, marks=pytest.mark.deep)])
def test_damaged_files_are_read_as_their_clean_twins(tmp_path: Path, each: int) -> None:
    found = scores(tmp_path, each)
    assert found.keys() == KINDS.keys()
    assert simple(found) >= LEAST, found
    assert weighted(found) >= LEAST, found


def test_the_score_is_ten_only_for_the_same_cells() -> None:
    file = next(polluted(1))
    same = [*file.truth.header, *file.truth.rows]
    assert score(file.truth, same) == pytest.approx(10.0)
    assert score(file.truth, same[:-1]) < LEAST
    assert score(file.truth, [*same[:-1], [*same[-1], "more"]]) < LEAST
    assert score(file.truth, None) == 0.0


def test_the_same_seed_makes_the_same_files() -> None:
    first, again = list(polluted(1, seed=3)), list(polluted(1, seed=3))
    assert first == again
    assert {file.content for file in first} != {file.content for file in polluted(1, seed=4)}
