"""Tokens: in a keyring that can be trusted and that works, else in this session alone; never in a file."""

from __future__ import annotations

import importlib.util
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.chainer import ChainerBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.backends.null import Keyring as NullKeyring
from keyring.errors import InitError, KeyringLocked, NoKeyringError, PasswordDeleteError

from svcconsole import secrets
from svcconsole.api.errors import RefusedHere
from svcconsole.api.token import Token
from svcconsole.cli.connection import ConnectionOptions, connection_for
from svcconsole.profiles import Profile, Profiles, TokenNote
from svcconsole.secrets import Kept, KeyringTrouble, SessionOnly
from svcconsole.store_tokens import read_store_token
from tests.support.computers import FileKeyring

CANARY = "canary-7d1f4c"
KEEPING = ["set", "get", "get", "delete", "set", "get"]
"""What a keyring is asked to keep something: the first four are a probe."""


class Memory(KeyringBackend):
    """A keyring that works and remembers everything it was ever given."""

    priority = 5.0
    name = "memory"

    def __init__(self) -> None:
        self.items: dict[tuple[str, str], str] = {}
        self.given: list[str] = []

    def get_password(self, service: str, username: str) -> str | None:
        return self.items.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.given.append(password)
        self.items[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.items.pop((service, username), None) is None:
            raise PasswordDeleteError(username)


class Locked(Memory):
    """A keyring that nobody has unlocked."""

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked("Failed to unlock the collection!")


class Denied(Memory):
    """A keyring whose question was answered with no."""

    def set_password(self, service: str, username: str, password: str) -> None:
        raise InitError("Failed to create the collection: Prompt dismissed..")


class Raising(Memory):
    def get_password(self, service: str, username: str) -> str | None:
        raise RuntimeError("org.freedesktop.DBus.Error.NoReply")


class Forgetful(Memory):
    def set_password(self, service: str, username: str, password: str) -> None:
        self.given.append(password)


class WrongType(Memory):
    def get_password(self, service: str, username: str) -> str | None:
        found = super().get_password(service, username)
        return None if found is None else found.upper() + "?"


class Cutting(Memory):
    """Keeps the first 64 characters, as a store with a limit may."""

    def set_password(self, service: str, username: str, password: str) -> None:
        super().set_password(service, username, password[:64])


class Slow(Memory):
    def __init__(self) -> None:
        super().__init__()
        self.release = threading.Event()

    def get_password(self, service: str, username: str) -> str | None:
        self.release.wait(30)
        return None

    set_password = Memory.set_password


def trusted(backend: type[Memory], module: str = "keyring.backends.SecretService") -> Memory:
    """`backend` as if it came with keyring itself."""
    made = type(backend.__name__, (backend,), {"__module__": module})()
    assert isinstance(made, Memory)
    return made


def untyped(backend: type[KeyringBackend]) -> KeyringBackend:
    """One of keyring's own, whose constructors have no types."""
    return backend()


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    before = keyring.get_keyring()
    secrets._session.clear()
    yield
    secrets._session.clear()
    keyring.set_keyring(before)


def test_a_working_keyring_keeps_gives_and_forgets() -> None:
    backend = trusted(Memory)
    keyring.set_keyring(backend)
    assert secrets.keep_token("shop", Token(CANARY)) == Kept("memory")
    assert list(backend.items) == [("svcconsole", "shop")]
    assert secrets.read_token("shop") == Token(CANARY)
    secrets.forget_token("shop")
    assert secrets.read_token("shop") is None
    secrets.forget_token("shop")


@pytest.mark.parametrize(
    "make, words",
    [
        (NoKeyring, "no system keyring"),
        (NullKeyring, "no system keyring"),
        (lambda: trusted(Memory, "keyrings.alt.file"), "no system keyring"),
        (lambda: trusted(Locked), "locked"),
        (lambda: trusted(Denied), "The system keyring refused."),
        (lambda: trusted(Raising), "The system keyring refused."),
        (lambda: trusted(Forgetful), "does not give back"),
        (lambda: trusted(WrongType), "does not give back"),
        (lambda: trusted(Cutting), "whole token"),
    ],
)
def test_any_other_keyring_means_this_session_only(
    make: Callable[[], KeyringBackend], words: str, own_folders: Path
) -> None:
    backend = make()
    keyring.set_keyring(backend)
    long = Token(CANARY * 10)
    answer = secrets.keep_token("shop", long)
    assert isinstance(answer, SessionOnly)
    assert words in answer.reason
    assert answer.advice
    assert answer.locked == (words == "locked")
    assert secrets.read_token("shop") == long
    assert [path for path in own_folders.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("backend", [Cutting, WrongType, Forgetful])
def test_a_keyring_that_does_not_keep_what_it_is_given_is_left_empty(
    backend: type[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next start would take half a token for the token, and the store would refuse every call."""
    made = trusted(backend)
    keyring.set_keyring(made)
    assert isinstance(secrets.keep_token("shop", Token(CANARY * 10)), SessionOnly)
    assert made.given and made.items == {}
    monkeypatch.setattr(secrets, "_session", {})  # as at the next start
    assert secrets.read_token("shop") is None


@pytest.mark.parametrize("call", range(1, len(KEEPING) + 1))
def test_whichever_call_fails_the_keyring_holds_what_it_held_or_the_whole_of_the_new(
    tmp_path: Path, call: int
) -> None:
    """A key of this computer that was there is there still: what was sealed for it can be opened."""
    asked = FileKeyring(tmp_path / "keyring.json")
    keyring.set_keyring(asked)
    secrets.keep_in_keyring("key", Token("before"))
    asked.fail_at(call)
    with pytest.raises(KeyringTrouble):
        secrets.keep_in_keyring("key", Token("after"))
    assert asked.calls == KEEPING[:call]
    found = secrets.read_token("key")
    assert found is not None and found.reveal() == (
        "before" if call <= KEEPING.index("set", 1) + 1 else "after"
    )


def test_a_keyring_that_is_not_trusted_is_given_nothing() -> None:
    backend = trusted(Memory, "keyrings.alt.file")
    keyring.set_keyring(backend)
    secrets.keep_token("shop", Token(CANARY))
    assert backend.given == []


def test_of_a_chain_only_the_trusted_member_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, good = trusted(Memory, "keyrings.alt.file"), trusted(Memory)
    monkeypatch.setattr(ChainerBackend, "backends", [plain, good])
    keyring.set_keyring(untyped(ChainerBackend))
    assert isinstance(secrets.keep_token("shop", Token(CANARY)), Kept)
    assert plain.given == []
    assert CANARY in good.given


def test_a_prompt_that_nobody_answers_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = trusted(Slow)
    assert isinstance(backend, Slow)
    assert 0 < secrets.SECONDS <= 10, "nobody waits longer for a start"
    monkeypatch.setattr(secrets, "SECONDS", 0.05)
    keyring.set_keyring(backend)
    answer = secrets.keep_token("shop", Token(CANARY))
    assert isinstance(answer, SessionOnly)
    assert answer.reason == "The system keyring did not answer within 0 seconds."
    assert answer.advice == "Look for a window that asks for the keyring's password, then try again."
    assert not answer.locked
    waiting = [each for each in threading.enumerate() if each.name == "keyring"]
    assert waiting and all(each.daemon for each in waiting), "it keeps no process from its end"
    monkeypatch.setattr(secrets, "SECONDS", 0.6)
    with pytest.raises(KeyringTrouble, match="did not answer within 1 second\\."):
        secrets.read_token("other")
    backend.release.set()


def test_a_keyring_that_goes_away_later_is_said_in_a_sentence() -> None:
    keyring.set_keyring(trusted(Memory))
    secrets.keep_token("shop", Token(CANARY))
    keyring.set_keyring(untyped(NoKeyring))
    with pytest.raises(KeyringTrouble) as caught:
        secrets.read_token("shop")
    assert "no system keyring" in caught.value.sentence
    assert caught.value.advice


def test_try_again_moves_the_token_from_the_session_into_the_keyring() -> None:
    keyring.set_keyring(trusted(Locked))
    secrets.keep_token("shop", Token(CANARY))
    working = trusted(Memory)
    keyring.set_keyring(working)
    assert isinstance(secrets.keep_token("shop", Token(CANARY)), Kept)
    assert working.get_password("svcconsole", "shop") == CANARY
    working.set_password("svcconsole", "shop", "a newer one")
    found = secrets.read_token("shop")
    assert found is not None and found.reveal() == "a newer one", "the session has none of its own any more"


def test_what_is_forgotten_is_in_the_session_no_more_either() -> None:
    keyring.set_keyring(trusted(Memory))
    secrets.keep_for_session("shop", Token(CANARY))
    secrets.forget_token("shop")
    assert secrets.read_token("shop") is None


@pytest.mark.parametrize("name", ["SecretService", "Windows", "kwallet", "libsecret", "macOS"])
def test_each_keyring_of_a_desktop_is_trusted(name: str) -> None:
    module = f"keyring.backends.{name}"
    assert importlib.util.find_spec(module) is not None, "the library has it"
    keyring.set_keyring(trusted(Memory, module))
    assert secrets.backend_name() == "memory"


def test_what_a_keyring_does_unexpectedly_is_in_the_log_by_its_kind_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "svcconsole.secrets")
    keyring.set_keyring(trusted(Raising))
    with pytest.raises(KeyringTrouble, match="refused"):
        secrets.read_token("shop")
    assert [(each.name, each.getMessage()) for each in caplog.records] == [
        ("svcconsole.secrets", "keyring: RuntimeError")
    ]


def test_windows_refuses_a_token_that_its_store_would_not_take() -> None:
    backend = trusted(Memory, "keyring.backends.Windows")
    keyring.set_keyring(backend)
    answer = secrets.keep_token("shop", Token("x" * 1281))
    assert isinstance(answer, SessionOnly)
    assert "1,280 characters" in answer.reason
    assert answer.advice == "Use a shorter token, or type it again at each start."
    assert backend.given == []
    assert isinstance(secrets.keep_token("shop", Token("x" * 1280)), Kept)


def test_windows_tokens_stay_on_this_machine() -> None:
    backend = trusted(Roaming, "keyring.backends.Windows")
    keyring.set_keyring(backend)
    secrets.keep_token("shop", Token(CANARY))
    assert isinstance(backend, Roaming)
    assert backend.persist == "local machine"
    other = trusted(Roaming)
    keyring.set_keyring(other)
    secrets.keep_token("shop", Token(CANARY))
    assert isinstance(other, Roaming)
    assert other.persist == "enterprise", "only the store of Windows has this"


class Roaming(Memory):
    persist = "enterprise"


def test_what_the_service_manager_hands_over_is_read_without_blanks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "svcconsole-token").write_text("of the folder one happens to be in", "utf-8")
    monkeypatch.chdir(tmp_path / "here")
    assert secrets.read_credential("svcconsole-token") == ""
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert secrets.read_credential("svcconsole-token") == ""
    (tmp_path / "svcconsole-token").write_text("  a token\n", "utf-8")
    assert secrets.read_credential("svcconsole-token") == "a token"
    (tmp_path / "svcconsole-token").write_bytes(b"\xff\xfe")
    assert secrets.read_credential("svcconsole-token") == ""


def test_what_keeps_tokens_is_named_and_nothing_where_nothing_can(monkeypatch: pytest.MonkeyPatch) -> None:
    keyring.set_keyring(trusted(Memory))
    assert secrets.backend_name() == "memory"
    keyring.set_keyring(untyped(NoKeyring))
    assert secrets.backend_name() == ""


def test_a_token_for_this_session_is_in_no_keyring() -> None:
    memory = trusted(Memory)
    keyring.set_keyring(memory)
    secrets.keep_for_session("practice", Token("only here"))
    found = secrets.read_token("practice")
    assert found is not None and found.reveal() == "only here"
    assert memory.given == []


def test_a_keyring_that_says_there_is_none_is_told_as_that() -> None:
    class Gone(Memory):
        def get_password(self, service: str, username: str) -> str | None:
            raise NoKeyringError

    keyring.set_keyring(trusted(Gone))
    with pytest.raises(KeyringTrouble, match="There is no system keyring on this computer") as caught:
        secrets.read_token("a")
    assert caught.value.advice == secrets.ENABLE


@pytest.mark.parametrize(
    "address, given",
    [
        ("https://shop.example", True),
        ("https://SHOP.example:443/api/", True),
        ("http://shop.example", False),
        ("https://shop.example:8443", False),
        ("https://shop.example.other", False),
        ("shop", False),
    ],
)
def test_a_stores_token_is_given_to_the_server_it_was_typed_for(
    own_folders: Path, address: str, given: bool
) -> None:
    """In the window and on the command line; one that an older version kept is of the address it finds."""
    shop = Profile(id="shop", name="Shop", base_url="https://shop.example")
    Profiles(profiles=[shop]).save()
    keyring.set_keyring(trusted(Memory))
    secrets.keep_token("shop", Token(CANARY))
    known = Profiles.load()
    assert read_store_token(shop, known.token_note(shop)) == Token(CANARY)
    moved = shop.model_copy(update={"base_url": address})
    known.upsert(moved)
    known.save()
    known = Profiles.load()
    assert read_store_token(moved, known.token_note(moved)) == (Token(CANARY) if given else None)
    if given:
        assert connection_for(ConnectionOptions(profile="shop")).token == Token(CANARY)
    else:
        with pytest.raises(RefusedHere, match="No token is saved for Shop"):
            connection_for(ConnectionOptions(profile="shop"))
    known.upsert(shop)
    assert read_store_token(shop, known.token_note(shop)) == Token(CANARY)


def test_of_a_store_whose_last_token_was_not_kept_the_one_before_is_not_read(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = Profile(id="shop", name="Shop", base_url="https://shop.example")
    keyring.set_keyring(trusted(Memory))
    secrets.keep_token("shop", Token("an older one"))
    note = TokenNote(base_url=shop.base_url, kept=False)
    secrets.keep_for_session("shop", Token(CANARY))
    assert read_store_token(shop, note) == Token(CANARY)
    monkeypatch.setattr(secrets, "_session", {})  # as at the next start
    assert read_store_token(shop, note) is None
