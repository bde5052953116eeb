"""How a page that compares records is laid out: the side, the tiles over the table, the footer."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import Ground
from svcconsole.gui.kit.containers.footer import Footer
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.containers.splitter import Splitter
from svcconsole.gui.kit.containers.tiles import TileRow
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.record_changes.changes_side import ChangesSide
from svcconsole.gui.panels.record_changes.changes_table import ChangesTable

NARROW = 1000
"""Below it the records are shown without the side."""
SIDE = 292


class ChangesParts(NamedTuple):
    """What stands on such a page above its footer."""

    side: ChangesSide
    tiles: TileRow
    search: SearchField
    segments: Segments
    loading: LoadingBar
    table: ChangesTable


def changes_layout(page: QWidget, parts: ChangesParts, footer: Footer) -> Splitter:
    """Lay the parts out on `page`; returns the splitter between side and table."""
    right = Ground("surface")
    column = vbox(parent=right, spacing=0)
    column.addLayout(vbox(parts.tiles, margins=(20, 14, 16, 0)))
    bar = Toolbar()
    parts.search.setMinimumWidth(dp(120))
    parts.search.setMaximumWidth(dp(220))
    bar.add(parts.search, 3)
    bar.add(parts.segments)
    bar.add_stretch()
    column.addWidget(bar)
    column.addWidget(parts.loading)
    column.addWidget(parts.table, 1)
    split = Splitter()
    split.addWidget(parts.side)
    split.addWidget(right)
    split.setStretchFactor(1, 1)
    split.setSizes([dp(SIDE), dp(1000)])
    split.setChildrenCollapsible(False)
    vbox((split, 1), footer, parent=page, spacing=0)
    return split
