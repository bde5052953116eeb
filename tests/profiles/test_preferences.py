"""How this computer reaches stores: what is set once holds in the window, in commands and in downloads."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from svcconsole import folders, preferences, secrets
from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.downloads import Downloader
from svcconsole.api.errors import ApiError, Outcome, ProxyInTheWay
from svcconsole.api.exchange_progress import ExchangeProgress, WireFailure
from svcconsole.api.network import NO_PROXY, Network
from svcconsole.api.operations import LIST_PRODUCTS, SEND_TEMPLATE, UPSERT_PRODUCTS, Operation
from svcconsole.api.token import Token
from svcconsole.api.transport import Wire
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.stores import Stores
from svcconsole.preferences import Preferences, PreferencesError
from svcconsole.profiles import Profile, Profiles
from tests.support.certificates import Authority
from tests.support.command import TOKEN_VARIABLE, CommandLine, finish
from tests.support.fault_server import Peer, answer, answers, fault_server
from tests.support.virtual_time import VirtualTimeLoop
from tests.support.warm_start import warm

PRODUCTS = answers(answer({"data": {"products": []}}))


async def refuses(peer: Peer) -> None:
    """A proxy that lets nothing through and remembers who asked."""
    peer.server.heads.append(await peer.head())
    await peer.send(answer(b"", 403))


def test_what_is_set_is_there_after_a_start_and_blank_takes_it_back(own_folders: Path) -> None:
    preferences.change(proxy="proxy.example:3128", connect_seconds=5, reports_folder=str(own_folders))
    made = Preferences(proxy="http://proxy.example:3128", connect_seconds=5, reports_folder=own_folders)
    assert preferences.preferences() == made
    preferences.change(proxy=None, reports_folder=None)
    assert preferences.preferences() == Preferences(connect_seconds=5)


def test_what_a_newer_version_wrote_stays(own_folders: Path) -> None:
    file = folders.config_dir() / "settings.json"
    file.write_text('{"tomorrow": [1], "connect_seconds": 4}')
    preferences.change(answer_seconds=20)
    assert json.loads(file.read_text()) == {"tomorrow": [1], "connect_seconds": 4, "answer_seconds": 20}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("proxy", "socks5://a.example"), ("proxy", "http://ana:geheim@a.example"), ("proxy", "http://"),
        ("proxy", "http://a.example:99999"), ("connect_seconds", 0), ("answer_seconds", 500),
    ],
)  # fmt: skip
def test_what_cannot_be_is_not_kept(own_folders: Path, name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name):
        preferences.change(**{name: value})
    assert preferences.preferences() == Preferences()


def test_a_damaged_file_is_said_and_not_written_over(own_folders: Path) -> None:
    file = folders.config_dir() / "settings.json"
    file.write_text("{")
    for use in (preferences.network, lambda: preferences.change(connect_seconds=4)):
        with pytest.raises(PreferencesError, match="cannot be read"):
            use()
    assert file.read_text() == "{"


async def test_an_own_proxy_is_asked_by_the_window_and_by_downloads(
    window_loop: QApplication, own_folders: Path
) -> None:
    Profiles(profiles=[Profile(id="shop", name="Shop", base_url="https://store.example")]).save()
    secrets.keep_for_session("shop", Token("abc"))
    stores = Stores(Settings(QSettings(str(own_folders / "w.ini"), QSettings.Format.IniFormat)), Notices())
    async with fault_server(refuses) as proxy:
        preferences.change(proxy=proxy.base_url)
        async with Client(await stores.connection("shop")) as client:
            assert isinstance((await client.send(LIST_PRODUCTS, b"{}")).error, ProxyInTheWay)
        async with Downloader(network=preferences.network) as downloads:
            with pytest.raises(ApiError, match="403"):
                await downloads.fetch("https://files.example/a.csv", max_bytes=10, types=frozenset())
    names = [head.split(b" ")[1] for head in proxy.heads]
    assert names == [b"store.example:443", b"files.example:443"]
    await stores.stop()
    secrets._session.pop("shop")


async def test_proxy_and_certificate_file_hold_on_the_command_line(tmp_path: Path) -> None:
    command = CommandLine(tmp_path)
    config = tmp_path / "config"
    config.mkdir(mode=0o700)
    authority = Authority.make(tmp_path, "authority")

    async def called(base_url: str, **settings: str) -> tuple[int, str]:
        (config / "settings.json").write_text(json.dumps(settings))
        variables = command.environment({TOKEN_VARIABLE: "abc"})
        process = await asyncio.create_subprocess_exec(
            *warm.command(variables), "call", "products/list", "--base-url", base_url,
            "--token-env", TOKEN_VARIABLE, env=variables, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        ended = await finish(process)
        return ended.code, ended.stderr

    async with fault_server(PRODUCTS, tls=authority.server("127.0.0.1")) as server:
        code, said = await called(server.base_url)
        assert (code, "is not trusted" in said) == (4, True)
        assert (await called(server.base_url, ca_file=str(authority.ca_file)))[0] == 0
        code, said = await called(server.base_url, ca_file=str(tmp_path / "gone.pem"))
        assert "certificate file" in said
    async with fault_server(refuses) as proxy:
        code, said = await called("https://store.example", proxy=proxy.base_url)
        assert (code, "proxy" in said) == (4, True)
        assert proxy.heads[0].startswith(b"CONNECT store.example:443 ")


async def test_another_network_holds_from_the_next_request_on(tmp_path: Path) -> None:
    authority = Authority.make(tmp_path, "authority")
    async with (
        fault_server(PRODUCTS, tls=authority.server("127.0.0.1")) as server,
        Client(Connection(server.base_url, Token("abc"))) as client,
    ):
        assert (await client.send(LIST_PRODUCTS, b"{}")).outcome is Outcome.PAUSE
        client.connection = Connection(
            server.base_url, Token("abc"), network=Network(ca_file=authority.ca_file)
        )
        assert (await client.send(LIST_PRODUCTS, b"{}")).outcome is Outcome.OK


def test_none_means_none_whatever_the_computer_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://proxy.example:1")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    assert Network().proxy_to("https://store.example") == "http://proxy.example:1"
    assert Network(proxy=NO_PROXY).proxy_to("https://store.example") is None
    own = Network(proxy="http://other.example:2")
    assert Connection("https://127.0.0.1:8", Token("a"), network=own).proxy() is None


class TestTimes:
    """On a clock that jumps: nobody waits for it."""

    @pytest.fixture(autouse=True)
    def loop_factory(self) -> type[VirtualTimeLoop]:
        return VirtualTimeLoop

    @pytest.mark.parametrize(
        ("answer_seconds", "waited"), [(45, (30, 60, 45)), (15, (10, 20, 15)), (90, (60, 120, 45))]
    )
    async def test_answers_are_waited_for_as_long_as_is_set(
        self, answer_seconds: float, waited: tuple[float, ...]
    ) -> None:
        """What may happen only once never takes longer than those expect who take over a run."""

        async def silent(peer: Peer) -> None:
            await peer.request()
            await asyncio.sleep(600)

        clock = asyncio.get_running_loop().time
        times = []
        async with fault_server(silent) as server:
            network = Network(answer_seconds=answer_seconds)
            async with Client(Connection(server.base_url, Token("abc"), network=network)) as client:
                operations: tuple[Operation[Any, Any], ...] = (LIST_PRODUCTS, UPSERT_PRODUCTS, SEND_TEMPLATE)
                for operation in operations:
                    begun = clock()
                    await client.send(operation, b"{}", retry=False)
                    times.append(round(clock() - begun))
        assert tuple(times) == waited


async def test_connecting_is_given_up_after_the_time_that_is_set() -> None:
    async def silent(peer: Peer) -> None:
        await asyncio.sleep(600)

    clock = asyncio.get_running_loop().time
    async with fault_server(silent) as server:
        wire = Wire(connect_seconds=0.05)
        begun = clock()
        with pytest.raises(WireFailure):
            # A greeting that never comes: the connection is not there before it.
            await wire.post(f"https://127.0.0.1:{server.port}/", b"{}", 60.0, ExchangeProgress(), 10)
        assert clock() - begun < 30
        await wire.aclose()
