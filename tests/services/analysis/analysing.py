"""An analysis of one file for as long as a test asks it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from svcconsole.services.analysis.analysis import Analysis
from svcconsole.tables.dialect import Dialect
from svcconsole.tables.viewing.opened import open_table


@asynccontextmanager
async def analysing(path: Path, dialect: Dialect | None = None) -> AsyncIterator[Analysis]:
    opened = open_table(path, dialect=dialect)
    analysis = Analysis(opened)
    try:
        yield analysis
    finally:
        await analysis.close()
        opened.close()
