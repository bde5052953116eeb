"""The phone shows each message with all its parts in their places, in both directions, light and dark."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontInfo, QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from svcconsole.gui.fonts import LEAST_POINTS
from svcconsole.gui.preview import tones
from svcconsole.gui.preview.phone import PhonePreview
from svcconsole.gui.preview.scene import Placed
from svcconsole.gui.preview.screen import Screen
from svcconsole.gui.theme import theme
from svcconsole.services.appearance.bubble import Bubble, Button
from tests.gui.look.test_text import PAYLOADS as MARKUP
from tests.gui.preview.messages import BUBBLES, message
from tests.support.coroutines import until
from tests.support.naughty import naughty_strings

Show = Callable[..., Screen]
WORDS = {
    "text": ["Hello"],
    "image": ["As promised"],
    "video": ["Video", "As promised"],
    "document": ["document", "As promised"],
    "options": ["Mug", "Which colour", "Reply here", "Choose"],
    "buttons": ["Mug", "Which colour", "Reply here", "Oat", "Moss"],
    "address": ["Where to", "Asha, 3, Rose Court", "Provide address"],
    "single_product": ["Stoneware mug, oat, €12.00", "This one", "While it lasts", "View"],
    "multiple_product": ["New, 2 items", "Our picks", "While they last", "View items"],
    "template": [
        "Ends soon, Over since 1 Jan 2026",
        "Code: MUG5",
        "Hello Asha, today only.",
        "Copy the code",
    ],
    "carousel": ["For the summer, summer is here.", "Table: Mug", "Garden: Mug", "Porch: {{1}}", "Look"],
    "not in the library": ["Limited-time offer", "Copy offer code"],
    "formats": ["*bold* _italic_"],
    "right to left": ["عادت المآزر", "مرحبا", "للتوقف", "Oat", "Moss"],
    "blank": [],
}


@pytest.fixture
def screen(app: QApplication, shown: Callable[..., PhonePreview]) -> Show:
    """`screen(bubble)`: the painted phone of a preview as wide as beside the form."""

    def show(bubble: Bubble, width: int = 388, height: int = 720) -> Screen:
        preview = shown(PhonePreview("Wickloom", "forest"), width, height)
        preview.show_bubble(bubble)
        return preview.screen_

    return show


def picture_of(screen: Screen) -> QImage:
    return screen.grab().toImage()


def inside(outer: QRectF, inner: QRectF) -> bool:
    return outer.adjusted(-1, -1, 1, 1).contains(inner)


def test_every_part_is_there_in_its_place(screen: Show) -> None:
    phone = screen(Bubble(body="x"))
    for name, bubble in BUBBLES.items():
        phone.show_bubble(bubble)
        said = "\n".join(part.words for part in phone.scene.parts)
        assert [words for words in WORDS[name] if words not in said] == [], name
        _check_places(phone, name)
        _check_nothing_overlaps(phone.scene.parts)


def _check_places(phone: Screen, name: str) -> None:
    """Everything lies on the message's bubble, on a card or, buttons, below it."""
    parts = phone.scene.parts
    grounds = [part.rect for part in parts if part.kind in {"bubble", "card"}]
    own = {"title", "body", "footer", "hour", "picture", "offer", "address", "product", "hollow"}
    for part in parts:
        if part.kind in own:
            assert any(inside(ground, part.rect) for ground in grounds), (name, part.kind)
    assert phone.scene.height >= max(part.rect.bottom() for part in parts), name


def _check_nothing_overlaps(parts: list[Placed]) -> None:
    """Words, pictures and buttons stand beside each other; an hour may share the last line of words."""
    solid = [part for part in parts if part.kind not in {"bubble", "card", "plate", "line", "hour", "day"}]
    for at, part in enumerate(solid):
        for other in solid[at + 1 :]:
            both = part.rect.adjusted(0.5, 0.5, -0.5, -0.5).intersected(other.rect)
            assert both.height() <= 1 or both.width() <= 1, (part.kind, other.kind)


def test_light_and_dark_paint_the_same_parts_in_other_colours(screen: Show) -> None:
    phone = screen(Bubble(body="x"))
    for name, bubble in BUBBLES.items():
        phone.show_bubble(bubble)
        seen = []
        for dark in (False, True):
            phone.set_dark(dark)
            image = picture_of(phone)
            ground = next(part for part in phone.scene.parts if part.kind == "bubble")
            spot = phone.place_of(ground).topLeft() + QPointF(ground.rect.width() / 2, 2.5)
            assert image.pixelColor(spot.toPoint()) == tones.tone("bubble", dark), name
            seen.append([(part.kind, part.rect, part.words) for part in phone.scene.parts])
        assert seen[0] == seen[1], name


