"""Tables written for one question, opened and closed with their analysis; nothing is left behind."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from svcconsole.tables.reading.dialect import Dialect
from tests.support.private_files import own_cache

__all__ = ["own_cache"]

Write = Callable[..., Path]
AS_WRITTEN = Dialect(newline="\r\n")
"""How `write` writes, for tables so small or odd that they could be read in another way, too."""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(header: str, rows: Iterable[Iterable[object]], name: str = "table.csv") -> Path:
        path = tmp_path / name
        with path.open("w", encoding="utf-8", newline="") as file:
            out = csv.writer(file, lineterminator="\r\n")  # so that a lone CR is quoted
            out.writerow(header.split(","))
            out.writerows(rows)
        return path

    return written
