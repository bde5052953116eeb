"""Markup from strangers is shown letter by letter in every place that shows text, and opens no file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QGroupBox,
    QLabel,
    QProgressDialog,
    QPushButton,
    QRadioButton,
    QTextEdit,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import (
    ClampedLabel,
    ElidedLabel,
    PlainLabel,
    isolate,
    set_tip,
    tip_text,
    visible,
)
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.cards import DecisionBox, RowButton, SectionHeading
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.tiles import Tile
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.notice_card import NoticeCard
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.words.message import message
from tests.support.qt import show

TAGS = (
    "b",
    "i",
    "u",
    "s",
    "h1",
    "p",
    "pre",
    "code",
    "font color=red",
    "span style='font-size:40pt'",
    "center",
    "table",
)
BREAKING = (
    "<img src='{picture}'>",
    '<img src="file://{picture}" width=200>',
    "<html><body><img src={picture}></body></html>",
    "<a href='file://{picture}'>free</a>",
    "<style>*{{color:red}}</style>x",
    "<!-- hidden -->",
    "&lt;b&gt;",
    "&amp;",
    "&nbsp;&nbsp;",
    "&#x202E;abc",
    "Size <S> / <M>",
    "日本<b>",
    "<b>",
    "<br>",
    "<hr>",
    "a<br/>b",
    "</p>",
    "<p",
    "< b >x</ b >",
    "<ul><li>one<li>two</ul>",
    "<table><tr><td>1</td></tr></table>",
    "<qt>rich</qt>",
    "<qt><img src='{picture}'></qt>",
    "<object data='{picture}'>",
    "<svg onload=alert(1)>",
    "<script>1</script>",
    "<input type=checkbox>",
    "<meta x>",
    "<body background='{picture}'>x</body>",
    "<td background='{picture}'>x",
    "<div style=\"background:url('{picture}')\">",
    "<big>big</big>",
    "<small>s</small>",
    "<sup>2</sup>",
    "<sub>2</sub>",
    "x < y > z",
    "<unknown>",
    "<b\n>late</b>",
    "\n<b>second line</b>",
    "<B>UPPER</B>",
    "<b/>",
    "<b x='>'>q</b>",
    "&copy;",
    "<img>",
    "<font size=7>F</font>",
    "<blockquote>q</blockquote>",
    "<dl><dt>d</dl>",
    "<tt>m</tt>",
)
FLAG = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
PAYLOADS = [f"<{tag}>Linen</{tag.split()[0]}>" for tag in TAGS] + list(BREAKING)


def test_there_are_sixty_payloads() -> None:
    assert len(set(PAYLOADS)) >= 60


def _facts(text: str) -> QWidget:
    made = Facts()
    made.set_facts([Fact(text, text), Fact("Link", text, link=True)])
    return made


def _footer(text: str) -> QWidget:
    made = Footer()
    made.set_message(FooterPart(text, "danger", "error"), FooterPart(text))
    return made


SINKS: list[Callable[[str], QWidget]] = [
    QLabel,
    QPushButton,
    QCheckBox,
    QRadioButton,
    PlainLabel,
    ElidedLabel,
    button,
    QGroupBox,
    SectionHeading,
    Pill,
    lambda text: EmptyState("catalog", text, text),
    lambda text: NoticeCard("error", text, [text], "Show"),
    lambda text: DecisionBox("phone", "danger", text, text),
    lambda text: RowButton("phone", "danger", text, text),
    lambda text: Tile("check", "success", text),
    lambda text: QProgressDialog(text, "Stop", 0, 1),
    _facts,
    _footer,
]


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    image = QImage(300, 300, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    path = tmp_path / "canary.png"
    assert image.save(str(path))
    return path


def _colours(widget: QWidget) -> set[str]:
    grabbed = widget.grab().toImage()
    return {
        grabbed.pixelColor(x, y).name()
        for x in range(0, grabbed.width(), 3)
        for y in range(0, grabbed.height(), 3)
    }


@pytest.mark.parametrize("sink", range(len(SINKS)))
def test_no_sink_draws_markup_or_opens_a_file(qapp: QApplication, picture: Path, sink: int) -> None:
    seen = picture.stat().st_atime_ns
    for payload in PAYLOADS:
        widget = SINKS[sink](payload.format(picture=picture))
        widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        widget.show()
        for label in [*widget.findChildren(QLabel), *([widget] if isinstance(widget, QLabel) else [])]:
            assert label.textFormat() == Qt.TextFormat.PlainText
        assert "#ff0000" not in _colours(widget), payload
        widget.hide()
        widget.deleteLater()
    assert picture.stat().st_atime_ns == seen


def test_a_tooltip_shows_its_text_as_it_is(qapp: QApplication, picture: Path, qtbot: QtBot) -> None:
    host = show(qtbot, QWidget(), 300, 200)
    for payload in PAYLOADS:
        words = payload.format(picture=picture)
        QToolTip.showText(host.mapToGlobal(host.rect().center()), words, host)
        tips = [
            each for each in qapp.topLevelWidgets() if each.inherits("QTipLabel") and isinstance(each, QLabel)
        ]
        assert tips, payload
        for tip in tips:
            assert tip.textFormat() == Qt.TextFormat.PlainText
            assert tip.text() == words
            assert "#ff0000" not in _colours(tip), payload
    QToolTip.hideText()
    for tip in tips:
        tip.hide()
        tip.deleteLater()


def test_pasting_into_a_text_area_brings_no_markup(qtbot: QtBot) -> None:
    area = show(qtbot, QTextEdit(), 200, 100)
    assert not area.acceptRichText()


def test_a_label_shows_the_same_pixels_as_its_letters(qapp: QApplication) -> None:
    written, painted = QLabel("Size <S> / <M>"), ElidedLabel("Size <S> / <M>")
    for label in (written, painted):
        label.resize(200, 24)
        label.ensurePolished()
    assert written.grab().toImage() == painted.grab().toImage()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Linen apron", "Linen apron"),
        ("abc\u202egnp.exe", "abc‹RLO›gnp.exe"),
        ("a\u2066b\u2069c", "a‹LRI›b‹PDI›c"),
        ("pay\u200bpal", "pay‹ZWSP›pal"),
        ("\ufeffid", "‹BOM›id"),
        ("\u200fخصم", "‹RLM›خصم"),
        ("nul\x00bel\x07esc\x1b", "nul‹0000›bel‹0007›esc‹001B›"),
        ("c1\x85", "c1‹0085›"),
        ("line\nbreak\tand tab", "line\nbreak\tand tab"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क्\u200dष", "क्\u200dष"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("admin\u200d", "admin‹ZWJ›"),
        ("a\u200db", "a‹ZWJ›b"),
        (FLAG, FLAG),
        ("soft\u00adhyphen", "soft‹SHY›hyphen"),
        ("Größe-L „Brandung“", "Größe-L „Brandung“"),
        ("one\u2028two", "one‹2028›two"),
    ],
)
def test_hidden_characters_are_named(text: str, expected: str) -> None:
    assert visible(text) == expected


def test_a_name_cannot_reorder_the_words_around_it() -> None:
    assert isolate("كوب") == "\u2068كوب\u2069"


def test_a_tip_keeps_what_isolates_its_parts() -> None:
    assert tip_text(f"{isolate('كوب')} is saved") == "\u2068كوب\u2069 is saved"
    assert tip_text("\u2068كوب is saved") == "‹FSI›كوب is saved"
    assert tip_text("كوب\u2069 is saved\u2068") == "كوب‹PDI› is saved‹FSI›"


def test_what_a_sentence_of_ours_isolates_is_no_hidden_character() -> None:
    said = tr("{name} is saved.", name="مصباح")
    assert said == "\u2068مصباح\u2069 is saved."
    assert visible(said) == said
    assert visible("\u2068كوب is saved") == "‹FSI›كوب is saved"
    assert visible("كوب\u2069 is saved\u2068") == "كوب‹PDI› is saved‹FSI›"
    assert visible("\u2067abc\u2069") == "‹RLI›abc‹PDI›"


def test_clamped_lines_break_where_words_end_after_an_emoji(qapp: QApplication) -> None:
    label = ClampedLabel(9)
    words = [
        "🛁",
        "🛁",
        "🛁",
        "bath",
        "salts",
        "made",
        "of",
        "cedar",
        "wood",
        "and",
        "a",
        "little",
        "smoke",
        "for",
        "eight",
        "long",
        "baths",
    ]
    label.resize(label.fontMetrics().horizontalAdvance("a little smoke for eight"), 200)
    label.setText(" ".join(words))
    lines = label._lines(label.width())
    assert len(lines) > 2
    assert [word for line in lines for word in line.split()] == words


def test_a_message_is_said_where_it_enters_a_widget(qapp: QApplication) -> None:
    said = message("“{name}” is saved.", name="a\u202eb")
    assert visible(said) == "“a‹RLO›b” is saved."
    assert PlainLabel(said).text() == str(said)
    assert tip_text(said) == "“a‹RLO›b” is saved."


def test_a_long_tooltip_is_broken_into_lines(qapp: QApplication) -> None:
    lines = tip_text("word " * 60 + "\nsecond paragraph").splitlines()
    assert max(len(line) for line in lines) <= 76
    assert lines[-1] == "second paragraph"


def test_a_cut_label_says_the_whole_text_in_its_tooltip(qtbot: QtBot) -> None:
    label = show(qtbot, ElidedLabel("Linen Apron with <b>Cross-Back</b> Straps"), 60, 24)
    assert label.toolTip() == "Linen Apron with <b>Cross-Back</b> Straps"
    label.resize(600, 24)
    assert label.toolTip() == ""


def test_a_tip_is_taken_away_by_nothing(qtbot: QtBot) -> None:
    widget = show(qtbot, QWidget(), 20, 20)
    set_tip(widget, "here")
    set_tip(widget, "")
    assert widget.toolTip() == ""


def test_a_label_has_the_height_of_its_text_its_font_and_its_width(qtbot: QtBot) -> None:
    """Heights are remembered: of the text there was, or in the size it had, they would be wrong ones."""
    label = show(qtbot, PlainLabel("one two three four five six seven", wrap=True), 300, 100)
    fresh = PlainLabel("one two three four five six seven", wrap=True)
    narrow, wide = label.heightForWidth(60), label.heightForWidth(300)
    assert (narrow, wide) == (fresh.heightForWidth(60), fresh.heightForWidth(300))
    assert narrow > wide
    label.setText("one")
    assert label.heightForWidth(60) < narrow
    label.setText("one two three four five six seven")
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    label.setFont(font)
    assert label.heightForWidth(60) > narrow
    label.setMaximumWidth(40)
    assert label.heightForWidth(300) == label.heightForWidth(40)
