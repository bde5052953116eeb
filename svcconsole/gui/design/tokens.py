"""Every colour of the window, by token and theme; no other file writes a colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

THEMES: Final = ("light", "dark", "contrast")

TOKENS: Final[Mapping[str, tuple[str, str, str]]] = {
    "canvas": ("#F4F4F7", "#141418", "#000000"),
    "surface": ("#FFFFFF", "#1B1B20", "#000000"),
    "sunken": ("#ECECF1", "#101013", "#000000"),
    "raised": ("#FFFFFF", "#25252C", "#111111"),
    "border": ("#DCDCE4", "#34343D", "#FFFFFF"),
    "border_input": ("#858593", "#74747F", "#FFFFFF"),
    "hover": ("#EDEDF2", "#24242B", "#262626"),
    "selection": ("#DDE0FA", "#33376B", "#0F3D85"),
    "text": ("#1A1A21", "#ECECF2", "#FFFFFF"),
    "text2": ("#585866", "#A8A8B5", "#FFFFFF"),
    "disabled": ("#8F8F9C", "#6C6C78", "#8FD18F"),
    "accent": ("#4750C6", "#5761DA", "#FFE14D"),
    "accent_hover": ("#3A42AE", "#4C56CC", "#FFF2A8"),
    "accent_press": ("#30379A", "#434CB8", "#FFE14D"),
    "on_accent": ("#FFFFFF", "#FFFFFF", "#000000"),
    "accent_text": ("#3F48BC", "#A9B0FF", "#FFE14D"),
    "accent_subtle": ("#ECEDFB", "#282A4A", "#000000"),
    "focus": ("#4750C6", "#A9B0FF", "#00E5FF"),
    "edited": ("#FFF6E2", "#322A16", "#000000"),
    "error_cell": ("#FDEDEB", "#3A2120", "#000000"),
    "danger_fill": ("#B92B22", "#C93A30", "#FF9C94"),
    "on_danger": ("#FFFFFF", "#FFFFFF", "#000000"),
    "success": ("#146C3A", "#7AD49D", "#6BFF9C"),
    "success_subtle": ("#E2F3E8", "#173224", "#000000"),
    "warning": ("#84490A", "#F0BC66", "#FFB25C"),
    "warning_subtle": ("#FCEFD9", "#37290F", "#000000"),
    "danger": ("#B1261E", "#FF9D94", "#FF9C94"),
    "danger_subtle": ("#FCEAE8", "#411E1C", "#000000"),
    "info": ("#0B5B87", "#84C8F0", "#7FD4FF"),
    "info_subtle": ("#E1F0F8", "#14303F", "#000000"),
    "neutral": ("#54545F", "#B7B7C3", "#FFFFFF"),
    "neutral_subtle": ("#E9E9EE", "#2C2C34", "#000000"),
    # In high contrast the series differ by dash and label; their colours are the state colours.
    "chart1": ("#4750C6", "#9AA2FF", "#FFE14D"),
    "chart2": ("#B45309", "#E8A552", "#FFB25C"),
    "chart3": ("#0E7C86", "#5CC7CF", "#7FD4FF"),
    "chart4": ("#A03A8C", "#E58BD2", "#FF9C94"),
    "chart5": ("#5F6B7A", "#A3AFBF", "#FFFFFF"),
    "shadow": ("#000000", "#000000", "#000000"),
}

PHONE: Final[Mapping[str, tuple[str, str]]] = {
    "frame": ("#1E1E24", "#3A3A42"),
    "frame_edge": ("#4A4A54", "#55555F"),
    "bar": ("#F4F4F0", "#1B2226"),
    "bar_edge": ("#DAD6CC", "#2A3338"),
    "wall": ("#EDE5DA", "#0D1417"),
    "doodle": ("#DFD5C7", "#172025"),
    "bubble": ("#FFFFFF", "#1F2A30"),
    "bubble_edge": ("#DDD3C4", "#1F2A30"),
    "inset": ("#F1F1EC", "#18222A"),
    "text": ("#16161A", "#EDF0F2"),
    "text2": ("#565C61", "#A3AFB6"),
    "link": ("#075E7A", "#6CC7F0"),
    "line": ("#E3E3DE", "#34424A"),
    "media": ("#E2DDD4", "#2B363B"),
    "film": ("#20262B", "#0A0F12"),
    "on_film": ("#FFFFFF", "#FFFFFF"),
    "code": ("#EDEDE8", "#2E3B42"),
    "place": ("#FBE7C2", "#4A3A17"),
    "wrong": ("#B1261E", "#FF9D94"),
    "veil": ("#000000", "#000000"),
    "sheet": ("#FFFFFF", "#222D33"),
    "hollow": ("#DAD9D3", "#3B4850"),
}
"""The phone preview, light and dark, whatever theme the window has; `hollow` stands for words to come."""

STORE_COLOURS: Final[Mapping[str, str]] = {
    "marine": "#1F5FA8",
    "forest": "#2B6B45",
    "plum": "#7B3F8C",
    "brick": "#A8442F",
    "slate": "#4A5568",
    "teal": "#12707A",
    "ochre": "#80590A",
    "rose": "#A02E5A",
}

TONES: Final = ("success", "warning", "danger", "info", "neutral")

MIXED: Final[Mapping[str, tuple[str, float, str]]] = {
    "edge": ("border_input", 1 / 3, "border"),
    "edge_warning": ("warning", 0.45, "warning_subtle"),
    "scroll": ("border_input", 0.6, "border"),
    "chart1_soft": ("chart1", 0.66, "surface"),
    "chart5_soft": ("chart5", 0.74, "surface"),
}
"""Colours between two tokens: the first at this share over the second (whole in high contrast)."""
SHADOW_ALPHA: Final[Mapping[str, float]] = {"light": 0.14, "dark": 0.50, "contrast": 0.0}
STORE_WHITE: Final[Mapping[str, float]] = {"light": 0.0, "dark": 0.26, "contrast": 0.26}
"""How much white a store's colour is mixed with before it is drawn on the theme's ground."""
BAND_SHARE: Final[Mapping[str, tuple[float, str]]] = {
    "light": (0.09, "surface"),
    "dark": (0.12, "canvas"),
    "contrast": (0.0, "canvas"),
}
"""The title band: how much of the store's colour lies over which ground."""
HATCH_SHARE: Final[Mapping[str, float]] = {"light": 0.11, "dark": 0.13, "contrast": 0.28}
"""The practice band's stripes: how much more of the store's colour lies over the band."""