@pytest.mark.parametrize("dark", [False, True])
def test_all_words_on_the_phone_can_be_read(dark: bool) -> None:
    """Needs no window: the colours alone say it."""
    found, where = tones.weakest(dark)
    assert found >= 4.65, where


def test_the_windows_theme_does_not_change_the_phone(screen: Show) -> None:
    phone = screen(BUBBLES["buttons"])
    glass = phone.phone.adjusted(30, 30, -30, -30).toRect()
    before = picture_of(phone).copy(glass)
    theme().set_setting("dark")
    try:
        phone.look_again()
        assert picture_of(phone).copy(glass) == before
    finally:
        theme().set_setting("light")


def test_the_switch_turns_the_phone_dark_by_itself(
    app: QApplication, shown: Callable[..., PhonePreview]
) -> None:
    preview = shown(PhonePreview("Wickloom", "forest"), 388, 720)
    assert not preview.screen_.is_dark
    assert preview.switch.accessibleName() == "Show the phone in its dark colours"
    preview.switch.click()
    assert preview.screen_.is_dark
    assert preview.switch.accessibleName() == "Show the phone in its light colours"


def test_a_message_from_right_to_left_is_seen_from_the_other_side(screen: Show) -> None:
    left = screen(BUBBLES["buttons"])
    right = screen(BUBBLES["right to left"])
    wide = right.phone.width()
    for phone, leading in ((left, True), (right, False)):
        bubble = phone.scene.of("bubble")[0].rect
        hour = phone.scene.of("hour")[0].rect
        assert (bubble.center().x() < wide / 2) is leading
        assert (hour.center().x() > bubble.center().x()) is leading
        for button in phone.scene.of("button"):
            assert (button.rect.left(), button.rect.right()) == pytest.approx((bubble.left(), bubble.right()))


def test_right_to_left_words_begin_at_the_right_edge(screen: Show) -> None:
    phone = screen(message("text", message="مرحبا"))
    body = phone.place_of(phone.scene.of("body")[0])
    image = picture_of(phone)
    assert _ink(image, QRectF(body.center().x(), body.top(), body.width() / 2, body.height()))
    long = screen(message("text", message="مرحبا\n" + "كلمة " * 30))
    body = long.place_of(long.scene.of("body")[0])
    first = QRectF(body.left(), body.top(), body.width() / 3, 14)
    assert not _ink(picture_of(long), first)


def _ink(image: QImage, rect: QRectF) -> bool:
    area = rect.toRect()
    return any(
        image.pixelColor(x, y).lightness() < 100
        for x in range(area.left(), area.right())
        for y in range(area.top(), area.bottom())
    )


def test_each_mark_is_seen_without_its_letters(screen: Show) -> None:
    phone = screen(message("text", message="so"))
    seen = [picture_of(phone)]
    for text in ("*so*", "_so_", "~so~", "`so`", "```so```", "*_so_*", "> so", "- so", "1. so"):
        phone.show_bubble(message("text", message=text))
        image = picture_of(phone)
        assert image not in seen, text
        seen.append(image)


def test_a_long_message_folds_and_a_press_unfolds_it(screen: Show) -> None:
    phone = screen(message("text", message="\n".join(f"line {n}" for n in range(60))))
    (more,) = phone.scene.of("unfold")
    folded = phone.scene.height
    _do(phone, more)
    assert phone.scene.of("unfold") == []
    assert phone.scene.height > folded * 1.8


@pytest.mark.parametrize(("count", "folds"), [(5, False), (6, True)])
def test_marketing_folds_after_five_lines(screen: Show, count: int, folds: bool) -> None:
    phone = screen(Bubble(body="\n".join("one two" for _ in range(count)), folds_after=5))
    assert bool(phone.scene.of("unfold")) is folds


def test_the_list_opens_over_the_chat_and_shows_every_row(screen: Show) -> None:
    phone = screen(BUBBLES["options"])
    assert phone.sheet is None
    _click(phone, phone.scene.of("button")[0])
    assert phone.sheet is not None
    assert [part.words for part in phone.sheet.of("section", "row")] == ["Colours", "Oat", "Moss"]
    phone.show_bubble(message("options", body="Which one"))
    assert phone.sheet is not None, "typing on does not close what the reader opened"
    _click(phone, phone.sheet.of("close")[0])
    assert phone.sheet is None


