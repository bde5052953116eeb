"""The project's own sample files, the real-world files beside it, and a skip where these are not."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")

SAMPLES = Path(__file__).parents[1] / "samples"
SAMPLE = Path(__file__).parents[2] / "resources" / "samples" / "products.csv"
SHARED = Path(__file__).parents[3] / "shared" / "data"
TORTURE = SHARED / "torture"
NOT_HERE = "the folder ../shared/data with the real-world files is not on this machine"

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason=NOT_HERE)


def recorded(own: Iterable[T], real: Iterable[T]) -> list[tuple[Path, T]]:
    """What is recorded of files, each with its folder: the samples always, the real ones where they are."""
    here = [(SAMPLES, each) for each in own]
    return here + [(SHARED, each) for each in real] if SHARED.is_dir() else here


def files_of(folder: Path, *suffixes: str) -> set[str]:
    """The files below a folder, by their path in it."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if path.suffix in suffixes}
