"""Other computers are served only with leave, a token of one's own and the names that were given."""

from __future__ import annotations

import os
import socket
import subprocess
from contextlib import nullcontext
from typing import Any

import pytest

from svcconsole.sandbox.http.auth_middleware import AccessRules, AuthMiddleware
from svcconsole.sandbox.http.listening import CannotServe, listening
from svcconsole.sandbox.http.request_log import RequestLog
from svcconsole.sandbox.options import secrets_of_environment
from tests.sandbox.wire import PREFIX, good_headers, post, raw
from tests.support.practice import ENDS_WITHIN, PracticeStore, start_practice_store
from tests.support.warm_start import warm

OWN = "sixteen-characters"
REMOTE = ["--host", "0.0.0.0", "--allow-remote"]
LIST = PREFIX + "products/list"


def refused(*arguments: str) -> str:
    """The sentence of a store that does not start."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SVCCONSOLE_")}
    ended = subprocess.run(
        [*warm.command(environment), "sandbox", *arguments],
        capture_output=True,
        text=True,
        timeout=ENDS_WITHIN,
        env=environment,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    return ended.stderr.strip()


def sentence(host: str, *names: str) -> str:
    """Why nothing listens there."""
    with pytest.raises(CannotServe) as caught, listening(host, 0, allow_remote=True, host_names=names):
        pytest.fail("it listens")
    return str(caught.value)


def test_without_a_token_of_ones_own_it_does_not_start() -> None:
    said = refused(*REMOTE, "--host-name", "store.example")
    assert said == (
        "--allow-remote needs a token of your own: set SVCCONSOLE_SANDBOX_TOKEN to a text of at least"
        " 16 characters."
    )


@pytest.mark.parametrize(("token", "enough"), [("a" * 15, False), ("a" * 16, True)])
def test_a_token_of_ones_own_is_long(monkeypatch: pytest.MonkeyPatch, token: str, enough: bool) -> None:
    monkeypatch.setenv("SVCCONSOLE_SANDBOX_TOKEN", token)
    assert secrets_of_environment(allow_remote=False).token == token
    with nullcontext() if enough else pytest.raises(CannotServe, match="at least 16 characters"):
        assert secrets_of_environment(allow_remote=True).token == token


def test_one_secret_does_not_open_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVCCONSOLE_SANDBOX_TOKEN", OWN)
    monkeypatch.setenv("SVCCONSOLE_SANDBOX_CONTROL_TOKEN", OWN)
    with pytest.raises(CannotServe) as caught:
        secrets_of_environment(allow_remote=False)
    assert str(caught.value) == (
        "SVCCONSOLE_SANDBOX_TOKEN and SVCCONSOLE_SANDBOX_CONTROL_TOKEN are the same: set two that differ."
    )


def test_every_interface_needs_a_name() -> None:
    assert sentence("0.0.0.0") == (
        "--host 0.0.0.0 is every interface of this computer: give the name that others call it by as"
        " --host-name."
    )


@pytest.mark.parametrize("name", ["http://store.example", "store.example:80", "store example", "", "*"])
def test_a_name_is_a_name(name: str) -> None:
    assert sentence("0.0.0.0", name) == f"--host-name {name} is no host name: leave out http:// and port."


def test_a_control_token_of_ones_own() -> None:
    with start_practice_store(variables={"SVCCONSOLE_SANDBOX_CONTROL_TOKEN": OWN}) as store:
        assert store.control_token == OWN
        assert store.counts()["products"] == 0


def test_the_names_that_were_given_are_served_and_no_others() -> None:
    options = [*REMOTE, "--host-name", "store.example", "--host-name", "Practice.Example"]
    with start_practice_store(token=OWN, options=options) as store:
        assert store.base_url == f"http://store.example:{store.port}"

        def status(host: str) -> int:
            headers = [("Host", host), *good_headers(store)[1:]]
            return raw(store, "POST", LIST, headers, b"{}").status

        served = ["store.example", "practice.example", "127.0.0.1", "localhost"]
        assert [status(f"{name}:{store.port}") for name in served] == [200] * len(served)
        others = ["0.0.0.0", "other.example", "store.example.other.example", "a.store.example"]
        assert [status(f"{name}:{store.port}") for name in others] == [403] * len(others)
        assert status("store.example") == 403
        assert store.control_url == f"http://127.0.0.1:{store.port}/control"
        assert store.counts()["products"] == 0


def test_by_default_both_loopback_addresses_are_served(practice_store: PracticeStore) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this computer has no IPv6 loopback")
    lines = ("GET /openapi.json HTTP/1.1", f"Host: [::1]:{practice_store.port}", "Connection: close", "", "")
    request = "\r\n".join(lines).encode()
    with socket.create_connection(("::1", practice_store.port), timeout=20) as connection:
        connection.sendall(request)
        assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")
    assert post(practice_store, "products/list", {}).status == 200


@pytest.mark.parametrize(
    ("caller", "status"),
    [
        ("127.0.0.1", 200),
        ("127.8.8.8", 200),
        ("::1", 200),
        ("192.0.2.7", 403),
        ("::ffff:127.0.0.1", 403),
        ("2001:db8::1", 403),
        (None, 403),
    ],
)
async def test_control_calls_come_from_this_computer(caller: str | None, status: int) -> None:
    """Another computer cannot be had in a test: the gate itself, with the address a connection would have."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        sent.append(message)

    doors = {("GET", "/control/health"): AccessRules(b"Bearer", b"secret", near=True)}
    gate = AuthMiddleware(app, frozenset({b"store.example:80"}), doors, RequestLog())
    headers = [(b"host", b"store.example:80"), (b"authorization", b"Bearer secret")]
    await gate(
        {
            "type": "http",
            "method": "GET",
            "path": "/control/health",
            "headers": headers,
            "client": (caller, 50_000) if caller else None,
            "state": {},
        },
        receive,
        send,
    )
    assert sent[0]["status"] == status
