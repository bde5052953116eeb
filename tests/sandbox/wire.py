"""Raw calls to the practice store: every header is the test's own, nothing is added or repaired."""

from __future__ import annotations

import json
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any

from tests.support.practice import PracticeStore

PREFIX = "/integrations/svcPlatformFunctions-"
TIMEOUT = 30


@dataclass(frozen=True)
class Reply:
    """An answer as it came; `messages` are those of the usual error envelope."""

    status: int
    kind: str
    text: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.text)

    @property
    def messages(self) -> list[str]:
        assert self.body["status"] == self.status
        assert set(self.body) == {"status", "errors"}
        return [error["message"] for error in self.body["errors"]]


def raw(
    store: PracticeStore, method: str, target: str, headers: list[tuple[str, str]], body: bytes = b""
) -> Reply:
    """One request with exactly these headers, and Content-Length."""
    connection = HTTPConnection("127.0.0.1", store.port, timeout=TIMEOUT)
    try:
        connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        for name, value in headers:
            connection.putheader(name, value)
        if body or method == "POST":
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        return Reply(answer.status, answer.getheader("Content-Type") or "", answer.read())
    finally:
        connection.close()


def good_headers(store: PracticeStore) -> list[tuple[str, str]]:
    return [
        ("Host", f"127.0.0.1:{store.port}"),
        ("Authorization", f"Basic {store.token}"),
        ("Content-Type", "application/json"),
    ]


def post(store: PracticeStore, path: str, body: Any) -> Reply:
    """One call of an operation as a well-behaved client makes it; `body` is JSON, or bytes as they are."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return raw(store, "POST", PREFIX + path, good_headers(store), data)


def data(store: PracticeStore, path: str, body: Any) -> Any:
    """The `data` of a call that succeeds."""
    reply = post(store, path, body)
    assert (reply.status, reply.kind) == (200, "application/json"), reply.text
    assert (reply.body["status"], reply.body["success"]) == (200, True)
    return reply.body["data"]


def control(store: PracticeStore, method: str, path: str, body: Any = None) -> Reply:
    """One control call, whatever it is answered with."""
    headers = [(name, value) for name, value in good_headers(store) if name != "Authorization"]
    headers.append(("Authorization", f"Bearer {store.control_token}"))
    return raw(store, method, f"/control{path}", headers, b"" if body is None else json.dumps(body).encode())
