"""Where a store may be and what a token may be: everything else is refused with a sentence."""

from __future__ import annotations

import copy
import pickle

import pytest

from svcconsole.api.connection import Connection
from svcconsole.api.errors import RefusedHere
from svcconsole.api.token import Token

TOKEN = Token("canary-c2VjcmV0OnRva2Vu")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("https://api.shop.example", "https://api.shop.example"),
        (" https://api.shop.example/ ", "https://api.shop.example"),
        ("https://api.shop.example/v3/integrations/", "https://api.shop.example/v3"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://localhost:8080/", "http://localhost:8080"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_an_address_is_kept_without_what_the_operations_add(typed: str, kept: str) -> None:
    connection = Connection(typed, TOKEN, prefix="acme")
    assert connection.base_url == kept
    assert connection.url("products/list") == f"{kept}/integrations/acmePlatformFunctions-products/list"


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("", "does not begin with https://"),
        ("api.shop.example", "does not begin with https://"),
        ("ftp://api.shop.example", "does not begin with https://"),
        ("https://", "does not begin with https://"),
        ("http://api.shop.example", "would send the token unencrypted"),
        ("http://10.0.0.5:8080", "would send the token unencrypted"),
        ("http://127.0.0.1.shop.example", "would send the token unencrypted"),
        ("https://user:word@api.shop.example", "user name or password"),
        ("https://api.shop.example?x=1", "ends in a ? or # part"),
        ("https://api.shop.example:port", "cannot be read"),
        ("https://[::1", "cannot be read"),
        ("https://api.shop example", "a space"),
    ],
)
def test_any_other_address_is_refused_with_a_reason(address: str, says: str) -> None:
    with pytest.raises(RefusedHere) as caught:
        Connection(address, TOKEN)
    assert says in caught.value.sentence
    assert caught.value.advice


@pytest.mark.parametrize("value", ["", "  ", "two words", "line\nbreak", "töken", "tok\x00en"])
def test_a_token_that_no_header_can_carry_is_refused(value: str) -> None:
    with pytest.raises(RefusedHere) as caught:
        Connection("https://api.shop.example", Token(value))
    assert not value.strip() or value not in caught.value.sentence


@pytest.mark.parametrize("prefix", ["", "a b", "../x", "svc/", "1svc", "svc\n"])
def test_a_prefix_is_a_word(prefix: str) -> None:
    with pytest.raises(RefusedHere, match="API prefix"):
        Connection("https://api.shop.example", TOKEN, prefix=prefix)


def test_the_computers_proxy_applies_except_on_loopback() -> None:
    assert Connection("https://api.shop.example", TOKEN).trust_env is True
    assert Connection("http://127.0.0.1:1", TOKEN).trust_env is False
    assert Connection("https://localhost:1", TOKEN).trust_env is False
    assert Connection("https://localhost:1", TOKEN, trust_env=True).trust_env is True
    assert Connection("http://localhost:1", TOKEN, trust_env=True).trust_env is False


def test_a_token_never_shows_itself() -> None:
    secret = TOKEN.reveal()
    shown = f"{TOKEN} {TOKEN!r} {TOKEN!s:>40} {[TOKEN]} {Connection('https://a.example', TOKEN)!r}"
    assert secret not in shown
    assert Token(f" {secret}\n") == TOKEN
    with pytest.raises(TypeError):
        pickle.dumps(TOKEN)
    with pytest.raises(TypeError):
        copy.deepcopy(TOKEN)


def test_a_short_token_is_not_searched_for_in_texts() -> None:
    assert Token("200").redact("status 200") == "status 200"
    assert Token("200").redact_bytes(b'{"status":200}') == b'{"status":200}'


def test_user_and_password_typed_in_clear_get_their_usual_form() -> None:
    suggested = Token("ida:word").suggestion()
    assert suggested is not None
    assert suggested.reveal() == "aWRhOndvcmQ="
    assert TOKEN.suggestion() is None
