"""Progress on stderr: one rewritten line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from typing import Final

from svcconsole.cli.output import told
from svcconsole.words.message import mark

SECONDS_BETWEEN = 2.0
BESIDE: Final = mark("{first} · {rest}")
"""How facts stand on one line."""


class ProgressLine:
    """Says where something stands without flooding what it is written to: elsewhere than on a terminal, where
    one line is rewritten, it is a line that differs from the last one, every `between` seconds at most."""

    def __init__(self, between: float = SECONDS_BETWEEN) -> None:
        self._between = between
        self._over = sys.stderr.isatty()
        self._width = 0
        self._said_at = float("-inf")
        self._last = self._written = ""

    def write(self, message: str) -> None:
        text = told(message)
        self._last = text
        if self._over:
            sys.stderr.write("\r" + text.ljust(self._width))
            self._width = len(text)
        elif text != self._written and time.monotonic() - self._said_at >= self._between:
            self._write(text)
        sys.stderr.flush()

    def end(self) -> None:
        """Leave the last state standing."""
        if self._over and self._width:
            sys.stderr.write("\n")
            self._width = 0
        elif not self._over and self._last != self._written:
            self._write(self._last)
        sys.stderr.flush()

    def _write(self, text: str) -> None:
        sys.stderr.write(text + "\n")
        self._written = text
        self._said_at = time.monotonic()
