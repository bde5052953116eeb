"""The theme dresses everything at once, follows the system, and is switched while the window is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSettings
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.design import fonts, metrics, tokens
from svcconsole.gui.design.colours import band_colour, colour, store_colour
from svcconsole.gui.design.contrast import DesktopColours, tokens_of
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.theme import System, Theme, desktop_colours, theme
from svcconsole.gui.kit.containers.cards import Card, Ground
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.opening import TopWindow
from tests.support.qt import show


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))


@pytest.fixture(autouse=True)
def _light_again(qapp: QApplication) -> Iterator[None]:
    theme().set_setting("light")
    yield
    theme().set_font_scale(1.0)
    theme().set_setting("light")


def _pixels(widget: QWidget) -> set[str]:
    image = widget.grab().toImage()
    return {
        image.pixelColor(x, y).name().upper() for x in range(image.width()) for y in range(image.height())
    }


@pytest.mark.parametrize("name", tokens.THEMES)
def test_the_palette_is_the_themes_in_every_group(qapp: QApplication, name: str) -> None:
    theme().set_setting(name)
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled):
        palette = qapp.palette()
        assert palette.color(group, QPalette.ColorRole.Window) == colour("canvas")
        assert palette.color(group, QPalette.ColorRole.Base) == colour("surface")
        assert palette.color(group, QPalette.ColorRole.Highlight) == colour("selection")
        assert palette.color(group, QPalette.ColorRole.Accent) == colour("accent")
        assert palette.color(group, QPalette.ColorRole.PlaceholderText) == colour("text2")
    assert qapp.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text) == colour("disabled")


def test_an_open_window_is_repainted_when_the_theme_changes(qtbot: QtBot) -> None:
    window = Ground("canvas")
    rows = QVBoxLayout(window)
    parts = {
        "button": button("Save", kind="primary"),
        "card": Card(),
        "label": PlainLabel("Stock", tone="danger"),
    }
    for part in parts.values():
        rows.addWidget(part)
    rows.addWidget(QPlainTextEdit("text"))
    show(qtbot, window, 300, 300)
    for name in ("dark", "contrast", "light"):
        theme().set_setting(name)
        seen = _pixels(window)
        for token in ("canvas", "surface", "accent", "border_input"):
            assert tokens.value(token, name) in seen, (name, token)
        ink = parts["label"].palette().color(QPalette.ColorRole.WindowText)
        assert ink == colour("danger")
        others = {tokens.value("accent", other) for other in tokens.THEMES} - {tokens.value("accent", name)}
        assert not others & seen


class Desktop(System):
    """A desktop whose wishes the test makes; no platform without a desktop lets them be set."""

    def __init__(self) -> None:
        super().__init__()
        self.wish = "light"
        self.points = 10.0
        self.colours: DesktopColours | None = None
        self._followers: list[Callable[[], None]] = []

    def connect(self, follow: Callable[[], None]) -> None:
        self._followers.append(follow)

    def theme(self) -> str:
        return self.wish

    def font(self) -> QFont:
        font = fonts.system_font()
        font.setPointSizeF(self.points)
        return font

    def contrast_colours(self) -> DesktopColours | None:
        return self.colours

    def wishes(self, name: str) -> None:
        self.wish = name
        for follow in self._followers:
            follow()


def test_it_follows_the_desktop_and_a_setting_wins(qapp: QApplication) -> None:
    desktop = Desktop()
    following = Theme(lambda: desktop)
    heard: list[str] = []
    following.changed.connect(lambda: heard.append(following.name))
    following.apply(qapp)
    for wish in ("dark", "contrast", "light", "light"):
        desktop.wishes(wish)
        assert following.name == wish
    assert heard == ["light", "dark", "contrast", "light"]
    following.set_setting("contrast")
    desktop.wishes("dark")
    assert following.name == "contrast"
    following.set_setting("system")
    assert following.name == "dark"


def test_a_font_changed_on_the_desktop_is_followed_while_the_window_is_open(
    qapp: QApplication, settings: Settings
) -> None:
    desktop = Desktop()
    following = Theme(lambda: desktop)
    following.apply(qapp)
    top, page = TopWindow(settings, None), Ground("canvas")
    top.desktop_changed.connect(following.look_again)
    rows = QVBoxLayout(page)
    label, save = PlainLabel("Catalog", "title"), button("Save")
    column: ColumnSpec[str] = ColumnSpec(key="stock", title="Stock", value=str, width=80)
    table = RecordTable(RecordModel([column], key=str), "Products")
    for part in (label, save, table):
        rows.addWidget(part)
    top.show_content(page)
    top.show()
    size, high, row = label.font().pointSizeF(), save.sizeHint().height(), metrics.row_height()
    wide = table.columnWidth(0)
    desktop.points = 15
    QApplication.sendEvent(top.windowHandle(), QEvent(QEvent.Type.ThemeChange))
    assert label.font().pointSizeF() == size + 5
    assert save.sizeHint().height() > 1.3 * high
    assert metrics.row_height() > 1.3 * row
    assert table.columnWidth(0) > 1.3 * wide
    desktop.points = 10
    QApplication.sendEvent(top.windowHandle(), QEvent(QEvent.Type.ThemeChange))
    assert (label.font().pointSizeF(), save.sizeHint().height(), metrics.row_height()) == (size, high, row)
    assert table.columnWidth(0) == pytest.approx(wide, abs=1)
    top.hide()
    top.deleteLater()


WINDOWS_THEMES = {
    "Aquatic": DesktopColours("#202020", "#FFFFFF", "#8EE3F0", "#263B50", "#75E9FC", "#A6A6A6"),
    "Desert": DesktopColours("#FFFAEF", "#3D3D3D", "#903909", "#FFF5E3", "#1C5E75", "#676767"),
    "Dusk": DesktopColours("#2D3236", "#FFFFFF", "#A1BFDE", "#212D3B", "#70EBDE", "#A6A6A6"),
    "Night sky": DesktopColours("#000000", "#FFFFFF", "#D6B4FD", "#2B2B2B", "#8080FF", "#A6A6A6"),
}
"""The contrast themes of Windows 11."""
GROUNDS = ("canvas", "surface", "sunken", "raised", "hover", "selection", "edited", "error_cell")


@pytest.mark.parametrize("name", WINDOWS_THEMES)
def test_a_contrast_theme_of_the_desktop_keeps_every_text_readable(name: str) -> None:
    desktop = WINDOWS_THEMES[name]
    made = tokens_of(desktop)
    assert made.keys() == tokens.TOKENS.keys()
    for ink in ("text", "text2", *tokens.TONES):
        assert made[ink] == desktop.text
        assert all(tokens.contrast(made[ink], made[ground]) >= 4.5 for ground in GROUNDS), ink
    assert tokens.contrast(made["accent_text"], made["selection"]) >= 4.5
    assert tokens.contrast(made["on_accent"], made["accent"]) >= 4.5
    assert tokens.contrast(made["on_danger"], made["danger_fill"]) >= 4.5
    assert tokens.contrast(made["focus"], made["surface"]) >= 3
    assert made["selection"] != made["surface"]


def test_a_contrast_theme_is_followed_from_one_to_the_next_and_back(qapp: QApplication, qtbot: QtBot) -> None:
    desktop = Desktop()
    following = Theme(lambda: desktop)
    following.apply(qapp)
    window = Ground("canvas")
    rows = QVBoxLayout(window)
    rows.addWidget(button("Save", kind="primary"))
    show(qtbot, window, 200, 80)
    for chosen in (WINDOWS_THEMES["Aquatic"], WINDOWS_THEMES["Desert"]):
        desktop.colours = chosen
        desktop.wishes("contrast")
        seen = _pixels(window)
        assert {chosen.window.upper(), chosen.highlight.upper()} <= seen
        assert qapp.palette().color(QPalette.ColorRole.WindowText).name().upper() == chosen.text
        assert tokens.contrast(store_colour("plum").name().upper(), chosen.window) >= 3
        assert band_colour("plum").name().upper() == chosen.window
    following.set_setting("dark")
    assert colour("canvas").name().upper() == tokens.value("canvas", "dark")
    following.set_setting("system")
    assert colour("canvas").name().upper() == WINDOWS_THEMES["Desert"].window
    desktop.colours = None
    desktop.wishes("light")
    assert colour("canvas").name().upper() == tokens.value("canvas", "light")


def test_the_desktops_palette_is_read_without_losing_ours(qapp: QApplication) -> None:
    theme().set_setting("dark")
    assert qapp.palette().color(QPalette.ColorRole.Window) == colour("canvas")
    found = desktop_colours()
    assert all(len(value) == 7 and value.startswith("#") for value in found)
    assert qapp.palette().color(QPalette.ColorRole.Window) == colour("canvas")


def test_an_unknown_setting_is_refused(qapp: QApplication) -> None:
    with pytest.raises(ValueError, match="no theme setting 'sepia'"):
        theme().set_setting("sepia")


def test_roles_differ_as_the_design_says_and_never_fall_below_eight_points(qapp: QApplication) -> None:
    body = fonts.role_font("body").pointSizeF()
    assert fonts.role_font("display").pointSizeF() == body + 14
    assert fonts.role_font("title").pointSizeF() == body + 4
    assert fonts.role_font("title").weight() == 600
    assert fonts.role_font("caption").pointSizeF() == body - 1
    theme().set_font_scale(0.5)
    assert all(fonts.role_font(role).pointSizeF() >= 8 for role in fonts.ROLES)


def test_everything_grows_with_the_font(qtbot: QtBot) -> None:
    label, save = PlainLabel("Catalog", "title"), button("Save")
    window = Ground("canvas")
    rows = QVBoxLayout(window)
    rows.addWidget(label)
    rows.addWidget(save)
    show(qtbot, window, 300, 100)
    row, size, height = metrics.row_height(), label.font().pointSizeF(), save.sizeHint().height()
    theme().set_font_scale(2.0)
    assert metrics.dp(16) == pytest.approx(32, abs=2)
    assert metrics.row_height() >= 1.8 * row
    assert label.font().pointSizeF() == pytest.approx(2 * (size - 4) + 4)
    assert save.sizeHint().height() >= 1.8 * height
