"""Which file of a drag the window takes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QDropEvent

TABLES = (".csv", ".tsv", ".txt")


def dropped_file(event: QDropEvent) -> Path | None:
    """The one local table file of a drag, if that is what it is."""
    urls = event.mimeData().urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    return path if path.suffix.lower() in TABLES else None
