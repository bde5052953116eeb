"""Forty addresses from strangers: what may be fetched, and where a name must not lead."""

from __future__ import annotations

import ipaddress
import socket

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from svcconsole.api.transport import normal_url
from svcconsole.api.url_guard import Forbidden, GuardedResolver, check_url, is_public

REFUSED = (
    "http://shop.example/a.png",
    "ftp://shop.example/a.png",
    "file:///etc/passwd",
    "data:image/png;base64,AAAA",
    "javascript:alert(1)",
    "//shop.example/a.png",
    "shop.example/a.png",
    "https://",
    "https:///a.png",
    "https://user@shop.example/a.png",
    "https://user:word@shop.example/a.png",
    "https://shop.example:99999/a.png",
    "https://shop.example\\@10.0.0.1/a.png",
    "https://127.0.0.1/a.png",
    "https://127.1/a.png",
    "https://2130706433/a.png",
    "https://0x7f000001/a.png",
    "https://0x7f.0.0.1/a.png",
    "https://0177.0.0.1/a.png",
    "https://0/a.png",
    "https://0.0.0.0/a.png",
    "https://10.0.0.1/a.png",
    "https://172.16.5.4/a.png",
    "https://192.168.1.1/a.png",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/a.png",
    "https://224.0.0.1/a.png",
    "https://255.255.255.255/a.png",
    "https://192.0.2.1/a.png",
    "https://[::1]/a.png",
    "https://[::]/a.png",
    "https://[::ffff:127.0.0.1]/a.png",
    "https://[::ffff:10.0.0.1]/a.png",
    "https://[fe80::1]/a.png",
    "https://[fe80::1%25eth0]/a.png",
    "https://[fd00::1]/a.png",
    "https://[fec0::1]/a.png",
    "https://[64:ff9b::a00:1]/a.png",
    "https://[2002:a00:1::]/a.png",
    "https://localhost/a.png",
    "https://localhost./a.png",
    "https://router/a.png",
    "https://１２７.0.0.1/a.png",
    "https://shop.example/a b\n.png",
)
FETCHED = (
    "https://shop.example/a.png",
    "https://shop.example:8443/a.png?x=1#y",
    "https://xn--bcher-kva.example/a.png",
    "https://bücher.example/ä.png",
    "https://8.8.8.8/a.png",
    "https://[2606:4700::1111]/a.png",
)
LOCAL = ("http://127.0.0.1:8080/media/mug.png", "http://localhost:1/a.png", "http://[::1]:1/a.png")


def checked(url: str, *, allow_loopback: bool = False) -> None:
    try:
        check_url(normal_url(url), allow_loopback=allow_loopback)
    except ValueError as error:
        raise Forbidden("it is no address of the web") from error


HERE = (
    "https://127.0.0.1/a.png",
    "https://[::1]/a.png",
    "https://localhost/a.png",
    "https://localhost./a.png",
)


@pytest.mark.parametrize("url", REFUSED)
def test_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        checked(url)


@pytest.mark.parametrize("url", [url for url in REFUSED if url not in HERE])
def test_refused_also_where_this_computer_is_allowed(url: str) -> None:
    with pytest.raises(Forbidden):
        checked(url, allow_loopback=True)


@pytest.mark.parametrize("url", FETCHED)
def test_fetched(url: str) -> None:
    checked(url)


@pytest.mark.parametrize("url", LOCAL)
def test_this_computer_only_where_it_is_allowed(url: str) -> None:
    checked(url, allow_loopback=True)
    with pytest.raises(Forbidden):
        checked(url)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:4700::1111", True),
        ("::ffff:8.8.8.8", True),
        ("::ffff:192.168.0.1", False),
        ("2002:c0a8:1::", False),
        ("64:ff9b::808:808", True),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b:1::808:808", False),
        ("2001:db8::1", False),
        ("fec0::1", False),
        ("feff::1", False),
        ("198.18.0.1", False),
        ("240.0.0.1", False),
        ("ff02::1", False),
    ],
)
def test_public_addresses_also_when_wrapped(address: str, public: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is public


@pytest.mark.parametrize(
    "url", ["https://[::1/a", "https://shop.example:port/", "https://shop.example:99999/"]
)
def test_what_is_no_address_is_said_so(url: str) -> None:
    with pytest.raises(Forbidden, match="it is no address of the web"):
        check_url(url, allow_loopback=False)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https:///a.png", "it is no address of the web"),
        ("https://sh%6Fp.example/a.png", "it is no address of the web"),
        ("https://shop.example/a\\b.png", "it is no address of the web"),
        ("https://user@shop.example/", "it holds a user name or password"),
        ("https://:word@shop.example/", "it holds a user name or password"),
        ("http://shop.example/", "it does not begin with https://"),
        ("https://0X7F.1/", "it writes a number where a name belongs"),
        ("https://router./", "it leads into the local network"),
        ("https://localhost/", "it leads into the local network"),
        ("https://10.0.0.1/", "it leads into the local network"),
    ],
)
def test_why_an_address_is_not_fetched_is_said(url: str, reason: str) -> None:
    with pytest.raises(Forbidden) as refused:
        check_url(url, allow_loopback=False)
    assert str(refused.value) == reason


class Names(AbstractResolver):
    """Leads every name to the same addresses, and notes what it was asked for."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses
        self.asked: list[tuple[str, int, socket.AddressFamily]] = []
        self.closed = False

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        self.asked.append((host, port, family))
        return [
            ResolveResult(hostname=host, host=each, port=port, family=family, proto=0, flags=0)
            for each in self.addresses
        ]

    async def close(self) -> None:
        self.closed = True


async def test_a_name_leads_only_to_public_addresses() -> None:
    public = GuardedResolver(Names("93.184.216.34", "2606:2800:220:1::1%eth0"))
    assert len(await public.resolve("shop.example", 443)) == 2
    with pytest.raises(Forbidden, match="its name leads into the local network"):
        await GuardedResolver(Names("93.184.216.34", "10.0.0.7")).resolve("shop.example", 443)


async def test_the_lookup_behind_it_is_asked_for_the_same() -> None:
    names = Names("93.184.216.34")
    resolver = GuardedResolver(names)
    await resolver.resolve("shop.example", 8443, socket.AF_INET6)
    await resolver.resolve("shop.example")
    assert names.asked == [
        ("shop.example", 8443, socket.AF_INET6),
        ("shop.example", 0, socket.AF_INET),
    ]


async def test_this_computers_name_leads_to_this_computer_alone() -> None:
    found = await GuardedResolver(Names("127.0.0.1", "10.0.0.7", "::1")).resolve("LocalHost.", 443)
    assert [entry["host"] for entry in found] == ["127.0.0.1", "::1"]


async def test_a_resolver_closes_the_lookup_behind_it_and_finds_one_itself() -> None:
    names = Names()
    await GuardedResolver(names).close()
    assert names.closed
    own = GuardedResolver()
    await own.close()
    found = await own.resolve("localhost", 443)
    assert found and all(ipaddress.ip_address(entry["host"]).is_loopback for entry in found)
    await own.close()
