"""Taking a store out of this computer's list: its token goes, what was done with it stays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.errors import KeyringLocked
from PySide6.QtWidgets import QApplication

from svcconsole import secrets
from svcconsole.api.token import Token
from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell import store_removal
from svcconsole.gui.shell.stores import Stores, card_of
from svcconsole.profiles import Profile, Profiles
from svcconsole.shared_workspaces import keep_password, password_of
from tests.gui.shell.conftest import LIVE, OpenWindow
from tests.profiles.test_secrets import Memory, trusted

ADDRESS, SHARED = "https://shop.example", "postgresql://asha@db.shop.example/console"


class Locked(Memory):
    """A keyring that is locked once it was given something."""

    locked = False

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise KeyringLocked("Failed to unlock the collection!")
        return super().get_password(service, username)


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Iterator[Locked]:
    before = keyring.get_keyring()
    made = trusted(Locked)
    assert isinstance(made, Locked)
    keyring.set_keyring(made)
    monkeypatch.setattr(secrets, "_session", {})
    yield made
    keyring.set_keyring(before)


async def test_of_a_removed_store_nothing_secret_is_kept(
    window_loop: QApplication, settings: Settings, own_folders: Path, ring: Locked
) -> None:
    shop = Profile(id="shop", name="Shop", base_url=ADDRESS, workspace=SHARED)
    twin = Profile(id="twin", name="Twin", base_url=f"{ADDRESS}/", workspace=SHARED)
    Profiles(profiles=[shop, twin]).save()
    stores = Stores(settings, notices := Notices())
    folder = await stores.folder(shop)
    for each in (shop, twin):
        secrets.keep_token(each.id, Token(f"token of {each.id}"))
    keep_password(folder, "open sesame")
    settings.remember_card(card_of(shop), folder)
    assert await stores.remove("shop")
    assert (secrets.read_token("shop"), secrets.read_token("twin")) == (None, Token("token of twin"))
    assert password_of(folder) == "open sesame", "another profile of the store needs it"
    assert settings.last_card() is None
    settings.remember_card(card_of(twin), folder)
    assert await stores.remove("twin")
    assert (ring.items, password_of(folder)) == ({}, "")
    assert (await stores.load()).profiles == Profiles.load().profiles == []
    assert folder.is_dir()
    assert await stores.folder(Profile(name="Shop again", base_url=ADDRESS)) == folder
    assert [each.sentence for each in notices.open] == [
        "Shop is removed from this computer.", "Twin is removed from this computer.",
    ]  # fmt: skip
    await stores.stop()


async def test_a_keyring_that_does_not_let_the_token_go_is_told(
    window_loop: QApplication, settings: Settings, own_folders: Path, ring: Locked
) -> None:
    Profiles(profiles=[Profile(id="shop", name="Shop", base_url=ADDRESS)]).save()
    secrets.keep_token("shop", Token("token of shop"))
    stores = Stores(settings, notices := Notices())
    ring.locked = True
    assert await stores.remove("shop")
    [told] = [each for each in notices.open if each.level == "warning"]
    assert told.sentence == "What the keyring has of Shop could not be deleted."
    assert told.advice.startswith("The system keyring is locked. Unlock it")
    assert Profiles.load().profiles == []
    await stores.stop()


async def test_a_store_that_an_administrator_set_up_stays(
    window_loop: QApplication,
    open_window: OpenWindow,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "managed.json"
    file.write_text(json.dumps({"profiles": [{"id": LIVE.id, "name": LIVE.name, "base_url": LIVE.base_url}]}))
    monkeypatch.setenv("SVCCONSOLE_MANAGED_FILE", str(file))
    async with open_window() as window:
        stores = Stores(settings, Notices())
        assert not await store_removal.agreed(window, window.console, stores)
        assert window.findChild(Question) is None
        [told] = window.console.notices.open
        plain = told.sentence.replace("\u2066", "").replace("\u2069", "")
        assert plain == f"Wickloom Europe is set up for this computer in {file}."
        await stores.stop()


def test_of_a_shared_workspace_it_is_said_that_its_address_goes(tmp_path: Path) -> None:
    """Whoever connects the store anew sends from the folder here, which knows nothing of what was sent."""
    assert "choose that database in Settings, Team" in store_removal.what_stays(tmp_path, shared=True)
    assert str(tmp_path) in store_removal.what_stays(tmp_path, shared=False)
