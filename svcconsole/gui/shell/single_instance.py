"""One window for one user: a second start hands over what it was asked for to the first."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QCryptographicHash, QDir, QObject, QStandardPaths, Signal

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

CONNECT_MS, WRITE_MS = 300, 1000
LONGEST = 1 << 16


def server_name() -> str:
    """Where the first window listens: one name for each folder of settings, in a folder of this user's."""
    settings = os.environ.get("SVCCONSOLE_CONFIG_DIR") or QStandardPaths.writableLocation(
        QStandardPaths.StandardLocation.GenericConfigLocation
    )
    # Qt's own: Python's would load OpenSSL before the first paint.
    digest = QCryptographicHash.hash(settings.encode(), QCryptographicHash.Algorithm.Sha256)
    name = f"svcconsole-{digest.toHex().toStdString()[:16]}"
    own = os.environ.get("XDG_RUNTIME_DIR")
    return str(Path(own) / name) if own and Path(own).is_dir() else name


def hand_over(*, practice: bool, file: Path | None) -> bool:
    """Give the window that is open already what this start was asked for; False where there is none."""
    if not may_listen():
        return False
    from PySide6.QtNetwork import QLocalSocket

    socket = QLocalSocket()
    socket.connectToServer(server_name())
    if not socket.waitForConnected(CONNECT_MS):
        return False
    asked = {"practice": practice, "file": str(file) if file is not None else ""}
    socket.write(QByteArray(json.dumps(asked).encode()))
    written = socket.waitForBytesWritten(WRITE_MS)
    socket.disconnectFromServer()
    return bool(written)


def may_listen() -> bool:
    """Whether there may be a window that listens. On POSIX its socket is a file: without one the first paint
    does not wait for Qt's network."""
    return os.name != "posix" or Path(QDir.tempPath(), server_name()).exists()


class FirstWindow(QObject):
    """Listens for later starts. `asked(practice, file)`: one of them wants this, and the window in front."""

    asked = Signal(bool, str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._server: QLocalServer | None = None

    def listen(self) -> None:
        """Begin; what a killed window left of its own goes first."""
        from PySide6.QtNetwork import QLocalServer

        self._server = server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(lambda: self._connected(server))
        server.removeServer(server_name())
        server.listen(server_name())

    def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()

    def _connected(self, server: QLocalServer) -> None:
        while (socket := server.nextPendingConnection()) is not None:
            socket.disconnected.connect(lambda socket=socket: self._read(socket))
            if socket.state() == socket.LocalSocketState.UnconnectedState:
                self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        said = bytes(socket.read(LONGEST).data())
        socket.deleteLater()
        try:
            asked = json.loads(said)
        except ValueError:
            return
        if isinstance(asked, dict):
            self.asked.emit(bool(asked.get("practice")), str(asked.get("file") or ""))
