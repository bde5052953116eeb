"""The practice store's HTTP face: a route for every operation, the control routes, the demo pictures."""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from fastapi import Request, Response
from starlette.exceptions import HTTPException

from svcconsole import __version__
from svcconsole.api.models.common import Request as Model
from svcconsole.api.operations import OPERATIONS, Operation
from svcconsole.sandbox.answers import JSON, Refused, errors, success
from svcconsole.sandbox.gate import App, Door, Gate
from svcconsole.sandbox.openapi import DOCUMENT, Documented, route_of
from svcconsole.sandbox.pictures import tile
from svcconsole.sandbox.seed import MEDIA, Seed
from svcconsole.sandbox.store import Store, read

OPERATION_PATH = "/integrations/svcPlatformFunctions-"
CONTROL = "/control"


class Reset(Model):
    """The body of `POST /control/reset`."""

    seed: Seed = "empty"


def build(store: Store, *, hosts: frozenset[bytes], token: str, control_token: str) -> App:
    """The whole application behind its gate."""
    app = Documented(title="Practice store", version=__version__, docs_url=None, redoc_url=None)
    app.add_exception_handler(HTTPException, _no_such_picture)
    doors: dict[tuple[str, str], Door] = {}
    for operation in OPERATIONS:
        path = OPERATION_PATH + operation.path
        app.add_api_route(path, _endpoint(store, operation), methods=["POST"], **route_of(operation))
        doors["POST", path] = Door(b"Basic", token.encode())
    for method, path, endpoint in _control(store):
        app.add_api_route(CONTROL + path, endpoint, methods=[method], include_in_schema=False)
        doors[method, CONTROL + path] = Door(b"Bearer", control_token.encode())
    app.add_api_route(MEDIA + "{name}.png", _picture, methods=["GET"], include_in_schema=False)
    doors["GET", MEDIA] = doors["GET", DOCUMENT] = Door()
    return Gate(app, hosts, doors)


Endpoint = Callable[[Request], Awaitable[Response]]


def _endpoint(store: Store, operation: Operation[Any, Any]) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        status, body = await store.answer(operation, await request.body())
        return Response(body, status, media_type=JSON)

    return endpoint


def _control(store: Store) -> tuple[tuple[str, str, Endpoint], ...]:
    started = time.monotonic()

    async def reset(request: Request) -> Response:
        try:
            wanted = read(Reset, await request.body())
        except Refused as refused:
            return Response(errors(refused.status, refused.messages), refused.status, media_type=JSON)
        await store.reset(wanted.seed)
        return Response(success({"counts": await store.counts()}), media_type=JSON)

    async def health(_: Request) -> Response:
        state = {
            "pid": os.getpid(),
            "uptime": round(time.monotonic() - started, 3),
            "counts": await store.counts(),
        }
        return Response(success(state), media_type=JSON)

    return (("POST", "/reset", reset), ("GET", "/health", health))


async def _no_such_picture(request: Request, _: Exception) -> Response:
    status = HTTPStatus.NOT_FOUND
    message = f"the addressed API was not found: {request.method} {request.url.path}"
    return Response(errors(status, [message]), status, media_type=JSON)


def _picture(name: str) -> Response:
    return Response(tile(name), media_type="image/png", headers={"Cache-Control": "max-age=3600"})
