"""Pictures of the demo products, drawn when asked for: a shape on a tile, its colours made from the name."""

from __future__ import annotations

import struct
import zlib
from colorsys import hls_to_rgb
from functools import lru_cache
from math import hypot

SIDE = 192
CENTRE = SIDE / 2
Colour = tuple[int, int, int]


@lru_cache(maxsize=256)
def tile(name: str) -> bytes:
    """A PNG of 192 × 192; the name decides the colours and how round the shape is."""
    seed = zlib.crc32(name.encode())
    hue = seed % 360 / 360
    back, front = _colour(hue, 0.90), _colour(hue + 0.03, 0.52)
    roundness = (0.95, 0.30, 0.62)[seed // 360 % 3] * CENTRE * 0.6
    rows = bytearray()
    for y in range(SIDE):
        rows.append(0)
        for x in range(SIDE):
            cover = _inside(abs(x - CENTRE), abs(y - CENTRE), roundness)
            rows += bytes(round(b + (f - b) * cover) for b, f in zip(back, front, strict=True))
    header = struct.pack(">2I5B", SIDE, SIDE, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _inside(across: float, down: float, radius: float) -> float:
    """How much of a pixel a rounded square of 0.6 of the tile covers, 0 to 1: its edge is smooth."""
    half = CENTRE * 0.6 - radius
    beyond = hypot(max(across - half, 0.0), max(down - half, 0.0))
    return min(max(radius + 0.5 - beyond, 0.0), 1.0)


def _colour(hue: float, lightness: float) -> Colour:
    red, green, blue = hls_to_rgb(hue % 1, lightness, 0.42)
    return round(red * 255), round(green * 255), round(blue * 255)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
