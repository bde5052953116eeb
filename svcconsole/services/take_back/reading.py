"""Reads what the store holds now of the records of a run, a few requests at a time."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing

from svcconsole.api.client import Client
from svcconsole.services.runs.before_reading import BeforeProgress, ReadingBroken, read_records
from svcconsole.services.runs.record_outcome import error_words
from svcconsole.words.message import Message, message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.before_answers import BeforeAnswer, ToRead


class StoreNotRead(Exception):
    """The store did not answer: a sentence and what to do."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(sentence, advice)
        self.sentence = sentence
        self.advice = advice


async def read_now(
    workspace: Workspace, kind: str, client: Client, wanted: Sequence[ToRead]
) -> AsyncGenerator[tuple[BeforeProgress, list[BeforeAnswer]]]:
    """How far it is, and what has just been answered. Raises StoreNotRead."""
    with ThreadPoolExecutor(1, thread_name_prefix="read-now") as executor:
        try:
            async with aclosing(read_records(client, workspace.people, kind, wanted, executor)) as reading:
                async for done, found in reading:
                    yield BeforeProgress(done, len(wanted)), found
        except ReadingBroken as broken:
            error = broken.answer.error
            advice: Message | str = error.advice if error is not None else ""
            sentence = message("The store could not be read: {reason}", reason=error_words(broken.answer)[0])
            raise StoreNotRead(sentence, advice) from None
