"""A chart as a picture: SVG and PNG hold the marks and words of the screen, copied or saved."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor, QGuiApplication, QImage

from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit.charts.bars import BarChart
from svcconsole.gui.kit.charts.chart_image import SCALE, Picture
from svcconsole.gui.kit.charts.chart_section import ChartSection
from svcconsole.gui.kit.charts.figures import Bar
from svcconsole.gui.runtime.notices import Notices
from tests.gui.kit.charts.conftest import Draw, settled
from tests.gui.kit.charts.inked import inked
from tests.support.coroutines import until
from tests.support.qt import choose_path

SVG = "{http://www.w3.org/2000/svg}"
AGENT = 3


def texts(svg: bytes) -> list[str]:
    return ["".join(each.itertext()).strip() for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def points(svg: bytes, token: str) -> list[int]:
    """How many points each line drawn in a token's colour has."""
    found: list[int] = []
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if group.get("stroke", "").lower() != QColor(colour(token)).name():
            continue
        for line in group.iter(f"{SVG}polyline"):
            found.append(len(line.get("points", "").split()))
        for path in group.iter(f"{SVG}path"):
            found.append(len(re.findall(r"[ML]", path.get("d", ""))))
    return found


def filled(svg: bytes, token: str) -> int:
    """How many shapes are filled with a token's colour."""
    name = QColor(colour(token)).name()
    groups = [each for each in ElementTree.fromstring(svg).iter(f"{SVG}g") if each.get("fill") == name]
    return sum(len(list(each.iter(f"{SVG}path"))) + len(list(each.iter(f"{SVG}rect"))) for each in groups)


async def test_the_svg_of_lines_holds_every_point_and_word(draw: Draw, report: Path) -> None:
    async with draw(report, "All Conversations Report") as column:
        svg = column.over_time.picture().as_svg()
        said = texts(svg)
        for word in ("Messages a week", "whole report · all-conversations.csv", "whatsapp", "email", "Jan"):
            assert any(word in text for text in said), (word, said)
        assert "0" in said
        for at in (1, 2, 3):
            assert 25 in points(svg, f"chart{at}"), at
        assert b"<image" not in svg
        try:
            theme().set_setting("dark")
            image = column.over_time.picture().as_image()
            ground = image.pixelColor(2, 2)
            assert ground == QColor(colour("surface"))
            assert 25 in points(column.over_time.picture().as_svg(), "chart1")
        finally:
            theme().set_setting("light")


async def test_the_svg_of_bars_holds_every_bar_name_and_number(draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        column.show_column(AGENT)
        await settled(column)
        svg = column.values.picture().as_svg()
        said = texts(svg)
        for bar in column.values.chart.bars():
            assert bar.said in said
            assert str(round(bar.value)) in said
        assert filled(svg, "chart1_soft") == len(column.values.chart.bars())
        assert b"<image" not in svg
        said = texts(column.figures.picture().as_svg())
        for name, value in column.figures.strip.pairs:
            assert name in said
            assert value in said


async def test_a_picture_is_copied_and_is_a_file_of_its_kind(draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        section: ChartSection = column.values
        section.copy_picture()
        copied = QGuiApplication.clipboard().image()
        size = section.picture().whole()
        assert (copied.width(), copied.height()) == (size.width() * SCALE, size.height() * SCALE)
        saved = QImage.fromData(section.picture().content(".png"))
        assert saved.size() == copied.size()
        assert saved.pixelColor(0, 0) == QColor(colour("surface"))
        assert texts(section.picture().content(".SVG"))


def test_words_from_strangers_are_words_in_the_picture(window_loop: object) -> None:
    chart = BarChart()
    chart.show_bars([Bar('</text><script>alert("1")</script>', 3, None), Bar("a\u202eb", 1, None)])
    chart.resize(376, chart.sizeHint().height())
    made = Picture("<b>Title</b> & more", "whole report", QSizeF(chart.size()), chart.paint_picture)
    svg = made.as_svg()
    root = ElementTree.fromstring(svg)
    assert list(root.iter(f"{SVG}script")) == []
    assert "<b>Title</b> & more" in texts(svg)
    assert "\u202e" not in svg.decode()
    chart.deleteLater()


async def test_a_place_that_cannot_be_written_is_said_in_a_sentence(
    draw: Draw, report: Path, tmp_path: Path
) -> None:
    notices, folder = Notices(), tmp_path / "gone"
    folder.mkdir()
    async with draw(report, notices=notices) as column:
        await accept_place(column.values, "Save as PNG…", folder / "mine")
        folder.rmdir()
        (told,) = await until(lambda: notices.open)
        assert told.sentence.startswith("mine.png cannot be written: there is no")
        assert told.advice == "Choose another place."
        notices.close(told)


async def test_the_file_is_named_after_the_chart(draw: Draw, report: Path, tmp_path: Path) -> None:
    async with draw(report) as column:
        await save_by_menu(column.values, "Save as PNG…", tmp_path / "mine")
        assert QImage(str(tmp_path / "mine.png")).width() > 100
        await save_by_menu(column.values, "Save as PNG…", tmp_path / "mine.SVG")
        assert texts((tmp_path / "mine.SVG").read_bytes())


async def save_by_menu(section: ChartSection, words: str, path: Path) -> None:
    """Take the menu's way until the file is there."""
    await accept_place(section, words, path)
    await until(lambda: not section.scope.is_busy("save"))


async def accept_place(section: ChartSection, words: str, path: Path) -> None:
    """Take the menu's way: the chooser opens, its name is replaced and accepted."""
    next(each for each in section.menu.actions() if each.text() == words).trigger()
    await choose_path(section, path, offered="Rows by channel.png")


async def test_lines_are_as_wide_in_a_picture_as_on_the_screen(draw: Draw, report: Path) -> None:
    async with draw(report) as column:
        chart = column.over_time.chart
        assert chart is not None
        image = column.over_time.picture().as_image()
        on_screen = inked(chart.grab().toImage(), "chart1")
        assert on_screen > 100
        # Twice as wide and twice as long; of whole pixels, those at the edges are mixed, there are more.
        assert inked(image, "chart1") >= 4 * on_screen
