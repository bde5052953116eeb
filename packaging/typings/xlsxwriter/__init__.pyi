"""What we use of XlsxWriter."""

from collections.abc import Mapping
from os import PathLike
from types import TracebackType

from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

class Workbook:
    def __init__(
        self, filename: str | PathLike[str], options: Mapping[str, object] | None = None
    ) -> None: ...
    def __enter__(self) -> Workbook: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def add_worksheet(self, name: str | None = None) -> Worksheet: ...
    def add_format(self, properties: Mapping[str, object] | None = None) -> Format: ...
