"""Computers of several people: folders and a keyring of their own, whose calls may fail.

A command is carried out in this process.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked

from svcconsole import cli, secrets
from tests.support.command import CommandLine, Finished


class FileKeyring(KeyringBackend):
    """A keyring that is a file, so that processes share it; trusted as a desktop's own is.

    The call `fails_at` fails once: locked where it is even, else with an error of a bus that is gone.
    """

    __module__ = "keyring.backends.SecretService"
    priority = 5.0
    name = "file"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.calls: list[str] = []
        self.fails_at = 0

    def fail_at(self, call: int) -> None:
        """Have this call fail, counted from now on; 0: none."""
        self.calls, self.fails_at = [], call

    def get_password(self, service: str, username: str) -> str | None:
        self._called("get")
        return self._held().get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self._called("set")
        self.path.write_text(json.dumps({**self._held(), username: password}))

    def delete_password(self, service: str, username: str) -> None:
        self._called("delete")
        self.path.write_text(json.dumps({key: each for key, each in self._held().items() if key != username}))

    def _called(self, what: str) -> None:
        self.calls.append(what)
        if len(self.calls) == self.fails_at:
            raise KeyringLocked("locked") if self.fails_at % 2 == 0 else RuntimeError("the bus is gone")

    def _held(self) -> dict[str, str]:
        return json.loads(self.path.read_text()) if self.path.exists() else {}


@contextmanager
def keyring_of_this_computer(keeps: KeyringBackend) -> Iterator[None]:
    """Has `keeps` asked until the block ends."""
    before = keyring.get_keyring()
    keyring.set_keyring(keeps)
    try:
        yield
    finally:
        keyring.set_keyring(before)


class Computers:
    """A computer for each person who is named."""

    def __init__(
        self, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self._home, self._monkeypatch, self._capsys = home, monkeypatch, capsys
        self._keyrings: dict[str, FileKeyring] = {}

    def keyring(self, who: str) -> FileKeyring:
        return self._keyrings.setdefault(who, FileKeyring(self._home / f"{who}.json"))

    def sit_down(self, who: str, token: str = "") -> None:
        """Go on at the computer of `who`: as in a new process, with their folders and keyring."""
        for name, value in CommandLine(self._home / who).environment({"STORE_TOKEN": token}).items():
            self._monkeypatch.setenv(name, value)
        keyring.set_keyring(self.keyring(who))
        self._monkeypatch.setattr(secrets, "_session", {})

    def run(self, who: str, *arguments: str, token: str = "") -> Finished:
        self.sit_down(who, token)
        return Finished(cli.run(arguments), *self._capsys.readouterr())


@contextmanager
def computers(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Computers]:
    """Some, until the block ends; then the keyring is asked again that was asked before."""
    with keyring_of_this_computer(keyring.get_keyring()):
        yield Computers(home, monkeypatch, capsys)
