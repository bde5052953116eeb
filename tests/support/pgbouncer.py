"""A real PgBouncer in front of the tests' PostgreSQL, where the machine has one."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from pwd import getpwuid
from tempfile import mkdtemp

import psycopg
from sqlalchemy import URL, make_url

from tests.support.practice import ENDS_WITHIN

PLACES = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"))


def installed() -> str | None:
    """The program's path; None where it is not installed."""
    return shutil.which("pgbouncer", path=PLACES)


@contextmanager
def started(address: str, *, mode: str = "transaction", lent: int = 20) -> Iterator[str]:
    """The address of the same database through a PgBouncer of its own, which lends so many of the
    server's connections by the `mode`, for as long as the block."""
    program = installed()
    assert program is not None, "look at `installed` first"
    server = make_url(address)
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = int(free.getsockname()[1])
    folder = Path(mkdtemp(prefix="pgbouncer-"))
    folder.chmod(0o755)
    user = server.username or "postgres"
    (folder / "users.txt").write_text(f'"{user}" ""\n')
    target = f"host={server.query.get('host') or server.host} port={server.port or 5432} user={user}"
    lines = {
        "listen_addr": "127.0.0.1",
        "listen_port": str(port),
        "unix_socket_dir": "",
        "auth_type": "trust",
        "auth_file": str(folder / "users.txt"),
        "pool_mode": mode,
        "default_pool_size": str(lent),
        "ignore_startup_parameters": "extra_float_digits,options",
        # It refuses to run as root, and has to reach the server's socket.
        **({"user": _owner(server)} if os.geteuid() == 0 else {}),
    }
    said = "".join(f"{name} = {value}\n" for name, value in lines.items())
    (folder / "pgbouncer.ini").write_text(f"[databases]\n* = {target}\n\n[pgbouncer]\n{said}")
    with (folder / "log").open("w+b") as log:
        process = subprocess.Popen(
            [program, str(folder / "pgbouncer.ini")], stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
        try:
            pooled = URL.create("postgresql", user, None, "127.0.0.1", port, server.database)
            told = pooled.render_as_string(hide_password=False)
            _wait(told, process, folder / "log")
            yield told
        finally:
            process.terminate()
            process.wait(ENDS_WITHIN)
            shutil.rmtree(folder, ignore_errors=True)


def _owner(server: URL) -> str:
    """Whose socket the server listens on."""
    return getpwuid(Path(str(server.query["host"])).stat().st_uid).pw_name


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until it leads to the database."""
    until = time.monotonic() + ENDS_WITHIN
    while True:
        try:
            psycopg.connect(address, connect_timeout=2).close()
            return
        except psycopg.OperationalError as error:
            told = f"{error}\n{log.read_text(errors='replace')}"
            assert process.poll() is None and time.monotonic() < until, told
