"""Connecting a store: the dialog refuses with sentences, offers to encode, tests, shows no token."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import keyring
import pytest
from keyring.errors import KeyringLocked
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from svcconsole import secrets
from svcconsole.api.token import Token
from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.panels.profiles.dialog import ProfileDialog
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.runtime.window_requests import WindowRequest
from svcconsole.gui.shell.first_run import StartWindow
from svcconsole.gui.shell.stores import NoToken, Stores
from svcconsole.profiles import Profile, Profiles, TokenNote
from tests.profiles.test_secrets import Memory, trusted
from tests.support.certificates import Authority
from tests.support.coroutines import until
from tests.support.fault_server import answer, answers, fault_server
from tests.support.nowhere import free_port
from tests.support.practice import PracticeStore
from tests.support.qt import show

SAVED = "A token is saved. Type another one to replace it."
OF_ANOTHER = "The saved token is for another address. Type the token for this one."


class Lockable(Memory):
    """A keyring that works until it is locked."""

    locked = False

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.locked:
            raise KeyringLocked("Failed to unlock the collection!")
        super().set_password(service, username, password)


def fill(dialog: ProfileDialog, **texts: str) -> None:
    for name, text in texts.items():
        editor = dialog.fields[name].editor
        if isinstance(editor, QComboBox):
            editor.setEditText(text)
        else:
            assert isinstance(editor, QLineEdit)
            editor.setText(text)


async def pressed(dialog: ProfileDialog, text: str) -> None:
    """Answer the question over the dialog."""
    asking = await until(lambda: next(iter(dialog.findChildren(Question)), None))
    next(each for each in asking.findChildren(QPushButton) if each.text() == text).click()


def of_its_address(profile: Profile) -> TokenNote:
    """Its token is kept for the address it has."""
    return TokenNote(base_url=profile.base_url)


@pytest.fixture
def dialog(qtbot: QtBot, own_folders: object) -> ProfileDialog:
    made = ProfileDialog(show(qtbot, QWidget(), 1280, 800), Notices(), None, ["Taken"], token_note=None)
    made.open()
    return made


async def test_a_new_profile_comes_back_with_its_token(
    window_loop: QApplication, dialog: ProfileDialog, practice_store: PracticeStore
) -> None:
    url, token = practice_store.base_url, practice_store.token
    fill(dialog, name=" Wickloom ", base_url=url, token=token, currency="eur", region="Germany (DE)")
    dialog.colour.set_value("teal")
    dialog.save_button.click()
    await until(lambda: dialog.asked)
    assert dialog.asked is not None
    profile = dialog.asked.profile
    assert (profile.name, profile.colour, profile.currency) == ("Wickloom", "teal", "EUR")
    assert (profile.safe_level, profile.region) == ("confirm", "DE")
    assert dialog.asked.token is not None
    assert dialog.asked.token.reveal() == token
    assert token not in repr(dialog.asked)


async def test_a_connection_that_does_not_work_is_kept_only_after_a_question(
    window_loop: QApplication, dialog: ProfileDialog, practice_store: PracticeStore
) -> None:
    fill(dialog, name="W", base_url=practice_store.base_url, token="not-the-token")
    dialog.save_button.click()
    await pressed(dialog, "Go back and change it")
    await until(lambda: not dialog.scope.is_busy())
    assert dialog.asked is None and dialog.isVisible()
    assert dialog.footer.message() == "One step failed."
    tried = practice_store.control("GET", "/requests")["data"]["latest"]
    dialog.save_button.click()
    await pressed(dialog, "Keep it anyway")
    await until(lambda: dialog.asked)
    assert practice_store.control("GET", "/requests")["data"]["latest"] == tried  # not tried twice


@pytest.mark.parametrize("how", ["escape", "close", "cancel", "a choice"])
async def test_what_was_typed_or_chosen_is_dropped_only_after_a_question(
    window_loop: QApplication, qtbot: QtBot, dialog: ProfileDialog, how: str
) -> None:
    if how == "a choice":
        dialog.colour.set_value("teal")
    else:
        fill(dialog, base_url="https://api.shop.example", token="x" * 120, name="Shop")
    for answer_text in ("Keep editing", "Discard changes"):
        if how == "close":
            assert not dialog.close()
        elif how == "cancel":
            dialog.cancel_button.click()
        else:
            qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        await pressed(dialog, answer_text)
        await until(lambda: not dialog.scope.is_busy())
        assert dialog.isVisible() is (answer_text == "Keep editing")
    known = Profile(name="Old", base_url="https://api.shop.example", region="DE", currency="EUR")
    editing = ProfileDialog(
        show(qtbot, QWidget(), 1280, 800), Notices(), known, ["Old"], token_note=of_its_address(known)
    )
    editing.open()
    qtbot.keyClick(editing, Qt.Key.Key_Escape)
    assert not editing.isVisible(), "nothing was typed"


async def test_connecting_asks_for_address_token_and_name_and_keeps_the_rest_under_more(
    window_loop: QApplication, qtbot: QtBot, dialog: ProfileDialog
) -> None:
    shown = [name for name, field in dialog.fields.items() if field.isVisible()]
    assert shown == ["base_url", "token", "name"]
    dialog.more.click()
    assert all(field.isVisible() for field in dialog.fields.values())
    zones = dialog.fields["time_zone"].editor
    assert isinstance(zones, QComboBox) and zones.findText("Europe/Berlin") > 0
    dialog.more.click()
    fill(dialog, name="W", base_url="https://api.shop.example", token="secret", prefix="a b")
    dialog.save_button.click()
    await until(dialog.fields["prefix"].error)
    assert dialog.fields["prefix"].isVisible()
    known = Profile(name="Old", base_url="https://api.shop.example", region="DE")
    editing = ProfileDialog(
        show(qtbot, QWidget(), 1280, 800), Notices(), known, ["Old"], token_note=of_its_address(known)
    )
    assert not editing.more_fields.isHidden()
    assert editing.read() == known


async def test_what_is_set_elsewhere_outlives_an_edit(window_loop: QApplication, qtbot: QtBot) -> None:
    known = Profile.model_validate({
        "name": "Old", "base_url": "https://api.shop.example", "workspace": "postgresql://ana@db.example/shop",
        "requests_a_second": 40, "at_once": 4, "of_a_newer_version": [1],
    })  # fmt: skip
    editing = ProfileDialog(
        show(qtbot, QWidget(), 1280, 800), Notices(), known, ["Old"], token_note=of_its_address(known)
    )
    fill(editing, name="New")
    assert editing.read() == known.model_copy(update={"name": "New"})


async def test_of_an_administrators_profile_only_the_token_is_typed(
    window_loop: QApplication, qtbot: QtBot
) -> None:
    known = Profile(name="Office", base_url="https://api.office.example", safe_level="read-only")
    file = Path("/etc/svcconsole/managed.json")
    parent = show(qtbot, QWidget(), 1280, 800)
    dialog = ProfileDialog(
        parent, Notices(), known, ["Office"], token_note=of_its_address(known), managed_by=file
    )
    for name, field in dialog.fields.items():
        editor = field.editor
        locked = isinstance(editor, QLineEdit) and editor.isReadOnly()
        assert (editor.isEnabled() and not locked) is (name == "token"), name
    said = [label.text() for label in dialog.findChildren(QLabel)]
    assert any("managed.json" in text for text in said)
    assert dialog.read() == known


@pytest.mark.parametrize(
    "change, field, words",
    [
        ({"name": ""}, "name", "needs a name"),
        ({"name": "taken"}, "name", "already"),
        ({"base_url": ""}, "base_url", "needs an address"),
        ({"base_url": "ftp://x.example"}, "base_url", "does not begin with https://"),
        ({"base_url": "http://shop.example"}, "base_url", "http"),
        ({"prefix": "a b"}, "prefix", "one word"),
        ({"currency": "EURO"}, "currency", "three letters"),
        ({"time_zone": "Mars/Base"}, "time_zone", "no time zone"),
        ({"token": ""}, "token", "empty"),
    ],
)
async def test_what_is_wrong_is_said_at_its_field(
    window_loop: QApplication, dialog: ProfileDialog, change: dict[str, str], field: str, words: str
) -> None:
    fill(dialog, **{"name": "W", "base_url": "https://api.shop.example", "token": "secret", **change})
    dialog.save_button.click()
    await until(lambda: not dialog.scope.is_busy())
    assert words in dialog.fields[field].error()
    assert [name for name, each in dialog.fields.items() if each.error()] == [field]
    assert dialog.asked is None


async def test_user_and_password_are_encoded_only_when_asked(
    window_loop: QApplication, dialog: ProfileDialog
) -> None:
    fill(dialog, token="user:password")
    assert "user:password" in dialog.fields["token"].error()
    link = next(b for b in dialog.fields["token"].findChildren(QPushButton) if b.text() == "Encode it")
    link.click()
    editor = dialog.fields["token"].editor
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "dXNlcjpwYXNzd29yZA=="
    assert dialog.fields["token"].error() == ""
    assert editor.echoMode() == QLineEdit.EchoMode.Password


@asynccontextmanager
async def shut(_store: PracticeStore, _folder: Path) -> AsyncIterator[dict[str, str]]:
    with free_port() as port:
        yield {"base_url": f"http://127.0.0.1:{port}"}


@asynccontextmanager
async def untrusted(_store: PracticeStore, folder: Path) -> AsyncIterator[dict[str, str]]:
    authority = Authority.make(folder, "authority")
    async with fault_server(answers(answer({})), tls=authority.here) as server:
        yield {"base_url": server.base_url}


@asynccontextmanager
async def a_web_page(_store: PracticeStore, _folder: Path) -> AsyncIterator[dict[str, str]]:
    page = answer(b"<html><title>Welcome</title></html>", 200, {"Content-Type": "text/html"})
    async with fault_server(answers(page)) as server:
        yield {"base_url": server.base_url}


@asynccontextmanager
async def another_service(_store: PracticeStore, _folder: Path) -> AsyncIterator[dict[str, str]]:
    async with fault_server(answers(answer({"items": []}))) as server:
        yield {"base_url": server.base_url}


@asynccontextmanager
async def wrong_token(store: PracticeStore, _folder: Path) -> AsyncIterator[dict[str, str]]:
    yield {"base_url": store.base_url, "token": "not-the-token"}


@asynccontextmanager
async def wrong_prefix(store: PracticeStore, _folder: Path) -> AsyncIterator[dict[str, str]]:
    yield {"base_url": store.base_url, "token": store.token, "prefix": "other"}


@pytest.mark.parametrize(
    "place, step, says, advises",
    [
        (shut, "Address", "nothing answers", "Check the network and the store's address"),
        (untrusted, "Secure connection", "is not trusted on this computer", "this computer's date"),
        (wrong_token, "Token", "does not accept the token", "Copy the token again"),
        (a_web_page, "Service", "A web page came back", "check the store's address"),
        (another_service, "Service", "not as this service does", "Another service seems to live there"),
        (wrong_prefix, "Service", "the service is not there", "the API prefix, which is other here"),
    ],
)
async def test_the_test_names_the_step_that_fails_and_what_to_do(
    *,
    window_loop: QApplication,
    dialog: ProfileDialog,
    practice_store: PracticeStore,
    tmp_path: Path,
    place: Callable[[PracticeStore, Path], AbstractAsyncContextManager[dict[str, str]]],
    step: str,
    says: str,
    advises: str,
) -> None:
    async with place(practice_store, tmp_path) as texts:
        fill(dialog, **{"name": "W", "token": "secret", **texts})
        dialog.test_button.click()
        await until(dialog.footer.message)
    assert dialog.footer.message() == "One step failed."
    (line,) = (line for line in dialog.test.steps() if line.startswith(f"{step}: "))
    assert says in line
    assert advises in line


async def test_a_test_that_went_well_is_forgotten_when_what_it_tried_changes(
    window_loop: QApplication, dialog: ProfileDialog, practice_store: PracticeStore
) -> None:
    fill(dialog, name="W", base_url=practice_store.base_url, token=practice_store.token)
    dialog.test_button.click()
    await until(dialog.footer.message)
    assert dialog.footer.message() == "The store answers."
    assert len(dialog.test.steps()) == 5
    lines = dialog.test.mapTo(dialog, dialog.test.rect().bottomLeft()).y()
    assert 0 < lines <= dialog.footer.y()  # on screen, just above the button
    fill(dialog, region="eu")
    assert dialog.test.isVisible()
    fill(dialog, token="another")
    assert dialog.footer.message() == ""
    assert not dialog.test.isVisible()


async def test_what_is_typed_while_the_connection_is_tried_is_what_is_kept(
    window_loop: QApplication, dialog: ProfileDialog, practice_store: PracticeStore
) -> None:
    practice_store.add_fault("latency", seconds=0.3)
    fill(dialog, name="W", base_url=practice_store.base_url, token=practice_store.token)
    dialog.save_button.click()
    await until(lambda: not dialog.save_button.isEnabled())
    fill(dialog, token="another")
    await until(lambda: not dialog.scope.is_busy())
    assert dialog.asked is None and dialog.isVisible() and dialog.save_button.isEnabled()
    fill(dialog, token=practice_store.token)
    dialog.save_button.click()
    await until(lambda: not dialog.save_button.isEnabled())
    fill(dialog, name="Wickloom")
    await until(lambda: dialog.asked)
    assert dialog.asked is not None and dialog.asked.profile.name == "Wickloom"
    assert dialog.asked.token is not None and dialog.asked.token.reveal() == practice_store.token


async def test_plain_http_elsewhere_is_refused_at_its_field_and_never_tried(
    window_loop: QApplication, dialog: ProfileDialog
) -> None:
    fill(dialog, name="W", base_url="http://shop.example", token="secret", time_zone="Europe/Berlin")
    dialog.more.click()
    dialog.fields["time_zone"].editor.setFocus()
    bar = dialog.findChildren(QScrollArea)[0].verticalScrollBar()
    await until(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    dialog.test_button.click()
    await until(dialog.fields["base_url"].error)
    assert "would send the token unencrypted" in dialog.fields["base_url"].error()
    assert dialog.test.steps() == []
    field = dialog.fields["base_url"]
    assert field.mapTo(dialog, field.rect().topLeft()).y() >= 0  # scrolled to where it is said


async def test_an_edited_profile_keeps_its_id_and_shows_no_token(
    window_loop: QApplication, qtbot: QtBot, own_folders: object
) -> None:
    known = Profile(
        name="Old", base_url="https://api.shop.example", colour="rose", safe_level="read-only",
        must_practise="tasks",
    )  # fmt: skip
    dialog = ProfileDialog(
        show(qtbot, QWidget(), 1280, 800), Notices(), known, ["Old"], token_note=of_its_address(known)
    )
    assert dialog.fields["token"].editor.property("text") == ""
    fill(dialog, name="New")
    read = dialog.read()
    assert read is not None
    assert (read.id, read.name, read.colour, read.safe_level) == (known.id, "New", "rose", "read-only")
    assert read.must_practise == "tasks"
    dialog.must_practise.setCurrentIndex(dialog.must_practise.findData("all"))
    again = dialog.read()
    assert again is not None and again.must_practise == "all"


async def asked_by(stores: Stores, window: QWidget, profile: Profile | None) -> ProfileDialog:
    """The dialog over `window` in which this profile is edited."""
    stores._scope.start(stores.edit(window, profile))
    found = await until(lambda: next(iter(window.findChildren(ProfileDialog)), None))
    assert isinstance(found, ProfileDialog)
    return found


async def test_where_the_profiles_cannot_be_written_they_stay_as_they_were(
    *,
    window_loop: QApplication,
    qtbot: QtBot,
    settings: Settings,
    own_folders: Path,
    practice_store: PracticeStore,
) -> None:
    Profiles(profiles=[Profile(id="shop", name="Shop", base_url="https://old.example")]).save()
    stores = Stores(settings, notices := Notices())
    before = (await stores.load()).model_dump()
    file = own_folders / "config" / "profiles.json"
    file.unlink()
    file.mkdir()
    shown = show(qtbot, QWidget(), 1280, 800)
    dialog = await asked_by(stores, shown, await stores.profile("shop"))
    fill(dialog, base_url=practice_store.base_url, token=practice_store.token)
    dialog.save_button.click()
    await until(lambda: notices.open)
    assert "The list of stores could not be written" in notices.open[0].sentence
    assert (await stores.load()).model_dump() == before
    assert await stores.change("shop", {"at_once": 3}) is None
    assert not await stores.share(await stores.folder(await stores.profile("shop")), "postgresql://a@b/c", "")
    assert (await stores.load()).model_dump() == before
    await stores.stop()


async def test_a_kept_token_goes_to_the_address_it_was_typed_for_alone(
    *,
    window_loop: QApplication,
    qtbot: QtBot,
    settings: Settings,
    own_folders: Path,
    practice_store: PracticeStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A slip in the address, tested or saved, sends no token to whoever is there; nor does the next start."""
    Profiles(profiles=[Profile(id="shop", name="Shop", base_url=practice_store.base_url)]).save()
    monkeypatch.setattr(secrets, "_session", {"shop": Token(practice_store.token)})
    stores, shown = Stores(settings, Notices()), show(qtbot, QWidget(), 1280, 800)
    dialog = await asked_by(stores, shown, await stores.profile("shop"))
    token = dialog.fields["token"]
    assert (token.help_text(), token.is_required()) == (SAVED, False)
    async with fault_server(answers(answer({"items": []}))) as other:
        fill(dialog, base_url=other.base_url)
        assert (token.help_text(), token.is_required()) == (OF_ANOTHER, True)
        for pressed_one in (dialog.test_button, dialog.save_button):
            pressed_one.click()
            await until(lambda: not dialog.scope.is_busy())
            assert token.error() == OF_ANOTHER and dialog.asked is None
        fill(dialog, base_url=f"{practice_store.base_url}/")
        assert (token.help_text(), token.is_required(), token.error()) == (SAVED, False, "")
        fill(dialog, base_url=other.base_url, token="of-the-other")
        dialog.save_button.click()
        await pressed(dialog, "Keep it anyway")
        await until(lambda: not stores._scope.is_busy())
        assert (await stores.connection("shop")).token == Token("of-the-other")
        assert {b"of-the-other" in each.head for each in other.posted} == {True}
    by_hand = Profiles.load()
    by_hand.profiles[0].base_url = practice_store.base_url
    by_hand.save()
    again = Stores(settings, Notices())
    with pytest.raises(NoToken):
        await again.connection("shop")
    await again.stop()
    await stores.stop()


