"""A connection to a SQLite file that nobody closed is a warning, which fails the test, on every Python.

From 3.13 on Python says so itself. An open file cannot be replaced on Windows: a helper that keeps one stands
in the way of a backup that is restored.
"""

from __future__ import annotations

import sqlite3
import sys
import warnings
from functools import partial
from typing import Any

CALLERS = 8
"""So many of those who had it opened are named."""


class _Closed(sqlite3.Connection):
    """Has to be closed before it goes."""

    _is_closed = True  # until it was opened: that may be refused

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._is_closed = False
        self._opened_by = list[str]()
        frame = sys._getframe(1)
        while frame.f_back is not None and len(self._opened_by) < CALLERS:
            if "site-packages" not in frame.f_code.co_filename:
                self._opened_by.append(f"{frame.f_code.co_filename}:{frame.f_lineno}")
            frame = frame.f_back

    def close(self) -> None:
        super().close()
        self._is_closed = True

    def __del__(self) -> None:
        if not self._is_closed:
            where = " < ".join(self._opened_by)
            warnings.warn(f"unclosed database, opened at {where}", ResourceWarning, stacklevel=2)


if sys.version_info < (3, 13):
    _connect: Any = partial(sqlite3.connect, factory=_Closed)
    sqlite3.connect = _connect
    sqlite3.dbapi2.connect = _connect  # where SQLAlchemy takes it
