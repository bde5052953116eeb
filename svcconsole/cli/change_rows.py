"""Rows of a table on stdout."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from svcconsole.cli.output import write_line


def write_row(cells: Sequence[str]) -> None:
    """Write a row to stdout; raises OutputLost."""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(cells)
    write_line(text.getvalue())
