"""The page for those who come next names files that are there."""

from __future__ import annotations

import re
from pathlib import Path

from svcconsole.resources import resource

ROOT = Path(__file__).parents[3]
FEWEST = 15


def test_every_path_on_the_page_exists() -> None:
    page = resource("help", "developers.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:svcconsole|tests|packaging)/[\w./]+)`", page))
    assert len(named) > FEWEST
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
