"""The 461 naughty strings, and how a person brings one into a field: by pasting it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

STRINGS = Path(__file__).parents[3] / "shared" / "data" / "strings" / "blns_npm.json"
HOW_MANY = 461
MARK = "\ufeff"


def naughty_strings() -> tuple[str, ...]:
    """All of them, in the order of the file; the test that asks is skipped where the file is absent."""
    if not STRINGS.is_file():
        pytest.skip(f"{STRINGS.name} of the shared data is not here")
    strings = tuple(json.loads(STRINGS.read_bytes()))
    assert len(strings) == HOW_MANY
    return strings


def paste(field: QLineEdit | QPlainTextEdit, text: str) -> None:
    """Replace what stands in the field by `text`, as Ctrl+A and Ctrl+V do; an empty text deletes it."""
    field.selectAll()
    if not text:
        field.cut()
        return
    if text.startswith(MARK):  # PySide drops a leading byte order mark on the way in; the clipboard does not
        _paste(field, "x" + text)
        _delete_first(field)
    else:
        _paste(field, text)


def _paste(field: QLineEdit | QPlainTextEdit, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    field.paste()


def _delete_first(field: QLineEdit | QPlainTextEdit) -> None:
    if isinstance(field, QLineEdit):
        field.setCursorPosition(0)
        field.del_()
    else:
        cursor = field.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        cursor.deleteChar()