def test_the_products_sheet_has_a_card_for_each(screen: Show) -> None:
    phone = screen(BUBBLES["multiple_product"])
    _click(phone, phone.scene.of("button")[0])
    assert phone.sheet is not None
    assert [part.words for part in phone.sheet.of("product")] == [
        "Stoneware mug, oat, €12.00",
        "\u2066mug-moss\u2069, Not in the catalog as read here",
    ]


def test_a_sheet_closes_with_the_button_that_opened_it(screen: Show) -> None:
    phone = screen(BUBBLES["options"])
    _click(phone, phone.scene.of("button")[0])
    phone.show_bubble(BUBBLES["text"])
    assert phone.sheet is None


def test_many_buttons_fold_behind_one(screen: Show) -> None:
    buttons = tuple(Button("reply", f"Choice {n}") for n in range(6))
    phone = screen(Bubble(body="x", buttons=buttons))
    assert [part.words for part in phone.scene.of("button")] == ["Choice 0", "Choice 1", "See all options"]
    _click(phone, phone.scene.of("button")[2])
    assert phone.sheet is not None
    assert [part.words for part in phone.sheet.of("row")] == [f"Choice {n}" for n in range(6)]


def test_cards_stand_side_by_side_all_as_high_and_turn(screen: Show) -> None:
    phone = screen(BUBBLES["carousel"])
    cards = [part.rect for part in phone.scene.of("card")]
    assert len({(rect.top(), rect.height(), rect.width()) for rect in cards}) == 1
    assert all(left.right() < right.left() for left, right in itertools.pairwise(cards))
    assert cards[0].left() == pytest.approx(phone.scene.of("bubble")[0].rect.left())
    phone.turn(2)
    turned = [part.rect for part in phone.scene.of("card")]
    assert turned[2].right() <= phone.phone.width()
    assert turned[0].left() < 0
    phone.turn(-5)
    assert [part.rect for part in phone.scene.of("card")] == cards


def _do(phone: Screen, part: Placed) -> None:
    assert part.action is not None
    phone.press(part.action)


def _click(phone: Screen, part: Placed) -> None:
    spot = phone.place_of(part).center().toPoint()
    QTest.mouseClick(phone, Qt.MouseButton.LeftButton, pos=spot)


async def test_keys_reach_all_that_a_press_does(window_loop: QApplication, screen: Show) -> None:
    phone = screen(BUBBLES["options"])
    await _focus(phone)
    QTest.keyClick(phone, Qt.Key.Key_Tab)
    QTest.keyClick(phone, Qt.Key.Key_Return)
    assert phone.sheet is not None
    QTest.keyClick(phone, Qt.Key.Key_Escape)
    assert phone.sheet is None
    phone.show_bubble(BUBBLES["carousel"])
    QTest.keyClick(phone, Qt.Key.Key_Right)
    assert phone.seen.card == 1
    phone.show_bubble(message("text", message="\n".join(f"line {n}" for n in range(23)) * 3))
    top = phone.place_of(phone.scene.of("bubble")[0]).top()
    QTest.keyClick(phone, Qt.Key.Key_Down)
    assert phone.place_of(phone.scene.of("bubble")[0]).top() < top
    QTest.keyClick(phone, Qt.Key.Key_Home)
    assert phone.place_of(phone.scene.of("bubble")[0]).top() == top


async def test_the_ring_goes_through_what_can_be_pressed_and_leaves(
    window_loop: QApplication, screen: Show
) -> None:
    phone = screen(BUBBLES["options"])
    before = picture_of(phone)
    await _focus(phone)
    around = picture_of(phone)
    QTest.keyClick(phone, Qt.Key.Key_Tab)
    assert phone.hasFocus()
    on_button = picture_of(phone)
    assert before != around != on_button
    QTest.keyClick(phone, Qt.Key.Key_Tab)
    assert not phone.hasFocus()


async def _focus(phone: Screen) -> None:
    phone.window().activateWindow()
    await until(phone.isActiveWindow)
    phone.setFocus()


def test_the_phone_fits_the_room_there_is(screen: Show) -> None:
    phone = screen(BUBBLES["buttons"])
    for width, height in ((388, 900), (316, 560), (300, 380), (700, 700)):
        phone.window().resize(width, height)
        for name in ("buttons", "formats", "template", "right to left"):
            phone.show_bubble(BUBBLES[name])
            assert inside(QRectF(phone.rect()), phone.phone)
            chat = QRectF(0, 0, phone.phone.width(), phone.scene.height)
            assert all(inside(chat, part.rect) for part in phone.scene.parts), (name, width)
            assert QFontInfo(phone.face.font("micro")).pointSizeF() >= LEAST_POINTS - 0.5


