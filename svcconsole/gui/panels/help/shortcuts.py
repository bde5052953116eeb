"""The shortcut sheet: every key of the window by its place, and of the parts of its pages by theirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtWidgets import QGridLayout

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, ltr
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit import access_keys, actions, part_keys
from svcconsole.gui.kit.containers.boxes import grid_box
from svcconsole.gui.kit.containers.cards import ScrollPage, SectionHeading
from svcconsole.gui.runtime.version import version_text

ABOVE: Final = 14
"""Over a heading, in pixels at the text's usual size."""


class ShortcutSheet(ScrollPage):
    """Shortcuts by place."""

    def __init__(self) -> None:
        super().__init__()
        places = dict.fromkeys(spec.place for spec in actions.TABLE if spec.keys)
        grid = grid_box(spacing=(24, 6))
        grid.setColumnStretch(1, 1)
        for place in places:
            rows = [(spec.words, spec.keys) for spec in actions.TABLE if spec.place == place and spec.keys]
            if place == actions.EVERYWHERE and access_keys.ARE_USED:
                rows.append(part_keys.ACCESS_KEYS)
            _add(grid, tr(place), rows)
        for part in part_keys.PARTS:
            _add(grid, tr(part.part), part.keys)
        self.body.addLayout(grid)
        self.body.addWidget(PlainLabel(version_text(), "caption", "text2"))
        self.body.addStretch(1)


def _add(grid: QGridLayout, heading: str, rows: Iterable[tuple[str, tuple[str, ...]]]) -> None:
    if grid.count():
        grid.setRowMinimumHeight(grid.rowCount(), dp(ABOVE))
    grid.addWidget(SectionHeading(heading), grid.rowCount() + 1, 0, 1, 2)
    for words, keys in rows:
        row = grid.rowCount()
        grid.addWidget(PlainLabel(tr(words), "body", "text2"), row, 0)
        grid.addWidget(PlainLabel(ltr("   ".join(map(actions.native_keys, keys))), "mono"), row, 1)
