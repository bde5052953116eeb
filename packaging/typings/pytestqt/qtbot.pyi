from collections.abc import Callable
from contextlib import AbstractContextManager

from PySide6.QtCore import QPoint, Qt, SignalInstance
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget
from pytestqt.wait_signal import SignalBlocker

class QtBot:
    def addWidget(
        self, widget: QWidget, *, before_close_func: Callable[[QWidget], object] | None = None
    ) -> None: ...
    def waitActive(self, widget: QWidget, *, timeout: int = 5000) -> AbstractContextManager[object, None]: ...
    def waitExposed(
        self, widget: QWidget, *, timeout: int = 5000
    ) -> AbstractContextManager[object, None]: ...
    def waitSignal(
        self,
        signal: SignalInstance,
        *,
        timeout: int = 5000,
        raising: bool | None = None,
        check_params_cb: Callable[..., bool] | None = None,
    ) -> SignalBlocker: ...
    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 5000) -> None: ...
    def assertNotEmitted(
        self, signal: SignalInstance, *, wait: int = 0
    ) -> AbstractContextManager[None, None]: ...
    @staticmethod
    def keyClick(
        widget: QWidget, key: Qt.Key | int, /, modifier: Qt.KeyboardModifier = ..., delay: int = ...
    ) -> None: ...
    @staticmethod
    def keyClicks(
        widget: QWidget, sequence: str, /, modifier: Qt.KeyboardModifier = ..., delay: int = ...
    ) -> None: ...
    @staticmethod
    def keySequence(widget: QWidget, key_sequence: QKeySequence) -> None: ...
    @staticmethod
    def mouseClick(
        widget: QWidget,
        button: Qt.MouseButton,
        /,
        stateKey: Qt.KeyboardModifier = ...,
        pos: QPoint = ...,
        delay: int = ...,
    ) -> None: ...
    @staticmethod
    def mouseDClick(
        widget: QWidget,
        button: Qt.MouseButton,
        /,
        stateKey: Qt.KeyboardModifier = ...,
        pos: QPoint = ...,
        delay: int = ...,
    ) -> None: ...
    @staticmethod
    def mouseMove(widget: QWidget, /, pos: QPoint = ..., delay: int = ...) -> None: ...
    @staticmethod
    def mousePress(
        widget: QWidget,
        button: Qt.MouseButton,
        /,
        stateKey: Qt.KeyboardModifier = ...,
        pos: QPoint = ...,
        delay: int = ...,
    ) -> None: ...
    @staticmethod
    def mouseRelease(
        widget: QWidget,
        button: Qt.MouseButton,
        /,
        stateKey: Qt.KeyboardModifier = ...,
        pos: QPoint = ...,
        delay: int = ...,
    ) -> None: ...