def test_what_is_seen_is_said(screen: Show) -> None:
    phone = screen(BUBBLES["options"])
    said = phone.accessibleDescription()
    for words in ("Mug", "Which colour", "Reply here", "Button: Choose", "Colours", "Oat", "Moss"):
        assert words in said
    phone.show_bubble(message("text", message="*so* \u202egnp"))
    assert phone.accessibleDescription() == "so ‹RLO›gnp"
    phone.show_bubble(Bubble())
    assert phone.accessibleDescription() == "Nothing is written yet"


def test_markup_is_shown_letter_by_letter_and_opens_no_file(screen: Show, tmp_path: Path) -> None:
    red = QImage(300, 300, QImage.Format.Format_RGB32)
    red.fill(Qt.GlobalColor.red)
    canary = tmp_path / "canary.png"
    assert red.save(str(canary))
    seen = canary.stat().st_atime_ns
    phone = screen(Bubble())
    for payload in MARKUP:
        text = payload.format(picture=canary)
        phone.show_bubble(
            message(
                "buttons",
                body=text,
                headerTitle=text,
                footerTitle=text,
                section={"payload": [{"name": text}]},
            )
        )
        body, title = phone.scene.of("body")[0], phone.scene.of("title")[0]
        assert (body.words, title.words) == (text, text)
        image = picture_of(phone)
        red_dots = [
            (x, y)
            for x in range(0, image.width(), 4)
            for y in range(0, image.height(), 4)
            if image.pixelColor(x, y).name() == "#ff0000"
        ]
        assert red_dots == [], text
    assert canary.stat().st_atime_ns == seen


def test_hostile_strings_are_painted_in_every_place(screen: Show) -> None:
    phone = screen(Bubble())
    strings = [
        *naughty_strings(),
        "\ud800half",
        "nul\x00",
        "x" * 100_000,
        "\u202e" * 50,
        "*" * 5_000,
        "a\n" * 5_000,
    ]
    for text in strings:
        rows = [{"name": text, "id": text}]
        phone.show_bubble(
            message(
                "options",
                body=text,
                headerTitle=text,
                footerTitle=text,
                section={"buttonTitle": text, "payload": rows},
            )
        )
        if phone.sheet is None and text:
            _do(phone, phone.scene.of("button")[0])
        assert (phone.sheet is not None) == bool(text)
        phone.grab()


def test_a_picture_takes_its_place(app: QApplication, shown: Callable[..., Screen]) -> None:
    red = QPixmap(400, 600)
    red.fill(Qt.GlobalColor.red)
    asked: list[str] = []

    def look(link: str) -> QPixmap:
        asked.append(link)
        return red

    phone = shown(Screen("Wickloom", "forest", look), 334, 634)
    phone.show_bubble(BUBBLES["image"])
    (picture,) = phone.scene.of("picture")
    assert picture.rect.height() == pytest.approx(picture.rect.width() * 1.25), "its own shape, not too tall"
    assert picture_of(phone).pixelColor(phone.place_of(picture).center().toPoint()).name() == "#ff0000"
    assert set(asked) == {"https://shop.example/image"}
    phone.show_bubble(BUBBLES["buttons"])
    (picture,) = phone.scene.of("picture")
    assert picture.rect.height() < picture.rect.width()


def test_a_picture_that_is_not_here_says_why_and_asks_when_pressed(
    app: QApplication, shown: Callable[..., Screen]
) -> None:
    phone = shown(Screen("Wickloom", "forest", {"https://shop.example/image": "404"}.get), 334, 634)
    wanted: list[str] = []
    phone.wanted.connect(wanted.append)
    phone.show_bubble(BUBBLES["image"])
    (picture,) = phone.scene.of("picture")
    assert picture.words == "The picture does not load: 404"
    _click(phone, picture)
    phone.show_bubble(BUBBLES["buttons"])
    assert phone.scene.of("picture")[0].words == "Show picture"
    assert wanted == ["https://shop.example/image"]
    phone.show_bubble(message("image", media={"caption": "x"}))
    assert phone.scene.of("picture")[0].words == "No picture yet"
    assert phone.scene.of("picture")[0].action is None
