"""A token that a server sends back is masked in whatever encoding it comes, in texts and in bytes."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable
from urllib.parse import quote, unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcconsole.api.masking import MASK, Masker
from svcconsole.api.token import Token

TOKEN = "canary:c2Vj+cmV0/OnRva2Vu=="
TOKENS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=12, max_size=60)


def escaped(text: str) -> str:
    return "".join(f"\\u{ord(character):04x}" for character in text)


def in_base64(prefix: str, alphabet: Callable[[bytes], bytes] = base64.b64encode) -> Callable[[str], str]:
    return lambda text: alphabet(f"{prefix}{text} behind it".encode()).decode()


ENCODINGS: dict[str, Callable[[str], str]] = {
    "raw": str,
    "URL": lambda text: quote(text, safe=""),
    "URL, small letters": lambda text: re.sub("%..", lambda found: found[0].lower(), quote(text, safe="")),
    "URL, a path": quote,
    "URL, every character": lambda text: "".join(f"%{ord(character):02X}" for character in text),
    "URL twice": lambda text: quote(quote(text, safe=""), safe=""),
    "JSON": lambda text: json.dumps(text)[1:-1],
    "JSON with escaped slashes": lambda text: json.dumps(text)[1:-1].replace("/", "\\/"),
    "JSON, every character": escaped,
    "JSON in JSON": lambda text: json.dumps(json.dumps(escaped(text)))[1:-1],
    "HTML": lambda text: "".join(f"&#{ord(character)};" for character in text),
    "HTML, hexadecimal": lambda text: "".join(f"&#x{ord(character):x};" for character in text),
    "hex": lambda text: text.encode().hex(),
    "hex, capitals": lambda text: text.encode().hex().upper(),
    "hex, mixed": lambda text: text.encode().hex()[:9] + text.encode().hex()[9:].upper(),
    "hex, parted": lambda text: text.encode().hex(":"),
    "hex, escaped": lambda text: "".join(f"\\x{ord(character):02x}" for character in text),
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64, URL-safe": lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
    "base64 in a URL": lambda text: quote(base64.b64encode(text.encode()).decode(), safe=""),
    "base64 in JSON": lambda text: base64.b64encode(text.encode()).decode().replace("/", "\\/"),
    **{
        f"base64 of {prefix!r} and it": in_base64(prefix)
        for prefix in ("Basic ", "Bearer ", "x", "xy", "xyz")
    },
    **{
        f"URL-safe base64 of {prefix!r} and it": in_base64(prefix, base64.urlsafe_b64encode)
        for prefix in ("Basic ", "Bearer ", "x")
    },
}


def decoded(text: str) -> str:
    """Everything a reader could make of a text: its escapes undone, and what its base64 and hex hold."""
    plain = text
    for _ in range(3):
        plain = html.unescape(unquote(plain))
        plain = re.sub(r"\\+u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), plain)
        plain = re.sub(r"\\+x([0-9a-fA-F]{2})", lambda found: chr(int(found[1], 16)), plain).replace("\\", "")
    runs = re.findall(r"[A-Za-z0-9+/_-]{8,}", plain)
    found = [plain]
    for run in runs:
        usual = run.translate({ord("-"): "+", ord("_"): "/"})
        for start in range(4):
            part = usual[start : start + (len(usual) - start) // 4 * 4]
            found.append(base64.b64decode(part, validate=True).decode("latin-1"))
    bare = plain.replace(":", "")
    for run in re.findall(r"(?:[0-9a-fA-F]{2}){8,}", bare):
        found.append(bytes.fromhex(run).decode("latin-1"))
    return "\n".join(found)


def leaks(text: str, secret: str) -> bool:
    """Whether most of the secret can still be read: any twelve characters of it in a row."""
    told = decoded(text)
    return any(secret[start : start + 12] in told for start in range(len(secret) - 11))


def test_bytes_that_only_begin_like_an_escape_are_read_over() -> None:
    assert decoded("a\\uO\x15\x00\x00b\\xg1c") == "auO\x15\x00\x00bxg1c"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_is_masked(encoding: str) -> None:
    echoed = f'{{"message": "not accepted: {ENCODINGS[encoding](TOKEN)}, sorry"}}'
    assert leaks(echoed, TOKEN), "the control: what the test looks for is there"
    token = Token(TOKEN)
    for masked in (token.redact(echoed), token.redact_bytes(echoed.encode()).decode()):
        assert not leaks(masked, TOKEN)
        assert MASK in masked
        assert masked.startswith('{"message": "not accepted: ')
        assert masked.endswith(', sorry"}')
    wide = token.redact_bytes(echoed.encode("utf-16")).decode("utf-16")
    assert not leaks(wide, TOKEN)


@settings(deadline=None)  # the patterns of a new token are built at the first find
@given(TOKENS, st.sampled_from(list(ENCODINGS)), st.text(max_size=9), st.text(max_size=9))
def test_any_token_is_masked_wherever_it_stands(token: str, encoding: str, before: str, after: str) -> None:
    masked = Masker(token).text(f"{before} {ENCODINGS[encoding](token)} {after}")
    assert not leaks(masked, token) or leaks(f"{before} {after}", token)


@settings(deadline=None)
@given(TOKENS, st.data())
def test_a_token_escaped_here_and_there_is_masked(token: str, data: st.DataObject) -> None:
    kinds: list[Callable[[str], str]] = [
        str,
        lambda one: f"%{ord(one):02x}",
        escaped,
        lambda one: f"&#{ord(one)};",
    ]
    mixed = "".join(data.draw(st.sampled_from(kinds))(character) for character in token)
    assert not leaks(Masker(token).text(f"it was {mixed}."), token)


def test_what_a_token_in_base64_holds_in_clear_is_masked_too() -> None:
    token = Token(base64.b64encode(b"ida@shop.example:correct-horse").decode())
    assert token.redact("user ida@shop.example:correct-horse") == "user ••••"


@settings(deadline=None)
@given(TOKENS, st.sampled_from([base64.b64encode, base64.urlsafe_b64encode]))
def test_of_a_token_in_base64_not_one_sign_stays(token: str, alphabet: Callable[[bytes], bytes]) -> None:
    """The last sign holds bits of what may follow, and the padding tells the length."""
    assert Masker(token).text(f"it was {alphabet(token.encode()).decode()}.") == f"it was {MASK}."


@pytest.mark.parametrize("prefix", ["x", "xy"])
def test_of_a_token_behind_others_in_base64_only_what_those_share_stays(prefix: str) -> None:
    """The signs that hold bits of what stands before it are left, however little of the token is in them."""
    sent = base64.b64encode(f"{prefix}{TOKEN}".encode()).decode()
    assert Masker(TOKEN).text(f"{sent}.") == f"{sent[: len(prefix) + 1]}{MASK}."


@pytest.mark.parametrize("encode", [quote, lambda text: json.dumps(text)[1:-1]])
def test_letters_of_all_the_world_are_found_in_their_escapes(encode: Callable[[str], str]) -> None:
    secret = "пароль-भाषा-🙂🔑-सेतु"
    assert encode(secret).isascii(), "the control: every letter is escaped"
    assert Masker(secret).text(f"it was {encode(secret)}.") == f"it was {MASK}."


def test_a_short_secret_is_found_in_its_escapes() -> None:
    assert Masker("a?b&c", shortest=1).text("it was a%3Fb%26c.") == f"it was {MASK}."


@pytest.mark.parametrize(
    "clear", ["ida@shop:correct", "ida@shop:correct1", "ida@shop:correct12", "ida~shop~a?b?c?d?>"]
)
@pytest.mark.parametrize("alphabet", [base64.b64encode, base64.urlsafe_b64encode])
def test_what_it_holds_in_clear_is_found_in_both_alphabets_and_without_padding(
    clear: str, alphabet: Callable[[bytes], bytes]
) -> None:
    secret = alphabet(clear.encode()).decode().rstrip("=")
    assert Masker(secret).text(f"it was {clear}.") == f"it was {MASK}."


def test_what_only_looks_like_base64_holds_nothing_in_clear() -> None:
    """Signs of no alphabet are not skipped, and bytes that are no text are not looked for as one."""
    assert Masker("cGFz:c3dv:cmQt:MTIz").text("password-123") == "password-123"
    control = bytes(range(1, 17))
    text = f"it was {control.decode()}."
    assert Masker(base64.b64encode(control).decode()).text(text) == text


def test_wide_text_that_breaks_off_is_masked_as_far_as_it_goes() -> None:
    masked = Token(TOKEN).redact_bytes(f"it was {TOKEN}.".encode("utf-16") + b"\0")
    assert masked.decode("utf-16") == f"it was {MASK}.\ufffd"


@pytest.mark.parametrize("prefix", ["", "x", "xy"])
def test_base64_that_is_all_special_signs_is_found_in_a_url(prefix: str) -> None:
    token = "a?b~c>d?e~f>g?h~i>"
    sent = quote(base64.b64encode(f"{prefix}{token}".encode()).decode(), safe="")
    assert "%2" in sent, "the control: it holds signs that a URL escapes"
    assert not leaks(Masker(token).text(f"{sent}."), token)


def test_from_four_characters_on_a_secret_is_found_in_hex_too() -> None:
    assert Masker("wxyz", shortest=1).text(f"{b'wxyz'.hex()}.") == f"{MASK}."
    assert Masker("xyz", shortest=1).text(f"{b'xyz'.hex()}.") == f"{b'xyz'.hex()}."


def test_from_four_signs_on_base64_of_a_secret_is_found() -> None:
    assert Masker("xyz", shortest=1).text(f"{base64.b64encode(b'xyz').decode()}.") == f"{MASK}."
    assert Masker("xy", shortest=1).text(f"{base64.b64encode(b'xy').decode()}.") == "eHk=."


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_bytes_without_the_token_stay_as_they_are(body: bytes) -> None:
    assert Token(TOKEN).redact_bytes(body) == body


def test_bytes_that_are_no_text_are_masked_and_kept() -> None:
    body = b"\xff\xfe\x00 ".replace(b"\xff\xfe", b"\xfe") + TOKEN.encode() + b"\xc3"
    assert Token(TOKEN).redact_bytes(body) == b"\xfe\x00 " + MASK.encode() + b"\xc3"


@pytest.mark.parametrize("secret", ["", "a", "ab", "abc", "abcd", "abcde"])
def test_a_short_secret_is_masked_as_it_stands_and_never_its_single_letters(secret: str) -> None:
    """So little of it in base64 stands in any text by chance."""
    text = f"YQ YWI; {secret}."
    assert Masker(secret, shortest=1).text(text) == (text.replace(secret, MASK) if secret else text)
