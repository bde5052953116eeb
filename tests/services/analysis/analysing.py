"""An analysis of one file for as long as a test asks it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.results import Loading
from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.viewing.opened_table import open_table


@asynccontextmanager
async def analysing(
    path: Path, dialect: Dialect | None = None, *, on_loading: Callable[[Loading], None] | None = None
) -> AsyncIterator[Analysis]:
    opened = open_table(path, dialect=dialect)
    analysis = Analysis(opened, on_loading=on_loading)
    try:
        yield analysis
    finally:
        await analysis.close()
        opened.close()
