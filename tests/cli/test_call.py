"""`svcconsole call` as a process: what it prints, how it ends, and that the token stays out of it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from svcconsole import cli
from svcconsole.api.operations import GET_PRODUCTS, OPERATIONS, SEND_MESSAGE
from svcconsole.profiles import Profile, Profiles
from tests.api.models.samples import CATALOG, MESSAGE, PRODUCT
from tests.api.wire_stages import after_request
from tests.support.certificates import Authority
from tests.support.coroutines import until
from tests.support.fault_server import FaultServer, Peer, answer, answers, fault_server
from tests.support.practice import PracticeStore
from tests.support.warm_start import warm

UNREACHABLE = "http://127.255.255.255:9"
CANARY = "canary-c2VjcmV0OnRva2Vu"


class Ended:
    """A finished command: its exit code and what it wrote."""

    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code = code
        self.out = out.decode()
        self.err = err.decode()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    return kept | {
        "SVCCONSOLE_CONFIG_DIR": str(tmp_path / "config"),
        "SVCCONSOLE_DATA_DIR": str(tmp_path / "data"),
        "STORE_TOKEN": CANARY,
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        "PYTHONWARNINGS": "error",
    }


async def started(environment: dict[str, str], *arguments: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *warm.command(environment), *arguments, stdin=pipe, stdout=pipe, stderr=pipe, env=environment
    )


async def ran(environment: dict[str, str], *arguments: str, stdin: str = "") -> Ended:
    process = await started(environment, *arguments)
    out, err = await process.communicate(stdin.encode())
    assert process.returncode is not None
    ended = Ended(process.returncode, out, err)
    assert CANARY not in ended.out + ended.err
    assert "Traceback" not in ended.err
    return ended


def at(server: FaultServer | PracticeStore) -> tuple[str, ...]:
    return ("--base-url", server.base_url, "--token-env", "STORE_TOKEN")


async def test_a_wait_that_the_store_asks_for_is_told(
    practice_store: PracticeStore, environment: dict[str, str]
) -> None:
    environment["STORE_TOKEN"] = practice_store.token
    practice_store.add_fault("status", code=429, retryAfter=1, count=1)
    ended = await ran(environment, "call", "products/list", *at(practice_store))
    practice_store.clear_faults()
    assert ended.code == 0, ended.err
    assert "The store asks to wait 1 second; then it is sent again." in ended.err


async def test_callback_data_that_some_count_as_too_long_is_sent_and_told(
    practice_store: PracticeStore, environment: dict[str, str]
) -> None:
    environment["STORE_TOKEN"] = practice_store.token
    data = json.dumps("😀" * 600, ensure_ascii=False)
    body = {**MESSAGE, "callbackData": data}
    ended = await ran(environment, "call", SEND_MESSAGE.path, json.dumps(body), *at(practice_store))
    assert ended.code == 0, ended.err
    assert "602 characters, and 1,202 where an emoji counts as two" in ended.err
    (kept,) = practice_store.control("GET", "/messages")["data"]["messages"]
    assert kept["callbackData"] == data


async def test_the_practice_stores_products_can_be_written_and_read(
    practice_store: PracticeStore, environment: dict[str, str]
) -> None:
    environment["STORE_TOKEN"] = practice_store.token
    catalogs = json.dumps({"catalogs": [CATALOG]})
    products = json.dumps({"products": [PRODUCT]})
    assert (
        await ran(environment, "call", "catalogs/createOrUpdate", catalogs, *at(practice_store))
    ).code == 0
    sent = await ran(environment, "call", "products/createOrUpdate", "-", *at(practice_store), stdin=products)
    assert (sent.code, sent.err) == (0, "")
    read = await ran(environment, "call", "products/list", *at(practice_store))
    assert json.loads(read.out)["data"]["products"] == json.loads(sent.out)["data"]["products"]
    assert json.loads(read.out)["data"]["products"][0]["id"] == PRODUCT["id"]


REFUSALS = {
    "no such operation": (("products/lst",), "There is no operation 'products/lst'", "products/list"),
    "not JSON": (("products/get", "{productIds: 1}"), "The request is not JSON: line 1, column 2", "stdin"),
    "a missing field": (("products/get", "{}"), "productIds is required", ""),
    "a wrong type": (("products/get", '{"productIds": [7]}'), "productIds[0] must be text, not 7", ""),
    "an unknown field": (("products/list", '{"page": 1}'), "page is not a field of this request", ""),
    "a name twice": (
        ("products/list", '{"afterProductId": "a", "afterProductId": "b"}'),
        "appears twice",
        "",
    ),
    "no number": (("getReportById", '{"reportHistoryId": NaN}'), "NaN is not a number of JSON", ""),
    "a list": (("products/list", "[]"), "must be an object", ""),
    "nothing": (("products/list", " "), "The request is empty.", "{}"),
    "half a character": (("products/list", '{"afterProductId": "\\ud800"}'), "cannot be sent", ""),
}


@pytest.mark.parametrize("case", list(REFUSALS))
def test_what_is_wrong_is_refused_before_anything_is_sent(
    case: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sending would end in 4: nothing can be reached at that address."""
    arguments, says, advises = REFUSALS[case]
    monkeypatch.setenv("STORE_TOKEN", CANARY)
    assert cli.run(["call", *arguments, "--base-url", UNREACHABLE, "--token-env", "STORE_TOKEN"]) == 2
    ended = capsys.readouterr()
    assert ended.out == ""
    assert says in ended.err
    assert advises in ended.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "No store is named."),
        (("--base-url", "https://a.example"), "The token is missing."),
        (("--base-url", "https://a.example", "--token-env", "UNSET"), "UNSET is not set or empty"),
        (("--base-url", "http://a.example", "--token-env", "STORE_TOKEN"), "send the token unencrypted"),
        (("--profile", "Nowhere"), "There is no profile named 'Nowhere'."),
        (("--profile", "A", "--base-url", "https://a.example"), "Both a profile and a base URL"),
        (("--ca-file", "missing.pem"), "missing.pem"),
        (("--ca-file", __file__, "--base-url", "https://a.example"), "The certificate file"),
        (("--token", CANARY[:6]), "--token"),
    ],
)
def test_the_options_name_one_store_and_never_the_token_itself(
    arguments: tuple[str, ...],
    says: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("STORE_TOKEN", CANARY)
    monkeypatch.setenv("SVCCONSOLE_CONFIG_DIR", str(tmp_path))
    assert cli.run(["call", "products/list", *arguments]) == 2
    ended = capsys.readouterr()
    assert ended.out == ""
    assert says in ended.err
    assert CANARY not in ended.err


MESSAGE_JSON = json.dumps(MESSAGE)
LISTS = ("products/list", "{}")
SENDS = (SEND_MESSAGE.path, MESSAGE_JSON)


@pytest.mark.parametrize(
    ("request_", "reply", "code", "says"),
    [
        (
            LISTS,
            answer({"status": 400, "errors": [{"message": "not today"}]}, 400),
            3,
            "“not today”",
        ),
        (LISTS, answer(b"<p>no", 400), 3, "refused this. It gave no reason (400)."),
        (LISTS, answer({"status": 501}, 501), 4, "does not offer this operation (501)"),
        (LISTS, answer({"status": 401}, 401), 4, "does not accept the token"),
        (LISTS, answer({"status": 404}, 404), 4, "is not there (404)"),
        (LISTS, answer(b"<html>", headers={"Content-Type": "text/html"}), 4, "web page"),
        (LISTS, answer({}, 429, {"Retry-After": "99999"}), 4, "more slowly"),
        (SENDS, answer({"status": 500}, 500), 5, "not known"),
        (SENDS, answer({"status": 200, "data": {}}), 5, "data.id"),
    ],
)
async def test_the_exit_code_tells_how_it_ended(
    request_: tuple[str, str], reply: bytes, code: int, says: str, environment: dict[str, str]
) -> None:
    async with fault_server(answers(reply)) as server:
        ended = await ran(environment, "call", *request_, *at(server))
    assert (ended.code, ended.out) == (code, "")
    assert says in ended.err


async def test_an_unusual_answer_is_written_as_it_came_and_counted(environment: dict[str, str]) -> None:
    body = {"data": {"products": [{"id": "a", "tags": ["x"]}, {"id": "b"}, "c"]}}
    async with fault_server(answers(answer(body))) as server:
        ended = await ran(environment, "call", *LISTS, *at(server))
    assert (ended.code, json.loads(ended.out)) == (0, body)
    assert "Unusual answer: 2 records hold a value of another type" in ended.err


@pytest.mark.parametrize(
    ("stdin", "code"),
    [(b'{"productIds": ["\xc3\xa9"]}', 0), (b'\xef\xbb\xbf{"productIds": ["a"]}', 0), (b"\xff", 2)],
)
async def test_stdin_is_utf_8_whatever_the_terminal_speaks(
    stdin: bytes, code: int, environment: dict[str, str]
) -> None:
    plain = environment | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    async with fault_server(answers(answer({"data": {"products": []}}))) as server:
        process = await started(plain, "call", GET_PRODUCTS.path, "-", *at(server))
        out, err = await process.communicate(stdin)
    assert (process.returncode, bool(out), b"Traceback" in err) == (code, code == 0, False)
    assert all("é".encode() in one.body for one in server.requests if b"\xc3" in stdin)


async def test_a_message_whose_answer_is_lost_is_sent_once_and_ends_unknown(
    environment: dict[str, str],
) -> None:
    async with fault_server(after_request()) as server:
        ended = await ran(environment, "call", SEND_MESSAGE.path, MESSAGE_JSON, *at(server))
    assert ended.code == 5
    assert len(server.posted) == 1
    assert "may do it twice" in ended.err


async def test_a_store_that_is_not_there(environment: dict[str, str]) -> None:
    ended = await ran(
        environment, "call", "products/list", "--base-url", UNREACHABLE, "--token-env", "STORE_TOKEN"
    )
    assert (ended.code, ended.out) == (4, "")
    assert "Nothing was sent." in ended.err


@pytest.mark.skipif(sys.platform == "win32", reason="a console interrupt cannot be sent to one child there")
async def test_stopping_a_message_in_flight_ends_unknown(environment: dict[str, str]) -> None:
    async def silent(peer: Peer) -> None:
        if (await peer.request()).head.startswith(b"POST "):
            await asyncio.Event().wait()
        peer.close()

    async with fault_server(silent) as server:
        process = await started(environment, "call", SEND_MESSAGE.path, MESSAGE_JSON, *at(server))
        await until(lambda: server.posted)
        process.send_signal(signal.SIGINT)
        _, err = await process.communicate()
    assert process.returncode == 5
    assert b"may have been carried out" in err


async def test_the_prefix_and_the_application_id_reach_the_store(environment: dict[str, str]) -> None:
    reply = answer({"status": 200, "data": {"id": "m-1"}})
    async with fault_server(answers(reply)) as server:
        more = ("--prefix", "acme", "--app-id", "app-9")
        message = {name: value for name, value in MESSAGE.items() if name != "appId"}
        ended = await ran(environment, "call", SEND_MESSAGE.path, json.dumps(message), *at(server), *more)
    assert ended.code == 0
    assert b"/integrations/acmePlatformFunctions-messages/v2/sendMessage " in server.posted[0].head
    assert json.loads(server.posted[0].body)["appId"] == "app-9"


async def test_a_customer_is_found_by_the_prefixs_own_parameter(environment: dict[str, str]) -> None:
    reply = answer({"status": 200, "data": {"customer": {"id": 1}}})
    async with fault_server(answers(reply)) as server:
        ended = await ran(
            environment, "call", "customers/get", '{"acmeCustomerId": "7"}', *at(server), "--prefix", "acme"
        )
    assert ended.code == 0
    assert json.loads(server.requests[0].body) == {"acmeCustomerId": "7"}


async def test_a_profile_names_the_store_and_its_prefix(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SVCCONSOLE_CONFIG_DIR", environment["SVCCONSOLE_CONFIG_DIR"])
    async with fault_server(answers(answer({"data": {"products": []}}))) as server:
        profiles = Profiles(profiles=[Profile(name="Wickloom", base_url=server.base_url, prefix="acme")])
        profiles.save()
        by_name = ("--profile", "wickloom", "--token-env", "STORE_TOKEN")
        ended = await ran(environment, "call", GET_PRODUCTS.path, '{"productIds": ["a"]}', *by_name)
        assert (ended.code, json.loads(ended.out)) == (0, {"data": {"products": []}})
        assert b"acmePlatformFunctions-products/get" in server.requests[0].head
        without = await ran(
            environment, "call", GET_PRODUCTS.path, '{"productIds": ["a"]}', "--profile", "Wickloom"
        )
        assert without.code == 2
        assert "--token-env" in without.err


async def test_a_certificate_file_makes_a_private_authority_trusted(
    environment: dict[str, str], tmp_path: Path
) -> None:
    authority = Authority.make(tmp_path, "authority")
    async with fault_server(
        answers(answer({"data": {"products": []}})), tls=authority.server("127.0.0.1")
    ) as server:
        refused = await ran(environment, "call", "products/list", *at(server))
        trusted = await ran(
            environment, "call", "products/list", *at(server), "--ca-file", str(authority.ca_file)
        )
    assert (refused.code, trusted.code) == (4, 0)
    assert "is not trusted" in refused.err


def test_the_token_is_no_argument_of_the_process(environment: dict[str, str]) -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "svcconsole", "call", "--help"],
        env=environment,
        capture_output=True,
        check=True,
    ).stdout.decode()
    assert "--token-env" in shown
    assert "--token " not in shown


async def test_the_operations_are_listed_with_what_they_do(environment: dict[str, str]) -> None:
    ended = await ran(environment, "call", "--list")
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert [line.split()[0] for line in lines] == [operation.path for operation in OPERATIONS]
    assert all(operation.title in line for operation, line in zip(OPERATIONS, lines, strict=True))
    assert sum("deprecated" in line for line in lines) == 2
