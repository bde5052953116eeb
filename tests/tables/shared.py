"""The real-world files beside the project: where they are, and a skip that says so where they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[3] / "shared" / "data"
TORTURE = SHARED / "torture"
SAMPLE = Path(__file__).parents[2] / "resources" / "samples" / "products.csv"

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the folder ../shared/data with the real-world files is not on this machine"
)
