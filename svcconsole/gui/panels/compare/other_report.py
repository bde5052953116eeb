"""A report that another one can be compared with."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class OtherReport(NamedTuple):
    """A done report: its name, what tells it from others of that name, its file."""

    title: str
    detail: str
    path: Path
