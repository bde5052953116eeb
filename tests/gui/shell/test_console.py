"""The console: it learns from every call how things stand, and asks a lost store until it answers."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QApplication

from svcconsole.api.connection import Connection
from svcconsole.api.token import Token
from svcconsole.gui.design.colours import band_colour, store_colour
from svcconsole.gui.runtime import console as module
from svcconsole.gui.runtime.connection_state import Reach
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.stores import StoreNotOpened
from svcconsole.workspace.database import Workspace
from tests.gui.shell.conftest import LIVE, PRACTICE
from tests.support.coroutines import until
from tests.support.practice import start_practice_store


def console_of(card: ProfileSummary, settings: Settings, folder: Path, url: str, token: str) -> Console:
    async def connect() -> Connection:
        return Connection(url, Token(token))

    made = Console(card, settings=settings, store_folder=folder, notices=Notices(), connect=connect)
    made.may_load.set()
    return made


async def test_lost_and_found_again(
    window_loop: QApplication, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FIRST_WAIT", 0.05)
    with start_practice_store(tmp_path / "data", token="token-of-the-test") as store:
        console = console_of(LIVE, settings, tmp_path, store.base_url, store.token)
        await console.try_now()
        assert console.state.reach is Reach.CONNECTED
        assert console.state.milliseconds is not None
        store.kill()
        await console.try_now()
        await until(lambda: console.state.retry_at > console.state.since)
        assert str(console.state.reach) == "lost"
    with start_practice_store(tmp_path / "data", port=store.port, token=store.token):
        await until(lambda: console.state.reach is Reach.CONNECTED)
        await console.close()


async def test_a_wrong_token_is_refused_with_the_reason(
    window_loop: QApplication, settings: Settings, tmp_path: Path
) -> None:
    with start_practice_store() as store:
        console = console_of(LIVE, settings, tmp_path, store.base_url, "wrong")
        await console.try_now()
        assert console.state.reach is Reach.REFUSED
        assert "token" in console.state.sentence
        await console.close()


async def test_an_edited_connection_that_could_not_be_read_is_read_at_the_next_try(
    window_loop: QApplication, settings: Settings, tmp_path: Path
) -> None:
    with start_practice_store() as store:
        found: Connection | Exception = Connection(store.base_url, Token("wrong"))

        async def connect() -> Connection:
            if isinstance(found, Exception):
                raise found
            return found

        console = Console(LIVE, settings=settings, store_folder=tmp_path, notices=Notices(), connect=connect)
        console.may_load.set()
        changed: list[str | None] = []
        console.store_changed.connect(lambda: changed.append(console.app_id))
        await console.try_now()
        found = StoreNotOpened("The keyring is locked.", "Unlock it.")
        console.card = console.card._replace(app_id="two")
        console.connection_edited(read_only=False)
        for ask in (console.try_now(), console.ready()):
            with pytest.raises(StoreNotOpened):
                await ask
            assert (console.state.reach, console.state.sentence) == (Reach.REFUSED, found.sentence)
        assert console.app_id == "two" and changed == []
        found = Connection(store.base_url, Token(store.token), app_id="two")
        await console.try_now()
        assert console.state.reach is Reach.CONNECTED
        assert (await console.ready()).connection is found
        await console.try_now()
        assert changed == ["two"], "what is shown is read again, once"
        await console.close()


async def test_a_profile_that_is_edited_before_the_first_connection_is_read_once(
    window_loop: QApplication, settings: Settings, tmp_path: Path
) -> None:
    with start_practice_store() as store:
        found: Connection | Exception = StoreNotOpened("The keyring is locked.", "Unlock it.")
        asked: list[Connection | Exception] = []

        async def connect() -> Connection:
            asked.append(found)
            if isinstance(found, Exception):
                raise found
            return found

        console = Console(LIVE, settings=settings, store_folder=tmp_path, notices=Notices(), connect=connect)
        console.may_load.set()
        changed: list[str | None] = []
        console.store_changed.connect(lambda: changed.append(console.app_id))
        with pytest.raises(StoreNotOpened):
            await console.try_now()
        console.connection_edited(read_only=False)
        found = Connection(store.base_url, Token(store.token), app_id="two")
        await console.try_now()
        assert console.state.reach is Reach.CONNECTED
        assert (await console.ready()).connection is found
        assert asked[1:] == [found], "the keyring is asked once"
        assert changed == ["two"], "what is shown is read again, once"
        await console.close()


async def test_the_workspace_is_one_and_on_one_thread(
    window_loop: QApplication, settings: Settings, tmp_path: Path
) -> None:
    console = console_of(LIVE, settings, tmp_path, "http://127.0.0.1:9", "t")
    first = await console.db(lambda workspace: (workspace, threading.get_ident()))
    assert await console.db(lambda workspace: (workspace, threading.get_ident())) == first
    await console.close()


async def test_a_workspace_nobody_waits_for_any_more_is_closed_all_the_same(
    window_loop: QApplication, settings: Settings, tmp_path: Path
) -> None:
    console = console_of(LIVE, settings, tmp_path, "http://127.0.0.1:9", "t")
    with Workspace.open(tmp_path) as other, other.writing():
        opening = console.scope.start(console.db(lambda workspace: workspace.path))
        await until(lambda: any(thread.name.startswith("workspace") for thread in threading.enumerate()))
        console.scope.cancel()
        await until(opening.cancelled)
    await console.close()
    # SQLite takes its write-ahead log away with the last connection.
    assert not (tmp_path / "workspace.sqlite3-wal").exists()


async def test_buttons_name_the_store(window_loop: QApplication, settings: Settings, tmp_path: Path) -> None:
    live = console_of(LIVE, settings, tmp_path, "http://127.0.0.1:9", "t")
    practice = console_of(PRACTICE, settings, tmp_path, "http://127.0.0.1:9", "t")
    assert live.save_words("Save") == "Save to Wickloom Europe"
    assert practice.save_words("Save") == "Save in practice"


async def test_how_many_people_need_a_second_person_follows_the_profile(
    window_loop: QApplication, settings: Settings, tmp_path: Path
) -> None:
    console = console_of(LIVE, settings, tmp_path, "http://127.0.0.1:9", "t")
    console.edit_card(LIVE._replace(approve_above=100))
    assert await console.db(lambda space: space.approvals.limit()) == 100
    console.edit_card(LIVE._replace(approve_above=10))
    space = console.workspace.workspace
    assert space is not None
    await until(lambda: space.approvals.own_limit == 10)
    await console.close()


def test_settings_come_back_and_survive_rubbish(tmp_path: Path) -> None:
    path = str(tmp_path / "window.ini")

    def opened() -> Settings:
        return Settings(QSettings(path, QSettings.Format.IniFormat))

    first = opened()
    first.set("theme", "dark")
    first.of_store("a").set("width", 321)
    first.of_store("a").set("wide", True)
    first.of_store("a").put_state("geometry", QByteArray(b"\x00\x01"))
    card = LIVE._replace(name='كوب <b> 🧵, "x"; %20', app_id="shop-7")
    first.remember_card(card, tmp_path)
    first.save()
    second = opened()
    assert second.get("theme", "system") == "dark"
    assert second.of_store("a").get("width", 0) == 321
    assert second.of_store("a").get("wide", False) is True
    assert second.of_store("a").state("geometry") == QByteArray(b"\x00\x01")
    assert second.of_store("b").get("width", 7) == 7
    assert second.last_card() == card
    assert second.last_folder() == tmp_path
    second.set("number", "not a number")
    assert second.get("number", 5) == 5
    second.forget_card()
    assert second.last_card() is None


def test_a_store_whose_settings_were_damaged_is_still_drawn_and_asks_before_it_writes(tmp_path: Path) -> None:
    settings = Settings(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    settings.remember_card(LIVE, tmp_path)
    settings.set("last/safe_level", "\x00pen")
    settings.set("last/colour", "fgrest")
    card = settings.last_card()
    assert card is not None
    assert card.safe_level == "name"
    assert store_colour(card.colour) == store_colour("marine")
    assert band_colour(card.colour) == band_colour("marine")
