"""`svcconsole call`: one operation, its request checked before it is sent, its response as JSON on stdout."""

from __future__ import annotations

import asyncio
import difflib
import json
import sys
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from pydantic import ValidationError

from svcconsole.api.connection import Connection
from svcconsole.api.errors import Outcome, RefusedHere
from svcconsole.api.models.common import Request
from svcconsole.api.models.problems import problems
from svcconsole.api.operations import BY_PATH, GENERATE_REPORT, OPERATIONS, Effect, Operation
from svcconsole.cli.connection import ConnectionOptions, connection_for, profile_for, with_connection_options
from svcconsole.cli.exit_codes import BY_OUTCOME, Exit, exit_on_error, say_error
from svcconsole.cli.output import OutputLost, help_of, say, say_all, write_line
from svcconsole.cli.workspace_folder import folder_of
from svcconsole.cli.write_permission import check_may_write
from svcconsole.words.catalog import render
from svcconsole.words.message import OR, lines, listed, mark, mark_plural, message, number, plural

if TYPE_CHECKING:
    from svcconsole.api.client import CallRecord

Sending = Callable[[Callable[["CallRecord"], None]], Coroutine[Any, Any, None]]
"""Sends one request, and tells what it is given how each try ended."""

MOST_PROBLEMS = 10
UNUSUAL = mark_plural(
    "Unusual answer: {n} record holds a value of another type than the service promises.",
    "Unusual answer: {n} records hold a value of another type than the service promises.",
)
_EFFECTS = {
    Effect.READ: message("reads"),
    Effect.UPSERT: message("creates or updates"),
    Effect.ONCE: message("sent once"),
}


HELP = mark("""Send one request and print the response.

    Messages, templates, flows and tickets are kept among what was sent from this computer; what went out
    within 24 hours, by a form, a run or a call, is held back.

    Exit codes: 0 accepted, 2 refused before sending, 3 refused by the store, 4 not reached, throttled or
    paused, 5 the outcome is unknown.
    """)


def register(app: typer.Typer) -> None:
    app.command("call", help=help_of(HELP))(call)


def _list(wanted: bool) -> None:
    """Print path, title and what it does of every operation, and end."""
    if not wanted:
        return
    path, title = (max(len(render(getattr(row, part))) for row in OPERATIONS) for part in ("path", "title"))
    for row in OPERATIONS:
        kind = _EFFECTS[row.effect]
        if row.deprecated:
            kind = message("{effect}, deprecated", effect=kind)
        say("  ".join((row.path.ljust(path), render(row.title).ljust(title), render(kind))), err=False)
    raise typer.Exit(Exit.ACCEPTED)


@with_connection_options
def call(
    *,
    operation: Annotated[
        str, typer.Argument(metavar="OPERATION", help=mark("The path after the prefix, as products/list."))
    ],
    listed: Annotated[
        bool, typer.Option("--list", is_eager=True, callback=_list, help=mark("List the operations and end."))
    ] = False,
    body: Annotated[
        str, typer.Argument(metavar="JSON", help=mark("The request; - reads it from stdin."))
    ] = "{}",
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help=mark("Send a message, template, flow or ticket although the same went out within 24 hours."),
        ),
    ] = False,
    options: ConnectionOptions,
) -> None:
    """Send one request and print the response."""
    del listed  # its callback has done it
    with exit_on_error():
        row = _operation(operation)
        connection = connection_for(options)
        request = _request(row, body, connection, options)
        _warn_of_length(request)
        if row.effect is not Effect.READ:
            check_may_write(options)
        code = _run(partial(_sending, row, request, connection, options, again=again))
    raise typer.Exit(code)


def _operation(path: str) -> Operation[Any, Any]:
    wanted = path.strip("/")
    if wanted in BY_PATH:
        return BY_PATH[wanted]
    near = difflib.get_close_matches(wanted, BY_PATH, n=3, cutoff=0.5)
    near += [known for known in BY_PATH if wanted and wanted.lower() in known.lower() and known not in near]
    advice = (
        message("Did you mean {names}?", names=listed(near[:3], OR))
        if near
        else message("There are: {names}.", names=listed(BY_PATH))
    )
    raise RefusedHere(message("There is no operation {path}.", path=repr(path)), advice=advice)


def _request(
    operation: Operation[Any, Any], text: str, connection: Connection, options: ConnectionOptions
) -> Request:
    body = _json(_piped() if text == "-" else text)
    if isinstance(body, dict):
        if connection.app_id and "app_id" in operation.request.model_fields:
            body.setdefault("appId", connection.app_id)
        if (named := f"{connection.prefix}CustomerId") in body:
            body["svcCustomerId"] = body.pop(named)
        if operation is GENERATE_REPORT:
            body = _with_zone(body, options)
    try:
        request: Request = operation.request.read(body)
    except ValidationError as error:
        found = [problem.sentence for problem in problems(error, operation.request)]
        raise RefusedHere(
            message("Not sent: {refusal}.", refusal=found[0]),
            advice=lines(*(message("Also: {refusal}.", refusal=more) for more in found[1:MOST_PROBLEMS])),
        ) from None
    return request


