"""Every pair of colours that carries meaning has the contrast the design promises, in all three themes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from svcconsole.gui.design import tokens
from svcconsole.gui.design.tokens import THEMES, contrast, value

TEXTS = ("text", "text2", "accent_text", "success", "warning", "danger", "info", "neutral")
GROUNDS = ("canvas", "surface", "sunken", "raised", "hover", "selection", "edited", "error_cell")
TEXT_LIMIT = 4.65
"""The design's smallest text pair is 4.7; the norm asks for 4.5."""
EDGE_LIMIT = 3.0


def _text_pairs() -> Iterator[tuple[str, str]]:
    for text in TEXTS:
        for ground in GROUNDS:
            yield text, ground
    for tone in tokens.TONES:
        yield tone, f"{tone}_subtle"
    yield "accent_text", "accent_subtle"
    for ground in ("accent", "accent_hover", "accent_press"):
        yield "on_accent", ground
    yield "on_danger", "danger_fill"
    for number in range(1, 6):
        yield f"chart{number}", "surface"


EDGES = [
    ("border_input", "canvas"), ("border_input", "surface"), ("border_input", "edited"),
    ("focus", "canvas"), ("focus", "surface"), ("focus", "selection"), ("danger", "surface"),
]  # fmt: skip


@pytest.mark.parametrize("theme", THEMES)
def test_all_text_can_be_read(theme: str) -> None:
    weak = {
        (ink, ground): round(contrast(value(ink, theme), value(ground, theme)), 2)
        for ink, ground in _text_pairs()
        if contrast(value(ink, theme), value(ground, theme)) < TEXT_LIMIT
    }
    assert weak == {}


@pytest.mark.parametrize("theme", THEMES)
def test_all_edges_that_mean_something_can_be_seen(theme: str) -> None:
    weak = {
        pair: round(contrast(value(pair[0], theme), value(pair[1], theme)), 2)
        for pair in EDGES
        if contrast(value(pair[0], theme), value(pair[1], theme)) < EDGE_LIMIT
    }
    assert weak == {}


@pytest.mark.parametrize("name", tokens.STORE_COLOURS)
def test_a_store_is_recognised_in_every_theme(name: str) -> None:
    assert contrast("#FFFFFF", tokens.STORE_COLOURS[name]) >= 5.75
    assert contrast(tokens.store_line(name, "dark"), value("canvas", "dark")) >= 4.5
    for theme in THEMES:
        band = tokens.band(name, theme)
        assert contrast(value("text", theme), band) >= 13.3
        assert contrast(value("text2", theme), band) >= 6.0
        assert contrast(value("text2", theme), tokens.band_hatch(name, theme)) >= 5.0


def test_the_ratio_is_the_one_of_the_norm() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast("#FFFFFF", "#777777") == contrast("#777777", "#FFFFFF")


def test_mixing_is_what_an_opacity_would_draw() -> None:
    assert tokens.mix("#FFFFFF", 0.5, "#000000") == "#808080"
    assert tokens.mix("#123456", 1.0, "#FFFFFF") == "#123456"
