"""The product's photos as tiles: add by URL, reorder, remove; a photo that does not load says why."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import grid_box, vbox
from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.problems import Loc, Problem
from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.gui.kit.widgets.thumbnails import Thumbnail
from svcconsole.gui.tabs.catalog.product.photo_url_line import PhotoUrlLine

EDGE = 76
STEP = 88


class PhotosEditor(Editor):
    """A list of `{photo_url}`; the first is what customers see."""

    spans = True

    def __init__(self, spec: FieldSpec, pictures: Pictures) -> None:
        self.box = QWidget()
        super().__init__(spec, self.box)
        self.pictures = pictures
        self.urls: list[str] = []
        self._is_set = False
        self.tiles: list[Thumbnail] = []
        self.grid = grid_box(spacing=12)
        self.grid.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        self.add_tile = Thumbnail(EDGE)
        self.add_tile.set_add(tr("Add URL"))
        self.asking = PhotoUrlLine(self.add_tile)
        self.asking.entered.connect(self._entered)
        self.add_tile.clicked.connect(self.asking.ask_for_new)
        vbox(self.grid, self.asking, parent=self.box, spacing=8)
        pictures.arrived.connect(self._arrived)
        self._build()

    def value(self) -> Any:
        return [{"photo_url": url} for url in self.urls] if self.urls or self._is_set else None

    def set_value(self, value: Any) -> None:
        self.asking.cancel()
        self._is_set = value is not None
        self.urls = [str(row.get("photo_url") or "") for row in value or ()]
        self._build()
        self._count()

    def words(self, value: Any) -> str:
        return super().words(value and [row["photo_url"] for row in value])

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        for index, tile in enumerate(self.tiles):
            told = next((problem for problem in problems if problem.loc[:1] == (index,)), None)
            if told is not None and not told.warning:
                tile.set_broken("!")
                set_tip(tile, told.sentence)

    def focus(self, loc: Loc = ()) -> None:
        index = loc[0] if loc and isinstance(loc[0], int) else None
        tile = self.tiles[index] if index is not None and index < len(self.tiles) else self.add_tile
        tile.setFocus(Qt.FocusReason.OtherFocusReason)

    def add(self, url: str) -> None:
        """One more photo at the end."""
        if url.strip():
            self._change([*self.urls, url.strip()])

    def move(self, index: int, by: int) -> None:
        """Another place for a photo."""
        self.asking.finish_typing()
        place = max(0, min(len(self.urls) - 1, index + by))
        urls = list(self.urls)
        urls.insert(place, urls.pop(index))
        self._change(urls)
        self.tiles[place].setFocus()

    def remove(self, index: int) -> None:
        """One photo less; undo brings it back."""
        self.asking.finish_typing()
        urls = list(self.urls)
        del urls[index]
        self._change(urls)
        self.focus((min(index, len(urls) - 1),) if urls else ())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and watched in self.tiles
            and self._key(self.tiles.index(watched), event)
        ):
            return True
        if watched is self.box and event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _key(self, index: int, event: QKeyEvent) -> bool:
        moves = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() == Qt.Key.Key_Delete:
            self.remove(index)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.key() in moves:
            self.move(index, moves[Qt.Key(event.key())])
        else:
            return False
        return True

    def _change(self, urls: list[str]) -> None:
        self.urls = deepcopy(urls)
        self._is_set = True
        self._build()
        self.changed.emit()

    def _build(self) -> None:
        """A tile for each photo; those that stay are the same ones, so that a press on one means it."""
        while len(self.tiles) > len(self.urls):
            tile = self.tiles.pop()
            self.grid.removeWidget(tile)
            tile.hide()
            tile.deleteLater()
        while len(self.tiles) < len(self.urls):
            self.tiles.append(self._new_tile(len(self.tiles)))
        for tile, url in zip(self.tiles, self.urls, strict=True):
            self.pictures.paint(tile, url, url)
        self._place()

    def _new_tile(self, index: int) -> Thumbnail:
        tile = Thumbnail(EDGE, tr("Photo {number}", number=index + 1))
        tile.clicked.connect(lambda: self._menu(index))
        tile.installEventFilter(self)
        return tile

    def _place(self) -> None:
        columns = max(1, (max(self.box.width(), dp(STEP)) + dp(12)) // dp(STEP))
        for position, tile in enumerate([*self.tiles, self.add_tile]):
            self.grid.addWidget(tile, position // columns, position % columns)

    def _arrived(self, urls: Sequence[str]) -> None:
        for tile, url in zip(self.tiles, self.urls, strict=True):
            if url in urls:
                self.pictures.paint(tile, url, url)

    def _menu(self, index: int) -> None:
        menu = QMenu(self.box)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Load the picture"), lambda: self.pictures.again(self.urls[index]))
        menu.addAction(tr("Change the URL"), lambda: self.asking.ask(self.urls[index], index))
        if index > 0:
            menu.addAction(tr("Move earlier"), lambda: self.move(index, -1))
        if index < len(self.urls) - 1:
            menu.addAction(tr("Move later"), lambda: self.move(index, 1))
        menu.addAction(tr("Remove the photo"), lambda: self.remove(index))
        tile = self.tiles[index]
        menu.popup(tile.mapToGlobal(QPoint(0, tile.height())))

    def _entered(self, url: str, index: int | None) -> None:
        if index is None:
            self.add(url)
        else:
            self._change([*self.urls[:index], url, *self.urls[index + 1 :]])
