"""The workspace of a team."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from svcconsole.workspace.database import Workspace


@pytest.fixture
def workspace(tmp_path: Path, either_engine_deep: None) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "store") as opened:
        yield opened
