from typing import Any

from numpy import float64
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QGraphicsObject, QGraphicsView, QGraphicsWidget, QWidget

class GraphicsView(QGraphicsView):
    def __init__(
        self, parent: QWidget | None = None, useOpenGL: bool | None = None, background: str | None = "default"
    ) -> None: ...
    def enableMouse(self, b: bool = True) -> None: ...
    def setAntialiasing(self, aa: bool) -> None: ...

class GraphicsObject(QGraphicsObject): ...

class PlotCurveItem(GraphicsObject):
    def __init__(
        self,
        x: NDArray[float64],
        y: NDArray[float64],
        *,
        pen: QPen,
        antialias: bool = False,
        skipFiniteCheck: bool = False,
    ) -> None: ...
    def setPen(self, pen: QPen) -> None: ...

class ViewBox(QGraphicsWidget):
    def __init__(
        self,
        parent: Any = None,
        *,
        enableMouse: bool = True,
        enableMenu: bool = True,
        defaultPadding: float = 0.02,
    ) -> None: ...
    def addItem(self, item: GraphicsObject, ignoreBounds: bool = False) -> None: ...
    def removeItem(self, item: GraphicsObject) -> None: ...
    def disableAutoRange(self) -> None: ...
    def setRange(
        self,
        rect: QRectF | None = None,
        xRange: tuple[float, float] | None = None,
        yRange: tuple[float, float] | None = None,
        padding: float | None = None,
    ) -> None: ...
