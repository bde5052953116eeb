"""What the chart column may load before a line is drawn: nothing that takes long."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"pyqtgraph", "numpy", "duckdb", "pydantic", "sqlalchemy", "aiohttp", "babel"}


@pytest.mark.parametrize("module", ["kit.charts.chart_column", "panels.compare.page"])
def test_it_is_imported_without_anything_heavy(module: str) -> None:
    code = f"import sys, svcconsole.gui.{module}; print(*{{name.split('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert HEAVY & set(done.stdout.split()) == set()
