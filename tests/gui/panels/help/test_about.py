"""The page About: what it says is so, and it can be copied."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from svcconsole import __version__, folders, parts
from svcconsole.gui.runtime import version
from tests.gui.shell.conftest import OpenWindow
from tests.support.coroutines import until
from tests.support.qt import words_of


async def test_the_page_says_version_places_and_every_part_with_its_licence(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        window.commands.actions.run("about")
        page = window.pages.help().show_about()
        await until(lambda: page.model.total() > 30 and page.text.toPlainText() != "")
        said = words_of(page)
        assert f"Version {__version__}, run from its sources" in said
        assert str(folders.data_dir() / "stores") in said
        listed = {part.name.lower(): part for part in page.model.records()}
        assert {"python", "pyside6_essentials", "aiohttp", "keyring", "pydantic"} <= listed.keys()
        assert not listed.keys() & {"pytest", "mypy", "svcconsole"}
        assert all(part.licence and part.version for part in listed.values())
        page.table.set_current("keyring")
        await until(lambda: "Permission is hereby granted" in page.text.toPlainText())


def test_a_program_with_the_backport_of_metadata_knows_its_parts_too() -> None:
    importlib_metadata = pytest.importorskip("importlib_metadata", reason="Python has no need of it here")
    assert importlib_metadata.version("keyring")
    assert {part.name.lower(): bool(part.licence) for part in parts.parts()}["keyring"]


async def test_the_lines_for_a_question_are_copied(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        window.show_about()
        window.pages.help().show_about().copy.click()
        copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[0] == f"svcconsole Version {__version__}, run from its sources"
    assert f"Workspaces: {folders.data_dir() / 'stores'}" in copied


def test_a_packaged_program_names_its_build(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / version.BUILD).write_text("4708f40a 2026-11-21\n", encoding="ascii")
    monkeypatch.setattr(version, "resource", tmp_path.joinpath)
    assert "build 4708f40a of" in version.version_text()
    (tmp_path / version.BUILD).write_text("broken", encoding="ascii")
    assert version.build() is None


def test_every_part_with_a_text_can_show_it() -> None:
    found = parts.parts()
    assert [part.name for part in found] == sorted((part.name for part in found), key=str.casefold)
    with_text = [part for part in found if part.texts]
    assert len(with_text) > 25
    assert all(part.words().strip() for part in with_text)


def test_qt_is_under_the_texts_that_a_package_puts_into_its_resources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "licences").mkdir()
    for name in parts.QT_TEXTS:
        (tmp_path / "licences" / name).write_text(f"the text {name}", encoding="utf-8")
    monkeypatch.setattr(parts, "resource", tmp_path.joinpath)
    (qt,) = (part for part in parts.parts() if part.name.lower() == "pyside6_essentials")
    assert qt.words() == "the text LGPL-3.txt\n\nthe text GPL-3.txt"
