"""Naughty strings, ours and the public 461, and how a person brings one into a field: by pasting it."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

OWN = Path(__file__).parents[1] / "samples" / "strings" / "naughty.json"
PUBLIC = Path(__file__).parents[3] / "shared" / "data" / "strings" / "blns_npm.json"
HOW_MANY = 461
MARK = "\ufeff"


def naughty_strings() -> tuple[str, ...]:
    """Our own, and after them the public ones where they are beside the project."""
    own: list[str] = json.loads(OWN.read_bytes())
    if not PUBLIC.is_file():
        return tuple(own)
    public: list[str] = json.loads(PUBLIC.read_bytes())
    assert len(public) == HOW_MANY
    return (*own, *public)


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
