"""Every sample and every real file: none is taken for another, and nothing of it is lost without a word.

`python -m tests.support.format_matrix` prints the matrix.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from svcconsole.tables.presets import recognise
from tests.support.format_matrix import KINDS, SUFFIXES, WRITTEN_BY, Line, Sums, build, lost_in, matrix
from tests.tables.shared import SAMPLES, SHARED, needs_shared
from tests.tables.tables import opened, rows_from


def lossless(lines: list[Line]) -> None:
    for line in lines:
        assert (line.unaccounted, line.lost) == ((), {}), line


@pytest.mark.parametrize("folder", ["", "formats"])
def test_no_sample_loses_a_cell_in_silence(folder: str) -> None:
    lines = list(matrix(SAMPLES / folder))
    assert len(lines) >= 14
    lossless(lines)


@needs_shared
def test_no_real_file_is_taken_for_another_or_loses_a_cell_in_silence() -> None:
    lines = list(matrix(SHARED))
    assert {line.path: line.preset for line in lines} == WRITTEN_BY
    lossless(lines)
    sums = Sums.of(lines)
    assert (sums.files, sums.false_positives, sums.silent_losses) == (len(WRITTEN_BY), 0, 0)


@needs_shared
def test_no_real_file_is_known_as_what_it_is_not() -> None:
    for part, kinds in KINDS.items():
        for path in sorted((SHARED / part).rglob("*")):
            for kind in {"products", "customers", "user_properties", "templates"} - set(kinds):
                if path.suffix in SUFFIXES:
                    assert line_preset(path, kind) is None, path


def line_preset(path: Path, kind: str) -> str | None:
    table, rows = opened(path)
    return recognise(table.header, kind, [row.cells for row in rows]).preset


def test_a_loss_would_be_seen() -> None:
    header = ("email", "Address", "City")
    mapping = recognise(header, "customers").mapping
    rows = rows_from(("a@post.example", "Street 4", "Pune"))
    drafts = build(header, rows, mapping)
    assert lost_in(header, rows, mapping, drafts) == {}, "an address that lacks something is told"
    silent = [replace(draft, problems=()) for draft in drafts]
    assert lost_in(header, rows, mapping, silent) == {"addresses.address1": 1, "addresses.city": 1}
