"""The small parts: segments, steps, search, footers, empty states, notices, facts, tiles, images, rows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.controls import radio_button
from svcconsole.gui.design.text import ClampedLabel
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import DecisionBox, Framed, RowButton, ScrollPage
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.containers.steps import Steps
from svcconsole.gui.kit.containers.tiles import Tile
from svcconsole.gui.kit.widgets.buttons import Button, button, tool_button
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.kit.widgets.notice_card import NoticeCard
from svcconsole.gui.kit.widgets.pills import STATES, Pill, tick_for, unknown_pill
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.kit.widgets.thumbnails import Thumbnail
from tests.support.qt import show

Show = Callable[..., QWidget]


def _named(parent: QWidget, name: str) -> QAbstractButton:
    return next(
        each for each in parent.findChildren(QAbstractButton) if name in (each.text(), each.accessibleName())
    )


def test_a_busy_button_keeps_its_width_and_its_words(qtbot: QtBot) -> None:
    save = button("Save to Wickloom Europe", kind="primary")
    show(qtbot, save)
    width = save.width()
    save.set_busy("Saving…")
    save.adjustSize()
    assert (save.text(), save.isEnabled(), save.width()) == ("Saving…", False, width)
    save.set_busy("Still saving…")
    save.set_busy(None)
    assert (save.text(), save.isEnabled()) == ("Save to Wickloom Europe", True)


def test_the_focus_waits_for_a_busy_button_while_somebody_is_in_another_window(qtbot: QtBot) -> None:
    page, save = QWidget(), button("Save")
    vbox(QLineEdit(), save, parent=page)
    show(qtbot, page)
    page.activateWindow()
    save.setFocus()
    qtbot.waitUntil(save.hasFocus)
    save.set_busy("Saving…")
    other = show(qtbot, QWidget())
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    save.set_busy(None)
    assert page.focusWidget() is save


def test_a_tool_button_is_large_enough_and_has_a_name(qtbot: QtBot) -> None:
    refresh = tool_button("refresh", "Refresh")
    show(qtbot, refresh)
    assert refresh.accessibleName() == refresh.toolTip() == "Refresh"
    assert min(refresh.sizeHint().width(), refresh.sizeHint().height()) >= 24


def test_segments_are_exclusive_and_move_by_arrow(qtbot: QtBot) -> None:
    segments = Segments()
    assert [segments.add("Products", 3482), segments.add("Catalogs", 14), segments.add("Imports")] == [
        0,
        1,
        2,
    ]
    show(qtbot, segments)
    told: list[int] = []
    segments.currentChanged.connect(told.append)
    assert segments.current() == 0
    qtbot.mouseClick(_named(segments, "Catalogs"), Qt.MouseButton.LeftButton)
    qtbot.keyClick(_named(segments, "Catalogs"), Qt.Key.Key_Right)
    segments.set_current(2)
    assert told == [1, 2]
    assert [each.isChecked() for each in segments.findChildren(QAbstractButton)] == [False, False, True]
    assert _named(segments, "Products").accessibleDescription() == "3,482"


def test_only_done_steps_can_be_gone_back_to(qtbot: QtBot) -> None:
    steps = Steps(["File", "Columns", "Check", "Run"])
    show(qtbot, steps, 800, 40)
    chosen: list[int] = []
    steps.chosen.connect(chosen.append)
    steps.set_current(2)
    for name in ("File", "Check", "Run", "Columns"):
        _named(steps, name).click()
    assert chosen == [0, 1]
    steps.set_reachable([])
    _named(steps, "File").click()
    assert chosen == [0, 1]
    assert _named(steps, "Check").accessibleDescription() == "current step"


def test_steps_without_room_keep_the_word_of_the_current_one(qtbot: QtBot) -> None:
    steps = Steps(["File", "Columns", "Check", "Rehearse", "Run", "Result"])
    steps.set_current(1)
    host = QWidget()
    QVBoxLayout(host).addWidget(steps)
    show(qtbot, host, 360, 60)
    assert _named(steps, "File").toolTip() == "File"
    assert _named(steps, "Columns").toolTip() == ""
    assert _named(steps, "Columns").sizeHint().width() > _named(steps, "Rehearse").sizeHint().width()
    host.resize(900, 60)
    assert _named(steps, "File").toolTip() == ""


def test_search_is_told_when_typing_rests(qtbot: QtBot) -> None:
    search = SearchField("Search name or id")
    show(qtbot, search, 300, 40)
    told: list[str] = []
    search.searched.connect(told.append)
    with qtbot.waitSignal(search.searched):
        qtbot.keyClicks(search, "linen")
        assert told == []
    assert told == ["linen"]
    qtbot.keyClicks(search, "s")
    qtbot.keyClick(search, Qt.Key.Key_Return)
    assert told == ["linen", "linens"]
    qtbot.keyClick(search, Qt.Key.Key_Escape)
    assert told == ["linen", "linens", ""]
    assert search.text() == ""


def test_a_footer_says_what_stands_in_the_way(qtbot: QtBot) -> None:
    footer = Footer()
    save = button("Save", kind="primary")
    footer.add(button("Discard", kind="quiet"))
    footer.add(save)
    show(qtbot, footer, 900, 56)
    clicked: list[int] = []
    footer.part_clicked.connect(clicked.append)
    footer.set_message(FooterPart("1 problem", "danger", "error"), FooterPart("3 changes", link=True))
    assert footer.message() == footer.accessibleDescription() == "1 problem · 3 changes"
    _named(footer, "3 changes").click()
    assert clicked == [1]
    footer.set_message(FooterPart("Nothing changed"))
    assert footer.message() == "Nothing changed"
    assert save.x() > footer.width() / 2


def test_a_chosen_button_with_the_focus_keeps_its_dot(qapp: QApplication) -> None:
    option, image = QStyleOptionButton(), QImage(16, 16, QImage.Format.Format_ARGB32)
    option.rect = image.rect()
    states = QStyle.StateFlag
    option.state = states.State_Enabled | states.State_On | states.State_HasFocus
    image.fill(colour("surface"))
    with QPainter(image) as painter:
        radio_button(painter, option, None)
    across = [image.pixelColor(at, 8).name() for at in (1, 3, 8)]
    assert across == [colour(token).name() for token in ("focus", "surface", "accent")]


def test_what_does_not_fit_a_footer_gives_way_part_by_part(qtbot: QtBot) -> None:
    footer = Footer()
    footer.add(button("Send exactly this", kind="primary"))
    told = ("Nothing has reached the practice store yet", "read at 19:40", "8 worth a look")
    footer.set_message(*(FooterPart(text, link=text.startswith("8")) for text in told))
    show(qtbot, footer, 900, 56)

    def shown() -> list[str]:
        parts = [(part, part.text()) for part in footer.findChildren(ClampedLabel)]
        links = [(part, part.text()) for part in footer.findChildren(Button)]
        return [text for part, text in (*parts, *links) if part.isVisible() and text in told]

    assert {*shown()} == {*told}
    footer.resize(600, 56)
    assert {*shown()} == {*told}, "the sentence takes two lines before anything goes"
    footer.resize(480, 56)
    assert {*shown()} == {told[0], told[2]}
    said = [part for part in footer.findChildren(ClampedLabel) if part.isVisible()]
    assert [part.toolTip() for part in said] == [""], "nothing of it is cut"
    footer.resize(330, 56)
    assert shown() == [told[2]], "less than a few words would say nothing"
    footer.resize(900, 56)
    assert {*shown()} == {*told}
    assert footer.message() == " · ".join(told)


def test_no_part_of_a_footer_is_cut_for_a_longer_one(qtbot: QtBot) -> None:
    footer = Footer()
    for text in ("Rehearse first", "Import 0 products into practice", "Check again"):
        footer.add(button(text))
    footer.set_message(
        FooterPart("No product is ready yet.", "warning", "ban"),
        FooterPart("6 rows will not be sent until they are fixed. They are kept in a file of their own."),
        FooterPart("1 worth a look", "warning", "warning", link=True),
    )
    show(qtbot, footer, 1192, 56)
    for width in range(1192, 800, -8):
        footer.resize(width, 56)
        said = [part for part in footer.findChildren(ClampedLabel) if part.isVisible()]
        assert said and [part.toolTip() for part in said] == [""] * len(said), width


def test_an_empty_state_is_named_by_its_sentence(qtbot: QtBot) -> None:
    empty = EmptyState("catalog", "No products here yet", "Drop a file, or create the first one by hand.")
    show(qtbot, empty, 400, 200)
    assert not empty.acceptDrops()
    assert empty.accessibleName() == "No products here yet"
    empty.add_button(button("New product"))
    empty.clear_buttons()
    assert all(each.isHidden() for each in empty.findChildren(QPushButton))


def test_a_decisions_note_stands_under_its_ways_out_where_there_is_no_room(qtbot: QtBot) -> None:
    box = DecisionBox("error", "danger", "The price is missing", "Nobody but you knows it.")
    box.set_note("Applies to this problem · Ctrl+Z undoes it")
    for words in ("Type a price for all", "Leave these products out"):
        box.add_button(button(words))
    show(qtbot, box, 1000, 160)
    ways = _named(box, "Leave these products out")
    note = next(label for label in box.findChildren(QLabel) if label.text().startswith("Applies"))

    def is_beside() -> bool:
        return note.geometry().left() > ways.geometry().right()

    qtbot.waitUntil(is_beside)
    box.resize(480, 160)
    qtbot.waitUntil(lambda: not is_beside())
    assert note.geometry().top() > ways.geometry().bottom()
    assert note.width() >= note.sizeHint().width()
    box.resize(1000, 160)
    qtbot.waitUntil(is_beside)


def test_a_notice_quotes_the_store_and_can_be_dismissed(qtbot: QtBot) -> None:
    card = NoticeCard(
        "error", "The store refused row 203", ["customer with this <b>email</b> exists"], "Show the row"
    )
    show(qtbot, card, 360, 90)
    told: list[str] = []
    card.link_clicked.connect(lambda: told.append("link"))
    card.closed.connect(lambda: told.append("closed"))
    _named(card, "Show the row").click()
    _named(card, "Dismiss").click()
    assert told == ["link", "closed"]
    assert card.accessibleDescription() == "customer with this <b>email</b> exists"
    assert card.grab().toImage().pixelColor(1, card.height() // 2).name() == colour("danger").name()


def test_facts_show_links_and_hidden_characters(qtbot: QtBot) -> None:
    facts = Facts()
    show(qtbot, facts, 300, 100)
    told: list[str] = []
    facts.link_clicked.connect(told.append)
    facts.set_facts([Fact("Link", "shop.example/p/1", link=True), Fact("Name", "a\u202eb")])
    _named(facts, "Link: shop.example/p/1").click()
    assert told == ["Link"]
    assert "Name: a‹RLO›b" in [each.accessibleName() for each in facts.findChildren(QWidget)]


def test_a_tile_reads_as_one_sentence(qtbot: QtBot) -> None:
    tile = Tile("error", "danger", "Refused")
    show(qtbot, tile, 160, 110)
    height = tile.sizeHint().height()
    tile.set_value("131")
    assert tile.accessibleName() == "Refused 131"
    tile.set_link("Show rows")
    assert tile.sizeHint().height() == height
    told: list[bool] = []
    tile.link_clicked.connect(lambda: told.append(True))
    _named(tile, "Show rows: Refused").click()
    assert told == [True]


def test_an_image_tile_is_grey_a_picture_or_says_why_not(qtbot: QtBot) -> None:
    thumb = Thumbnail(56, "Photo 1")
    show(qtbot, thumb)
    assert thumb.grab().toImage().pixelColor(28, 28).name() == colour("neutral_subtle").name()
    picture = QPixmap(200, 100)
    picture.fill(Qt.GlobalColor.darkGreen)
    thumb.set_picture(picture)
    assert thumb.grab().toImage().pixelColor(28, 28).name() == "#008000"
    thumb.set_broken("404")
    assert thumb.accessibleDescription() == "404"
    assert thumb.grab().toImage().pixelColor(6, 28).name() == colour("warning_subtle").name()
    thumb.set_broken("")
    assert thumb.grab().toImage().pixelColor(6, 28).name() == colour("neutral_subtle").name()
    thumb.set_waiting()
    waiting = thumb.grab().toImage()
    thumb.set_broken("")
    assert thumb.grab().toImage() != waiting


def test_rows_of_a_list_are_chosen_one_at_a_time(qtbot: QtBot) -> None:
    page = ScrollPage()
    first = RowButton("phone", "danger", "Damaged by a spreadsheet", "digits are gone", "128")
    second = RowButton("mail", "danger", "E-mail address not valid", "", "26")
    for each in (first, second):
        page.body.addWidget(each)
    show(qtbot, page, 300, 200)
    first.click()
    second.click()
    assert (first.isChecked(), second.isChecked()) == (False, True)
    assert first.accessibleDescription() == "digits are gone · 128"


def test_a_decision_offers_its_ways_out_in_order(qtbot: QtBot) -> None:
    decision = DecisionBox("phone", "danger", "128 numbers lost digits", "The rest cannot be worked out.")
    for words in ("Fetch from another file", "Leave the 128 out"):
        decision.add_button(button(words))
    show(qtbot, decision, 800, 120)
    ways = decision.findChildren(QPushButton)
    assert [each.text() for each in sorted(ways, key=lambda each: each.x())] == [each.text() for each in ways]
    decision.clear_buttons()
    decision.add_button(button("Use the first"))
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert [each.text() for each in decision.findChildren(QPushButton)] == ["Use the first"]


def test_a_header_leads_back(qtbot: QtBot) -> None:
    header = PageHeader("Linen Apron", back="Products")
    show(qtbot, header, 800, 60)
    told: list[bool] = []
    header.back_clicked.connect(lambda: told.append(True))
    _named(header, "Products").click()
    assert told == [True]
    header.set_title("Sage")
    assert header.title() == "Sage"


def test_a_popover_closes_by_itself_and_tells(qtbot: QtBot) -> None:
    host = QWidget()
    anchor = button("Stock: any")
    QVBoxLayout(host).addWidget(anchor)
    show(qtbot, host, 300, 200)
    popover = Popover(host)
    popover.set_content(button("Out of stock"))
    told: list[bool] = []
    popover.closed.connect(lambda: told.append(True))
    popover.open_at(anchor)
    assert popover.isVisible()
    qtbot.keyClick(popover, Qt.Key.Key_Escape)
    assert not popover.isVisible()
    assert told == [True]


def test_words_of_the_store_we_do_not_know_stand_in_quotes(qtbot: QtBot) -> None:
    assert unknown_pill("held\u202e").word == "“held‹RLO›”"
    assert tick_for("READ").word == "Read"
    assert tick_for("deferred").word == "“deferred”"
    pill = Pill()
    pill.set_value(STATES["refused"])
    show(qtbot, pill)
    assert pill.accessibleName() == "Refused"
    assert pill.sizeHint().height() >= 20


def test_a_framed_part_has_round_corners_and_stays_in_reach(qtbot: QtBot) -> None:
    inner = QPushButton("under the frame")
    framed = Framed(inner, "canvas")
    show(qtbot, framed, 200, 80)
    picture = framed.grab().toImage()
    assert picture.pixelColor(0, 0).name() == colour("canvas").name()
    assert picture.pixelColor(100, 0).name() == colour("border").name()
    assert framed.childAt(100, 40) is inner


def test_a_header_keeps_its_title_before_words_and_never_hides_what_it_is_for(qtbot: QtBot) -> None:
    header = PageHeader("All Conversations Report")
    export, reset, save = button("Export", "export"), button("Reset", "redo", "danger"), button("Save")
    for part in (export, reset, save):
        header.add_action(part)
    wide = export.sizeHint().width()
    show(qtbot, header, 900, 60)
    assert (export.sizeHint().width(), export.toolTip()) == (wide, "")
    header.resize(header.minimumSizeHint().width(), 60)
    assert export.sizeHint().width() < wide
    assert (export.toolTip(), export.text()) == ("Export", "Export"), (
        "its words stay for the ear and the pointer"
    )
    assert (reset.toolTip(), save.toolTip()) == ("", "")
    header.resize(900, 60)
    assert (export.sizeHint().width(), export.toolTip()) == (wide, "")


@pytest.mark.parametrize(
    "key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space], ids=["return", "enter", "space"]
)
@pytest.mark.parametrize(
    "made",
    [
        lambda: button("Choose the columns"),
        lambda: tool_button("close", "Dismiss"),
        lambda: FilterChip("Stock: any"),
    ],
    ids=["button", "tool-button", "painted"],
)
def test_enter_presses_the_button_with_the_focus_once(
    qtbot: QtBot, made: Callable[[], QAbstractButton], key: Qt.Key
) -> None:
    pressed: list[bool] = []
    target = show(qtbot, made())
    target.clicked.connect(lambda: pressed.append(True))
    qtbot.keyClick(target, key)
    assert len(pressed) == 1
    held = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", True)
    QApplication.sendEvent(target, held)
    assert len(pressed) == 1, "a key that is held is one press"