async def test_a_token_that_could_not_be_saved_is_asked_for_at_the_next_start(
    *,
    window_loop: QApplication,
    qtbot: QtBot,
    settings: Settings,
    own_folders: Path,
    practice_store: PracticeStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the keyring still has is an older one, of another address or not valid any more."""
    before = keyring.get_keyring()
    keyring.set_keyring(ring := trusted(Lockable))
    secrets.keep_token("shop", Token("an older one"))
    assert isinstance(ring, Lockable)
    ring.locked = True
    Profiles(profiles=[Profile(id="shop", name="Shop", base_url=practice_store.base_url)]).save()
    stores, shown = Stores(settings, notices := Notices()), show(qtbot, QWidget(), 1280, 800)
    dialog = await asked_by(stores, shown, await stores.profile("shop"))
    fill(dialog, token=practice_store.token)
    dialog.save_button.click()
    await until(lambda: any("You will be asked again next time." in each.sentence for each in notices.open))
    assert (await stores.connection("shop")).token == Token(practice_store.token)
    ring.locked = False
    with monkeypatch.context() as next_start:
        next_start.setattr(secrets, "_session", {})
        again = Stores(settings, Notices())
        with pytest.raises(NoToken):
            await again.connection("shop")
        asking = await asked_by(again, show(qtbot, QWidget(), 1280, 800), await again.profile("shop"))
        assert asking.fields["token"].help_text() == "The last token was not saved. Type it again."
        asking.reject()
        await again.stop()
    [told] = [each for each in notices.open if "You will be asked" in each.sentence]
    told.links[0].run()
    await until(lambda: not stores._scope.is_busy())
    third = Stores(settings, Notices())
    assert (await third.connection("shop")).token == Token(practice_store.token)
    for each in (stores, third):
        await each.stop()
    keyring.set_keyring(before)


async def test_first_run_offers_two_ways_and_nothing_is_cut_at_900(
    window_loop: QApplication, qtbot: QtBot, settings: Settings
) -> None:
    window = StartWindow(settings, Notices())
    show(qtbot, window, 900, 600)
    window.begin()
    assert window.minimumSizeHint().width() <= 900
    window.practise.click()
    assert window.wishes.get_nowait() == WindowRequest("open", "practice")
    window.connect_store.click()
    assert window.wishes.get_nowait() == WindowRequest("connect")
