"""What a worker answers over HTTP: its health and figures on loopback, and the store's webhooks."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime

from aiohttp import web

from svcconsole import __version__
from svcconsole.services.deliveries.webhook_events import (
    LARGEST,
    SIGNATURE,
    TIMESTAMP,
    NotAnEvent,
    is_signed,
    read_event,
    settle_events,
)
from svcconsole.services.schedules.job_deps import JobDeps
from svcconsole.services.schedules.worker import ScheduleWorker
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.team.schedule_records import FiringState

log = logging.getLogger("svcconsole.worker")

SETTLE_SECONDS = 0.2
"""So often it is looked whether webhooks brought something."""
IDLE_SECONDS = 2.0
"""While something waits for a message to be known here."""
PLAIN = "text/plain; version=0.0.4; charset=utf-8"
"""The content type of Prometheus' text format."""


@dataclass(slots=True)
class WebhookReceiver:
    """Takes the store's webhooks: signed with `secret`, kept, answered, and settled after that."""

    deps: JobDeps
    secret: str
    worker: ScheduleWorker
    answered: Counter[int] = field(default_factory=Counter)
    came: int = 0
    settled: int = 0

    async def take(self, request: web.Request) -> web.Response:
        """Answer one request: 202 once its event is kept, before anything else is done about it."""
        response = await self._answer(request)
        self.answered[response.status] += 1
        return response

    async def _answer(self, request: web.Request) -> web.Response:
        body = await request.read()
        stamp, signature = request.headers.get(TIMESTAMP, ""), request.headers.get(SIGNATURE, "")
        if not is_signed(self.secret, stamp, signature, body, datetime.now(UTC)):
            return web.Response(status=401, text="signature invalid or too old\n")
        try:
            event = read_event(body)
        except NotAnEvent as error:
            return web.Response(status=400, text=str(error))
        try:
            await self.deps.database(lambda space: space.webhooks.keep(event))
        except WorkspaceError as error:
            # Whoever sends it tries again.
            log.warning("an event could not be kept: %s", error)
            return web.Response(status=503, text="not kept, send again\n")
        self.came += 1
        return web.Response(status=202)

    async def settle(self) -> None:
        """Settle what came, as long as the worker works."""
        seen, wait = -1, SETTLE_SECONDS
        idle = 0.0
        while not await self.deps.wait(wait):
            idle += wait
            if self.came == seen and idle < IDLE_SECONDS:
                continue
            seen, idle = self.came, 0.0
            try:
                self.settled += await self.deps.database(lambda space: settle_events(space, self.worker.name))
            except WorkspaceError as error:
                log.warning("webhooks cannot be settled: %s", error)
                seen = -1


class HealthPages:
    """`/health` as JSON, and `/metrics` for Prometheus."""

    def __init__(self, worker: ScheduleWorker, receiver: WebhookReceiver | None) -> None:
        self._worker = worker
        self._receiver = receiver
        self._since = datetime.now(UTC).timestamp()

    async def health(self, _request: web.Request) -> web.Response:
        """200 while it works, 503 while it stops or the workspace is not reached."""
        worker = self._worker
        stopping = worker.deps.stopping.is_set()
        told = {
            "status": "stopping" if stopping else "no workspace" if worker.trouble else "ok",
            "worker": worker.id,
            "name": worker.name,
            "version": __version__,
            "under_way": worker.under_way,
            "trouble": worker.trouble,
        }
        return web.json_response(told, status=503 if stopping or worker.trouble else 200)

    async def metrics(self, _request: web.Request) -> web.Response:
        worker, receiver = self._worker, self._receiver
        lines = [
            *_gauge("up", "Whether the workspace is reached", 0 if worker.trouble else 1),
            *_gauge("start_time_seconds", "When the worker began", self._since),
            *_gauge("jobs_under_way", "How much is being carried out", worker.under_way),
            *_counter("rows_sent_total", "Rows that stores accepted", {"": worker.deps.rows_sent}),
            *_counter(
                "jobs_ended_total",
                "How jobs ended",
                {f'state="{state}"': worker.ended.get(state, 0) for state in FiringState},
            ),
        ]
        if receiver is not None:
            by_status = {f'status="{status}"': count for status, count in sorted(receiver.answered.items())}
            lines += _counter("webhooks_total", "Webhook requests by answer", by_status)
            lines += _counter("webhooks_settled_total", "Events that are settled", {"": receiver.settled})
        return web.Response(body="\n".join([*lines, ""]).encode(), headers={"Content-Type": PLAIN})


def _gauge(name: str, words: str, value: float) -> list[str]:
    full = f"svcconsole_worker_{name}"
    return [*_head(full, words, "gauge"), f"{full} {json.dumps(value)}"]


def _head(full: str, words: str, kind: str) -> list[str]:
    return [" ".join(("#", "HELP", full, words)), " ".join(("#", "TYPE", full, kind))]


def _counter(name: str, words: str, values: dict[str, int]) -> list[str]:
    full = f"svcconsole_worker_{name}"
    head = _head(full, words, "counter")
    return [*head, *(f"{full}{{{label}}} {n}" if label else f"{full} {n}" for label, n in values.items())]


async def serve(stack: AsyncExitStack, host: str, port: int, routes: Sequence[web.AbstractRouteDef]) -> str:
    """Serve until the stack is closed; the address. Raises OSError where the port cannot be had."""
    application = web.Application(client_max_size=LARGEST)
    application.add_routes(routes)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    site = web.TCPSite(runner, host, port)
    await site.start()
    bound = runner.addresses[0]
    shown = f"[{bound[0]}]" if ":" in bound[0] else bound[0]
    return f"http://{shown}:{bound[1]}"
