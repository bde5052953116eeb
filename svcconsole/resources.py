"""Where shipped files are: `resources/` beside the source tree, `svcconsole/_resources` in a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def root() -> Path:
    """The folder of shipped files; the wheel's own copy wins over a source tree around it."""
    shipped = _PACKAGE / "_resources"
    return shipped if shipped.is_dir() else _PACKAGE.parent / "resources"


def resource(*parts: str) -> Path:
    """The path of one shipped file, e.g. `resource("icons", "plus.svg")`; it may not exist."""
    return root().joinpath(*parts)
