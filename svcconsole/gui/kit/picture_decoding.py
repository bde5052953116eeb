"""Decodes picture bytes from strangers into small images, off the window's thread."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QImageWriter

MOST_BYTES = 5 * 1024 * 1024
MOST_EDGE = 4096
KEPT_EDGE = 256
"""The longer edge of what is kept: enough for the largest tile at a pixel ratio of 2."""

_MAGIC: tuple[tuple[bytes, int, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", 0, "png"),
    (b"\xff\xd8\xff", 0, "jpeg"),
    (b"GIF87a", 0, "gif"),
    (b"GIF89a", 0, "gif"),
    (b"WEBP", 8, "webp"),
)
TYPES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})


class PictureError(Exception):
    """Why there is no picture: a short code for the tile and a sentence for the tooltip.

    The code is blank where nothing is known against the picture: its host was not reached or would not say.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def decode(body: bytes, edge: int = KEPT_EDGE) -> QImage:
    """The picture no larger than `edge`; PictureError for anything but a sane PNG, JPEG, GIF or WebP."""
    kind = next((name for magic, at, name in _MAGIC if body[at : at + len(magic)] == magic), None)
    if kind is None:
        raise PictureError("type", "This is not a PNG, JPEG, GIF or WebP picture.")
    buffer = QBuffer()
    buffer.setData(QByteArray(body))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(kind.encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid():
        raise PictureError("type", "The picture's header cannot be read.")
    if size.width() > MOST_EDGE or size.height() > MOST_EDGE:
        raise PictureError(
            "size", f"The picture has {size.width()} × {size.height()} pixels; {MOST_EDGE} is the most."
        )
    if max(size.width(), size.height()) > edge:
        reader.setScaledSize(size.scaled(QSize(edge, edge), Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        raise PictureError("type", "The picture is damaged or cut off.")
    return image


def encoded(image: QImage) -> bytes:
    """The picture as PNG for the cache, so that what is read later is our own writing."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())
