"""The window's theme: follows the system or a setting; palette, style and fonts of the application."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolTip

from svcconsole.gui.design import accessible, colours, fonts, metrics
from svcconsole.gui.design.colours import band_colour, colour, hatch_colour, store_colour
from svcconsole.gui.design.contrast import DesktopColours, tokens_of
from svcconsole.gui.design.rescaling import arranges_itself, lengths, rescale
from svcconsole.gui.design.style import ConsoleStyle
from svcconsole.gui.design.text import apply_tone

__all__ = ["Theme", "band_colour", "colour", "hatch_colour", "store_colour", "theme"]

SETTINGS: Final = ("system", "light", "dark", "contrast")
_SCHEMES: Final = {
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
    "contrast": Qt.ColorScheme.Dark,
    "system": Qt.ColorScheme.Unknown,
}
_ROLES: Final = {
    QPalette.ColorRole.Window: "canvas",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "surface",
    QPalette.ColorRole.AlternateBase: "canvas",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.Button: "raised",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "on_accent",
    QPalette.ColorRole.Light: "raised",
    QPalette.ColorRole.Midlight: "hover",
    QPalette.ColorRole.Mid: "border",
    QPalette.ColorRole.Dark: "border_input",
    QPalette.ColorRole.Shadow: "shadow",
    QPalette.ColorRole.Highlight: "selection",
    QPalette.ColorRole.HighlightedText: "text",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Link: "accent_text",
    QPalette.ColorRole.LinkVisited: "accent_text",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.PlaceholderText: "text2",
}
_DISABLED: Final = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


def palette() -> QPalette:
    """The palette of the theme in use, for all three groups."""
    made = QPalette()
    for role, token in _ROLES.items():
        made.setColor(QPalette.ColorGroup.All, role, colour(token))
    for role in _DISABLED:
        made.setColor(QPalette.ColorGroup.Disabled, role, colour("disabled"))
    return made


def desktop_colours() -> DesktopColours:
    """The desktop's own palette, as it is before the application is given ours."""
    ours = QApplication.palette()
    QApplication.setPalette(QPalette())
    desktop = QApplication.palette()
    QApplication.setPalette(ours)
    ink, role = desktop.color, QPalette.ColorRole
    return DesktopColours(
        window=ink(role.Window).name(),
        text=ink(role.WindowText).name(),
        highlight=ink(role.Highlight).name(),
        highlighted_text=ink(role.HighlightedText).name(),
        link=ink(role.Link).name(),
        disabled=ink(QPalette.ColorGroup.Disabled, role.WindowText).name(),
    )


class System:
    """What the desktop asks for: light or dark, more contrast; and the signals that tell of a change."""

    def __init__(self) -> None:
        # The wrapper of the accessibility hints dies with its parent's wrapper unless both are kept.
        self._hints = QGuiApplication.styleHints()
        self._accessibility = self._hints.accessibility()

    def connect(self, follow: Callable[[], None]) -> None:
        """Call `follow` whenever the desktop's wish may have changed."""
        self._hints.colorSchemeChanged.connect(follow)
        self._accessibility.contrastPreferenceChanged.connect(follow)

    def font(self) -> QFont:
        """The font of the desktop's own words now."""
        return fonts.system_font()

    def contrast_colours(self) -> DesktopColours | None:
        """The colours of the contrast theme in use; None where the desktop has none of its own.

        Only Windows has contrast themes with colours of their own, and only its palette has them all.
        """
        if sys.platform != "win32" or self.theme() != "contrast":
            return None
        return desktop_colours()

    def theme(self) -> str:
        """`light`, `dark` or `contrast`."""
        if self._accessibility.contrastPreference() == Qt.ContrastPreference.HighContrast:
            return "contrast"
        return "dark" if self._hints.colorScheme() == Qt.ColorScheme.Dark else "light"

    def apply_to_frame(self, setting: str) -> None:
        """Draw what the desktop draws around our windows in the same theme."""
        self._hints.setColorScheme(_SCHEMES[setting])


