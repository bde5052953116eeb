"""Draws the pictures of the demo products as PNG on request."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from colorsys import hls_to_rgb
from functools import lru_cache
from itertools import pairwise

from svcconsole.sandbox.seed.shapes import BACK, COLOURS, SHAPES, WORDS, Part

MEDIA = "/media/"
"""Where the store serves them, after its base URL."""

SIDE = 192
GRID = 24
LINES = 4
"""Sampled lines per pixel row; along a line the covered part of a pixel is exact."""

Colour = tuple[int, int, int]


@lru_cache(maxsize=256)
def tile(name: str) -> bytes:
    """A PNG of 192 × 192 for a name such as `mug-stoneware-oat`: a shape and colours found by its words."""
    words = name.split("-")
    seed = zlib.crc32("-".join(words[:2]).encode())
    shapes = sorted(SHAPES)
    shape = SHAPES[next((WORDS[word] for word in words if word in WORDS), shapes[seed % len(shapes)])]
    of_its_own = (seed % 360 / 360, 0.52)
    hue, light = next((COLOURS[word] for word in reversed(words) if word in COLOURS), of_its_own)
    back = _colour(hue, 0.93)
    pixels = [[back] * SIDE for _ in range(SIDE)]
    for part in shape:
        front = back if part.shade == BACK else _colour(hue, light + part.shade)
        for y, x, cover in _covers(part):
            under = pixels[y][x : x + len(cover)]
            mixed = [_mix(one, front, share) for one, share in zip(under, cover, strict=True)]
            pixels[y][x : x + len(cover)] = mixed
    rows = b"".join(b"\0" + bytes(channel for pixel in row for channel in pixel) for row in pixels)
    header = struct.pack(">2I5B", SIDE, SIDE, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _covers(part: Part) -> Iterator[tuple[int, int, list[float]]]:
    """For each pixel row the part touches: y, the first x, and how much of each pixel is covered, 0 to 1."""
    scale = SIDE / GRID
    points = [(x * scale, y * scale) for x, y in (*part.points, part.points[0])]
    heights = [y for _, y in points]
    first, last = int(min(points)[0]), min(int(max(points)[0]) + 1, SIDE)
    for row in range(int(min(heights)), min(int(max(heights)) + 1, SIDE)):
        cover = [0.0] * (last - first)
        for line in range(LINES):
            y = row + (line + 0.5) / LINES
            crossings = sorted(
                x0 + (y - y0) * (x1 - x0) / (y1 - y0)
                for (x0, y0), (x1, y1) in pairwise(points)
                if (y0 <= y) != (y1 <= y)
            )
            for left, right in zip(crossings[::2], crossings[1::2], strict=True):
                for x in range(int(left), min(int(right) + 1, last)):
                    cover[x - first] += (min(right, x + 1) - max(left, x)) / LINES
        yield row, first, cover


def _mix(under: Colour, over: Colour, share: float) -> Colour:
    if share <= 0:
        return under
    if share >= 1:
        return over
    red, green, blue = (round(u + (o - u) * share) for u, o in zip(under, over, strict=True))
    return red, green, blue


def _colour(hue: float, lightness: float) -> Colour:
    red, green, blue = hls_to_rgb(hue, min(lightness, 0.95), 0.36)
    return round(red * 255), round(green * 255), round(blue * 255)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
