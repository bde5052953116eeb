"""The practice store as a process: one line when ready, nothing lost in a kill, gone with its parent."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from http.client import HTTPException
from pathlib import Path

import pytest

from svcconsole.sandbox.parent_process import PARENT_VARIABLE
from tests.sandbox.wire import data, good_headers, raw
from tests.support.generate import products
from tests.support.practice import COMMAND, ENDS_WITHIN, PracticeStore, start_practice_store

TOKEN = "a-token-of-my-own"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, "sandbox", *arguments],
        capture_output=True,
        text=True,
        timeout=ENDS_WITHIN,
        env={**os.environ, **environment},
        check=False,
    )


def test_it_prints_one_json_line_and_ends_in_order() -> None:
    with start_practice_store(token=TOKEN, is_warm=False) as store:
        assert store.token == TOKEN
        assert store.pid == store.process.pid
        assert store.base_url == f"http://127.0.0.1:{store.port}"
        assert data(store, "products/list", {}) == {"products": []}
        if sys.platform != "win32":
            assert store.stop() == 0
            assert store.process.stdout is not None
            assert store.process.stdout.read() == ""


def test_without_a_token_of_ones_own_it_has_a_random_one() -> None:
    with start_practice_store() as one, start_practice_store() as other:
        secrets = {one.token, other.token, one.control_token, other.control_token}
        assert len(secrets) == 4
        assert all(len(secret) >= 22 for secret in secrets)


@pytest.mark.skipif(
    sys.platform == "win32", reason="nothing is removed after a kill, and there is no SIGTERM"
)
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_store_without_a_folder_leaves_nothing_behind(tmp_path: Path, name: str) -> None:
    command = [*COMMAND, "sandbox", "--seed", "empty"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stdout is not None
        assert "base_url" in process.stdout.readline()
        assert [folder.name[:15] for folder in tmp_path.iterdir()] == ["practice-store-"]
        process.send_signal(getattr(signal, name))
        assert process.wait(ENDS_WITHIN) == 0
    assert list(tmp_path.iterdir()) == []


def test_the_same_folder_port_and_token_go_on_where_they_stopped(tmp_path: Path) -> None:
    everything = products(30)
    with start_practice_store(tmp_path, token=TOKEN) as store:
        port = store.port
        data(store, "products/createOrUpdate", {"products": everything})
        store.stop()
    for _ in range(2):
        with start_practice_store(tmp_path, port, token=TOKEN) as store:
            assert (store.port, store.token) == (port, TOKEN)
            assert data(store, "products/list", {}) == {"products": everything}
            store.stop()


PARENT = """
import os, subprocess, sys
child = subprocess.Popen({command}, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, env={environment})
{wait}
os.kill(os.getpid(), 9) if hasattr(os, "fork") else os.abort()
"""


@pytest.mark.parametrize("ready", [True, False], ids=["when it is ready", "while it starts"])
def test_it_ends_with_its_parent(ready: bool) -> None:
    script = PARENT.format(
        command=[*COMMAND, "sandbox", "--seed", "empty"],
        environment="None" if ready else f"{{**os.environ, {PARENT_VARIABLE!r}: str(os.getpid())}}",
        wait="sys.stdout.buffer.write(child.stdout.readline()); sys.stdout.flush()" if ready else "",
    )
    # the store holds this test's end of stderr, so that this call ends only when the store has ended, too
    parent = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=ENDS_WITHIN, check=False
    )
    assert parent.returncode != 0
    # a store that gets as far as its line while its parent ends has nobody to tell, and says so
    assert parent.stderr.splitlines() in (
        [],
        ["The line with the store's address could not be written: Broken pipe."],
    )
    assert ("base_url" in parent.stdout) is ready


@pytest.mark.parametrize("token", [" ", "a b", "t\u00f6ken"])
def test_a_token_that_no_request_can_carry_is_refused_with_a_sentence(token: str) -> None:
    ended = run(SVCCONSOLE_SANDBOX_TOKEN=token)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("SVCCONSOLE_SANDBOX_TOKEN cannot be used. The token ")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.0.1", "::", "::ffff:127.0.0.1"])
def test_another_interface_is_refused_with_a_sentence(host: str) -> None:
    ended = run("--host", host)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.strip() == (
        f"The practice store serves this computer only: --host is {host}, use 127.0.0.1, or allow others with"
        " --allow-remote."
    )


@pytest.mark.parametrize("host", ["store.example", ""])
def test_a_name_is_no_address_to_listen_on(host: str) -> None:
    ended = run("--host", host)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.strip() == f"--host {host} is not an address of this computer, use 127.0.0.1."


def test_a_port_in_use_is_refused_with_a_sentence(practice_store: PracticeStore) -> None:
    ended = run("--port", str(practice_store.port))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"Port {practice_store.port} of 127.0.0.1 cannot be used: ")
    assert "Traceback" not in ended.stderr


def test_it_serves_ipv6_too() -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except (OSError, HTTPException):
        pytest.skip("this computer has no IPv6 loopback")
    with subprocess.Popen(
        [*COMMAND, "sandbox", "--host", "::1", "--seed", "empty"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = json.loads(process.stdout.readline())
        process.terminate()
    assert line["base_url"].startswith("http://[::1]:")


def test_reset_and_health(practice_store: PracticeStore) -> None:
    practice_store.reset("demo")
    state = practice_store.control("GET", "/health")["data"]
    assert state["pid"] == practice_store.pid
    assert state["uptime"] > 0
    assert state["counts"]["products"] > 50
    practice_store.reset("empty")
    counts = practice_store.counts()
    assert (counts["catalogs"], counts["products"]) == (0, 0)


def test_an_unknown_seed_is_refused(practice_store: PracticeStore) -> None:
    headers = [(name, value) for name, value in good_headers(practice_store) if name != "Authorization"]
    headers.append(("Authorization", f"Bearer {practice_store.control_token}"))
    reply = raw(practice_store, "POST", "/control/reset", headers, b'{"seed": "full"}')
    assert (reply.status, reply.messages) == (400, ['seed must be "demo" or "empty", not "full"'])
