"""The log: one JSON object a line in the data folder, control characters escaped, no token in it."""

from __future__ import annotations

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from pythonjsonlogger.core import LogData
from pythonjsonlogger.json import JsonFormatter

from svcconsole.api.masking import Masker
from svcconsole.api.token import Token

QUIET: Final = ("asyncio", "aiohttp", "qasync", "keyring", "PIL", "urllib3")
BYTES_A_FILE: Final = 2_000_000
FILES: Final = 5

_hidden: dict[str, Masker] = {}


def hide(token: Token) -> None:
    """Black out `token` in every later line, in the forms it may take on a wire."""
    if raw := token.reveal():
        _hidden[raw] = Masker(raw, shortest=1)


def without_tokens(text: str) -> str:
    """`text` with every known token blacked out."""
    for _, masker in sorted(_hidden.items(), key=lambda known: len(known[0]), reverse=True):
        text = masker.text(text)
    return text


def start(folder: Path) -> Path:
    """Log to `folder`/svcconsole.log from now on; the file."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "svcconsole.log"
    os.close(os.open(path, os.O_CREAT | os.O_APPEND, 0o600))
    handler = RotatingFileHandler(path, maxBytes=BYTES_A_FILE, backupCount=FILES, encoding="utf-8")
    handler.setFormatter(formatter())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    return path


def files(folder: Path) -> list[Path]:
    """The log and its earlier parts in `folder`."""
    return sorted(folder.glob("svcconsole.log*"))


def clear(path: Path) -> None:
    """Empty one of these files; whoever logs to it goes on."""
    os.truncate(path, 0)


def formatter() -> logging.Formatter:
    """Renders any record, ours or a library's, as one line of ASCII JSON."""
    return _Line(
        ["message", "name", "levelname"],
        timestamp=True,
        rename_fields={"message": "event", "name": "logger", "levelname": "level", "exc_info": "exception"},
    )


class _Line(JsonFormatter):
    """What a line holds, without tokens."""

    def process_log_record(self, log_data: LogData) -> LogData:
        shown = {
            key: without_tokens(value) if isinstance(value, str) else value for key, value in log_data.items()
        }
        return {**shown, "level": shown["level"].lower()}
