"""The Settings page: sections that are searched, settings that apply at once, a workspace that is shared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QPushButton
from sqlalchemy import make_url

from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.panels.settings.page import SettingsPage
from svcconsole.gui.panels.settings.team.sharing import SHARED, Sharing, SharingForm
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.runtime.window_requests import WindowRequest
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.stores import Stores
from svcconsole.profiles import Profile, Profiles
from svcconsole.shared_workspaces import learn_address, password_of
from svcconsole.store_folders import folder_of_profile
from svcconsole.workspace import address
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from tests.gui.shell.conftest import LIVE, PRACTICE, OpenWindow, open_window, settings
from tests.support.coroutines import until
from tests.support.postgresql_proxy import DatabaseProxy
from tests.support.practice import PracticeStore
from tests.workspace.planning import plan

__all__ = ["open_window", "settings"]


def shown(page: SettingsPage) -> list[str]:
    """The names of the settings that can be seen."""
    rows = (row for section in page.sections for row in section.rows if row.isVisibleTo(page))
    return [row.name.accessibleName() for row in rows]


async def _yes(*_: object) -> bool:
    return True


async def sharing(window: MainWindow) -> SharingForm:
    """The form of the workspace, once it knows where that is now."""
    form = window.show_settings("Team").team.sharing
    assert form is not None
    await until(lambda: not form.scope.is_busy())
    return form


async def answer(form: SharingForm, text: str) -> str:
    """Give an answer to the question over the page; what it says."""
    asking = await until(lambda: next(iter(form.findChildren(Question)), None))
    next(each for each in asking.findChildren(QPushButton) if each.text() == text).click()
    return str(asking.text.text())


async def test_it_opens_from_the_band_and_by_key_and_settings_are_searched(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        window.band.settings.click()
        page = window.pages.settings()
        assert window.page() is page and page.search.hasFocus()
        everything = shown(page)
        assert {"Theme", "Time zone", "When something long is done", "My phone number", "Connection"} <= set(
            everything
        )
        for typed, names in (
            ("dark", ["Theme"]),
            ("zone", ["Time zone"]),
            ("firewall", ["Proxy", "Extra CA file"]),
            ("zoom", ["Text size"]),
            ("timeout", ["Wait at most"]),
            ("throttle", ["Requests of a run"]),
            ("desktop", ["When something long is done", "When something needs me", "Quiet hours"]),
            ("PostgreSQL", []),
        ):
            page.search.setText(typed)
            page.search.returnPressed.emit()
            assert shown(page) == names
            assert page.nothing.isHidden()
            assert page.team.isVisibleTo(page) is (typed == "PostgreSQL")
        page.search.setText("warp drive")
        await until(lambda: not page.nothing.isHidden())
        assert shown(page) == []
        QTest.keyClick(page.search, Qt.Key.Key_Escape)
        await until(lambda: shown(page) == everything)
        page.left.emit()
        assert window.page() is window.pages.built("Catalog")
        window.commands.actions.run("settings")
        assert window.page() is page


@pytest.mark.parametrize("title", ["Team", "Store", "Privacy"])
async def test_a_section_that_was_asked_for_stays_in_sight_when_those_above_grow(
    window_loop: QApplication, open_window: OpenWindow, title: str
) -> None:
    async with open_window(LIVE) as window:
        window.resize(1280, 700)
        page = window.show_settings(title)
        at = next(at for at, section in enumerate(page.sections) if section.title == title)
        section = page.sections[at]
        await until(lambda: page.list[at].isChecked() and not section.visibleRegion().isEmpty())
        page.sections[0].setMinimumHeight(page.sections[0].height() + 900)
        await until(lambda: section.y() > 900)
        await until(lambda: page.list[at].isChecked() and not section.visibleRegion().isEmpty())


async def test_a_setting_applies_at_once_and_goes_back_to_its_default(
    window_loop: QApplication, open_window: OpenWindow, settings: Settings
) -> None:
    before = theme().setting
    theme().set_setting("system")
    try:
        async with open_window(LIVE) as window:
            page = window.show_settings()
            row = page.row("Theme")
            assert row.back.isHidden()
            row.findChildren(Segments)[0].set_current(2)
            assert (theme().setting, settings.get("theme", "")) == ("dark", "dark")
            assert not row.back.isHidden()
            assert page.list[0].accessibleDescription() == "1 changed"
            row.back.click()
            assert (theme().setting, row.back.isHidden()) == ("system", True)
            switch = page.row("When something long is done").findChildren(QCheckBox)[0]
            switch.click()
            assert settings.get("notifications/desktop", False) is True
            number = page.row("My phone number").findChildren(QLineEdit)[0]
            console = window.console
            console.edit_card(console.card._replace(region="IN"))
            for typed, kept in (
                ("+49 30 1234567", "+49301234567"),
                ("12", "+49301234567"),
                ("98450 00001", "+919845000001"),
            ):
                number.setText(typed)
                number.editingFinished.emit()
                assert window.console.settings.get("messaging/own_number", "") == kept
    finally:
        theme().set_setting(before)


@pytest.mark.parametrize("width", [1440, 1280, 900])
async def test_nothing_is_cut_where_the_window_is_narrow(
    window_loop: QApplication, open_window: OpenWindow, width: int
) -> None:
    async with open_window(LIVE, width, 700) as window:
        page = window.show_settings()
        await until(lambda: page.isVisible() and not page.diagnostics.scope.is_busy())
        assert page.search.isVisible() and page.diagnostics.isVisibleTo(page)
        bar = page.page.horizontalScrollBar()
        assert bar.maximum() == bar.minimum()
        assert page.combo.isVisible() is (width == 900)
        for section in page.sections:
            assert section.width() <= page.page.viewport().width()


async def test_the_practice_store_has_nothing_to_share(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(PRACTICE) as window:
        assert window.show_settings("Team").team.sharing is None


async def test_a_pasted_address_is_tested_and_taken_apart(
    window_loop: QApplication, open_window: OpenWindow, database_proxy: DatabaseProxy
) -> None:
    async with open_window(LIVE) as window:
        form = await sharing(window)
        form.choice.set_current(SHARED)
        form.form.paste.click()
        pasted = database_proxy.address(sslmode="disable").replace(":@", ":Thyme%20%26@")
        form.form.pasted.setText(pasted)
        assert "Thyme" not in form.form.pasted.text()
        assert form.form.typed_password() == "Thyme &"
        assert form.form.port.text() == str(database_proxy.port)
        form.test.click()
        await until(lambda: len(form.lines.steps) == 8 and not form.scope.is_busy())
        assert form.lines.failure() == ""
        assert form.lines.lines[0].accessibleName() == "Reached: 127.0.0.1 answers"
        database_proxy.cut()
        form.go.click()
        await answer(form, "Not now")  # what was tested a moment ago is not tested again
        await until(lambda: not form.scope.is_busy())
        form.form.database.setText("harbor")
        form.form.changed.emit()
        assert form.lines.isHidden(), "it was another address that was tested"
        form.go.click()
        await until(lambda: form.message.text().startswith("The test has a failure."))
        assert "was not reached at port" in form.lines.failure()
        assert window.wishes.empty()


async def test_sharing_says_what_happens_with_the_file_and_asks(
    window_loop: QApplication, open_window: OpenWindow, new_database: Callable[[], str]
) -> None:
    async with open_window(LIVE) as window:
        await window.console.db(lambda space: plan(space, 2))
        form = await sharing(window)
        form.choice.set_current(SHARED)
        form.form.pasted.setText(new_database().replace("postgres:@/", "postgres:@localhost/"))
        form.go.click()
        text = await answer(form, "Not now")
        assert "1 run and 0 drafts" in text
        assert "svcconsole team move" in text and "nothing is lost" in text
        await until(lambda: not form.scope.is_busy())
        assert window.wishes.empty()
        form.go.click()
        await answer(form, "Share with my team")
        await until(lambda: not window.wishes.empty())
        wish = window.wishes.get_nowait()
        assert (wish.kind, wish.profile_id) == ("share", LIVE.id)
        assert wish.address.startswith("postgresql://postgres@localhost/workspace_")


async def test_a_workspace_that_cannot_be_opened_can_be_left(
    window_loop: QApplication,
    open_window: OpenWindow,
    new_database: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = make_url(new_database())
    wrong = url.set(database="harbor").render_as_string(hide_password=False)
    monkeypatch.setenv(address.VARIABLE, wrong)
    async with open_window(LIVE) as window:
        with pytest.raises(WorkspaceError, match="There is no database"):
            await window.console.db(lambda space: space.shared)
        page = window.show_settings("Team")
        form = page.team.sharing
        assert form is not None
        await until(lambda: not form.scope.is_busy())
        form._known = Sharing(wrong, False, False)
        form.form.changed.emit()
        form.form.pasted.setText(
            url.render_as_string(hide_password=False).replace("postgres:@/", "postgres:@localhost/")
        )
        form.go.click()
        assert "cannot be read" in await answer(form, "Share with my team")
        await until(lambda: any(wish.kind == "share" for wish in drained(window)))


def drained(window: MainWindow) -> list[WindowRequest]:
    found = []
    while not window.wishes.empty():
        found.append(window.wishes.get_nowait())
    return found


async def test_it_is_refused_while_a_run_is_going(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    practice_store.add_fault("latency", seconds=1.0)
    async with open_window(LIVE) as window:
        console = window.console
        console.runs = RunsController(console, console, may_resume=_yes)
        console.runs.start(await console.db(lambda space: plan(space, 5)))
        await until(console.runs.is_running)
        form = await sharing(window)
        form.choice.set_current(SHARED)
        form.form.pasted.setText("postgresql://ann@db.example/shop")
        form.go.click()
        await until(lambda: not form.scope.is_busy())
        assert form.message.text().startswith("A run is going. Pause or stop it first")
        assert window.wishes.empty()
        await console.runs.close()


async def test_the_environment_is_named_where_it_says_where_the_workspace_is(
    window_loop: QApplication,
    open_window: OpenWindow,
    new_database: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(address.VARIABLE, new_database())
    async with open_window(LIVE) as window:
        form = await sharing(window)
        assert "SVCCONSOLE_WORKSPACE" in form.locked.text()
        assert form.go.isHidden() and form.choice.current() == SHARED


async def test_all_profiles_of_the_store_say_it_and_the_next_window_opens_it(
    window_loop: QApplication, settings: Settings, own_folders: Path, new_database: Callable[[], str]
) -> None:
    shared = new_database()
    profiles = [
        Profile(id="a", name="A", base_url="https://shop.example"),
        Profile(id="b", name="B", base_url="https://SHOP.example/"),
        Profile(id="c", name="C", base_url="https://other.example"),
    ]
    Profiles(profiles=profiles).save()
    folder = folder_of_profile(profiles[0], profiles)
    notices = Notices()
    stores = Stores(settings, notices)
    assert await stores.share(folder, shared, "Thyme & Mint")
    assert [each.workspace for each in Profiles.load().profiles] == [
        each.workspace and shared.replace(":@", "@") for each in (await stores.load()).profiles
    ]
    assert [bool(each.workspace) for each in Profiles.load().profiles] == [True, True, False]
    assert password_of(folder) == "Thyme & Mint"
    assert "Thyme" not in (own_folders / "config" / "profiles.json").read_text()
    learn_address(folder)
    with Workspace.open(folder) as workspace:
        assert workspace.shared
    assert await stores.share(folder, "", "")
    assert [each.workspace for each in Profiles.load().profiles] == [None, None, None]
    learn_address(folder)
    with Workspace.open(folder) as workspace:
        assert not workspace.shared
    await stores.stop()
