"""`svcconsole call`: one operation, its request checked before it is sent, its response as JSON on stdout."""

from __future__ import annotations

import asyncio
import difflib
import json
import sys
from typing import Annotated, Any, NoReturn

import typer
from pydantic import ValidationError

from svcconsole.api.connection import Connection
from svcconsole.api.errors import Outcome, RefusedHere
from svcconsole.api.models.common import Request
from svcconsole.api.models.problems import problems
from svcconsole.api.operations import BY_PATH, OPERATIONS, Effect, Operation
from svcconsole.cli.connection import (
    AppId,
    BaseUrl,
    CaFile,
    Prefix,
    ProfileName,
    To,
    TokenEnv,
    connection_for,
)
from svcconsole.cli.exits import BY_OUTCOME, Exit, errors_said, say
from svcconsole.cli.output import OutputLost, put

MOST_PROBLEMS = 10
_EFFECTS = {Effect.READ: "reads", Effect.UPSERT: "creates or updates", Effect.ONCE: "sent once"}


def register(app: typer.Typer) -> None:
    app.command("call")(call)


def _list(wanted: bool) -> None:
    """Print path, title and what it does of every operation, and end."""
    if not wanted:
        return
    path, title = (max(len(getattr(row, part)) for row in OPERATIONS) for part in ("path", "title"))
    for row in OPERATIONS:
        kind = f"{_EFFECTS[row.effect]}{', deprecated' if row.deprecated else ''}"
        typer.echo(f"{row.path:<{path}}  {row.title:<{title}}  {kind}")
    raise typer.Exit(Exit.ACCEPTED)


def call(
    *,
    operation: Annotated[
        str, typer.Argument(metavar="OPERATION", help="The path after the prefix, as products/list.")
    ],
    listed: Annotated[
        bool, typer.Option("--list", is_eager=True, callback=_list, help="List the operations and end.")
    ] = False,
    body: Annotated[str, typer.Argument(metavar="JSON", help="The request; - reads it from stdin.")] = "{}",
    profile: ProfileName = None,
    base_url: BaseUrl = None,
    token_env: TokenEnv = None,
    prefix: Prefix = None,
    app_id: AppId = None,
    ca_file: CaFile = None,
) -> None:
    """Send one request and print the response.

    Exit codes: 0 accepted, 2 refused before sending, 3 refused by the store, 4 not reached, throttled or
    paused, 5 the outcome is unknown.
    """
    del listed  # its callback has done it
    with errors_said():
        row = _operation(operation)
        connection = connection_for(To(profile, base_url, token_env, prefix, app_id, ca_file))
        request = _request(row, body, connection)
        code = _run(connection, row, request.wire(connection.prefix))
    raise typer.Exit(code)


def _operation(path: str) -> Operation[Any, Any]:
    wanted = path.strip("/")
    if wanted in BY_PATH:
        return BY_PATH[wanted]
    near = difflib.get_close_matches(wanted, BY_PATH, n=3, cutoff=0.5)
    near += [known for known in BY_PATH if wanted and wanted.lower() in known.lower() and known not in near]
    advice = f"Did you mean {' or '.join(near[:3])}?" if near else f"There are: {', '.join(BY_PATH)}."
    raise RefusedHere(f"There is no operation {path!r}.", advice=advice)


def _request(operation: Operation[Any, Any], text: str, connection: Connection) -> Request:
    body = _json(_piped() if text == "-" else text)
    if isinstance(body, dict):
        if connection.app_id and "app_id" in operation.request.model_fields:
            body.setdefault("appId", connection.app_id)
        if (named := f"{connection.prefix}CustomerId") in body:
            body["svcCustomerId"] = body.pop(named)
    try:
        request: Request = operation.request.read(body)
    except ValidationError as error:
        found = [problem.sentence for problem in problems(error, operation.request)]
        raise RefusedHere(
            f"Not sent: {found[0]}.",
            advice="\n".join(f"Also: {more}." for more in found[1:MOST_PROBLEMS]),
        ) from None
    return request


def _piped() -> str:
    """Stdin as UTF-8, with or without a byte order mark: JSON's own encoding, whatever the terminal's is."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RefusedHere(
            f"The request on stdin is not UTF-8: byte {error.start + 1}.", advice="Save it as UTF-8."
        ) from None


def _json(text: str) -> Any:
    if not text.strip():
        raise RefusedHere("The request is empty.", advice="An operation without fields takes {}.")
    try:
        return json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise RefusedHere(
            f"The request is not JSON: line {error.lineno}, column {error.colno}.",
            advice="Quote it for the shell, or pass - and send it through stdin.",
        ) from None
    except (RecursionError, ValueError) as error:
        raise RefusedHere("The request is not JSON that can be sent.") from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object as a dict; a repeated name is refused, because one of its values would be lost."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise RefusedHere(f"Not sent: {name} appears twice in one object.")
        found[name] = value
    return found


def _no_constant(word: str) -> NoReturn:
    raise RefusedHere(f"Not sent: {word} is not a number of JSON.")


def _run(connection: Connection, operation: Operation[Any, Any], body: bytes) -> Exit:
    from svcconsole.api.client import CallRecord, Client

    records: list[CallRecord] = []

    async def work() -> None:
        async with Client(connection, on_call=records.append) as client:
            await client.send(operation, body)

    try:
        asyncio.run(work())
    except KeyboardInterrupt:
        gone = bool(records) and records[-1].answer.outcome is Outcome.UNKNOWN
        typer.echo("Stopped. " + ("It may have been carried out." if gone else "Nothing was sent."), err=True)
        return Exit.UNKNOWN if gone else Exit.NOT_REACHED
    answer = records[-1].answer
    if answer.error is not None:
        say(answer.error)
    else:
        try:
            put(answer.body.strip())
        except OutputLost as lost:
            said = f"The store accepted the request, but its answer could not be written: {lost.reason}."
            typer.echo(said, err=True)
            return Exit.UNHEARD
    return BY_OUTCOME[answer.outcome]
