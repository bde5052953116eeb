"""What the Catalog tab may load before the first paint."""

from __future__ import annotations

import subprocess
import sys

HEAVY = (
    "pydantic",
    "sqlalchemy",
    "aiohttp",
    "keyring",
    "platformdirs",
    "typer",
    "pythonjsonlogger",
    "fastapi",
)


def test_the_tab_is_imported_without_anything_heavy() -> None:
    code = "import sys, svcconsole.gui.tabs.catalog.tab; print(*{name.split('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert [name for name in HEAVY if name in loaded] == []
