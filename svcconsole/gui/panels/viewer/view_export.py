"""Exports the current view to a file in the background, one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.hiding import is_hiding
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit import quantity_words as numbers
from svcconsole.gui.kit.dialogs import choose_place
from svcconsole.gui.kit.file_kinds import CSV, FileKind
from svcconsole.gui.panels.viewer.file_status_bar import SavedLine

if TYPE_CHECKING:
    from svcconsole.services.analysis.analysis import Analysis
    from svcconsole.services.analysis.export import ExportKind
    from svcconsole.services.analysis.results import ExportProgress
    from svcconsole.services.analysis.view import View

KINDS: Mapping[str, ExportKind] = {".csv": "csv", ".xlsx": "xlsx", ".parquet": "parquet"}
FILES = {
    "csv": CSV,
    "xlsx": FileKind(mark("Excel workbooks"), "*.xlsx"),
    "parquet": FileKind(mark("Parquet files"), "*.parquet"),
}


async def choose(parent: QWidget, report: Path, kind: str, *, whole: bool) -> Path | None:
    """Have the place chosen; a view is named after its report."""
    name = report.stem if whole else tr("{stem}, view", stem=report.stem)
    path = await choose_place(parent, tr("Export this view"), f"{name}.{kind}", kinds=(FILES[kind],))
    return (
        path if path is None or path.suffix.lower() == f".{kind}" else path.with_name(f"{path.name}.{kind}")
    )


async def save(
    analysis: Analysis, view: View, columns: Sequence[int], path: Path, line: SavedLine
) -> ExportProgress:
    """Write the file, of the kind its name ends in; it is there only once it is whole."""
    name = visible(path.name)
    line.under_way(tr("Writing {name}", name=name), 0.0)

    def told(progress: ExportProgress) -> None:
        line.under_way(
            tr(
                "Writing {name}: {rows} of {total}",
                name=name,
                rows=numbers.count(progress.rows),
                total=numbers.rows(progress.of),
            ),
            progress.rows / max(1, progress.of),
        )

    try:
        kind = KINDS[path.suffix.lower()]
        done = await analysis.export(view, tuple(columns), path, kind, on_progress=told, masked=is_hiding())
    except BaseException:
        line.hide()
        raise
    size = numbers.file_size((await asyncio.to_thread(path.stat)).st_size)
    said = tr("{name}: {rows}, {size}.", name=name, rows=numbers.rows(done.rows), size=size)
    if done.cut:
        cut = tr_plural(
            "{n} cell was longer than a sheet allows.", "{n} cells were longer than a sheet allows.", done.cut
        )
        said = f"{said} {cut}"
    line.done(path, said)
    return done
