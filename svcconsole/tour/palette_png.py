"""Saves a picture of the window as a small PNG of 256 colours; the most frequent stay exactly as they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QImageWriter

EXACT, COLOURS = 128, 256
"""The most frequent colours stay as they are; the others share what is left, each taking the nearest."""
STEP = 3
"""Bits of a channel that count for nothing when similar colours are brought together."""


def save(image: QImage, path: Path) -> None:
    """Write the picture. Raises OSError where that is not possible."""
    pixels = _pixels(image)
    colours, places, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    palette = _palette(colours, counts)
    nearest = _nearest(_channels(colours), _channels(palette))
    indexed = nearest[places].astype(np.uint8).reshape(image.height(), image.width())
    made = QImage(image.width(), image.height(), QImage.Format.Format_Indexed8)
    made.setColorTable([0xFF000000 | int(colour) for colour in palette])
    lines = np.frombuffer(made.bits(), dtype=np.uint8).reshape(image.height(), made.bytesPerLine())
    lines[:, : image.width()] = indexed
    writer = QImageWriter(str(path), b"png")
    writer.setQuality(0)  # as small as it can be
    if not writer.write(made):
        raise OSError(f"{path} could not be written: {writer.errorString()}")


def _pixels(image: QImage) -> NDArray[np.uint32]:
    """Each pixel as 0xRRGGBB."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    lines = np.frombuffer(plain.constBits(), dtype=np.uint32).reshape(plain.height(), -1)
    found: NDArray[np.uint32] = lines[:, : plain.width()].ravel() & np.uint32(0xFFFFFF)
    return found


def _palette(colours: NDArray[np.uint32], counts: NDArray[np.int64]) -> NDArray[np.uint32]:
    order = np.argsort(counts)[::-1]
    exact, rest = colours[order[:EXACT]], order[EXACT:]
    if not len(rest):
        return exact
    channels = _channels(colours[rest])
    weights = counts[rest]
    coarse = (channels >> STEP) @ np.array([1 << 16, 1 << 8, 1])
    _, members = np.unique(coarse, return_inverse=True)
    totals = np.bincount(members, weights)
    means = [np.bincount(members, weights * channels[:, at]) / totals for at in range(3)]
    taken = np.argsort(totals)[::-1][: COLOURS - len(exact)]
    red, green, blue = (mean[taken].round().astype(np.uint32) for mean in means)
    return np.concatenate([exact, (red << 16) | (green << 8) | blue])


def _channels(colours: NDArray[np.uint32]) -> NDArray[np.int64]:
    return np.stack([(colours >> shift) & 0xFF for shift in (16, 8, 0)], axis=1).astype(np.int64)


def _nearest(wanted: NDArray[np.int64], palette: NDArray[np.int64]) -> NDArray[np.int64]:
    found = np.empty(len(wanted), dtype=np.int64)
    for start in range(0, len(wanted), 4096):
        part = wanted[start : start + 4096, None, :] - palette[None, :, :]
        found[start : start + 4096] = (part * part).sum(axis=2).argmin(axis=1)
    return found
