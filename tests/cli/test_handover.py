"""`svcconsole handover`: the code of one console, the file from another, and where it ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest

from svcconsole.cli import run
from svcconsole.store_folders import folder_of_store
from svcconsole.workspace.database import Workspace
from tests.profiles.test_secrets import untyped
from tests.services.test_handover import a_keyring

__all__ = ["a_keyring"]
URL = "https://store.example"


@pytest.fixture
def folder(own_folders: Path) -> Iterator[Path]:
    folder = folder_of_store(URL, "svc", None)
    with Workspace.open(folder) as workspace:
        workspace.drafts.save("message:new", {"text": "Hello"})
    yield folder


def test_a_hand_over_by_command(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["handover", "code"]) == 0
    code = capsys.readouterr().out.strip()
    assert run(["handover", "write", str(tmp_path / "w"), "--to", "ABCD", "--base-url", URL]) == 2
    assert "not the code of a console" in capsys.readouterr().err
    assert run(["handover", "write", str(tmp_path / "w"), "--to", code, "--base-url", URL]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["drafts"] == 1
    assert run(["handover", "write", str(tmp_path / "w"), "--to", code, "--base-url", URL]) == 2
    monkeypatch.setenv("SVCCONSOLE_DATA_DIR", str(tmp_path / "receiver"))
    assert run(["handover", "open", str(tmp_path / "w"), "--base-url", URL]) == 0
    with Workspace.open(folder_of_store(URL, "svc", None)) as workspace:
        assert workspace.drafts.keys() == ["message:new"]
    assert run(["handover", "open", str(tmp_path / "gone"), "--base-url", URL]) == 2
    assert "There is no file" in capsys.readouterr().err
    assert run(["handover", "take-back", made["handover"], "--base-url", URL]) == 2


def test_without_a_keyring_there_is_no_code(own_folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from keyring.backends.null import Keyring

    keyring.set_keyring(untyped(Keyring))
    assert run(["handover", "code"]) == 2
    assert "keyring" in capsys.readouterr().err
