"""ASGI middleware that applies faults to operations and downloads, and logs every request."""

from __future__ import annotations

from http import HTTPStatus

from svcconsole.sandbox.faults.fault_registry import Fault, FaultRegistry
from svcconsole.sandbox.faults.wire import Wire, whole
from svcconsole.sandbox.http.auth_middleware import REQUEST_ID, App, Message, Receive, Scope, Send
from svcconsole.sandbox.http.request_log import Entry, RequestLog


class FaultMiddleware:
    """Passes a request on to `app` unless a fault strikes it.

    Nothing stands between the socket and the server: a raw fault writes past the server's protocol on the
    transport of its connection, so that a store without faults has nothing in its way.
    """

    def __init__(self, app: App, faults: FaultRegistry, log: RequestLog) -> None:
        self._app = app
        self._faults = faults
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        place = scope["state"]["place"]
        if not place:
            await self._app(scope, receive, send)
            return
        entry = self._log.begin(place, scope["state"]["body"])
        fault = self._faults.strike(place)
        told = _noting(entry, send)
        try:
            if fault is None:
                await self._app(scope, receive, told)
                entry.executed = entry.status is not None and entry.status < HTTPStatus.MULTIPLE_CHOICES
            else:
                entry.fault = {"id": fault.number, "kind": fault.kind.name}
                await self._play(fault, entry, scope, receive, told)
        finally:
            entry.end()

    async def _play(self, fault: Fault, entry: Entry, scope: Scope, receive: Receive, send: Send) -> None:
        play, reply = fault.kind.play, None
        if play is None:
            raise AssertionError("a fault of the work behind the answers strikes no request")
        if fault.executed or fault.kind.state:
            scope["state"].update(fault.kind.state)
            reply = await whole(self._app, scope, receive)
            entry.executed = reply.status < HTTPStatus.MULTIPLE_CHOICES
        await play(Wire(scope, receive, send, self._faults.ending), fault.parameters, reply)


def _noting(entry: Entry, send: Send) -> Send:
    """Notes the status in the log, and the log's id in the answer."""

    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            entry.status = message["status"]
            message["headers"] = [*message["headers"], (REQUEST_ID, entry.id.encode())]
        await send(message)

    return told
