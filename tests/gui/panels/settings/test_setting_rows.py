"""Every row of Settings: what is chosen holds at once and where it should, what cannot be is said, what an
administrator fixed is locked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from PySide6.QtCore import QLocale, QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from svcconsole import languages, preferences
from svcconsole.gui.design.metrics import density, scale
from svcconsole.gui.design.theme import theme
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.dialogs import choose_file, choose_place
from svcconsole.gui.panels.settings.controls import (
    ChoiceBox,
    Numbers,
    PathChoice,
    ProxyChoice,
    QuietHoursChoice,
    Switch,
    TextSizeTrack,
)
from svcconsole.gui.panels.settings.page import SettingsPage
from svcconsole.gui.runtime import computer_settings as kept_here
from svcconsole.gui.runtime import languages as languages_of_windows
from svcconsole.gui.runtime.computer_settings import ComputerSettings, computer_settings
from svcconsole.gui.runtime.desktop_notes import Kind, may_pop_up
from svcconsole.gui.runtime.languages import window_language
from svcconsole.gui.runtime.quiet_hours import Days, QuietHours
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.runtime.window_requests import WindowRequest
from svcconsole.preferences import Preferences
from svcconsole.profiles import Profile, Profiles
from svcconsole.words import catalog
from tests.gui.shell.conftest import LIVE, PRACTICE, OpenWindow, open_window, settings
from tests.support.certificates import Authority
from tests.support.coroutines import until

__all__ = ["open_window", "settings"]


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    kept_here._made.append(ComputerSettings())
    kept_here._made[:] = kept_here._made[-1:]
    yield
    theme().set_font_scale(1.0)
    theme().set_density("normal")
    kept_here._made.clear()


async def opened(page: SettingsPage) -> SettingsPage:
    """The page once it has read everything."""
    await until(lambda: not page.scope.is_busy() and computer_settings().now is not None)
    return page


def has_problem(page: SettingsPage, name: str, words: str) -> bool:
    """Whether a row says so why what was set is not kept; blank: that it says nothing."""
    said = page.row(name).problem()
    return words in said if words else not said


def control(page: SettingsPage, name: str, kind: type[QWidget]) -> QWidget:
    found = page.row(name).findChildren(kind)
    assert len(found) == 1, name
    return found[0]


async def test_the_size_of_text_goes_by_keys_and_is_there_at_the_next_start(
    window_loop: QApplication, open_window: OpenWindow, settings: Settings
) -> None:
    async with open_window(LIVE) as window:
        page = await opened(window.show_settings())
        track = control(page, "Text size", TextSizeTrack)
        assert isinstance(track, TextSizeTrack)
        before = scale()
        QTest.keyClick(track, Qt.Key.Key_Right)
        QTest.keyClick(track, Qt.Key.Key_Right)
        assert (track.value(), settings.get("text_size", 0)) == (150, 150)
        assert scale() == pytest.approx(before * 1.5, rel=0.06)
        page.row("Text size").back.click()
        assert (scale(), settings.get("text_size", 0)) == (before, 0)
        rows = page.row("Rows of tables").findChildren(Segments)[0]
        rows.set_current(0)
        assert (density(), settings.get("rows", "")) == ("compact", "compact")


async def test_the_way_to_stores_is_kept_for_every_command_and_reaches_the_open_store(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        page = await opened(window.show_settings())
        client = await window.console.ready()
        proxy = control(page, "Proxy", ProxyChoice)
        assert isinstance(proxy, ProxyChoice)
        proxy.choice.set_current(2)
        proxy.line.setText("proxy.example:3128")
        proxy.line.editingFinished.emit()
        await until(lambda: client.connection.network.proxy == "http://proxy.example:3128")
        assert preferences.preferences().proxy == "http://proxy.example:3128"
        proxy.line.setText("socks5://a.example")
        proxy.line.editingFinished.emit()
        await until(lambda: "without user name" in page.row("Proxy").problem())
        assert preferences.preferences().proxy == "http://proxy.example:3128", "the one before stays"
        times = control(page, "Wait at most", Numbers)
        assert isinstance(times, Numbers)
        times.boxes[0].setValue(3)
        times.boxes[0].editingFinished.emit()
        await until(lambda: client.connection.network.connect_seconds == 3.0)
        page.row("Proxy").back.click()
        await until(lambda: client.connection.network.proxy == "system")
        await until(lambda: page.row("Proxy").problem() == "")
        assert page.row("Proxy").back.isHidden()


async def test_a_certificate_file_that_cannot_be_read_is_not_kept(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    good = Authority.make(tmp_path, "office").ca_file
    bad = tmp_path / "bad.pem"
    bad.write_text("no certificate")
    async with open_window(LIVE) as window:
        page = await opened(window.show_settings())
        line = control(page, "Extra CA file", PathChoice).findChildren(QLineEdit)[0]
        for typed, kept in ((good, good), (bad, good), (tmp_path / "gone.pem", good), ("", None)):
            line.setText(str(typed))
            line.editingFinished.emit()
            await until(lambda: not page.scope.is_busy())
            assert preferences.preferences().ca_file == kept
            assert ("cannot be read" in page.row("Extra CA file").problem()) is (typed not in (good, ""))


async def test_folders_are_where_choosing_begins(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    reports, files = tmp_path / "reports", tmp_path / "files"
    reports.mkdir()
    files.mkdir()
    async with open_window(LIVE) as window:
        page = await opened(window.show_settings())
        for name, folder in (("Reports and exports", reports), ("Files to import", files)):
            line = control(page, name, PathChoice).findChildren(QLineEdit)[0]
            line.setText(str(folder / "gone"))
            line.editingFinished.emit()
            await until(partial(has_problem, page, name, "no such folder"))
            line.setText(str(folder))
            line.editingFinished.emit()
            await until(partial(has_problem, page, name, ""))
        assert preferences.preferences() == Preferences(reports_folder=reports, files_folder=files)
        for ask, folder in ((choose_place(page, "To", "a.csv"), reports), (choose_file(page, "From"), files)):
            window.scope.start(ask, key="ask")
            dialog = await until(lambda: next(iter(page.findChildren(QFileDialog)), None))
            assert Path(dialog.directory().absolutePath()) == folder
            dialog.reject()
            await until(lambda: not window.scope.is_busy("ask") and not page.findChildren(QFileDialog))


async def test_pace_is_the_stores_and_is_asked_of_the_program(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    Profiles(profiles=[Profile(id=LIVE.id, name=LIVE.name, base_url="https://wickloom.example")]).save()
    async with open_window(LIVE) as window:
        page = await opened(window.show_settings())
        pace = control(page, "Requests of a run", Numbers)
        assert isinstance(pace, Numbers)
        assert [box.text() for box in pace.boxes] == ["all", "8"]
        pace.boxes[0].setValue(40)
        pace.boxes[0].editingFinished.emit()
        wish = await window.wishes.get()
        assert wish == WindowRequest("change", LIVE.id, changes={"requests_a_second": 40, "at_once": 8})
        assert not page.row("Requests of a run").back.isHidden()
    async with open_window(PRACTICE) as window:
        page = await opened(window.show_settings())
        assert "Pace" not in [section.title for section in page.sections]


async def test_what_an_administrator_fixed_is_locked_and_says_where(
    window_loop: QApplication,
    open_window: OpenWindow,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "managed.json"
    said = {"proxy": "proxy.office.example:80", "text_size": 125, "theme": "dark"}
    file.write_text(json.dumps({"settings": said}))
    monkeypatch.setenv("SVCCONSOLE_MANAGED_FILE", str(file))
    monkeypatch.setenv("SVCCONSOLE_CONFIG_DIR", str(tmp_path / "config"))
    mine = Settings.of_this_user()
    mine.set("text_size", 200)
    assert (mine.get("text_size", 100), mine.get("theme", "system")) == (125, "dark")
    fixed = Settings(QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat), fixed=said)
    monkeypatch.setattr(settings, "_fixed", fixed._fixed)
    async with open_window(LIVE) as window:
        page = await opened(window.show_settings())
        for name in ("Proxy", "Text size", "Theme"):
            row = page.row(name)
            assert not row.control.isEnabled() and row.back.isHidden(), name
            assert not row.locked.isHidden()
            assert str(file) in row.locked.accessibleName().replace("\u2066", "").replace("\u2069", "")
        assert page.row("Wait at most").control.isEnabled()


def test_quiet_hours_go_over_midnight_and_the_weekend() -> None:
    night = QuietHours.read("18:30-08:00 weekend")
    assert night.days is Days.WEEKEND and QuietHours.read(str(night)) == night
    monday, saturday = datetime(2026, 11, 23), datetime(2026, 11, 28)  # noqa: DTZ001 - the clock on the wall
    hours = {hour: night.holds(monday.replace(hour=hour)) for hour in (3, 8, 12, 18, 19, 23)}
    assert hours == {3: True, 8: False, 12: False, 18: False, 19: True, 23: True}
    assert night.holds(saturday.replace(hour=12))
    lunch = QuietHours.read("12:00-13:00 none")
    assert [lunch.holds(saturday.replace(hour=hour)) for hour in (11, 12, 13)] == [False, True, False]
    for text in ("", "x", "18:30", "25:00-26:00 none", "08:00-08:00 none"):
        assert not any(QuietHours.read(text).holds(monday.replace(hour=hour)) for hour in range(24)), text


async def test_nothing_pops_up_in_quiet_hours_or_where_nobody_wants_it(
    window_loop: QApplication, open_window: OpenWindow, settings: Settings
) -> None:
    noon = datetime(2026, 11, 23, 12)  # noqa: DTZ001 - the clock on the wall
    async with open_window(LIVE) as window:
        page = await opened(window.show_settings())
        assert not may_pop_up(settings, Kind.DONE, noon)
        switch = control(page, "When something long is done", Switch)
        assert isinstance(switch, Switch)
        switch.click()
        assert may_pop_up(settings, Kind.DONE, noon) and not may_pop_up(settings, Kind.NEEDED, noon)
        quiet = control(page, "Quiet hours", QuietHoursChoice)
        assert isinstance(quiet, QuietHoursChoice)
        for edit, hour in ((quiet.begins, 11), (quiet.ends, 13)):
            edit.setTime(edit.time().addSecs(hour * 3600))
            edit.editingFinished.emit()
        assert settings.get("notifications/quiet", "") == "11:00-13:00 none"
        assert not may_pop_up(settings, Kind.DONE, noon)
        assert may_pop_up(settings, Kind.DONE, noon.replace(hour=14))


async def test_diagnostics_say_how_things_stand_and_hold_no_secret(
    window_loop: QApplication, open_window: OpenWindow, own_folders: Path
) -> None:
    async with open_window(LIVE) as window:
        page = await opened(window.show_settings())
        client = await window.console.ready()
        await until(lambda: len(page.diagnostics.here.facts()) >= 4)
        await until(page.diagnostics.way.facts)
        page.diagnostics.refresh()
        await until(lambda: not page.diagnostics.scope.is_busy())
        await window.console.try_now()
        page.diagnostics.copy.click()
        text = QGuiApplication.clipboard().text()
        labels = ("Version: ", "Store: wickloom.example", "Proxy: none", "Encrypted: ", "Tokens kept in: ")
        for label in (*labels, "Workspace: ", "Checked: nothing wrong"):
            assert label in text, (label, text)
        assert client.connection.token.reveal() not in text
        assert str(own_folders) not in text and str(Path.home()) not in text


async def test_the_language_is_a_row_once_there_is_a_second_one(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "folder", lambda: tmp_path)
    monkeypatch.delenv(languages.VARIABLE)
    monkeypatch.setenv("LANGUAGE", "en")
    async with open_window(LIVE) as window:
        names = [row.name.accessibleName() for row in window.show_settings().sections[0].rows]
        assert "Language" not in names
    german = Catalog(locale="de")
    german.add("Theme", "Farben")
    with (tmp_path / "de.mo").open("wb") as file:
        write_mo(file, german)
    heard: list[str] = []
    window_language().changed.connect(lambda: heard.append(catalog.in_use().code))
    before = QLocale()
    try:
        async with open_window(LIVE) as window:
            page = await opened(window.show_settings())
            box = page.row("Language").control
            assert isinstance(box, ChoiceBox)
            offered = [box.itemText(at) for at in range(box.count())]
            assert offered == ["As this computer", "English", "Deutsch"]
            box.activated.emit(2)
            await until(lambda: heard == ["de"])
            assert (tr("Theme"), QLocale().language()) == ("Farben", QLocale.Language.German)
            assert preferences.preferences().language == "de"
            page.row("Language").back.click()
            await until(lambda: heard == ["de", "en"])
            assert (tr("Theme"), preferences.preferences().language) == ("Theme", "")
    finally:
        languages_of_windows._made.clear()
        catalog.use(catalog.ENGLISH)
        QLocale.setDefault(before)
