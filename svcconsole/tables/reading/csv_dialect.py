"""How a delimited file is written, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

FOLDED = "\ue01f"
"""Stands for a delimiter of several characters in lines for a parser that knows only one."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """All that is needed to read a file; override any element with `dataclasses.replace`.

    `encoding` is a codec name of Python (a byte order mark is dropped whatever it says), `delimiter` one
    character or several, `quote` and `escape` one character or "" for none, `skip` the physical lines before
    the table, `header` whether its first row names the columns, `comment` a prefix of lines to pass over
    ("" = none), `newline` what ends its lines (for display). `skip_space`: spaces behind a delimiter are no
    part of the cell. `header_rows` rows name the columns where `header` is set. `width` is the number of
    cells that most rows have, where the header has another one (0 = the header's). `last` is the last
    physical line of the table (0 = none was found). `looked` is the line up to which an end was looked for;
    behind it that is done while the rows are read (0 = there is nothing left to look at). `names` says how
    the cells of a header of another width stand over the columns, in the words of `header_question.placed`
    ("" = from the left). `part` is the sheet of a workbook or the member of an archive that is read ("" =
    the first), `table` which of the tables in it, from 1.
    """

    encoding: str = "utf-8"
    delimiter: str = ","
    quote: str = '"'
    escape: str = ""
    skip: int = 0
    header: bool = True
    comment: str = ""
    newline: str = "\n"
    skip_space: bool = False
    header_rows: int = 1
    width: int = 0
    last: int = 0
    looked: int = 0
    names: str = ""
    part: str = ""
    table: int = 1

    @property
    def header_row(self) -> int:
        """The physical line (from 1) of the header, 0 when the file has none."""
        return self.skip + 1 if self.header else 0

    @property
    def is_plain(self) -> bool:
        """Whether a parser that knows one delimiter, quotes and lines to skip reads the same rows."""
        return (
            len(self.delimiter) == 1 and not self.skip_space and not self.last
            and not self.width and self.header_rows == 1
        )  # fmt: skip
