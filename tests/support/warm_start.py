"""Processes of the program that begin warm: forked off one process that has its modules loaded already.

Most of what a short command costs is loading libraries, and the tests run a thousand of them. Here a command
line is that of a small client (`CLIENT`): it hands its arguments, folder, variables and open files to the
server, which forks a process that goes on as a new Python would. The client stays as that process's stand-in:
it passes signals on and ends with the same code; when the client is killed, so is the process.

On Linux only; elsewhere, and for whatever is about the start itself, processes begin cold.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import importlib
import io
import marshal
import multiprocessing
import os
import runpy
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import types
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
POSSIBLE = sys.platform == "linux"
PRELOADED = (
    "aiohttp", "fastapi", "uvicorn.protocols.http.h11_impl", "uvicorn.lifespan.on",
    "svcconsole.cli.call", "svcconsole.cli.import_job", "svcconsole.cli.record_set",
    "svcconsole.cli.rehearse_job", "svcconsole.cli.report_job", "svcconsole.cli.take_back_job",
    "svcconsole.cli.table", "svcconsole.sandbox.http.app", "svcconsole.services.campaigns.session",
    "svcconsole.services.imports.session", "svcconsole.services.rehearsal.session",
    "svcconsole.services.take_back.session", "svcconsole.services.workers.worker_host",
)  # fmt: skip
READ_AT_START = (
    "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "PYTHONIOENCODING", "PYTHONPATH", "PYTHONUTF8", "TMPDIR",
    "TZ",
)  # fmt: skip
"""Variables that are read once, before the program begins: where one is changed, a process begins cold."""
MOST_FILES = 250
"""So many open files fit into one message."""
ASIDE = 600
"""Files that came are kept from this number on until those of the server are closed."""

CLIENT = """#!{python} -IS
import marshal, os, signal, socket, sys

FORWARDED = {{signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2}}
ignored = [int(each) for each in FORWARDED if signal.getsignal(each) is signal.SIG_IGN]
signal.pthread_sigmask(signal.SIG_BLOCK, FORWARDED)
files = []
for each in os.listdir("/proc/self/fd"):
    try:
        os.fstat(int(each))
    except OSError:
        continue
    files.append(int(each))
server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
server.connect({address!r})
request = (sys.argv[1:], os.getcwd(), dict(os.environ), os.umask(0), ignored, files)
socket.send_fds(server, [marshal.dumps(request)], files)
nothing = os.open(os.devnull, os.O_RDWR)
for each in files:
    os.dup2(nothing, each) if each < 3 else os.close(each)
process = marshal.loads(server.recv(64))


def forward(number, frame):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


for each in FORWARDED:
    if each not in ignored:
        signal.signal(each, forward)
signal.pthread_sigmask(signal.SIG_UNBLOCK, FORWARDED)
told = server.recv(64)
code = marshal.loads(told) if told else 70
if code < 0:
    signal.signal(-code, signal.SIG_DFL) if -code != signal.SIGKILL else None
    os.kill(os.getpid(), -code)
