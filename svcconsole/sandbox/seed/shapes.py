"""The shapes of the demo's products on a grid of 24 × 24, and the colours of their variants."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import NamedTuple

Points = tuple[tuple[float, float], ...]


class Part(NamedTuple):
    """A filled polygon; `shade` is added to the colour's lightness."""

    points: Points
    shade: float = 0.0


Shape = tuple[Part, ...]


def _box(left: float, top: float, right: float, bottom: float, shade: float = 0.0) -> Part:
    return Part(((left, top), (right, top), (right, bottom), (left, bottom)), shade)


def _taper(top: float, bottom: float, upper: float, lower: float, shade: float = 0.0) -> Part:
    """A box around the middle whose upper and lower edges have these half widths."""
    corners = ((12 - upper, top), (12 + upper, top), (12 + lower, bottom), (12 - lower, bottom))
    return Part(corners, shade)


def _arc(x: float, y: float, across: float, down: float, turn: float) -> Points:
    angles = (turn * step / 48 for step in range(49))
    return tuple((x + across * cos(angle), y + down * sin(angle)) for angle in angles)


def _oval(x: float, y: float, across: float, down: float, shade: float = 0.0) -> Part:
    return Part(_arc(x, y, across, down, 2 * pi), shade)


def _hollow(x: float, y: float, across: float, down: float) -> Part:
    """The lower half of an ellipse."""
    return Part(_arc(x, y, across, down, pi))


BACK = 9.0
"""A shade so light that it is the tile's own colour: a hole."""

SHAPES: Mapping[str, Shape] = {
    "mug": (
        _oval(16.5, 12, 4, 4),
        _oval(16.5, 12, 2.2, 2.2, BACK),
        _box(5.5, 6.5, 16, 17.5),
        _box(5.5, 6.5, 16, 8, -0.12),
    ),
    "bowl": (_hollow(12, 9, 8.5, 9.5), _oval(12, 9, 8.5, 1.6, -0.14), _box(9, 17.6, 15, 19, -0.08)),
    "plate": (_oval(12, 12, 8.5, 8.5), _oval(12, 12, 5.6, 5.6, 0.1)),
    "ring": (_oval(12, 12, 8.5, 8.5), _oval(12, 12, 7, 7, 0.26)),
    "lamp": (
        _taper(4, 11.5, 3.4, 6.4),
        _box(11.4, 11.5, 12.6, 18, -0.12),
        _taper(18, 19.5, 3, 4, -0.12),
    ),
    "planter": (
        _oval(12, 7.4, 1.7, 4.4, 0.12),
        _oval(8.6, 9, 2, 3.6, 0.2),
        _oval(15.4, 9, 2, 3.6, 0.2),
        _taper(12, 19.5, 5, 3.6),
        _box(6.4, 11, 17.6, 13, -0.1),
    ),
    "apron": (
        Part(((8.5, 4), (15.5, 4), (16.5, 9), (19, 11), (18, 20), (6, 20), (5, 11), (7.5, 9))),
        _box(8.6, 13, 15.4, 17, -0.14),
    ),
    "cushion": (
        Part(((4, 4.6), (12, 6), (20, 4.6), (18.6, 12), (20, 19.4), (12, 18), (4, 19.4), (5.4, 12))),
        _oval(12, 12, 0.9, 0.9, -0.16),
    ),
    "stripes": (
        _box(4.5, 5, 19.5, 8.4),
        _box(4.5, 8.4, 19.5, 9.6, -0.14),
        _box(4.5, 9.6, 19.5, 13, 0.06),
        _box(4.5, 13, 19.5, 14.2, -0.14),
        _box(4.5, 14.2, 19.5, 19, 0),
    ),
    "candle": (
        _oval(12, 5.6, 1.1, 2.2, 0.3),
        _box(11.7, 7, 12.3, 9.4, -0.2),
        _box(7, 9, 17, 19.5),
        _box(7, 12.4, 17, 16, 0.16),
    ),
    "vase": (_box(10.3, 4, 13.7, 9), _oval(12, 14, 5.4, 5.8), _box(9.6, 3.6, 14.4, 4.9, -0.12)),
    "pitcher": (
        _oval(16.6, 11, 3.4, 4.6),
        _oval(16.6, 11, 2, 3.1, BACK),
        _taper(5, 19.5, 3.6, 5.2),
        Part(((5.4, 4.4), (9.4, 5), (8.4, 8))),
        _box(7.8, 5, 15, 6.3, -0.12),
    ),
    "box": (_box(5, 9, 19, 19.5), _box(4.4, 6.6, 19.6, 9.6, -0.08), _box(10.8, 6.6, 13.2, 19.5, 0.2)),
    "bench": (_box(4, 10, 20, 12.4), _box(5.4, 12.4, 7, 19, -0.12), _box(17, 12.4, 18.6, 19, -0.12)),
    "chair": (
        _box(7, 4.5, 9, 19.5, -0.1),
        _box(7, 5.5, 10, 11, 0.04),
        _box(7, 12, 17.4, 14),
        _box(15.6, 14, 17.4, 19.5, -0.1),
    ),
    "basket": (_taper(8, 19.5, 7.4, 5.8), _box(4, 7, 20, 9.2, -0.12), _box(5.6, 12.6, 18.4, 13.4, -0.1)),
    "board": (_box(6, 8, 18, 20), _box(10.6, 3.6, 13.4, 8), _oval(12, 5.2, 0.7, 0.7, BACK)),
    "soap": (_oval(12, 15, 8, 3.4), _oval(12, 12.6, 5.4, 2.8, 0.16)),
    "pan": (_box(3.4, 9, 15, 15.4), _box(2.8, 8, 15.6, 9.6, -0.12), _box(15, 9.6, 21.6, 11.2, -0.2)),
    "spoon": (_box(8, 4, 9.4, 20), _box(14.4, 4, 15.8, 20, -0.1)),
}
"""Drawn in order, the later part over the earlier."""

