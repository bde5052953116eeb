"""Thumbnails on demand: fetched without credentials, decoded in a thread, cached on disk."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap

from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import show
from svcconsole.gui.kit.picture_decoding import KEPT_EDGE, MOST_BYTES, TYPES, PictureError, decode, encoded
from svcconsole.gui.kit.widgets.thumbnails import Thumbnail
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.api.downloads import Downloader
    from svcconsole.api.errors import ApiError

AT_ONCE = 4
WAITING = 120
"""So many pictures wait at most: those asked for last are the ones on screen."""
IN_MEMORY = 600
CACHE_BYTES = 64 * 1024 * 1024
SWITCH = "catalog/pictures"
GONE = frozenset({404, 410})
"""Answers that say for certain that there is no such picture."""


class Pictures(QObject):
    """Pictures by URL; `arrived` comes at most ten times a second with the new ones' URLs.

    In a practice store pictures are shown; in a live store only after "Show pictures" or a click: each
    picture tells its host that somebody looks.
    """

    arrived = Signal(object)
    switched = Signal(bool)

    def __init__(self, console: Console, parent: QObject | None = None, *, edge: int = KEPT_EDGE) -> None:
        """`edge`: how long the longer side of a picture stays at most."""
        super().__init__(parent)
        self.console = console
        self._edge = edge
        self.scope = make_scope(self, console.notices)
        self.on = console.settings.get(SWITCH, console.card.practice)
        self._made: OrderedDict[str, QPixmap | str] = OrderedDict()
        self._why: dict[str, str] = {}
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._running: set[str] = set()
        self._fresh: list[str] = []
        self._downloader: asyncio.Future[Downloader] | None = None
        self._over = False
        self._tell = QTimer(self, interval=100, singleShot=True)
        self._tell.timeout.connect(self._told)

    def get(self, url: str, *, asked: bool = False) -> QPixmap | str | None:
        """The picture, None while it is not there, a code where it cannot be shown (blank: its host was not
        reached); `asked`: by a click."""
        if not url:
            return None
        made = self._made.get(url)
        if made is not None:
            self._made.move_to_end(url)
            return made
        if (self.on or asked) and url not in self._running and not self._over:
            self._waiting[url] = None
            self._waiting.move_to_end(url)
            while len(self._waiting) > WAITING:
                self._waiting.popitem(last=False)
            self._start()
        return None

    def why(self, url: str) -> str:
        """Why the picture is not shown, in a sentence; blank when it is."""
        return self._why.get(url, "")

    def defect(self, url: str) -> str:
        """What is wrong with the picture itself; blank where only its host was not reached."""
        return self._why.get(url, "") if self._made.get(url) else ""

    def forget_unreached(self) -> None:
        """Ask again for the pictures whose hosts were not reached, the next time they are on screen."""
        for url in [url for url, made in self._made.items() if made == ""]:
            del self._made[url], self._why[url]

    def paint(self, tile: Thumbnail, url: str, tip: str = "") -> None:
        """Put the picture on a tile as far as it is here; `tip` stands before what is wrong with it."""
        made = self.get(url)
        if isinstance(made, QPixmap):
            tile.set_picture(fitted(made, tile.sizeHint().width(), tile.devicePixelRatioF()))
        elif made is None:
            tile.set_waiting()
        else:
            tile.set_broken(made)
        set_tip(tile, "\n".join(part for part in (tip, show(self.why(url))) if part))

    def switch(self, on: bool) -> None:
        """Show pictures, or do not ask for any; remembered for this store."""
        self.on = on
        self.console.settings.set(SWITCH, on)
        if not on:
            self._waiting.clear()
        self.switched.emit(on)

    def again(self, url: str) -> None:
        """Try once more, after a click on the broken tile."""
        self._made.pop(url, None)
        self._why.pop(url, None)
        self.get(url, asked=True)

    async def aclose(self) -> None:
        """Stop fetching and close the connections."""
        self._over = True
        self._waiting.clear()
        await self.scope.close()

    async def _connected(self) -> Downloader:
        if self._downloader is None:
            self._downloader = asyncio.get_running_loop().create_future()
            self.scope.start(self._hold(self._downloader))
        return await asyncio.shield(self._downloader)

    async def _hold(self, downloader: asyncio.Future[Downloader]) -> None:
        """Keep one downloader open until the window ends this task; its connections close with it."""
        from svcconsole.api.downloads import Downloader

        async with Downloader(network=self.console.network) as opened:
            downloader.set_result(opened)
            try:
                await asyncio.Event().wait()
            finally:
                self._over = True

    def _start(self) -> None:
        while self._waiting and len(self._running) < AT_ONCE:
            url, _ = self._waiting.popitem(last=True)
            self._running.add(url)
            self.scope.start(self._fetch(url))

    async def _fetch(self, url: str) -> None:
        try:
            self._put(url, QPixmap.fromImage(await self._image(url)))
        except PictureError as error:
            self._why[url] = error.sentence
            self._put(url, error.code)
        finally:
            self._running.discard(url)
        self._start()

    async def _image(self, url: str) -> QImage:
        from svcconsole.api.errors import ApiError
        from svcconsole.folders import cache_dir

        folder = await asyncio.to_thread(cache_dir)
        size = "" if self._edge == KEPT_EDGE else f"-{self._edge}"
        path = folder / "pictures" / f"{hashlib.sha256(url.encode()).hexdigest()}{size}.png"
        kept = await asyncio.to_thread(_kept, path, self._edge)
        if kept is not None:
            return kept
        downloader = await self._connected()
        try:
            got = await downloader.fetch(
                url, max_bytes=MOST_BYTES, types=TYPES, allow_loopback=self.console.card.practice
            )
        except ApiError as error:
            raise PictureError(_code(error), error.sentence) from error
        return await asyncio.to_thread(_made, got.body, path, self._edge)

    def _put(self, url: str, made: QPixmap | str) -> None:
        self._made[url] = made
        while len(self._made) > IN_MEMORY:
            self._made.popitem(last=False)
        self._fresh.append(url)
        if not self._tell.isActive():
            self._tell.start()

    def _told(self) -> None:
        fresh, self._fresh = self._fresh, []
        self.arrived.emit(fresh)


def fitted(pixmap: QPixmap, edge: int, ratio: float) -> QPixmap:
    """The picture cut to a square of `edge` logical pixels."""
    size = round(edge * ratio)
    scaled = pixmap.scaled(
        size, size, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
    )
    square = scaled.copy((scaled.width() - size) // 2, (scaled.height() - size) // 2, size, size)
    square.setDevicePixelRatio(ratio)
    return square


def _code(error: ApiError) -> str:
    """What the tile says; blank where the answer proves nothing against the picture."""
    from svcconsole.api.errors import NotDownloaded, RefusedHere

    if isinstance(error, RefusedHere):
        return "URL"
    if not isinstance(error, NotDownloaded):
        return ""
    if error.status == 200:
        return "file"
    return str(error.status) if error.status in GONE else ""


def _kept(path: Path, edge: int) -> QImage | None:
    if not path.is_file():
        return None
    try:
        image = decode(path.read_bytes(), edge)
    except (OSError, PictureError):
        path.unlink(missing_ok=True)
        return None
    path.touch()
    return image


def _made(body: bytes, path: Path, edge: int) -> QImage:
    image = decode(body, edge)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_bytes(encoded(image))
        part.replace(path)
        _trim(path.parent)
    except OSError:
        # A full or read-only disk costs the cache, not the picture.
        return image
    return image


def _trim(folder: Path) -> None:
    """Keep the folder under its cap, the pictures longest not looked at first."""
    files = sorted(
        ((entry.stat(), entry) for entry in folder.glob("*.png")), key=lambda pair: pair[0].st_mtime
    )
    total = sum(stat.st_size for stat, _ in files)
    for stat, entry in files:
        if total <= CACHE_BYTES:
            return
        entry.unlink(missing_ok=True)
        total -= stat.st_size
