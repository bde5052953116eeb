"""The log: one line a record whatever is in it, and no token in any form."""

from __future__ import annotations

import base64
import json
import logging
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from svcconsole import logs
from svcconsole.api.token import Token

CANARY = "canary:päss wörd+7d1f/4c=="
NAUGHTY = (
    "two\nlines",
    "carriage\rreturn",
    "\x1b[31mred",
    "bell\x07",
    "\u2028 separator",
    "\x00",
    '"}{"',
    "مرحبا",
    "\u202e",
)


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(logs, "_hidden", {})
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    levels = {name: logging.getLogger(name).level for name in logs.QUIET}
    path = logs.start(tmp_path / "logs")
    yield path
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


def lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("ascii").splitlines()]


@pytest.mark.parametrize("text", NAUGHTY)
def test_every_record_is_one_line_of_ascii(log: Path, text: str) -> None:
    logging.getLogger("svcconsole.test").info("said: %s", text)
    (line,) = lines(log)
    assert line["event"] == f"said: {text}"
    assert line["level"] == "info"
    assert line["logger"] == "svcconsole.test"


def test_a_token_is_blacked_out_in_every_form(log: Path) -> None:
    logs.hide(Token(CANARY))
    forms = (
        CANARY,
        base64.b64encode(CANARY.encode()).decode(),
        base64.urlsafe_b64encode(CANARY.encode()).decode(),
        quote(CANARY, safe=""),
        json.dumps(CANARY)[1:-1],
    )
    for form in forms:
        logging.getLogger("svcconsole.test").info("header: Basic %s.", form)
    try:
        raise ValueError(f"bad header {CANARY}")
    except ValueError:
        logging.getLogger("svcconsole.test").exception("it broke")
    text = log.read_text("ascii")
    assert all(form not in text and json.dumps(form)[1:-1] not in text for form in forms)
    assert [line["event"] for line in lines(log)[:5]] == ["header: Basic ••••."] * 5
    assert "ValueError: bad header ••••" in lines(log)[5]["exception"]


def test_a_traceback_holds_no_local_variables(log: Path) -> None:
    def work() -> None:
        secret = "-".join(("canary", "in", "a", "local"))
        raise ValueError(len(secret))

    try:
        work()
    except ValueError:
        logging.getLogger("svcconsole.test").exception("it broke")
    assert "canary-in-a-local" not in log.read_text("ascii")
    assert "ValueError: 17" in lines(log)[0]["exception"]


def test_chatty_libraries_are_quiet(log: Path) -> None:
    logging.getLogger("aiohttp.client").info("GET https://host.example/?signature=abc")
    assert log.read_text("ascii") == ""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes")
def test_only_this_user_can_read_the_log(log: Path) -> None:
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert stat.S_IMODE(log.parent.stat().st_mode) == 0o700
