"""Mistakes on the way to the store, and what this computer refuses: address, token, keyring, folders."""

from __future__ import annotations

import asyncio

import keyring
from PySide6.QtWidgets import QComboBox, QLineEdit

from svcconsole.gui.panels.profiles.connection_test import StepLine
from svcconsole.gui.panels.profiles.dialog import ProfileDialog
from svcconsole.gui.panels.settings.controls import PathChoice, ProxyChoice
from tests.journeys.mistakes.files import SYSTEM, choose
from tests.journeys.mistakes.hands import Hands, mistake
from tests.profiles.test_secrets import Denied, Locked, Memory, trusted
from tests.support.accessible_tree import ISOLATES
from tests.support.coroutines import until
from tests.support.nowhere import free_port

SECRET = "canary-c2VjcmV0OnRva2Vu"
GOOD = {"name": "Second shop", "base_url": "https://api.shop.example", "token": SECRET}


async def the_dialog(hands: Hands, texts: dict[str, str]) -> ProfileDialog:
    """Connect a store, filled in."""
    hands.window.scope.start(hands.stores.edit(hands.window, None))
    dialog = await until(hands.question)
    assert isinstance(dialog, ProfileDialog)
    if texts.keys() - {"name", "base_url", "token"}:
        dialog.more.click()
    await hands.look()
    for name, text in {**GOOD, **texts}.items():
        editor = dialog.fields[name].editor
        if isinstance(editor, QComboBox):
            editor.setEditText(text)
        else:
            assert isinstance(editor, QLineEdit)
            editor.setText(text)
    hands.note_typed()
    return dialog


async def saved(hands: Hands, **texts: str) -> None:
    dialog = await the_dialog(hands, texts)
    dialog.save_button.click()
    await until(lambda: not dialog.scope.is_busy())


async def typed_only(hands: Hands, **texts: str) -> None:
    await the_dialog(hands, texts)


async def tried(hands: Hands, **texts: str) -> None:
    dialog = await the_dialog(hands, {"base_url": hands.store.base_url, **texts})
    dialog.test_button.click()
    await until(lambda: not dialog.scope.is_busy())
    failed = dialog.test.failure()
    hands.among = next(
        line
        for line in dialog.test.findChildren(StepLine)
        if failed in line.accessibleName().translate(ISOLATES)
    )


async def tried_where_nobody_listens(hands: Hands) -> None:
    with free_port() as port:
        await tried(hands, base_url=f"http://127.0.0.1:{port}")


async def kept_in(hands: Hands, backend: type[Memory], name: str) -> None:
    """Connect a store while the keyring does not take its token."""
    before = keyring.get_keyring()
    texts = {"name": name, "base_url": hands.store.base_url, "token": hands.store.token}
    keyring.set_keyring(trusted(backend))
    try:
        dialog = await the_dialog(hands, texts)
        dialog.save_button.click()
        await until(lambda: hands.question() is None)
        await hands.rest()
    finally:
        keyring.set_keyring(before)


async def a_setting(hands: Hands, row: str, kind: type[PathChoice] | type[ProxyChoice], text: str) -> None:
    page = hands.window.show_settings()
    await hands.look()
    control = page.row(row).findChildren(kind)[0]
    if isinstance(control, ProxyChoice):
        control.choice.set_current(2)
        await hands.look()
        line = control.line
    else:
        line = control.findChildren(QLineEdit)[0]
    line.setText(text)
    line.editingFinished.emit()
    await hands.rest()


async def profiles_unreadable(hands: Hands) -> None:
    """Import profiles from a file that is none."""
    path = hands.folder / "profiles.json"
    path.write_text("no profiles", "utf-8")
    await hands.look()
    going = asyncio.create_task(hands.stores.import_profiles(hands.window))
    await choose(hands, path)
    await going


async def profiles_written(hands: Hands) -> None:
    await hands.look()
    going = asyncio.create_task(hands.stores.export(hands.window))
    await choose(hands, SYSTEM / "profiles.json")
    await going


ROWS = (
    mistake("A store is connected without a name", saved, name=""),
    mistake("A store's name is taken", saved, name="Shop"),
    mistake("A store is connected without an address", saved, base_url=""),
    mistake("A store's address is none", saved, base_url="shop"),
    mistake("A store's address would send the token unencrypted", saved, base_url="http://shop.example"),
    mistake("A store is connected without a token", saved, token=""),
    mistake("A token has a line break in it", saved, token="abc def\n"),
    mistake("A token is user and password", typed_only, token="user:password"),
    mistake("A store's currency is none", saved, currency="EURO"),
    mistake("A store's time zone is none", saved, time_zone="Mars/Base"),
    mistake("A store's prefix has a blank", saved, prefix="a b"),
    mistake("A store is tried with a wrong token", tried, token="not-the-token"),
    mistake("A store is tried where nobody listens", tried_where_nobody_listens),
    mistake("A store is tried with a wrong prefix", tried, prefix="other"),
    mistake("The keyring is locked", kept_in, Locked, "Third shop", keeps=False),
    mistake("The keyring says no", kept_in, Denied, "Fourth shop", keeps=False),
    mistake("Profiles are imported from a file that is none", profiles_unreadable),
    mistake("Profiles are written where nobody may write", profiles_written),
    mistake("A proxy's address is none", a_setting, "Proxy", ProxyChoice, "socks5://a.example"),
    mistake("A certificate file is not there", a_setting, "Extra CA file", PathChoice, "/nowhere/ca.pem"),
    mistake("A folder of files is not there", a_setting, "Files to import", PathChoice, "/nowhere"),
)
