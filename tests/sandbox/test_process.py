"""The practice store as a process: one line when ready, nothing lost in a kill, gone with its parent."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence, Sized
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path

import pytest

from svcconsole.sandbox.parent import PARENT_VARIABLE
from tests.sandbox.wire import data, good_headers, post, raw
from tests.support.generate import product, products
from tests.support.practice import COMMAND, ENDS_WITHIN, PracticeStore, start_practice_store

TOKEN = "a-token-of-my-own"


def _wait_for(acknowledged: Sized, count: int) -> None:
    deadline = time.monotonic() + ENDS_WITHIN
    while len(acknowledged) < count:
        assert time.monotonic() < deadline
        threading.Event().wait(0.02)


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
    with start_practice_store(token=TOKEN) as store:
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


WRITERS = 6
"""At once, so that requests of several are committed together."""


@pytest.mark.parametrize("kills", [5, pytest.param(50, marks=pytest.mark.deep)])
def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path, kills: int) -> None:
    acknowledged: list[tuple[str, str]] = []
    for generation in range(kills):
        with start_practice_store(tmp_path, token=TOKEN) as store:
            writers = [
                threading.Thread(target=_write_until_killed, args=(store, write, generation, acknowledged))
                for write in WRITES
            ]
            for writer in writers:
                writer.start()
            _wait_for(acknowledged, len(acknowledged) + 300)
            store.kill()
            for writer in writers:
                writer.join()
        kept = _kept(tmp_path)
        assert set(acknowledged) <= kept
        assert {kind for kind, _ in acknowledged} == {kind for kind, _ in kept}
        assert sum(kind == "product" for kind, _ in kept) % 10 == 0


Write = Callable[[PracticeStore, int], Iterable[tuple[str, str]]]
"""Makes one call, told apart by the number; what it wrote, as `_kept` finds it again. Raises when killed."""


def _products(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    records = [product(number * 10 + one) for one in range(10)]
    data(store, "products/createOrUpdate", {"products": records})
    return [("product", record["id"]) for record in records]


def _catalog(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    data(store, "catalogs/createOrUpdate", {"catalogs": [{"id": f"c{number}", "name": "Kitchen"}]})
    return [("catalog", f"c{number}")]


def _customer(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    sent = {"partnerCustomerId": f"k{number}", "email": f"k{number}@mail.example"}
    data(store, "customers/createOrUpdate", sent)
    return [("customer", f"k{number}")]


def _property(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    entry = {"firstName": "Ida", "lastName": "Vogel", "partnerCustomerId": f"k{number}"}
    reply = post(store, "createOrUpdateUserProperties", {"userProperties": [entry]})
    assert reply.body["data"]["invalidUserProperties"] == []
    return [("property", f"k{number}")]


def _ticket(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    sent = {"channel": "TASKS", "taskTitle": f"Task {number}", "labelIds": [1, 2]}
    return [("ticket", str(data(store, "createAndAssignTicket", sent)["ticket"]["id"]))]


def _message(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    sent = {"medium": "whatsapp", "contactIdentifier": "+491701234567"}
    text = {**sent, "type": "text", "payload": {"message": f"Hello {number}"}}
    template = {
        **sent,
        "type": "DEFAULT",
        "payload": {"templateId": "welcome", "components": {"body": ["Ida"]}},
    }
    path, body = (("sendMessage", text), ("sendTemplateMessage", template))[number % 2]
    return [("message", data(store, f"messages/v2/{path}", body)["id"])]


def _flow(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    sent = {"medium": "whatsapp", "flowId": f"f{number}", "phoneNumber": "+491701234567"}
    assert post(store, "initiateFlow", sent).status == 200
    return [("flow", f"f{number}")]


def _report(store: PracticeStore, number: int) -> Iterable[tuple[str, str]]:
    sent = {
        "reportType": "Overall",
        "reportName": "Ticket's Overview",
        "dateRange": {"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-02-01T00:00:00Z"},
        "emails": [f"k{number}@mail.example"],
    }
    return [("report", str(data(store, "generateReport", sent)["reportHistoryId"]))]


WRITES: Sequence[Write] = (
    _products,
    _catalog,
    _customer,
    _property,
    _ticket,
    _message,
    _flow,
    _report,
)
KEPT = {
    "product": "select id from products",
    "catalog": "select id from catalogs",
    "customer": "select partner_customer_id from customers where partner_customer_id is not null",
    "property": "select partner_customer_id from user_properties",
    "ticket": "select id from tickets",
    "message": "select message_id from messages join message_events on message = id group by id",
    "flow": "select flow_id from flow_runs",
    "report": "select id from reports",
}
"""What was written, straight from the file: nothing of ours could make up for what was lost."""


def _write_until_killed(
    store: PracticeStore, write: Write, generation: int, acknowledged: list[tuple[str, str]]
) -> None:
    with suppress(OSError, HTTPException):
        for number in range(generation * 10_000, (generation + 1) * 10_000):
            acknowledged += write(store, number)


def _kept(folder: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(folder / "practice.sqlite")) as connection:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        return {(kind, str(value)) for kind, query in KEPT.items() for (value,) in connection.execute(query)}


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


def test_a_folder_that_cannot_be_used_is_refused_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("")
    ended = run("--data", str(file))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"The folder {file} cannot be used: ")


def test_two_stores_do_not_share_a_folder(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        ended = run("--data", str(tmp_path))
        assert (ended.returncode, ended.stdout) == (2, "")
        assert ended.stderr.startswith(f"The folder {tmp_path} is in use by another practice store. ")
        store.kill()
        with start_practice_store(tmp_path) as next_one:
            assert next_one.counts()["products"] == 0


def test_a_folder_with_something_else_in_it_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "practice.sqlite").write_bytes(b"no database " * 1000)
    ended = run("--data", str(tmp_path))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"The folder {tmp_path} holds no practice store that can be read: ")
    assert "Traceback" not in ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
def test_its_files_are_its_owners_alone_whatever_mask_it_is_started_with(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o755)
    before = os.umask(0)
    try:
        with start_practice_store(folder) as store:
            data(store, "products/createOrUpdate", {"products": products(1)})
            store.control("POST", "/snapshot", {})
            assert _open_to_others(folder) == []
            store.kill()
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o777 if path.is_dir() else 0o666)
        with start_practice_store(folder) as store:
            assert _open_to_others(folder) == []
    finally:
        os.umask(before)


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
def test_a_folder_that_others_use_too_stays_open_to_them(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "notes.txt").write_text("")
    (tmp_path / "notes.txt").chmod(0o644)
    with start_practice_store(tmp_path):
        assert sorted(path.name for path in _open_to_others(tmp_path)) == sorted([tmp_path.name, "notes.txt"])


def _open_to_others(folder: Path) -> list[Path]:
    return [path for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077]


OLDER = """
create table settings (name text primary key, value text not null);
create table products (id text primary key, body text not null);
create table catalogs (id text primary key, body text not null);
insert into settings values ('base_url', 'http://127.0.0.1:1');
insert into products values ('p1', '{"id":"p1","image":"http://127.0.0.1:1/media/p1.png"}');
"""


def test_a_folder_of_the_first_version_gets_what_every_store_has(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "practice.sqlite")) as connection:
        connection.executescript(OLDER)
    for _ in range(2):
        with start_practice_store(tmp_path) as store:
            (kept,) = data(store, "products/list", {})["products"]
            assert kept == {"id": "p1", "image": f"{store.base_url}/media/p1.png"}
            sent = {"channel": "TASKS", "taskTitle": "Call back", "labelIds": [1, 2]}
            agent = {"assignmentType": "SPECIFIC_AGENT", "agentMail": "asha@practice.example"}
            assert data(store, "createAndAssignTicket", sent | agent)["ticket"]["agentId"] == 1
            assert store.counts()["templates"] == 6
            store.stop()


def test_a_folder_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        store.stop()
    with closing(sqlite3.connect(tmp_path / "practice.sqlite")) as connection:
        connection.execute("update settings set value = '999' where name = 'format'")
        connection.execute("drop table products")
        connection.commit()
    before = (tmp_path / "practice.sqlite").read_bytes()
    ended = run("--data", str(tmp_path))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        f"The folder {tmp_path} holds a practice store of a newer version of this program."
        " Update the program, or choose another --data.\n"
    )
    assert (tmp_path / "practice.sqlite").read_bytes() == before


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
