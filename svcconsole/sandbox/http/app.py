"""The practice store's HTTP face: a route for every operation, the control routes, the demo pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from fastapi import Request, Response
from starlette.exceptions import HTTPException

from svcconsole import __version__
from svcconsole.api.operations import OPERATIONS, Operation
from svcconsole.api.practice_store import FIELD, PATH
from svcconsole.sandbox.control import ROUTES
from svcconsole.sandbox.control.routes import ControlRoute
from svcconsole.sandbox.faults.fault_middleware import FaultMiddleware
from svcconsole.sandbox.http.answers import JSON, Refused, errors, success
from svcconsole.sandbox.http.auth_middleware import AccessRules, App, AuthMiddleware
from svcconsole.sandbox.http.openapi import DOCUMENT, Documented, route_of
from svcconsole.sandbox.http.rate_limit import TokenBucket
from svcconsole.sandbox.reports.links import DOWNLOADS, download
from svcconsole.sandbox.rules.handlers import handler_of
from svcconsole.sandbox.seed.pictures import tile
from svcconsole.sandbox.seed.sowing import MEDIA
from svcconsole.sandbox.store.store import Store, read

OPERATION_PATH = "/integrations/svcPlatformFunctions-"
CONTROL = "/control"


def build(
    store: Store, *, hosts: frozenset[bytes], token: str, control_token: str, rate_limit: float | None = None
) -> App:
    """The whole application behind its faults and its gate; LookupError for an operation nothing answers."""
    app = Documented(title="Practice store", version=__version__, docs_url=None, redoc_url=None)
    app.add_exception_handler(HTTPException, _no_such_picture)
    doors: dict[tuple[str, str], AccessRules] = {}
    for operation in OPERATIONS:
        path = OPERATION_PATH + operation.path
        app.add_api_route(path, _endpoint(store, operation), methods=["POST"], **route_of(operation))
        doors["POST", path] = AccessRules(b"Basic", token.encode(), operation.path, counted=True)
    for route in ROUTES:
        path = CONTROL + route.path
        app.add_api_route(path, _control(store, route), methods=[route.method], include_in_schema=False)
        doors[route.method, path] = AccessRules(b"Bearer", control_token.encode(), near=True)
    app.add_api_route(MEDIA + "{name}.png", _picture, methods=["GET"], include_in_schema=False)
    app.add_api_route(PATH, _name(store), methods=["GET"], include_in_schema=False)
    doors["GET", PATH] = AccessRules(near=True)
    doors["GET", MEDIA] = doors["GET", DOCUMENT] = AccessRules()
    app.add_api_route(
        DOWNLOADS + "{secret}", _download(store), methods=["GET", "HEAD"], include_in_schema=False
    )
    doors["GET", DOWNLOADS] = doors["HEAD", DOWNLOADS] = AccessRules(place="downloads")
    bucket = None if rate_limit is None else TokenBucket(rate_limit)
    return AuthMiddleware(
        FaultMiddleware(app, store.faults, store.requests), hosts, doors, store.requests, bucket
    )


Endpoint = Callable[[Request], Awaitable[Response]]


def _endpoint(store: Store, operation: Operation[Any, Any]) -> Endpoint:
    handler_of(operation)

    async def endpoint(request: Request) -> Response:
        state, asked = request.scope["state"], await request.body()
        room, entries = "disk_full" not in state, state.get("entries", "")
        status, body = await store.answer(operation, asked, room=room, entries=entries)
        return Response(body, status, media_type=JSON)

    return endpoint


def _name(store: Store) -> Endpoint:
    async def endpoint(_: Request) -> Response:
        return Response(json.dumps({FIELD: store.name}), media_type=JSON)

    return endpoint


def _download(store: Store) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        return await download(store, request.path_params["secret"])

    return endpoint


def _control(store: Store, route: ControlRoute) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        try:
            data = await route.answer(store, read(route.request, await request.body() or _query(request)))
        except Refused as refused:
            return Response(refused.envelope, refused.status, media_type=JSON)
        return Response(success(data), media_type=JSON)

    return endpoint


def _query(request: Request) -> bytes:
    """The query of a call without a body, as the JSON body that says the same; 007 stays a text."""
    pairs = request.query_params.items()
    return json.dumps({name: _number_or_text(text) for name, text in pairs}).encode()


def _number_or_text(text: str) -> int | str:
    """Nineteen digits is all that a number of the store can have."""
    return int(text) if re.fullmatch(r"0|[1-9][0-9]{0,18}", text) else text


async def _no_such_picture(request: Request, _: Exception) -> Response:
    status = HTTPStatus.NOT_FOUND
    message = f"the addressed API was not found: {request.method} {request.url.path}"
    return Response(errors(status, [message]), status, media_type=JSON)


def _picture(name: str) -> Response:
    return Response(tile(name), media_type="image/png", headers={"Cache-Control": "max-age=3600"})