class Theme(QObject):
    """One per application. `changed` comes after every widget has been told to repaint."""

    changed = Signal()

    def __init__(self, system: Callable[[], System] = System) -> None:
        super().__init__()
        self._make_system = system
        self._system: System | None = None
        self._setting = "system"
        self._font_scale = 1.0
        self._desktop: DesktopColours | None = None
        self._app: QApplication | None = None
        self._dressing = False
        self._sized_for = ""

    @property
    def name(self) -> str:
        """`light`, `dark` or `contrast`: what is drawn now."""
        return colours.current()

    @property
    def setting(self) -> str:
        """What was asked for: one of `SETTINGS`."""
        return self._setting

    def colour(self, token: str) -> QColor:
        """A token's colour now."""
        return colour(token)

    def apply(self, app: QApplication) -> None:
        """Dress the application, for eyes and screen readers; call once, before the first widget."""
        self._app = app
        app.setStyle(ConsoleStyle())
        accessible.install()
        self._system = self._make_system()
        self._system.connect(self.look_again)
        self._set_font()
        self._apply_style()

    def set_setting(self, setting: str) -> None:
        """Follow the system, or keep one theme: one of `SETTINGS`."""
        if setting not in SETTINGS:
            raise ValueError(f"no theme setting {setting!r}; there are {', '.join(SETTINGS)}")
        self._setting = setting
        if self._system is not None:
            self._dressing = True
            self._system.apply_to_frame(setting)
            self._dressing = False
            self._apply_style()

    def set_font_scale(self, scale: float) -> None:
        """Draw everything `scale` times as large as the system's font asks for."""
        self._font_scale = scale
        if self._app is not None:
            self._set_font()
            self._apply_style()

    def set_density(self, density: str) -> None:
        """Give the rows of tables this height: `compact`, `normal` or `roomy`."""
        if density not in metrics.DENSITIES:
            raise ValueError(f"no density {density!r}; there are {', '.join(metrics.DENSITIES)}")
        if density != metrics.density():
            metrics.set_density(density)
            self._sized_for = ""
            if self._app is not None:
                self._apply_style()

    def look_again(self) -> None:
        """Follow the desktop where its theme, colours or font are others now."""
        if self._app is None or self._dressing:
            return
        wanted, shown = self._font(), self._app.font()
        resized = (wanted.family(), wanted.pointSizeF()) != (shown.family(), shown.pointSizeF())
        if resized:
            self._set_font()
        if resized or self._wanted() != self.name or self._own_colours() != self._desktop:
            self._apply_style()

    def _wanted(self) -> str:
        if self._setting != "system":
            return self._setting
        return self._system.theme() if self._system is not None else "light"

    def _set_font(self) -> None:
        if self._app is not None:
            wanted, before = self._font(), metrics.scale()
            if wanted.pointSizeF() == self._app.font().pointSizeF():
                self._app.setFont(wanted)
                return
            found = lengths(self._app.allWidgets())
            self._app.setFont(wanted)
            rescale(found, metrics.scale() / before)

    def _font(self) -> QFont:
        font = self._system.font() if self._system is not None else fonts.system_font()
        font.setPointSizeF(max(fonts.LEAST_POINTS, font.pointSizeF() * self._font_scale))
        return font

    def _own_colours(self) -> DesktopColours | None:
        """The desktop's contrast theme; none once a theme was chosen here."""
        if self._setting != "system" or self._system is None:
            return None
        self._dressing = True  # looking at the desktop's palette tells of a change that is none
        found = self._system.contrast_colours()
        self._dressing = False
        return found

    def _apply_style(self) -> None:
        if self._app is None:
            return
        self._desktop = self._own_colours()
        self._dressing = True
        colours.use(self._wanted(), None if self._desktop is None else tokens_of(self._desktop))
        self._app.setPalette(palette())
        QToolTip.setPalette(palette())
        for widget in self._app.allWidgets():
            fonts.refresh_role(widget)
            if isinstance(widget, QLabel):
                apply_tone(widget)
        self._emit_sizes()
        self._dressing = False
        self.changed.emit()

    def _emit_sizes(self) -> None:
        """Sizes come from the font: whoever computed some computes them again after it changed."""
        font = QApplication.font().toString()
        if font == self._sized_for:
            return
        self._sized_for = font
        for widget in QApplication.allWidgets():
            QApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
        for widget in QApplication.allWidgets():
            if arranges_itself(widget):
                QApplication.sendEvent(widget, QResizeEvent(widget.size(), widget.size()))


_made: list[Theme] = []


def theme() -> Theme:
    """The application's theme."""
    if not _made:
        _made.append(Theme())
    return _made[0]
