"""Compiles the translated catalogs before a wheel, or an installation for developing, is made."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogHook(BuildHookInterface[Any]):
    """Hatch calls it before it collects files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, str(Path(self.root) / "packaging"))
        from words import compile_all

        compile_all()
