"""The effect of each fault on a request, one small function each."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from svcconsole.sandbox.faults.wire import Reply, Wire
from svcconsole.sandbox.http.answers import errors
from svcconsole.sandbox.http.auth_middleware import UNAUTHORIZED

Parameters = Mapping[str, Any]
Play = Callable[[Wire, Parameters, Reply | None], Awaitable[None]]
"""Ends the request; the reply is the store's own, or None when nothing was carried out."""

MIB = 1024 * 1024
PAGE = b"""<!doctype html>
<html><head><title>Sign in</title></head>
<body><h1>Sign in to use this network</h1><p>Open this page in a browser.</p></body></html>
"""
NO_HTTP = b"\x00\x01 220 ready for something else\r\n\r\n"
FLAWED = b'{"status":200,"success":true,"data":{"products":[,'


async def status(wire: Wire, given: Parameters, _: Reply | None) -> None:
    code, wait = given["code"], given["retryAfter"]
    body = errors(code, [f"{HTTPStatus(code).phrase.lower()}: a fault of the practice store"])
    headers = [] if wait is None else [(b"retry-after", str(wait).encode())]
    await wire.answer(Reply.made(code, body, headers=headers))


async def unauthorized(wire: Wire, _: Parameters, __: Reply | None) -> None:
    await wire.answer(Reply.made(HTTPStatus.UNAUTHORIZED, errors(HTTPStatus.UNAUTHORIZED, [UNAUTHORIZED])))


async def expired(wire: Wire, _: Parameters, __: Reply | None) -> None:
    words = "this download link has expired: getReportById gives a fresh one"
    await wire.answer(Reply.made(HTTPStatus.GONE, errors(HTTPStatus.GONE, [words])))


async def pass_on(wire: Wire, _: Parameters, reply: Reply | None) -> None:
    await wire.answer(_carried_out(reply))


async def latency(wire: Wire, given: Parameters, reply: Reply | None) -> None:
    if await wire.pause(given["seconds"]):
        await wire.answer(_carried_out(reply))
    else:
        await wire.reset()


async def drip(wire: Wire, given: Parameters, reply: Reply | None) -> None:
    whole = _carried_out(reply)
    await wire.start(whole)
    size, seconds = given["bytes"], given["seconds"]

    async def drops() -> AsyncIterator[bytes]:
        for start in range(0, len(whole.body), size):
            if not await wire.pause(seconds):
                await wire.reset()
                return
            yield whole.body[start : start + size]

    await wire.stream(drops())


async def silence(wire: Wire, given: Parameters, _: Reply | None) -> None:
    await wire.pause(given["seconds"])
    await wire.close()


async def reset(wire: Wire, _: Parameters, __: Reply | None) -> None:
    await wire.reset()


async def close(wire: Wire, _: Parameters, __: Reply | None) -> None:
    await wire.close()


async def cut(wire: Wire, given: Parameters, reply: Reply | None) -> None:
    whole = _carried_out(reply)
    length = len(whole.body)
    keep = length // 2 if given["keep"] is None else min(given["keep"], length - 1)
    framing, opening = {
        "length": ((b"content-length", str(length).encode()), b""),
        "chunked": ((b"transfer-encoding", b"chunked"), f"{length:x}\r\n".encode()),
        "close": ((b"connection", b"close"), b""),
    }[given["framing"]]
    await wire.close(whole.head([framing]) + opening + whole.body[:keep])


async def html(wire: Wire, given: Parameters, _: Reply | None) -> None:
    await wire.answer(Reply.made(given["code"], PAGE, "text/html; charset=utf-8"))


async def empty(wire: Wire, _: Parameters, __: Reply | None) -> None:
    await wire.answer(Reply.made(HTTPStatus.OK, b""))


async def no_http(wire: Wire, _: Parameters, __: Reply | None) -> None:
    await wire.close(NO_HTTP)


async def malformed(wire: Wire, _: Parameters, __: Reply | None) -> None:
    await wire.answer(Reply.made(HTTPStatus.OK, FLAWED))


async def giant(wire: Wire, given: Parameters, _: Reply | None) -> None:
    opening, closing = b'{"status":200,"success":true,"data":{"text":"', b'"}}'
    size = given["mib"] * MIB
    length = str(size).encode()
    await wire.start(
        Reply(HTTPStatus.OK, b"", [(b"content-type", b"application/json"), (b"content-length", length)])
    )

    async def parts() -> AsyncIterator[bytes]:
        left = size - len(opening) - len(closing)
        yield opening
        while left:
            part = b"x" * min(left, MIB)
            left -= len(part)
            yield part
        yield closing

    await wire.stream(parts())


async def deep(wire: Wire, given: Parameters, _: Reply | None) -> None:
    depth = given["depth"]
    body = b'{"status":200,"success":true,"data":' + b"[" * depth + b"]" * depth + b"}"
    await wire.answer(Reply.made(HTTPStatus.OK, body))


async def unsuccessful(wire: Wire, given: Parameters, _: Reply | None) -> None:
    said: dict[str, Any] = {"status": 200, "success": False}
    if given["reason"]:
        said["errors"] = [{"message": given["reason"]}]
    await wire.answer(Reply.made(HTTPStatus.OK, json.dumps(said, ensure_ascii=False).encode()))


async def wrong_types(wire: Wire, _: Parameters, reply: Reply | None) -> None:
    whole = _carried_out(reply)
    if whole.status == HTTPStatus.OK:
        said = json.loads(whole.body)
        name = "data" if "data" in said else "status"
        whole = whole.with_body(json.dumps(said | {name: _twisted(said[name])}, ensure_ascii=False).encode())
    await wire.answer(whole)


async def changed(wire: Wire, given: Parameters, reply: Reply | None) -> None:
    whole = _carried_out(reply)
    if whole.status == HTTPStatus.OK:
        said = json.loads(whole.body)
        for change in given["changes"]:
            _change(said, change["place"].split("."), change)
        whole = whole.with_body(json.dumps(said, ensure_ascii=False).encode())
    await wire.answer(whole)


def _change(value: Any, steps: Sequence[str], change: Mapping[str, Any]) -> None:
    """Put the change where `steps` lead, with `name[]` into each entry of a list; elsewhere do nothing."""
    name, is_list = steps[0].removesuffix("[]"), steps[0].endswith("[]")
    if not isinstance(value, dict):
        return
    if len(steps) > 1:
        inner = value.get(name)
        for each in inner if is_list and isinstance(inner, list) else [inner]:
            _change(each, steps[1:], change)
    elif change.get("remove"):
        value.pop(name, None)
    elif is_list and isinstance(value.get(name), list):
        value[name] = [change.get("value") for _ in value[name]]
    else:
        value[name] = change.get("value")


def _twisted(value: Any) -> Any:
    """A value of another type than the answer's: lists and objects exchanged, texts and numbers wrapped."""
    if isinstance(value, dict):
        return {name: _twisted(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return {str(position): inner for position, inner in enumerate(value)}
    return [value]


def _carried_out(reply: Reply | None) -> Reply:
    if reply is None:
        raise AssertionError("a fault of an answer has the answer")
    return reply