os._exit(code)
"""
"""Python without site packages and variables, which begins in a fiftieth of a second."""


class Request(NamedTuple):
    """What a client asks for: `files` are the numbers its open files have there."""

    arguments: list[str]
    folder: str
    variables: dict[str, str]
    mask: int
    ignored: list[int]
    files: list[int]


def serve(listener: socket.socket) -> tuple[Request, list[int]]:
    """Fork a process for each client that comes; returns in each of these processes, with its open files.

    Ends with the process that began it, which holds the other end of stdin.
    """
    clients: dict[int, socket.socket] = {}
    woken, wakes = socket.socketpair()
    woken.setblocking(False)
    wakes.setblocking(False)
    signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    waiting = selectors.DefaultSelector()
    for source in (listener, woken, 0):
        waiting.register(source, selectors.EVENT_READ)
    while True:
        for key, _ in waiting.select():
            if key.fileobj is woken:
                with contextlib.suppress(BlockingIOError):
                    woken.recv(4096)
                for process, code in _ended():
                    client = clients.pop(process)
                    waiting.unregister(client)
                    with contextlib.suppress(OSError), client:
                        client.send(marshal.dumps(code))
            elif key.fileobj is listener:
                client, _ = listener.accept()
                message, files, _, _ = socket.recv_fds(client, 1 << 20, MOST_FILES)
                process = os.fork() if message else 0
                if not message:
                    client.close()
                elif process:
                    clients[process] = client
                    waiting.register(client, selectors.EVENT_READ)
                    for each in files:
                        os.close(each)
                    client.send(marshal.dumps(process))
                else:
                    signal.set_wakeup_fd(-1)
                    waiting.close()
                    for one in (listener, woken, wakes, client, *clients.values()):
                        one.close()
                    return Request(*marshal.loads(message)), files
            elif key.fileobj == 0:
                for process in clients:
                    os.kill(process, signal.SIGKILL)
                os._exit(0)
            else:
                for process, client in clients.items():
                    if client is key.fileobj:
                        os.kill(process, signal.SIGKILL)


def _ended() -> Iterator[tuple[int, int]]:
    """The processes that ended, each with its exit code, or the signal that ended it below 0."""
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not process:
            return
        yield process, os.waitstatus_to_exitcode(status)


def become(request: Request, files: Sequence[int]) -> None:
    """Make this process the one that was asked for: files, folder, variables, signals, standard streams."""
    aside = [fcntl.fcntl(each, fcntl.F_DUPFD, ASIDE) for each in files]
    for each in files:
        os.close(each)
    for number, each in zip(request.files, aside, strict=True):
        os.dup2(each, number, inheritable=True)
        os.close(each)
    os.umask(request.mask)
    os.chdir(request.folder)
    os.environ.clear()
    os.environ.update(request.variables)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in request.ignored:
        signal.signal(number, signal.SIG_IGN)
    sys.path[0] = request.folder
    sys.warnoptions[:] = filter(None, request.variables.get("PYTHONWARNINGS", "").split(","))
    vars(warnings)["_processoptions"](sys.warnoptions)
    unbuffered = bool(request.variables.get("PYTHONUNBUFFERED"))
    for name, stream in (
        ("stdin", _stream(0, "rb", sys.stdin.errors or "strict", False)),
        ("stdout", _stream(1, "wb", sys.stdout.errors or "strict", unbuffered)),
        ("stderr", _stream(2, "wb", "backslashreplace", unbuffered)),
    ):
        vars(sys)[name] = vars(sys)[f"__{name}__"] = stream


def _stream(number: int, mode: str, errors: str, unbuffered: bool) -> io.TextIOWrapper:
    """A standard stream as Python makes it."""
    raw: Any = open(number, mode, buffering=0 if unbuffered else -1, closefd=False)  # noqa: SIM115
    return io.TextIOWrapper(
        raw,
        encoding=sys.stdout.encoding,
        errors=errors,
        line_buffering=number == 2 or os.isatty(number),
        write_through=unbuffered,
        newline="\n" if mode == "wb" else None,
    )


def run(arguments: list[str]) -> None:
    """Go on as `python` with these arguments: `-m module …` or `-c code …`."""
    while arguments[0] not in {"-m", "-c"}:
        del arguments[0]
    kind, what, *rest = arguments
    if kind == "-m":
        sys.argv = [what, *rest]
        runpy.run_module(what, run_name="__main__", alter_sys=True)
        return
    sys.argv = ["-c", *rest]
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    exec(compile(what, "<string>", "exec"), vars(main))


class WarmStart:
    """The server of this session, begun when it is first needed, with the variables `more` for itself."""

    def __init__(self, more: Mapping[str, str] = types.MappingProxyType({})) -> None:
        self._more = more
        self._server: subprocess.Popen[bytes] | None = None
        self._variables = {name: os.environ.get(name) for name in READ_AT_START}
        self.client = ""

    def command(self, variables: Mapping[str, str]) -> tuple[str, ...]:
        """`python -m svcconsole`, for a process with these variables: warm where that is possible."""
        same = all(variables.get(name) == value for name, value in self._variables.items())
        return (self.python() if same else sys.executable, "-m", "svcconsole")

    def python(self) -> str:
        """An executable for `python -m …` and `python -c …`."""
        if not POSSIBLE:
            return sys.executable
        if self._server is None:
            self._begin()
        return self.client

    def _begin(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="svcconsole-warm-"))  # which nobody else may enter
        self.client, address = str(folder / "python"), str(folder / "server")
        Path(self.client).write_text(CLIENT.format(python=sys.executable, address=address), encoding="utf-8")
        Path(self.client).chmod(0o700)
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            listener.bind(address)
            listener.listen(64)
            self._server = subprocess.Popen(
                [sys.executable, "-m", "tests.support.warm_start", str(listener.fileno()), self.client],
                stdin=subprocess.PIPE,
                pass_fds=[listener.fileno()],
                cwd=ROOT,
                env={**os.environ, **self._more},
                start_new_session=True,
            )

    def end(self) -> None:
        if self._server is not None:
            assert self._server.stdin is not None
            self._server.stdin.close()
            self._server.wait(20)
            shutil.rmtree(Path(self.client).parent)
            self._server = None


warm = WarmStart()


def pytest_unconfigure() -> None:
    warm.end()


def main(listener: str, client: str) -> None:
    for name in PRELOADED:
        importlib.import_module(name)
    multiprocessing.set_executable(client)
    gc.collect()
    gc.freeze()
    request, files = serve(socket.socket(fileno=int(listener)))
    become(request, files)
    run(request.arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
