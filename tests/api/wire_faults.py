"""The catalogue of wire faults F01 to F63: what a read, an upsert and a once-only call end in."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from typing import Any

from tests.api import wire_stages as at
from tests.api.wire_stages import GOOD, OK, Staging, after_request, scripted
from tests.support.fault_server import answer, answers

BIG = b'{"partnerCustomerId": "C-1"}' + b" " * (8 * 1024 * 1024)


@dataclass(frozen=True)
class Case:
    """One fault; `read`, `upsert`, `once` are "outcome attempts", `says` a part of the read's sentence."""

    code: str
    name: str
    stage: Staging
    read: str
    upsert: str
    once: str
    says: str = ""

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


def refusal(status: int, message: str = "no good", **headers: str) -> bytes:
    """The usual error envelope (specification, Errors)."""
    return answer({"status": status, "errors": [{"message": message}]}, status, headers)


def html(status: int = 200) -> bytes:
    return answer(b"<!doctype html><title>Sign in</title>", status, {"Content-Type": "text/html"})


def changed(**parts: Any) -> bytes:
    """The good answer with some of its members replaced."""
    return answer(GOOD | parts)


def packed(body: bytes, encoding: str = "gzip") -> bytes:
    return answer(body, headers={"Content-Encoding": encoding})


def begun(headers: str, body: bytes = b"") -> bytes:
    return f"HTTP/1.1 200 OK\r\n{headers}\r\n".encode() + body


BOMB = gzip.compress(b" " * (40 * 1024 * 1024))
IN_FULL = json.dumps(GOOD).encode()
HEAD = "Content-Type: application/json\r\n"

REACH = ("not_sent 5", "not_sent 4", "not_sent 8")
STOP = ("pause 1", "pause 1", "pause 1")
BROKEN = ("not_sent 5", "unknown 4", "unknown 1")
GARBLED = ("not_sent 3", "unknown 3", "unknown 1")
UNREADABLE = ("pause 1", "unknown 1", "unknown 1")
CONTRADICTION = ("rejected 1", "unknown 1", "unknown 1")
REFUSED = ("rejected 1", "rejected 1", "rejected 1")
FOREIGN = ("pause 3", "pause 3", "unknown 1")
NO_JSON = ("pause 3", "unknown 3", "unknown 1")
SLOWER = ("throttled 5", "throttled 4", "throttled 8")
FINE = ("ok 1", "ok 1", "ok 1")
FINE_LATER = ("ok 2", "ok 2", "ok 2")

