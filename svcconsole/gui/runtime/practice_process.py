"""The practice store as a child process: started, watched, restarted, ended with the program."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from svcconsole.gui.design.words import tr

START_SECONDS = 30.0
END_MS = 2000
AGAIN_MS = 200
MOST_RESTARTS = 5
RESTART_WINDOW = 60.0
STDERR_KEPT = 4000
REFUSED_HERE = 2
"""The `sandbox` command's exit code where it says why it does not begin: its folder is in use, say."""


@dataclass(frozen=True, slots=True)
class PracticeAddress:
    """Where the practice store listens, and the secrets of this run."""

    base_url: str
    control_url: str
    pid: int
    token: str = field(repr=False)
    control_token: str = field(repr=False)


class PracticeError(Exception):
    """The practice store does not run: a sentence, and what to do."""

    def __init__(self, sentence: str, advice: str, server_words: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice
        self.server_words = server_words


def command() -> tuple[str, list[str]]:
    """The program and arguments that run this program's `sandbox` command, packaged or not."""
    if getattr(sys, "frozen", False):
        return sys.executable, ["sandbox"]
    return sys.executable, ["-m", "svcconsole", "sandbox"]


class PracticeProcess(QObject):
    """One practice store over the data in `folder`; started again it keeps its port, token and data.

    `changed` says that it started, died or was reset; `trouble` is why it was not started again.
    """

    changed = Signal()

    def __init__(self, folder: Path, *, seed: str = "demo", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self.seed = seed
        self.started_at = 0.0
        self.trouble: PracticeError | None = None
        self._token = secrets.token_urlsafe(24)
        self._port = 0
        self._address: PracticeAddress | None = None
        self._waiting: list[asyncio.Future[PracticeAddress]] = []
        self._restarts: deque[float] = deque(maxlen=MOST_RESTARTS)
        self._stderr = ""
        self._stopping = False
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._read_line)
        self._process.readyReadStandardError.connect(self._keep_stderr)
        self._process.finished.connect(self._ended)
        self._process.errorOccurred.connect(self._failed)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._start)

    @property
    def running(self) -> PracticeAddress | None:
        """Its address while it runs."""
        return self._address

    async def address(self) -> PracticeAddress:
        """Its address, once it accepts; starts it where needed. Raises PracticeError."""
        if self._address is not None:
            return self._address
        ready: asyncio.Future[PracticeAddress] = asyncio.get_running_loop().create_future()
        self._waiting.append(ready)
        self._stopping = False
        if self._process.state() == QProcess.ProcessState.NotRunning and not self._again.isActive():
            self._start()
        try:
            async with asyncio.timeout(START_SECONDS):
                return await ready
        except TimeoutError:
            raise self._trouble(tr("The practice store did not start within 30 seconds.")) from None
        finally:
            if ready in self._waiting:
                self._waiting.remove(ready)

    async def reset(self, seed: str) -> None:
        """Replace everything in it by a seed, "demo" or "empty"; raises ControlError."""
        from svcconsole.gui.runtime.practice_control import Control

        address = await self.address()

        def reset() -> None:
            with Control(address.control_url, address.control_token) as control:
                control.reset(seed)

        await asyncio.to_thread(reset)
        self.changed.emit()

    async def stop(self) -> None:
        """End it: asked first, then by force; its data are on disk either way."""
        self._stopping = True
        self._again.stop()
        if self._process.state() == QProcess.ProcessState.NotRunning:
            return
        ended = asyncio.Event()
        self._process.finished.connect(lambda *_: ended.set())
        if sys.platform == "win32":
            self._process.kill()
        else:
            self._process.terminate()
        try:
            async with asyncio.timeout(END_MS / 1000):
                await ended.wait()
        except TimeoutError:
            self._process.kill()
            await ended.wait()

    def _start(self) -> None:
        program, arguments = command()
        self.folder.mkdir(parents=True, exist_ok=True)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("SVCCONSOLE_SANDBOX_TOKEN", self._token)
        environment.insert("SVCCONSOLE_SANDBOX_PARENT", str(os.getpid()))
        # The child has no window: a Qt setting meant for ours is nothing to it, a display may not exist.
        self._process.setProcessEnvironment(environment)
        self._stderr = ""
        self.trouble = None
        options = ["--port", str(self._port), "--data", str(self.folder), "--seed", self.seed]
        self._process.start(program, [*arguments, *options])

    def _read_line(self) -> None:
        while self._process.canReadLine():
            line = bytes(self._process.readLine().data())
            try:
                told = json.loads(line)
                address = PracticeAddress(
                    base_url=told["base_url"],
                    control_url=told["control_url"],
                    pid=told["pid"],
                    token=told["token"],
                    control_token=told["control_token"],
                )
            except (ValueError, KeyError, TypeError):
                continue
            self._address = address
            self._port = int(address.base_url.rpartition(":")[2].rstrip("/"))
            self.started_at = time.time()
            self._answer(address)
            self.changed.emit()

    def _keep_stderr(self) -> None:
        text = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace")
        self._stderr = (self._stderr + text)[-STDERR_KEPT:]

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._give_up(tr("The practice store could not be started."))

    def _ended(self, code: int) -> None:
        self._address = None
        self.changed.emit()
        if self._stopping:
            return
        now = time.monotonic()
        if len(self._restarts) == MOST_RESTARTS and now - self._restarts[0] < RESTART_WINDOW:
            self._give_up(
                tr("The practice store could not be opened.")
                if code == REFUSED_HERE
                else tr("The practice store ended by itself several times in a minute.")
            )
            return
        self._restarts.append(now)
        self._again.start(AGAIN_MS)

    def _give_up(self, sentence: str) -> None:
        self._restarts.clear()
        trouble = self.trouble = self._trouble(sentence)
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_exception(trouble)
        self.changed.emit()

    def _answer(self, address: PracticeAddress) -> None:
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(address)

    def _trouble(self, sentence: str) -> PracticeError:
        last = self._stderr.strip().splitlines()[-1:]
        return PracticeError(sentence, tr("Its data are kept in {folder}.", folder=self.folder), tuple(last))
