"""What a reader does on the phone: unfold, open the list, turn cards, with the mouse and with keys."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.kit.phone_preview.screen import Screen
from svcconsole.services.messaging.appearance.bubble import Bubble, Button
from tests.gui.kit.phone_preview.conftest import Show, chat, click, picture_of, place, press, sheet
from tests.gui.kit.phone_preview.messages import BUBBLES, message
from tests.support.qt import show, words_of


def test_a_long_message_folds_and_a_press_unfolds_it(screen: Show) -> None:
    phone = screen(message("text", message="\n".join(f"line {n}" for n in range(60))))
    (more,) = chat(phone).of("unfold")
    folded = chat(phone).height
    press(phone, more)
    assert chat(phone).of("unfold") == []
    assert chat(phone).height > folded * 1.8


@pytest.mark.parametrize(("count", "folds"), [(5, False), (6, True)])
def test_marketing_folds_after_five_lines(screen: Show, count: int, folds: bool) -> None:
    phone = screen(Bubble(body="\n".join("one two" for _ in range(count)), folds_after=5))
    assert bool(chat(phone).of("unfold")) is folds


def test_the_list_opens_over_the_chat_and_shows_every_row(qtbot: QtBot, screen: Show) -> None:
    phone = screen(BUBBLES["options"])
    assert phone.content.sheet is None
    click(qtbot, phone, chat(phone).of("button")[0])
    assert phone.content.sheet is not None
    assert [part.words for part in sheet(phone).of("section", "row")] == ["Colours", "Oat", "Moss"]
    phone.show_bubble(message("options", body="Which one"))
    assert phone.content.sheet is not None, "typing on does not close what the reader opened"
    click(qtbot, phone, sheet(phone).of("close")[0])
    assert phone.content.sheet is None


def test_the_products_sheet_has_a_card_for_each(qtbot: QtBot, screen: Show) -> None:
    phone = screen(BUBBLES["multiple_product"])
    click(qtbot, phone, chat(phone).of("button")[0])
    assert phone.content.sheet is not None
    assert [part.words for part in sheet(phone).of("product")] == [
        "Stoneware mug, oat, €12.00",
        "\u2066mug-moss\u2069, Not in the catalog, as last read",
    ]


def test_a_sheet_closes_with_the_button_that_opened_it(qtbot: QtBot, screen: Show) -> None:
    phone = screen(BUBBLES["options"])
    click(qtbot, phone, chat(phone).of("button")[0])
    phone.show_bubble(BUBBLES["text"])
    assert phone.content.sheet is None


def test_many_buttons_fold_behind_one(qtbot: QtBot, screen: Show) -> None:
    buttons = tuple(Button("reply", f"Choice {n}") for n in range(6))
    phone = screen(Bubble(body="x", buttons=buttons))
    assert [part.words for part in chat(phone).of("button")] == [
        "Choice 0",
        "Choice 1",
        "See all options",
    ]
    click(qtbot, phone, chat(phone).of("button")[2])
    assert phone.content.sheet is not None
    assert [part.words for part in sheet(phone).of("row")] == [f"Choice {n}" for n in range(6)]


def test_cards_stand_side_by_side_all_as_high_and_turn(screen: Show) -> None:
    phone = screen(BUBBLES["carousel"])
    cards = [part.rect for part in chat(phone).of("card")]
    assert len({(rect.top(), rect.height(), rect.width()) for rect in cards}) == 1
    assert all(left.right() < right.left() for left, right in itertools.pairwise(cards))
    assert cards[0].left() == pytest.approx(chat(phone).of("bubble")[0].rect.left())
    phone.turn(2)
    turned = [part.rect for part in chat(phone).of("card")]
    assert turned[2].right() <= phone.content.outline.width()
    assert turned[0].left() < 0
    phone.turn(-5)
    assert [part.rect for part in chat(phone).of("card")] == cards


def test_keys_reach_all_that_a_press_does(qtbot: QtBot, screen: Show) -> None:
    phone = screen(BUBBLES["options"])
    _focus(qtbot, phone)
    qtbot.keyClick(phone, Qt.Key.Key_Tab)
    qtbot.keyClick(phone, Qt.Key.Key_Return)
    assert phone.content.sheet is not None
    qtbot.keyClick(phone, Qt.Key.Key_Escape)
    assert phone.content.sheet is None
    phone.show_bubble(BUBBLES["carousel"])
    qtbot.keyClick(phone, Qt.Key.Key_Right)
    assert phone.content.seen.card == 1
    phone.show_bubble(message("text", message="\n".join(f"line {n}" for n in range(23)) * 3))
    press(phone, chat(phone).of("unfold")[0])
    top = place(phone, chat(phone).of("bubble")[0]).top()
    qtbot.keyClick(phone, Qt.Key.Key_Down)
    assert place(phone, chat(phone).of("bubble")[0]).top() < top
    qtbot.keyClick(phone, Qt.Key.Key_Home)
    assert place(phone, chat(phone).of("bubble")[0]).top() == top


def test_the_ring_goes_through_what_can_be_pressed_and_leaves(qtbot: QtBot, screen: Show) -> None:
    phone = screen(BUBBLES["options"])
    before = picture_of(phone)
    _focus(qtbot, phone)
    around = picture_of(phone)
    qtbot.keyClick(phone, Qt.Key.Key_Tab)
    assert phone.hasFocus()
    on_button = picture_of(phone)
    assert before != around != on_button
    qtbot.keyClick(phone, Qt.Key.Key_Tab)
    assert not phone.hasFocus()


def _focus(qtbot: QtBot, phone: Screen) -> None:
    with qtbot.waitActive(phone.window()):
        phone.window().activateWindow()
    phone.setFocus()


def test_what_is_seen_is_said(screen: Show) -> None:
    phone = screen(BUBBLES["options"])
    said = phone.accessibleDescription()
    for words in ("Mug", "Which colour", "Reply here", "Button: Choose", "Colours", "Oat", "Moss"):
        assert words in said
    phone.show_bubble(message("text", message="*so* \u202egnp"))
    assert phone.accessibleDescription() == "so ‹RLO›gnp"
    phone.show_bubble(Bubble())
    assert phone.accessibleDescription() == "Nothing is written yet"


def test_advice_comes_once_typing_rests_and_goes_again(qtbot: QtBot) -> None:
    preview = show(qtbot, PhonePreview("Wickloom", "forest"), 388, 720)
    preview.set_note("Within 24 hours only.")
    told = "** on each side stays as it is; one * on each side is bold."
    preview.show_bubble(message("text", message="**so**"))
    assert told not in words_of(preview)
    qtbot.waitUntil(lambda: told in words_of(preview))
    preview.show_bubble(message("text", message="*so*"))
    qtbot.waitUntil(lambda: told not in words_of(preview))
    assert "Within 24 hours only." in words_of(preview)


def test_nothing_of_what_is_folded_away_is_drawn(screen: Show) -> None:
    shown = ["W" * 14] * 5
    pictures = []
    for hidden in ("X" * 12, "M" * 12):
        phone = screen(Bubble(body=" ".join([*shown, hidden]), folds_after=len(shown)))
        assert chat(phone).of("unfold")
        pictures.append(picture_of(phone))
    assert pictures[0] == pictures[1]
