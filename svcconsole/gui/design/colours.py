"""The colours of the theme in use, as QColor; `theme.py` says which theme that is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from PySide6.QtGui import QColor

from svcconsole.gui.design import tokens

_in_use = ["light"]
_desktop: dict[str, str] = {}
_BRIGHT = 0.5


def use(theme: str, desktop: Mapping[str, str] | None = None) -> None:
    """Draw with another theme's colours from now on, or with tokens of the desktop's own; callers repaint."""
    _in_use[:] = [theme]
    _desktop.clear()
    _desktop.update(desktop or {})
    _colour.cache_clear()


def _value(token: str, theme: str) -> str:
    return _desktop.get(token) or tokens.value(token, theme)


def current() -> str:
    """`light`, `dark` or `contrast`."""
    return _in_use[0]


@cache
def _colour(token: str, theme: str) -> QColor:
    if token in tokens.MIXED:
        over, share, ground = tokens.MIXED[token]
        if theme == "contrast":
            share = 1.0
        return QColor(tokens.mix(_value(over, theme), share, _value(ground, theme)))
    return QColor(_value(token, theme))


def colour(token: str) -> QColor:
    """A token's colour in the theme in use (do not change the returned object)."""
    return _colour(token, current())


def store_colour(name: str) -> QColor:
    """A store's line and mark colour, one of `tokens.STORE_COLOURS`."""
    bright = _desktop and tokens.luminance(_desktop["canvas"]) > _BRIGHT
    return QColor(tokens.store_line(name, "light" if bright else current()))


def band_colour(name: str) -> QColor:
    """The ground of a store's title band."""
    return colour("canvas") if _desktop else QColor(tokens.band(name, current()))


def hatch_colour(name: str) -> QColor:
    """The stripes on a practice store's band."""
    if _desktop:
        share = tokens.HATCH_SHARE["contrast"]
        return QColor(tokens.mix(store_colour(name).name(), share, _desktop["canvas"]))
    return QColor(tokens.band_hatch(name, current()))


def shadow(strength: float) -> QColor:
    """The shadow's colour at `strength` (0 to 1) of its full opacity in this theme."""
    value = QColor(_colour("shadow", current()))
    value.setAlphaF(tokens.SHADOW_ALPHA[current()] * strength)
    return value
