"""Where webhooks may go: this computer, listed hosts, and nowhere that a name or a number hides."""

from __future__ import annotations

import re

import pytest

from svcconsole.sandbox.egress import Egress, Forbidden, Target
from tests.sandbox.wire import control
from tests.support.practice import (
    PracticeStore,
    run_practice_store,
    start_practice_store,
)

LISTED = ("hooks.example", "Other.Example.", "203.0.113.9", "[2001:db8::9]", "10.1.2.3")
REFUSED = (
    "http://shop.example/hook",
    "https://shop.example/hook",
    "https://hooks.example.evil.example/hook",
    "https://evil-hooks.example/hook",
    "ftp://127.0.0.1/hook",
    "file:///etc/passwd",
    "data:application/json,{}",
    "javascript:alert(1)",
    "gopher://127.0.0.1:6379/_SET",
    "//127.0.0.1/hook",
    "127.0.0.1:8080/hook",
    "http://",
    "http:///hook",
    "http://user@127.0.0.1/hook",
    "http://user:word@127.0.0.1/hook",
    "http://127.0.0.1@shop.example/hook",
    "http://hooks.example@10.0.0.1/hook",
    "http://127.0.0.1\\@10.0.0.1/hook",
    "http://127.0.0.1:99999/hook",
    "http://127.0.0.1:0/hook",
    "http://127.1/hook",
    "http://2130706433/hook",
    "http://0x7f000001/hook",
    "http://0x7f.0.0.1/hook",
    "http://0177.0.0.1/hook",
    "http://0/hook",
    "http://0.0.0.0/hook",
    "http://[::]/hook",
    "http://[::ffff:127.0.0.1]/hook",
    "http://[::ffff:10.0.0.1]/hook",
    "http://[::1%25lo]/hook",
    "http://[fe80::1]/hook",
    "http://[fe80::1%25eth0]/hook",
    "http://[fd00::1]/hook",
    "http://[64:ff9b::7f00:1]/hook",
    "http://[2002:7f00:1::]/hook",
    "http://10.0.0.1/hook",
    "http://172.16.5.4/hook",
    "http://192.168.1.1/hook",
    "http://169.254.169.254/latest/meta-data",
    "http://100.64.0.1/hook",
    "http://224.0.0.1/hook",
    "http://router/hook",
    "http://127.0.0.1.nip.example/hook",
    "http://localhost.example/hook",
    "http://１２７.0.0.1/hook",
    "http://127.0.0.1/a hook",
    "http://127.0.0.1/hook\r\nX-More: 1",
    "http://127.0.0.1/hook#part",
    "http://127.0.0.1/" + "a" * 2048,
)
SENT = (
    "http://127.0.0.1:8080/hook?store=1",
    "http://127.8.9.10/hook",
    "http://localhost:1/hook",
    "HTTP://LOCALHOST./hook",
    "https://[::1]:8443/hook",
    "http://[0:0:0:0:0:0:0:1]/hook",
    "https://hooks.example/hook",
    "https://HOOKS.example./hook",
    "http://other.example:8080/hook",
    "https://203.0.113.9/hook",
    "https://[2001:db8::9]/hook",
    "http://10.1.2.3/hook",
)


class Names:
    """A name lookup that gives each answer once, the last for ever, and counts."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@pytest.mark.parametrize("url", REFUSED)
async def test_refused_when_registered_and_again_before_it_is_sent(url: str) -> None:
    names = Names(["127.0.0.1"])
    egress = Egress(LISTED, names)
    with pytest.raises(Forbidden):
        egress.check(url)
    with pytest.raises(Forbidden):
        await egress.pin(url)
    assert names.asked == []


@pytest.mark.parametrize("url", SENT)
def test_sent_to_this_computer_and_to_listed_hosts(url: str) -> None:
    Egress(LISTED).check(url)


@pytest.mark.parametrize("url", SENT[6:])
def test_nothing_is_listed_by_default(url: str) -> None:
    with pytest.raises(Forbidden, match="--webhook-host"):
        Egress().check(url)


@pytest.mark.parametrize(
    "addresses",
    [
        [],
        ["127.0.0.1"],
        ["10.0.0.1"],
        ["169.254.169.254"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        ["fe80::1%eth0"],
        ["93.184.215.14", "192.168.0.1"],
    ],
)
async def test_a_listed_name_that_leads_inside_is_refused(addresses: list[str]) -> None:
    with pytest.raises(Forbidden, match="leads to this computer or the local network"):
        await Egress(LISTED, Names(addresses)).pin("https://hooks.example/hook")


async def test_this_computers_name_that_leads_elsewhere_is_refused() -> None:
    with pytest.raises(Forbidden, match="the name localhost leads to another computer"):
        await Egress((), Names(["127.0.0.1", "93.184.215.14"])).pin("http://localhost/hook")


async def test_a_name_is_looked_up_once_and_its_addresses_are_kept() -> None:
    names = Names(["93.184.215.14"], ["127.0.0.1"])
    egress = Egress(LISTED, names)
    target = await egress.pin("https://hooks.example/hook")
    assert target == Target("https://hooks.example/hook", "hooks.example", 443, ("93.184.215.14",))
    assert names.asked == ["hooks.example"]
    with pytest.raises(Forbidden):  # the name was moved: the next try is checked anew
        await egress.pin("https://hooks.example/hook")


async def test_an_address_needs_no_lookup() -> None:
    names = Names([])
    target = await Egress(LISTED, names).pin("http://[::1]:8080/hook")
    assert (target.addresses, target.port, names.asked) == (("::1",), 8080, [])


@pytest.mark.parametrize(
    "host", ["http://hooks.example", "hooks.example:443", "a b", "", "0.0.0.0", "1.2", "fe80::1", "*"]
)
def test_what_cannot_be_listed_is_refused(host: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(host)}$"):
        Egress([host])


def test_a_store_is_not_started_with_a_host_that_cannot_be_listed() -> None:
    ended = run_practice_store("--webhook-host", "http://hooks.example")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.strip() == (
        "--webhook-host http://hooks.example is no host name or address that can be sent to:"
        " leave out http:// and port."
    )


def test_a_store_registers_what_it_was_started_with() -> None:
    with start_practice_store(options=["--webhook-host", "hooks.example"]) as store:
        for url in ("https://hooks.example/hook", "http://127.0.0.1:1/hook"):
            answer = store.control("POST", "/webhooks", {"url": url, "secret": "s"})
            assert answer["data"]["webhook"]["url"] == url


def test_another_host_is_refused_with_what_to_do(practice_store: PracticeStore) -> None:
    reply = control(practice_store, "POST", "/webhooks", {"url": "https://shop.example/hook", "secret": "s"})
    assert (reply.status, reply.messages) == (
        400,
        [
            "url https://shop.example/hook is not sent to: shop.example is not this computer and not a host"
            " the store was started with: start it with --webhook-host shop.example"
        ],
    )
