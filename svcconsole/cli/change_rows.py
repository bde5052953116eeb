"""Rows of a table on stdout about fields that change: a value as text, and the row as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from svcconsole.cli.output import write_line
from svcconsole.services.records.field_diff import Value


def text_of(value: Value) -> str:
    """A value as text, as it stands on the wire."""
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def write_row(cells: Sequence[str]) -> None:
    """Write a row to stdout; raises OutputLost."""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(cells)
    write_line(text.getvalue())