def _with_zone(body: dict[str, Any], options: ConnectionOptions) -> dict[str, Any]:
    """A report's moments without a zone are the store's time, and said to be (decisions, row 40)."""
    from svcconsole.services.reports.question import with_zone

    profile = profile_for(options)
    zone = (profile.time_zone if profile is not None else None) or ""
    zoned = with_zone(body, zone)
    if zoned != body:
        span = zoned["dateRange"]
        say(
            message(
                "Dates without a zone are read as {zone} time: {first} to {last}.",
                zone=zone or message("this computer's"),
                first=span.get("startDate"),
                last=span.get("endDate"),
            )
        )
    return zoned


def _warn_of_length(request: Request) -> None:
    """Callback data within the limit by one way of counting and beyond it by another (decisions, row 42)."""
    from svcconsole.services.messaging.appearance.limits import callback_count

    sent = getattr(request, "callback_data", None)
    if isinstance(sent, str) and (sentence := callback_count(sent).sentence):
        say(message("Note: {warning}", warning=sentence))


def _say_wait(seconds: float) -> None:
    """Say why nothing happens: the store asked for it (Retry-After)."""
    say(
        plural(
            "The store asks to wait {n} second; then it is sent again.",
            "The store asks to wait {n} seconds; then it is sent again.",
            max(1, round(seconds)),
        )
    )


def _piped() -> str:
    """Stdin as UTF-8, with or without a byte order mark: JSON's own encoding, whatever the terminal's is."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RefusedHere(
            message(
                "The request on stdin is not UTF-8: byte {place}.",
                place=number(error.start + 1, grouped=False),
            ),
            advice=message("Save it as UTF-8."),
        ) from None


def _json(text: str) -> Any:
    if not text.strip():
        raise RefusedHere(
            message("The request is empty."), advice=message("An operation without fields takes {{}}.")
        )
    try:
        return json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise RefusedHere(
            message(
                "The request is not JSON: line {line}, column {column}.",
                line=number(error.lineno, grouped=False),
                column=number(error.colno, grouped=False),
            ),
            advice=message("Quote it for the shell, or pass - and send it through stdin."),
        ) from None
    except (RecursionError, ValueError) as error:
        raise RefusedHere(message("The request is not JSON that can be sent.")) from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object as a dict; a repeated name is refused, because one of its values would be lost."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise RefusedHere(message("Not sent: {name} appears twice in one object.", name=name))
        found[name] = value
    return found


def _no_constant(word: str) -> NoReturn:
    raise RefusedHere(message("Not sent: {word} is not a number of JSON.", word=word))


def _sending(
    operation: Operation[Any, Any],
    request: Request,
    connection: Connection,
    options: ConnectionOptions,
    *,
    again: bool,
) -> Sending:
    """How the request is sent: what must not reach a person twice through the ledger of its store."""
    from svcconsole.cli.call_once import is_guarded, send_once

    if is_guarded(operation):
        profile = profile_for(options)
        region = profile.region if profile is not None else None
        noted = partial(
            send_once, folder_of(connection), connection, operation, request, region=region, again=again
        )
        return lambda on_call: noted(on_call=on_call, on_wait=_say_wait)

    async def plain(on_call: Callable[[CallRecord], None]) -> None:
        from svcconsole.api.client import Client

        async with Client(connection, on_call=on_call, on_wait=_say_wait) as client:
            await client.send(operation, request.wire(connection.prefix))

    return plain


def _run(sending: Callable[[], Sending]) -> Exit:
    """Send and print what came of it."""
    from svcconsole.workspace.errors import WorkspaceError

    records: list[CallRecord] = []
    try:
        asyncio.run(sending()(records.append))
    except WorkspaceError as error:
        say_all(error.sentence, error.advice)
        return Exit.UNKNOWN if records else Exit.REFUSED_HERE
    except KeyboardInterrupt:
        gone = bool(records) and records[-1].answer.outcome is Outcome.UNKNOWN
        say(
            message("Stopped. It may have been carried out.")
            if gone
            else message("Stopped. Nothing was sent.")
        )
        return Exit.UNKNOWN if gone else Exit.NOT_REACHED
    answer = records[-1].answer
    if answer.error is not None:
        say_error(answer.error)
    else:
        try:
            write_line(answer.body.strip())
        except OutputLost as lost:
            said = message(
                "The store accepted the request, but its answer could not be written: {reason}.",
                reason=lost.reason,
            )
            say(said)
            return Exit.UNHEARD
        if answer.unusual:
            say(plural(*UNUSUAL, answer.unusual))
    return BY_OUTCOME[answer.outcome]