def channels(value: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255, of `#RRGGBB`."""
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


def mix(over: str, share: float, ground: str) -> str:
    """The colour of `over` drawn with opacity `share` (0 to 1) on `ground`."""
    pairs = zip(channels(over), channels(ground), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02X}" for a, b in pairs)


def luminance(value: str) -> float:
    """Relative luminance as WCAG 2 defines it, 0 to 1."""

    def linear(channel: int) -> float:
        part = channel / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in channels(value))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The WCAG 2 contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def value(token: str, theme: str) -> str:
    """`#RRGGBB` of a token in a theme."""
    return TOKENS[token][THEMES.index(theme)]


def store_line(name: str, theme: str) -> str:
    """A store's colour as it is drawn in a theme: the band's line, the monogram's ground."""
    return mix("#FFFFFF", STORE_WHITE[theme], _of_store(name))


def band(name: str, theme: str) -> str:
    """The ground of a store's title band."""
    share, ground = BAND_SHARE[theme]
    return mix(_of_store(name), share, value(ground, theme))


def _of_store(name: str) -> str:
    """The store's colour; a name that is none of ours, a damaged one say, is the first."""
    return STORE_COLOURS.get(name) or next(iter(STORE_COLOURS.values()))


def band_hatch(name: str, theme: str) -> str:
    """The stripes on the practice store's band."""
    return mix(store_line(name, theme), HATCH_SHARE[theme], band(name, theme))
