"""Margins begin where the language does: what is indented from the left in English is so from the right in
Arabic."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMargins, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.containers.boxes import grid_box, hbox, set_margins, vbox
from svcconsole.gui.kit.containers.footer import Footer


@pytest.fixture(params=[Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft], ids=["ltr", "rtl"])
def rtl(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[bool]:
    qapp.setLayoutDirection(request.param)
    yield request.param == Qt.LayoutDirection.RightToLeft
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_margins_begin_where_the_language_does(rtl: bool) -> None:
    edges = (20, 1, 6, 3)
    label, owner = QLabel("x"), QWidget()
    set_margins(label, *edges)
    layouts: list[QLayout] = [hbox(margins=edges), vbox(margins=edges), grid_box(parent=owner, margins=edges)]
    leading, top, trailing, bottom = map(dp, edges)
    left, right = (trailing, leading) if rtl else (leading, trailing)
    expected = QMargins(left, top, right, bottom)
    assert [each.contentsMargins() for each in layouts] == [expected] * 3
    assert label.contentsMargins() == expected


def test_a_footer_begins_in_line_with_its_page(rtl: bool) -> None:
    footer = Footer()
    layout = footer.layout()
    assert layout is not None
    margins = layout.contentsMargins()
    assert (margins.right() if rtl else margins.left()) == dp(20)
