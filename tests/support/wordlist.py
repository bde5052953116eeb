"""The program that extracts the console's sentences and makes catalogs, as a module."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


@cache
def wordlist() -> ModuleType:
    """`packaging/words.py`; no package holds it, for a library of that name is installed."""
    spec = importlib.util.spec_from_file_location("wordlist", ROOT / "packaging" / "words.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
