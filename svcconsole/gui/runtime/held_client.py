"""The window's client: while the team's records are away it reads, and changes nothing in the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from svcconsole.api.answers import Answer
from svcconsole.api.client import CallRecord, Client, Connection
from svcconsole.api.errors import Outcome, Paused
from svcconsole.api.operations import Effect, Operation, Res


class HeldClient(Client):
    """`held()` says, before each request that would change something, why nothing may leave now: a sentence
    and what to do, or None. What nobody else could see would be written over, or sent twice."""

    def __init__(
        self,
        connection: Connection,
        *,
        on_call: Callable[[CallRecord], None],
        held: Callable[[], tuple[str, str] | None],
    ) -> None:
        super().__init__(connection, on_call=on_call)
        self._held = held

    async def send(self, operation: Operation[Any, Res], body: bytes, *, retry: bool = True) -> Answer[Res]:
        """As the client does; refused before anything leaves while it is held."""
        if operation.effect is not Effect.READ and (why := self._held()) is not None:
            sentence, advice = why
            error = Paused(sentence, advice=advice, operation=operation.name)
            return Answer(Outcome.PAUSE, operation, error=error)
        return await super().send(operation, body, retry=retry)
