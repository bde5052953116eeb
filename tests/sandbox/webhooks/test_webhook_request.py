"""One webhook request: where it goes, what is read of the answer, what is said when there is none."""

from __future__ import annotations

import asyncio
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from svcconsole.sandbox.egress import Egress
from svcconsole.sandbox.webhooks.request import READ_MOST, send
from tests.sandbox.webhooks.receiver import answers, receiver

SECRET = "secret"


class Names:
    """A name lookup that gives each answer once, and counts."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        return self.answers.pop(0)


async def test_the_connection_goes_to_the_checked_address_without_another_lookup() -> None:
    with receiver() as found:
        names = Names(["127.0.0.1"], ["93.184.215.14"])
        outcome = await send(Egress((), names), f"http://localhost:{found.port}/hook", b"{}", SECRET)
        assert (outcome.status, outcome.error) == (200, None)
        assert names.asked == ["localhost"]
        assert found.arrived[0].headers["host"] == f"localhost:{found.port}"


async def test_no_redirect_is_followed() -> None:
    with receiver() as other, receiver(answers(307, Location=other.url)) as found:
        outcome = await send(Egress(), found.url, b"{}", SECRET)
        assert (outcome.status, outcome.error) == (307, "answered 307; redirects are not followed")
        assert (len(found.arrived), other.arrived) == (1, [])


async def test_of_a_long_answer_only_the_beginning_is_read() -> None:
    written = 0

    def flood(request: BaseHTTPRequestHandler) -> None:
        nonlocal written
        request.send_response(200)
        request.end_headers()
        try:
            while written < 64 * 1024 * 1024:
                written += request.wfile.write(b"x" * 65536)
        except OSError:
            return

    with receiver(flood) as found:
        outcome = await send(Egress(), found.url, b"{}", SECRET)
        assert (outcome.status, outcome.error) == (200, None)
    # what the kernel's buffers hold was written, too
    assert READ_MOST <= written < 32 * 1024 * 1024


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST.", "Localhost"])
async def test_this_computer_is_reached_by_all_its_names(host: str) -> None:
    with receiver() as found:
        outcome = await send(Egress(), f"HTTP://{host}:{found.port}/h%6Fok?a=%7e+b", b"{}", SECRET)
        assert outcome.error is None
        assert [one.target for one in found.arrived] == ["/h%6Fok?a=%7e+b"]


async def test_an_address_may_be_written_in_its_long_form() -> None:
    arrived: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        arrived.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        writer.close()

    try:
        server = await asyncio.start_server(answer, "::1", 0)
    except OSError:
        pytest.skip("this computer has no IPv6 loopback")
    async with server:
        port = server.sockets[0].getsockname()[1]
        outcome = await send(Egress(), f"http://[0:0:0:0:0:0:0:1]:{port}/hook", b"{}", SECRET)
    assert (outcome.status, outcome.error, len(arrived)) == (204, None, 1)


NO_ANSWERS = {
    "no answer: the connection was closed": b"",
    "what was answered is not HTTP": b"SSH-2.0-server\r\n\r\n",
    "the answer was cut short": b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc",
}


@pytest.mark.parametrize("words", NO_ANSWERS)
async def test_what_is_no_answer_is_said_in_a_sentence(words: str) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(NO_ANSWERS[words])
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        outcome = await send(Egress(), f"http://127.0.0.1:{port}/", b"{}", SECRET)
    assert (outcome.status, outcome.error) == (None, words)


async def test_an_endless_header_ends_the_try() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 200_000)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        outcome = await send(Egress(), f"http://127.0.0.1:{port}/", b"{}", SECRET)
    assert (outcome.status, outcome.error) == (None, "what was answered is not HTTP")


async def test_a_certificate_that_nobody_trusts_is_not_sent_to(tmp_path: Path) -> None:
    certificates = pytest.importorskip("tests.support.certificates")
    authority = certificates.Authority.make(tmp_path, "stranger")
    arrived: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        arrived.append(await reader.read())
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0, ssl=authority.here) as server:
        port = server.sockets[0].getsockname()[1]
        outcome = await send(Egress(), f"https://127.0.0.1:{port}/", b"{}", SECRET)
    assert outcome.error == "no connection: its certificate is not trusted by this computer"
    assert arrived == []


async def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiver() as proxy, receiver() as found:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        outcome = await send(Egress(), found.url, b"{}", SECRET)
        assert (outcome.error, len(found.arrived), proxy.arrived) == (None, 1, [])
