"""The theme dresses everything at once, follows the system, and is switched while the window is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QVBoxLayout, QWidget

from svcconsole.gui import fonts, metrics, tokens
from svcconsole.gui.colours import colour
from svcconsole.gui.text import PlainLabel
from svcconsole.gui.theme import System, Theme, theme
from svcconsole.gui.widgets.buttons import button
from svcconsole.gui.widgets.cards import Card, Ground


@pytest.fixture(autouse=True)
def _light_again(app: QApplication) -> Iterator[None]:
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
def test_the_palette_is_the_themes_in_every_group(app: QApplication, name: str) -> None:
    theme().set_setting(name)
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled):
        palette = app.palette()
        assert palette.color(group, QPalette.ColorRole.Window) == colour("canvas")
        assert palette.color(group, QPalette.ColorRole.Base) == colour("surface")
        assert palette.color(group, QPalette.ColorRole.Highlight) == colour("selection")
        assert palette.color(group, QPalette.ColorRole.Accent) == colour("accent")
        assert palette.color(group, QPalette.ColorRole.PlaceholderText) == colour("text2")
    assert app.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text) == colour("disabled")


def test_an_open_window_is_repainted_when_the_theme_changes(
    app: QApplication, shown: Callable[..., QWidget]
) -> None:
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
    shown(window, 300, 300)
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
        self._followers: list[Callable[[], None]] = []

    def connect(self, follow: Callable[[], None]) -> None:
        self._followers.append(follow)

    def theme(self) -> str:
        return self.wish

    def wishes(self, name: str) -> None:
        self.wish = name
        for follow in self._followers:
            follow()


def test_it_follows_the_desktop_and_a_setting_wins(app: QApplication) -> None:
    desktop = Desktop()
    following = Theme(lambda: desktop)
    heard: list[str] = []
    following.changed.connect(lambda: heard.append(following.name))
    following.apply(app)
    for wish in ("dark", "contrast", "light", "light"):
        desktop.wishes(wish)
        assert following.name == wish
    assert heard == ["light", "dark", "contrast", "light"]
    following.set_setting("contrast")
    desktop.wishes("dark")
    assert following.name == "contrast"
    following.set_setting("system")
    assert following.name == "dark"


def test_an_unknown_setting_is_refused(app: QApplication) -> None:
    with pytest.raises(ValueError, match="no theme setting 'sepia'"):
        theme().set_setting("sepia")


def test_roles_differ_as_the_design_says_and_never_fall_below_eight_points(app: QApplication) -> None:
    body = fonts.role_font("body").pointSizeF()
    assert fonts.role_font("display").pointSizeF() == body + 14
    assert fonts.role_font("title").pointSizeF() == body + 4
    assert fonts.role_font("title").weight() == 600
    assert fonts.role_font("caption").pointSizeF() == body - 1
    theme().set_font_scale(0.5)
    assert all(fonts.role_font(role).pointSizeF() >= 8 for role in fonts.ROLES)


def test_everything_grows_with_the_font(app: QApplication, shown: Callable[..., QWidget]) -> None:
    label, save = PlainLabel("Catalog", "title"), button("Save")
    window = Ground("canvas")
    rows = QVBoxLayout(window)
    rows.addWidget(label)
    rows.addWidget(save)
    shown(window, 300, 100)
    row, size, height = metrics.row_height(), label.font().pointSizeF(), save.sizeHint().height()
    theme().set_font_scale(2.0)
    assert metrics.dp(16) == pytest.approx(32, abs=2)
    assert metrics.row_height() >= 1.8 * row
    assert label.font().pointSizeF() == pytest.approx(2 * (size - 4) + 4)
    assert save.sizeHint().height() >= 1.8 * height
