"""The folder of private files of a test: nothing stays in it when the test is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("SVCCONSOLE_DATA_DIR", str(folder))
    yield folder
    left = [path for path in folder.rglob("*") if path.is_file()]
    assert left == [], f"private files were left behind: {left}"