CASES: tuple[Case, ...] = (
    Case("F01", "refused", at.refused, *REACH, "nothing answers at that address"),
    Case("F02", "no route", at.no_route, *REACH, "no network route"),
    Case("F03", "SYN black hole", at.black_hole, *REACH, "did not answer in time"),
    Case("F04", "unknown name", at.unknown_name, *REACH, "its name is not known"),
    Case("F05", "lookup without answer", at.silent_lookup, *REACH, "did not answer in time"),
    Case("F06", "unknown authority", at.secured("127.0.0.1", trusted=False), *STOP, "is not trusted"),
    Case("F07", "certificate of another host", at.secured("other.example"), *STOP, "for another host"),
    Case("F08", "expired certificate", at.secured("127.0.0.1", expired=True), *STOP, "has expired"),
    Case("F09", "plain HTTP on the TLS port", at.plain_on_tls, *STOP, "does not speak TLS"),
    Case("F10", "proxy refuses", at.proxy_refused, *STOP, "proxy"),
    Case("F11", "proxy wants a sign-in", at.proxy_answers(refusal(407)), *STOP, "answered 407"),
    Case("F12", "proxy fails with a page", at.proxy_answers(html(502)), *STOP, "answered 502"),
    Case("F12", "proxy forbids", at.proxy_answers(html(403)), *STOP, "answered 403"),
    Case("F13", "pool exhausted", at.starved, "ok 2", "ok 3", "ok 3"),
    Case("F14", "RST on accept", scripted(at.reset_on_accept), *BROKEN, "broke"),
    Case("F15", "FIN on accept", scripted(at.close_on_accept), *BROKEN, "broke"),
    Case("F16", "server never reads", scripted(at.never_reads, body=BIG), *BROKEN, "in time"),
    Case("F17", "RST in the upload", scripted(at.resets_mid_upload, body=BIG), *BROKEN, "broke"),
    Case("F18", "early 413", scripted(at.refuses_early, body=BIG), *REFUSED, "refused"),
    Case("F19", "silence after the request", scripted(at.silent_after_request), *BROKEN, "in time"),
    Case("F20", "RST after the request", scripted(after_request(end="reset")), *BROKEN),
    Case("F21", "FIN after the request", scripted(after_request()), *BROKEN),
    Case("F22", "stale keep-alive", scripted(at.stale_keep_alive, warm_up=True), "ok 2", "ok 2", "ok 1"),
    Case("F23", "half a status line", scripted(after_request(b"HTTP/1.1 20")), *BROKEN),
    Case("F24", "half the headers", scripted(after_request(b"HTTP/1.1 200 OK\r\nConte")), *BROKEN),
    Case("F25", "short body, FIN", scripted(after_request(begun("Content-Length: 99\r\n", b"{"))), *BROKEN),
    Case(
        "F26",
        "short body, RST",
        scripted(after_request(begun("Content-Length: 99\r\n", b"{"), end="reset")),
        *BROKEN,
    ),
    Case(
        "F27",
        "cut chunked body",
        scripted(after_request(begun("Transfer-Encoding: chunked\r\n", b'5\r\n{"a"'))),
        *BROKEN,
    ),
    Case(
        "F28",
        "bad chunk after a good one",
        scripted(after_request(begun("Transfer-Encoding: chunked\r\n", b"1\r\n{\r\n"), b"zz\r\n{}\r\n")),
        *BROKEN,
    ),
    Case(
        "F28",
        "bad chunk at once",
        scripted(after_request(begun("Transfer-Encoding: chunked\r\n", b"zz\r\n{}\r\n"))),
        *GARBLED,
    ),
    Case(
        "F29",
        "cut, ended by closing",
        scripted(after_request(begun(HEAD, IN_FULL[:40]))),
        *BROKEN,
        "breaks off",
    ),
    Case("F30", "no HTTP", scripted(after_request(b"SSH-2.0-OpenSSH_9.2\r\n\r\n")), *GARBLED, "web server"),
    Case(
        "F31",
        "header of 300 KB",
        scripted(after_request(begun(f"X-Bomb: {'x' * 300_000}\r\n", OK))),
        *GARBLED,
    ),
    Case(
        "F32",
        "two lengths",
        scripted(after_request(begun("Content-Length: 5\r\nContent-Length: 7\r\n", b"{    }"))),
        *GARBLED,
    ),
    Case("F32", "negative length", scripted(after_request(begun("Content-Length: -1\r\n", b"{}"))), *GARBLED),
    Case("F33", "slow drip", scripted(at.slow_drip), *BROKEN, "in time"),
    Case("F34", "body over the cap", scripted(at.endless), *UNREADABLE, "larger than 12 MB"),
    Case("F35", "gzip bomb", scripted(packed(BOMB)), *UNREADABLE, "larger than 12 MB"),
    Case(
        "F35",
        "nested gzip",
        scripted(packed(gzip.compress(BOMB), "gzip, gzip")),
        *UNREADABLE,
        "compressed as",
    ),
    Case(
        "F36", "damaged gzip", scripted(packed(b"\x1f\x8b\x08 nothing of the kind")), *UNREADABLE, "damaged"
    ),
    Case("F37", "flood of 1xx", scripted(at.flood_of_hints), *FINE),
    Case(
        "F37",
        "101",
        scripted(after_request(b"HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")),
        "pause 1",
        "pause 1",
        "unknown 1",
    ),
    *(
        Case(
            "F38",
            f"redirect {status}",
            scripted(answer(b"", status, {"Location": "https://other.example/"})),
            *STOP,
            "another address",
        )
        for status in (301, 302, 307, 308)
    ),
    Case(
        "F38",
        "redirect 303",
        scripted(answer(b"", 303, {"Location": "https://other.example/"})),
        *UNREADABLE,
        "another address",
    ),
    Case("F38", "304", scripted(answer(b"", 304)), *UNREADABLE, "304"),
    Case("F39", "400", scripted(refusal(400, "products is required")), *REFUSED),
    Case("F40", "401", scripted(refusal(401)), *STOP, "token"),
    Case("F40", "403", scripted(refusal(403)), *STOP, "token"),
    Case("F41", "404", scripted(refusal(404)), *STOP, "not there"),
    Case("F42", "406", scripted(refusal(406)), *REFUSED, "refused"),
    Case(
        "F43", "407 of the store", scripted(answer({"status": 407, "error": "x"}, 407)), *REFUSED, "template"
    ),
    Case("F43", "407 of a proxy", scripted(html(407)), *STOP, "proxy"),
    Case("F44", "408", scripted(refusal(408)), *REACH),
    Case("F44", "425", scripted(refusal(425)), *SLOWER),
    Case("F45", "429", scripted(refusal(429)), *SLOWER, "more slowly"),
    Case(
        "F45",
        "429, then fine",
        at.fresh(lambda: answers(refusal(429, **{"Retry-After": "7"}), OK)),
        *FINE_LATER,
    ),
    Case("F45", "429 for an hour", scripted(refusal(429, **{"Retry-After": "3600"})), *STOP, "60 minutes"),
    Case("F45", "429 with nonsense", scripted(refusal(429, **{"Retry-After": "-soon"})), *SLOWER),
    Case("F46", "500", scripted(refusal(500)), *BROKEN, "(500)"),
    Case("F47", "502 with a page", scripted(html(502)), *BROKEN, "(502)"),
    Case("F48", "503", scripted(refusal(503)), *BROKEN, "(503)"),
    Case("F48", "503 with Retry-After", scripted(refusal(503, **{"Retry-After": "3"})), *BROKEN),
    Case("F49", "504", scripted(refusal(504)), *BROKEN, "(504)"),
    Case("F50", "999", scripted(answer(GOOD, 999)), *UNREADABLE, "999"),
    Case("F50", "206", scripted(answer(GOOD, 206)), *UNREADABLE, "206"),
    Case("F50", "418", scripted(refusal(418)), *REFUSED),
    Case("F51", "captive portal", scripted(html()), *FOREIGN, "web page"),
    Case("F52", "empty 200", scripted(answer(b"")), *NO_JSON, "empty"),
    Case("F52", "204", scripted(b"HTTP/1.1 204 No Content\r\n\r\n"), *UNREADABLE, "204"),
    Case("F53", "malformed JSON", scripted(answer(b"{'status': 200}")), *NO_JSON, "not JSON"),
    Case("F54", "JSON 100,000 deep", scripted(answer(b"[" * 100_000)), *UNREADABLE, "nested too deep"),
    Case(
        "F55",
        "number of 5,000 digits",
        scripted(answer(b'{"data":' + b"9" * 5000 + b"}")),
        *UNREADABLE,
        "digits",
    ),
    Case(
        "F56",
        "NaN and Infinity",
        scripted(answer(IN_FULL[:-1] + b', "x": NaN, "y": Infinity}')),
        *FINE,
    ),
    Case("F57", "no UTF-8", scripted(answer(b'{"status": 200, "x": "\xff\xfe"}')), *UNREADABLE, "UTF-8"),
    Case("F57", "UTF-16", scripted(answer(json.dumps(GOOD).encode("utf-16"))), *FINE),
    Case(
        "F58",
        "success false, with a reason",
        scripted(changed(success=False, errors=[{"message": "no stock"}])),
        *CONTRADICTION,
    ),
    Case("F58", "success false, no reason", scripted(changed(success=False)), *CONTRADICTION),
    Case("F59", "500 inside 200", scripted(changed(status=500)), *BROKEN),
    Case(
        "F59",
        '"400" inside 200',
        scripted(changed(status="400", errors=[{"message": "no"}])),
        *CONTRADICTION,
    ),
    Case("F59", "429 inside 200", scripted(changed(status=429)), "throttled 5", "unknown 1", "unknown 1"),
    Case("F59", "true inside 200", scripted(changed(status=True)), *FINE),
    Case("F59", "200 inside 500", scripted(answer(GOOD, 500)), "ok 1", "unknown 4", "unknown 1"),
    Case("F60", "data missing", scripted(answer({"status": 200, "success": True})), *UNREADABLE, "data"),
    Case("F60", "data without its content", scripted(changed(data={})), *UNREADABLE, "data.products"),
    Case("F61", "id as a number", scripted(changed(data={"products": [{"id": 7}], "id": 7})), *FINE),
    Case(
        "F61",
        "id null",
        scripted(changed(data={"products": [{"id": None}], "id": None})),
        "ok 1",
        "ok 1",
        "unknown 1",
    ),
    Case("F62", "duplicate keys", scripted(answer(b'{"status": 500, ' + IN_FULL[1:])), *FINE),
    Case("F63", "wrong shape", scripted(changed(data={"products": "p1", "id": ["m1"]})), *UNREADABLE),
    Case("F63", "extra fields", scripted(changed(data=GOOD["data"] | {"more": [1]}, note="x")), *FINE),
    Case("F63", "a list at the top", scripted(answer([GOOD])), *UNREADABLE),
)
