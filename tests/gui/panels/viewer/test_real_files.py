"""Every table file there is opens in the viewer with its decisions shown, or says in one sentence why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from svcconsole.gui.panels.viewer.decision_words import decision_words
from tests.gui.panels.viewer.conftest import OpenViewer
from tests.support.coroutines import until

DATA = Path(__file__).resolve().parents[5] / "shared" / "data"
ENDINGS = {".csv", ".tsv", ".txt", ".data"}


def files() -> list[Path]:
    """The reports, and the files that are written to trip readers up."""
    found = [path for folder in ("reports", "torture") for path in (DATA / folder).rglob("*")]
    return sorted(path for path in found if path.is_file() and path.suffix.lower() in ENDINGS)


async def test_every_file_opens_with_its_decisions_or_one_sentence(
    window_loop: QApplication, open_viewer: OpenViewer
) -> None:
    if not files():
        pytest.skip(f"no files to open under {DATA}")
    opened = 0
    async with open_viewer(width=848, height=600) as page:
        page.showing.set_profiles(False)
        for path in files():
            page.open_file(path)
            await until(lambda: not page.scope.is_busy("open"))
            assert page.console.notices.open == (), path
            if page.refused.isVisible():
                sentence = page.refused.accessibleName()
                assert sentence.endswith("."), path
                continue
            opened += 1
            await until(lambda: not page.scope.is_busy("index"))
            file = page.showing.file
            assert file is not None
            said = [decision_words(decision) for decision in file.table.decisions]
            assert len(said) >= 3, path
            assert all(sentence.strip() for sentence in said), path
            assert page.sheet.count() == file.table.rows_known, path
            assert len(page.sheet.file_model.names) == len(file.table.columns), path
            if file.table.ragged.rows:
                assert "than the header has columns" in page.proof.notes.sentences(), path
    assert opened > len(files()) * 0.8


async def test_one_of_three_tables_in_a_file_is_chosen(
    window_loop: QApplication, open_viewer: OpenViewer
) -> None:
    path = DATA / "reports" / "pinterest_analytics_overview.csv"
    if not path.exists():
        pytest.skip(f"there is no {path.name} under {DATA}")
    async with open_viewer(path) as page:
        assert "The file holds 3 tables one under the other; this is table 1." in page.proof.notes.sentences()
        first = page.sheet.file_model.names
        page.read_table(3)
        await until(lambda: "this is table 3" in page.proof.notes.sentences())
        assert page.sheet.file_model.names != first
