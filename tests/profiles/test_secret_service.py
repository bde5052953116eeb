"""A token in the desktop's own Secret Service: kept, read by another process, forgotten."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = ("dbus-run-session", "gnome-keyring-daemon")
UNLOCKED = """
printf '\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null
"$1" -c "$2"
"$1" -c "$3"
"""
TOKEN = "'schlüssel-' + 'k' * 3000"
KEEP = f"""
from svcconsole import secrets
from svcconsole.api.token import Token
print(secrets.keep_token("wickloom", Token({TOKEN})))
"""
READ_AND_FORGET = f"""
from svcconsole import secrets
found = secrets.read_token("wickloom")
print(found is not None and found.reveal() == {TOKEN}, "schlüssel" in repr(found))
secrets.forget_token("wickloom")
print(secrets.read_token("wickloom"))
secrets.forget_token("wickloom")
"""


@pytest.mark.deep
def test_a_token_is_kept_read_elsewhere_and_forgotten(tmp_path: Path) -> None:
    for program in NEEDED:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed: no Secret Service to keep a token in")
    folders = {
        "XDG_RUNTIME_DIR": tmp_path / "runtime",
        "XDG_DATA_HOME": tmp_path / "data",
        "XDG_CONFIG_HOME": tmp_path / "config",
    }
    for folder in folders.values():
        folder.mkdir(mode=0o700)
    environment = {**os.environ, **{name: str(folder) for name, folder in folders.items()}}
    environment.pop("PYTHON_KEYRING_BACKEND", None)
    try:
        done = subprocess.run(
            [
                "dbus-run-session",
                "--",
                "sh",
                "-e",
                "-c",
                UNLOCKED,
                "sh",
                sys.executable,
                KEEP,
                READ_AND_FORGET,
            ],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        _end_daemon(folders["XDG_RUNTIME_DIR"])
    assert done.returncode == 0, done.stderr
    kept, read, forgotten = done.stdout.splitlines()
    assert kept.startswith("Kept(")
    assert (read, forgotten) == ("True False", "None")


def _end_daemon(runtime: Path) -> None:
    """The daemon outlives its session; it is the one with this test's folder."""
    mine = f"XDG_RUNTIME_DIR={runtime}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mine in (folder / "environ").read_bytes().split(b"\0"):
                os.kill(int(folder.name), signal.SIGTERM)
