"""A desktop's own contrast theme as our tokens: its ground, ink, selection and links; our icons and words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from svcconsole.gui.design.tokens import TOKENS, contrast, mix

LEAST_TEXT = 4.5
"""What WCAG 2 asks of text."""
LEAST_EDGE = 3.0
_GROUNDS = ("canvas", "surface", "sunken", "raised", "edited", "error_cell", "accent_subtle")
_STEPS = 20


class DesktopColours(NamedTuple):
    """What a contrast theme says, each as `#RRGGBB`."""

    window: str
    text: str
    highlight: str
    highlighted_text: str
    link: str
    disabled: str


def tokens_of(desktop: DesktopColours) -> Mapping[str, str]:
    """Every token in the desktop's colours. States are told by icon and word alone, as ink.

    Rows are selected by as much of the desktop's selection as leaves every text on it readable: a row holds
    words in more than one colour, the desktop's selected text has one.
    """
    made = dict.fromkeys(TOKENS, desktop.text)
    for token in TOKENS:
        if token in _GROUNDS or token.endswith("_subtle"):
            made[token] = desktop.window
    made |= {
        "hover": mix(desktop.text, 0.12, desktop.window),
        "selection": _readable(desktop),
        "accent": desktop.highlight,
        "accent_hover": desktop.highlight,
        "accent_press": desktop.highlight,
        "on_accent": desktop.highlighted_text,
        "accent_text": desktop.link,
        "focus": desktop.link if contrast(desktop.link, desktop.window) >= LEAST_EDGE else desktop.text,
        "danger_fill": desktop.text,
        "on_danger": desktop.window,
        "disabled": desktop.disabled,
    }
    return made


def _readable(desktop: DesktopColours) -> str:
    for step in range(_STEPS, 0, -1):
        ground = mix(desktop.highlight, step / _STEPS, desktop.window)
        if min(contrast(ink, ground) for ink in (desktop.text, desktop.link)) >= LEAST_TEXT:
            return ground
    return desktop.window
