"""Reads what the store holds now of the records of a run, a few requests at a time."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Any

from svcconsole.api.client import Client
from svcconsole.services.runs.before_reading import BeforeProgress, ReadingBroken, read_records
from svcconsole.services.runs.record_outcome import error_words
from svcconsole.words.message import Message, message
from svcconsole.workspace.database import Workspace


class StoreNotRead(Exception):
    """The store did not answer: a sentence and what to do."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(sentence, advice)
        self.sentence = sentence
        self.advice = advice


async def compare_now(
    workspace: Workspace, kind: str, client: Client, ask: Callable[..., Awaitable[Any]]
) -> AsyncGenerator[BeforeProgress]:
    """Read the records that a take-back wants to know and hand it the answers; how far it is.

    `ask(method, *arguments)` calls the `TakeBack`, wherever it lives. Raises StoreNotRead.
    """
    total, done, after = await ask("to_compare"), 0, -1
    with ThreadPoolExecutor(1, thread_name_prefix="read-now") as executor:
        try:
            while wanted := await ask("wanted", after):
                reading = read_records(client, workspace.people, kind, wanted, executor)
                async with aclosing(reading):
                    async for part, found in reading:
                        await ask("take", found)
                        yield BeforeProgress(done + part, total)
                done, after = done + len(wanted), wanted[-1].seq
        except ReadingBroken as broken:
            error = broken.answer.error
            advice: Message | str = error.advice if error is not None else ""
            sentence = message("The store could not be read: {reason}", reason=error_words(broken.answer)[0])
            raise StoreNotRead(sentence, advice) from None
