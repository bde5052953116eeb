"""The one application stylesheet: grounds, menus, tooltips, scroll bars and splitters."""

from __future__ import annotations

import re
from typing import Final

from svcconsole.gui.colours import colour
from svcconsole.gui.metrics import dp

GROUNDS: Final = ("canvas", "surface", "sunken", "raised", "accent_subtle", "warning_subtle", "danger_subtle")
EDGES: Final = ("top", "bottom", "left", "right")

_SHEET: Final = """
QWidget[bg="card"] { background: $surface; border: 1px solid $border; border-radius: {8}px; }
QWidget[bg="card"][chosen="true"] { background: $accent_subtle; border: 2px solid $accent; }
QWidget[bg="well"] { background: $canvas; border: 1px solid $border; border-radius: {6}px; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QToolTip { color: $text; background: $raised; border: 1px solid $border; padding: {4}px {6}px; }
QMenu { background: $raised; border: 1px solid $border; border-radius: {6}px; padding: {4}px; }
QMenu::item { padding: {6}px {24}px {6}px {10}px; border-radius: {5}px; color: $text; }
QMenu::icon { padding-left: {8}px; }
QMenu::item:selected { background: $selection; color: $text; }
QMenu::item:disabled { color: $disabled; background: transparent; }
QMenu::separator { height: 1px; background: $border; margin: {4}px {6}px; }
QMenu::indicator { width: {16}px; height: {16}px; left: {6}px; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: {10}px; margin: 0; }
QScrollBar:horizontal { height: {10}px; margin: 0; }
QScrollBar::handle { background: $scroll; border-radius: {3}px; }
QScrollBar::handle:vertical { min-height: {32}px; margin: {2}px {2}px; }
QScrollBar::handle:horizontal { min-width: {32}px; margin: {2}px {2}px; }
QScrollBar::handle:hover { background: $border_input; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; }
QSplitter::handle { background: $border; }
QSplitter::handle:hover { background: $border_input; }
QStatusBar { background: $canvas; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QComboBox QAbstractItemView, QListView[popup="true"] {
    background: $raised; border: 1px solid $border; border-radius: {6}px; padding: {4}px; outline: none; }
QComboBox QAbstractItemView::item, QListView[popup="true"]::item {
    min-height: {28}px; padding: 0 {8}px; border-radius: {5}px; color: $text; }
QComboBox QAbstractItemView::item:selected, QListView[popup="true"]::item:selected {
    background: $selection; color: $text; }
"""


def _token(match: re.Match[str]) -> str:
    return colour(match[1]).name()


def build() -> str:
    """The stylesheet for the theme and the font in use."""
    rules = [f'QWidget[bg="{name}"] {{ background: ${name}; }}' for name in GROUNDS]
    rules += [
        f'QWidget[line="{edge}"] {{ border: none; border-{edge}: 1px solid $border; }}' for edge in EDGES
    ]
    text = "\n".join(rules) + _SHEET
    text = re.sub(r"\{(\d+)\}", lambda match: str(dp(int(match[1]))), text)
    return re.sub(r"\$(\w+)", _token, text)
