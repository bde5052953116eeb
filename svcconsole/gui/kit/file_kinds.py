"""The kinds of files a dialog offers to choose among, as people call them."""

from __future__ import annotations

from dataclasses import dataclass

from svcconsole.gui.design.words import mark, tr


@dataclass(frozen=True, slots=True)
class FileKind:
    """`name` is a marked text; `patterns` are those of file names, such as `*.csv *.tsv`."""

    name: str
    patterns: str

    @property
    def name_filter(self) -> str:
        """As Qt's file dialog takes it, in the language in use: `Tables (*.csv *.tsv)`."""
        # Qt reads the patterns back: nothing may stand in the brackets that only directs how text runs.
        return " ".join([tr(self.name), f"({self.patterns})"])


ALL_FILES = FileKind(mark("All files"), "*")
TABLES = FileKind(mark("Tables"), "*.csv *.tsv *.txt *.tab *.xlsx *.xlsm *.xls *.ods *.zip *.gz")
TEXT_TABLES = FileKind(mark("Tables"), "*.csv *.tsv *.txt")
CSV = FileKind(mark("CSV files"), "*.csv")
JSON = FileKind(mark("JSON files"), "*.json")