WORDS: Mapping[str, str] = {
    "apron": "apron",
    "bag": "basket",
    "basin": "bowl",
    "basket": "basket",
    "bed": "stripes",
    "bench": "bench",
    "blanket": "stripes",
    "board": "board",
    "bottle": "vase",
    "bowl": "bowl",
    "butter": "soap",
    "can": "pitcher",
    "candle": "candle",
    "card": "box",
    "cellar": "bowl",
    "chair": "chair",
    "chopsticks": "spoon",
    "cups": "mug",
    "curtain": "stripes",
    "cloth": "stripes",
    "cushion": "cushion",
    "dish": "soap",
    "dripper": "lamp",
    "duvet": "cushion",
    "glass": "vase",
    "gloves": "apron",
    "hammock": "bowl",
    "herb": "planter",
    "incense": "candle",
    "kettle": "pitcher",
    "knife": "spoon",
    "lamp": "lamp",
    "lantern": "candle",
    "laundry": "basket",
    "mat": "stripes",
    "mirror": "ring",
    "mug": "mug",
    "napkins": "stripes",
    "pillow": "cushion",
    "pan": "pan",
    "pitcher": "pitcher",
    "planter": "planter",
    "plate": "plate",
    "rug": "stripes",
    "sheet": "stripes",
    "shelf": "bench",
    "soap": "soap",
    "spoon": "spoon",
    "stool": "bench",
    "stop": "box",
    "table": "bench",
    "teacup": "mug",
    "teapot": "pitcher",
    "throw": "stripes",
    "towel": "stripes",
    "towels": "stripes",
    "tray": "plate",
    "tumblers": "vase",
    "vase": "vase",
    "watering": "pitcher",
}
"""Which shape a word of a picture's name stands for; the first word that is here decides."""

COLOURS: Mapping[str, tuple[float, float]] = {
    "oat": (0.09, 0.66),
    "slate": (0.60, 0.46),
    "moss": (0.25, 0.42),
    "natural": (0.10, 0.72),
    "terracotta": (0.04, 0.52),
    "ink": (0.64, 0.34),
    "clear": (0.53, 0.74),
    "smoke": (0.58, 0.56),
    "dune": (0.10, 0.62),
    "harbour": (0.58, 0.45),
    "juniper": (0.36, 0.36),
    "oak": (0.10, 0.58),
    "walnut": (0.06, 0.36),
    "ash": (0.11, 0.72),
    "seagrass": (0.17, 0.52),
    "willow": (0.08, 0.50),
    "felt": (0.60, 0.50),
    "clay": (0.04, 0.50),
    "stone": (0.09, 0.56),
    "zinc": (0.56, 0.58),
    "jute": (0.11, 0.55),
    "wool": (0.10, 0.70),
    "cotton": (0.56, 0.72),
    "forge": (0.62, 0.28),
    "milk": (0.58, 0.80),
    "atelier": (0.58, 0.60),
    "berber": (0.09, 0.64),
    "corda": (0.07, 0.58),
    "lune": (0.83, 0.40),
    "rill": (0.50, 0.66),
    "clara": (0.53, 0.76),
    "bodega": (0.38, 0.62),
    "tern": (0.60, 0.42),
    "pilea": (0.10, 0.50),
    "opal": (0.12, 0.78),
    "cedar": (0.06, 0.42),
    "bergamot": (0.16, 0.55),
    "blacktea": (0.05, 0.32),
    "geranium": (0.95, 0.60),
    "nila": (0.55, 0.75),
    "alma": (0.10, 0.66),
    "holm": (0.00, 0.50),
    "sera": (0.12, 0.76),
    "lago": (0.52, 0.50),
    "ria": (0.10, 0.70),
    "olea": (0.20, 0.45),
    "washed": (0.10, 0.68),
    "waffle": (0.13, 0.74),
    "jacquard": (0.60, 0.45),
}
"""Hue and lightness, 0 to 1, of variants that are a colour, and of what the ranges are made of; the last word
that is here decides."""
