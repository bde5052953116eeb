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


class _Closed(sqlite3.Connection):
    """Has to be closed before it goes."""

    _is_closed = False

    def close(self) -> None:
        super().close()
        self._is_closed = True

    def __del__(self) -> None:
        if not self._is_closed:
            warnings.warn(f"unclosed database in {self!r}", ResourceWarning, source=self, stacklevel=2)


if sys.version_info < (3, 13):
    _connect: Any = partial(sqlite3.connect, factory=_Closed)
    sqlite3.connect = _connect
    sqlite3.dbapi2.connect = _connect  # where SQLAlchemy takes it
