"""The phone shows each message with all its parts in their places, in both directions, light and dark."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontInfo, QImage, QPixmap
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.fonts import LEAST_POINTS
from svcconsole.gui.design.theme import theme
from svcconsole.gui.design.tokens import PHONE, contrast
from svcconsole.gui.kit.phone_preview import phone_colours
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.kit.phone_preview.scene import Placed
from svcconsole.gui.kit.phone_preview.screen import Screen
from svcconsole.services.messaging.appearance.bubble import Bubble
from tests.gui.kit.phone_preview.conftest import Show, chat, click, inside, picture_of, place
from tests.gui.kit.phone_preview.messages import BUBBLES, message
from tests.support.qt import show

INK_ON = (
    ("text", "bubble"), ("text", "inset"), ("text", "bar"), ("text", "sheet"), ("text", "code"),
    ("text", "place"), ("text", "media"), ("text2", "bubble"), ("text2", "bar"), ("text2", "sheet"),
    ("text2", "inset"), ("text2", "media"), ("link", "bubble"), ("link", "sheet"), ("wrong", "bubble"),
    ("wrong", "media"), ("wrong", "inset"), ("on_film", "film"),
)  # fmt: skip
"""Which words stand on which ground."""

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


def test_every_part_is_there_in_its_place(screen: Show) -> None:
    phone = screen(Bubble(body="x"))
    for name, bubble in BUBBLES.items():
        phone.show_bubble(bubble)
        said = "\n".join(part.words for part in chat(phone).parts)
        assert [words for words in WORDS[name] if words not in said] == [], name
        _check_places(phone, name)
        _check_nothing_overlaps(chat(phone).parts)


def _check_places(phone: Screen, name: str) -> None:
    """Everything lies on the message's bubble, on a card or, buttons, below it."""
    parts = chat(phone).parts
    grounds = [part.rect for part in parts if part.kind in {"bubble", "card"}]
    own = {"title", "body", "footer", "hour", "picture", "offer", "address", "product", "hollow"}
    for part in parts:
        if part.kind in own:
            assert any(inside(ground, part.rect) for ground in grounds), (name, part.kind)
    assert chat(phone).height >= max(part.rect.bottom() for part in parts), name


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
            ground = next(part for part in chat(phone).parts if part.kind == "bubble")
            spot = place(phone, ground).topLeft() + QPointF(ground.rect.width() / 2, 2.5)
            assert image.pixelColor(spot.toPoint()) == phone_colours.tone("bubble", dark), name
            seen.append([(part.kind, part.rect, part.words) for part in chat(phone).parts])
        assert seen[0] == seen[1], name


@pytest.mark.parametrize("dark", [False, True])
def test_all_words_on_the_phone_can_be_read(dark: bool) -> None:
    """Needs no window: the colours alone say it."""
    for ink, ground in INK_ON:
        assert contrast(PHONE[ink][dark], PHONE[ground][dark]) >= 4.65, (ink, ground)


def test_the_windows_theme_does_not_change_the_phone(screen: Show) -> None:
    phone = screen(BUBBLES["buttons"])
    glass = phone.content.outline.adjusted(30, 30, -30, -30).toRect()
    before = picture_of(phone).copy(glass)
    theme().set_setting("dark")
    try:
        phone.look_again()
        assert picture_of(phone).copy(glass) == before
    finally:
        theme().set_setting("light")


def test_the_switch_turns_the_phone_dark_by_itself(qtbot: QtBot) -> None:
    preview = show(qtbot, PhonePreview("Wickloom", "forest"), 388, 720)
    assert not preview.phone.content.is_dark
    assert preview.switch.accessibleName() == "Show the phone in its dark colours"
    preview.switch.click()
    assert preview.phone.content.is_dark
    assert preview.switch.accessibleName() == "Show the phone in its light colours"


def test_a_message_from_right_to_left_is_seen_from_the_other_side(screen: Show) -> None:
    left = screen(BUBBLES["buttons"])
    right = screen(BUBBLES["right to left"])
    wide = right.content.outline.width()
    for phone, leading in ((left, True), (right, False)):
        bubble = chat(phone).of("bubble")[0].rect
        hour = chat(phone).of("hour")[0].rect
        assert (bubble.center().x() < wide / 2) is leading
        assert (hour.center().x() > bubble.center().x()) is leading
        for button in chat(phone).of("button"):
            assert (button.rect.left(), button.rect.right()) == pytest.approx((bubble.left(), bubble.right()))


def test_right_to_left_words_begin_at_the_right_edge(screen: Show) -> None:
    phone = screen(message("text", message="مرحبا"))
    body = place(phone, chat(phone).of("body")[0])
    image = picture_of(phone)
    assert _ink(image, QRectF(body.center().x(), body.top(), body.width() / 2, body.height()))
    long = screen(message("text", message="مرحبا\n" + "كلمة " * 30))
    body = place(long, chat(long).of("body")[0])
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


def test_the_phone_fits_the_room_there_is(screen: Show) -> None:
    phone = screen(BUBBLES["buttons"])
    for width, height in ((388, 900), (316, 560), (300, 380), (700, 700)):
        phone.window().resize(width, height)
        for name in ("buttons", "formats", "template", "right to left"):
            phone.show_bubble(BUBBLES[name])
            assert inside(QRectF(phone.rect()), phone.content.outline)
            whole = QRectF(0, 0, phone.content.outline.width(), chat(phone).height)
            assert all(inside(whole, part.rect) for part in chat(phone).parts), (name, width)
            assert QFontInfo(phone.content.face.font("micro")).pointSizeF() >= LEAST_POINTS - 0.5


def test_a_picture_takes_its_place(qtbot: QtBot) -> None:
    red = QPixmap(400, 600)
    red.fill(Qt.GlobalColor.red)
    asked: list[str] = []

    def look(link: str) -> QPixmap:
        asked.append(link)
        return red

    phone = show(qtbot, Screen("Wickloom", "forest", look), 334, 634)
    phone.show_bubble(BUBBLES["image"])
    (picture,) = chat(phone).of("picture")
    assert picture.rect.height() == pytest.approx(picture.rect.width() * 1.25), "its own shape, not too tall"
    assert picture_of(phone).pixelColor(place(phone, picture).center().toPoint()).name() == "#ff0000"
    assert set(asked) == {"https://shop.example/image"}
    phone.show_bubble(BUBBLES["buttons"])
    (picture,) = chat(phone).of("picture")
    assert picture.rect.height() < picture.rect.width()


def test_a_picture_that_is_not_here_says_why_and_asks_when_pressed(qtbot: QtBot) -> None:
    phone = show(qtbot, Screen("Wickloom", "forest", {"https://shop.example/image": "404"}.get), 334, 634)
    wanted: list[str] = []
    phone.wanted.connect(wanted.append)
    phone.show_bubble(BUBBLES["image"])
    (picture,) = chat(phone).of("picture")
    assert picture.words == "The picture does not load: 404"
    click(qtbot, phone, picture)
    phone.show_bubble(BUBBLES["buttons"])
    assert chat(phone).of("picture")[0].words == "Show picture"
    assert wanted == ["https://shop.example/image"]
    phone.show_bubble(message("image", media={"caption": "x"}))
    assert chat(phone).of("picture")[0].words == "No picture yet"
    assert chat(phone).of("picture")[0].action is None
