"""What really goes over the wire: how connections end and what is cut is framed; and the end of the store."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.sandbox.faults.test_kinds import switch_on
from tests.sandbox.wire import PREFIX
from tests.support.practice import COMMAND, ENDS_WITHIN, PracticeStore

LIST = '{"status":200,"success":true,"data":{"products":[]}}'


def request(store: PracticeStore, body: bytes = b"{}") -> bytes:
    lines = (
        f"POST {PREFIX}products/list HTTP/1.1",
        f"Host: 127.0.0.1:{store.port}",
        f"Authorization: Basic {store.token}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join((*lines, "", "")).encode() + body


@contextmanager
def connected(store: PracticeStore) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", store.port), timeout=ENDS_WITHIN) as connection:
        yield connection


def received(connection: socket.socket) -> tuple[bytes, bytes]:
    """Head and body of all that comes until the other side ends the connection."""
    head, _, body = b"".join(iter(lambda: connection.recv(65_536), b"")).partition(b"\r\n\r\n")
    return head.lower(), body


def test_a_reset_is_a_reset(practice_store: PracticeStore) -> None:
    switch_on(practice_store, "reset")
    with connected(practice_store) as connection:
        connection.sendall(request(practice_store))
        with pytest.raises(ConnectionResetError):
            connection.recv(1)


def test_a_close_is_an_end_in_order(practice_store: PracticeStore) -> None:
    switch_on(practice_store, "close")
    with connected(practice_store) as connection:
        connection.sendall(request(practice_store))
        assert connection.recv(1) == b""


@pytest.mark.parametrize(
    ("framing", "header", "opening"),
    [
        ("length", f"content-length: {len(LIST)}", ""),
        ("chunked", "transfer-encoding: chunked", f"{len(LIST):x}\r\n"),
        ("close", "connection: close", ""),
    ],
)
def test_a_cut_keeps_its_framing(
    practice_store: PracticeStore, framing: str, header: str, opening: str
) -> None:
    switch_on(practice_store, f"cut keep=20 framing={framing}")
    with connected(practice_store) as connection:
        connection.sendall(request(practice_store))
        head, body = received(connection)
    assert head.startswith(b"http/1.1 200 ok\r\n")
    framed = {"content-length", "transfer-encoding", "connection"}
    lines = head.decode().split("\r\n")
    assert [line for line in lines if line.partition(":")[0] in framed] == [header]
    assert body.decode() == opening + LIST[:20]


def test_a_connection_that_was_kept_goes_on_after_a_fault_in_order(practice_store: PracticeStore) -> None:
    switch_on(practice_store, "status code=500 every=2")
    with connected(practice_store) as connection, connection.makefile("rb") as answers:
        for status in (b"200", b"500", b"200"):
            connection.sendall(request(practice_store))
            head = list(iter(answers.readline, b"\r\n"))
            assert head[0].split()[1] == status
            lengths = [line for line in head if line.lower().startswith(b"content-length:")]
            answers.read(int(lengths[0].partition(b":")[2]))


def test_a_kept_connection_breaks_on_its_second_request(practice_store: PracticeStore) -> None:
    switch_on(practice_store, "reset executed=no after=1")
    with connected(practice_store) as connection:
        connection.sendall(request(practice_store))
        answer = b""
        while not answer.endswith(LIST.encode()):
            answer += connection.recv(65_536)
        connection.sendall(request(practice_store))
        with pytest.raises(ConnectionResetError):
            connection.recv(1)


def test_a_retry_after_may_be_a_date(practice_store: PracticeStore) -> None:
    switch_on(practice_store, 'status retryAfter="Wed, 21 Oct 2026 07:28:00 GMT"')
    with connected(practice_store) as connection:
        connection.sendall(request(practice_store).replace(b"\r\nHost", b"\r\nConnection: close\r\nHost"))
        head, _ = received(connection)
    assert b"retry-after: wed, 21 oct 2026 07:28:00 gmt" in head.split(b"\r\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
@pytest.mark.parametrize("fault", ["silence", "latency seconds=3600", "drip seconds=3600"])
def test_a_store_that_keeps_callers_waiting_still_ends_in_order(fault: str) -> None:
    with subprocess.Popen(
        [*COMMAND, "sandbox", "--seed", "empty", "--fault", fault],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        store = PracticeStore(**json.loads(process.stdout.readline()), process=process)
        with connected(store) as connection:
            connection.sendall(request(store))
            deadline = time.monotonic() + ENDS_WITHIN
            while not store.control("GET", "/requests")["data"]["requests"]:
                assert time.monotonic() < deadline
            process.send_signal(signal.SIGTERM)
            _, said = process.communicate(timeout=ENDS_WITHIN)
    assert (process.returncode, said) == (0, "")
