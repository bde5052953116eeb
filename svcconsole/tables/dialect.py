"""How a delimited file is written: encoding, delimiter, quotes, where its header stands; decided with evidence."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Dialect:
    """All that is needed to read a file; override any element with `dataclasses.replace`.

    `encoding` is a codec name of Python (a byte order mark is dropped whatever it says), `quote` and `escape` are
    one character or "" for none, `skip` the physical lines before the table, `header` whether its first row names
    the columns, `comment` a prefix of lines to pass over ("" = none), `newline` what ends most lines (for display).
    """

    encoding: str = "utf-8"
    delimiter: str = ","
    quote: str = '"'
    escape: str = ""
    skip: int = 0
    header: bool = True
    comment: str = ""
    newline: str = "\n"

    @property
    def header_row(self) -> int:
        """The physical line (from 1) of the header, 0 when the file has none."""
        return self.skip + 1 if self.header else 0


@dataclass(frozen=True, slots=True)
class Detection:
    """A decided dialect, how sure it is (0 to 1) and why, in sentences."""

    dialect: Dialect
    confidence: float
    evidence: tuple[str, ...]


def detect(path: Path) -> Detection:
    """Decide the dialect from the first mebibyte of `path`; deterministic. TableError when it is no table of text."""
    raise NotImplementedError
