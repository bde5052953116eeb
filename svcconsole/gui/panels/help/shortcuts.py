"""The shortcut sheet: every shortcut of the window by its place, from the one table of actions."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.kit import actions
from svcconsole.gui.kit.containers.boxes import grid_box
from svcconsole.gui.kit.containers.cards import ScrollPage, SectionHeading
from svcconsole.gui.runtime.version import version_text


class ShortcutSheet(ScrollPage):
    """Shortcuts by place."""

    def __init__(self) -> None:
        super().__init__()
        places = dict.fromkeys(spec.place for spec in actions.TABLE if spec.keys)
        grid = grid_box(spacing=(24, 6))
        grid.setColumnStretch(1, 1)
        for place in places:
            rows = [spec for spec in actions.TABLE if spec.place == place and spec.keys]
            grid.addWidget(SectionHeading(actions.place_words(rows[0])), grid.rowCount(), 0, 1, 2)
            for spec in rows:
                row = grid.rowCount()
                grid.addWidget(PlainLabel(actions.words(spec), "body", "text2"), row, 0)
                grid.addWidget(PlainLabel(_all_keys(spec), "mono"), row, 1)
        self.body.addLayout(grid)
        self.body.addWidget(PlainLabel(version_text(), "caption", "text2"))
        self.body.addStretch(1)


def _all_keys(spec: actions.ActionSpec) -> str:
    shape = QKeySequence.SequenceFormat.NativeText
    return "   ".join(QKeySequence(keys).toString(shape) for keys in spec.keys)
