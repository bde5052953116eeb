"""The formula ="…" around a text that a spreadsheet would change: where one may stand, and the text in it."""

from __future__ import annotations

import re
from typing import Final

MAY_BEGIN: Final = re.compile(r'=(?<![0-9A-Za-z]=)"')
"""Where a cell may begin with one; behind a letter or a digit it is an attribute of HTML."""
MAY_BEGIN_BYTES: Final = re.compile(MAY_BEGIN.pattern.encode())
_WHOLE = re.compile(r'="((?:[^"]|"")*)"')


def text_in(cell: str) -> str | None:
    """The text in a cell that is such a formula and nothing else; None for any other cell."""
    found = _WHOLE.fullmatch(cell) if cell.startswith('="') else None
    return found[1].replace('""', '"') if found is not None else None
