"""A receiver of webhooks on loopback: keeps what comes, and answers as its script says."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WAITED_SECONDS = 15

Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass(frozen=True)
class Arrived:
    """One request as it came; header names in lower case."""

    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def event(self) -> Any:
        return json.loads(self.body)


@dataclass
class Receiver:
    """Answers the n-th request with the n-th of `script`, and those after it with its last."""

    port: int
    arrived: list[Arrived] = field(default_factory=list)
    script: Sequence[Answer] = ()
    ending: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/events?store=1"

    def events(self, count: int) -> list[Any]:
        """The first `count` events, waited for."""
        wait_for(lambda: len(self.arrived) >= count)
        return [arrived.event for arrived in self.arrived[:count]]


def wait_for(condition: Callable[[], Any]) -> Any:
    """What `condition` gives once it is true."""
    deadline = time.monotonic() + WAITED_SECONDS
    while not (value := condition()):
        assert time.monotonic() < deadline
        threading.Event().wait(0.01)
    return value


def answers(status: int, **headers: str) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.send_header("Content-Length", "0")
        request.end_headers()

    return answer


@contextmanager
def receiver(*script: Answer, port: int = 0) -> Iterator[Receiver]:
    """A receiver that accepts; without a script it answers 200."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            steps = list(found.script) or [answers(200)]
            step = steps[min(len(found.arrived), len(steps) - 1)]
            found.arrived.append(Arrived(self.path, headers, body))
            step(self)

        do_GET = do_POST

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    found = Receiver(server.server_address[1], script=script)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield found
    finally:
        found.ending.set()
        server.shutdown()
        server.server_close()
        thread.join()
