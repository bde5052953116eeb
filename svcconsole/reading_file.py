"""Says in words that a file which somebody named could not be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from svcconsole.words.system_reason import unread


class Refused(Protocol):
    """Makes the error of a sentence and what to do."""

    def __call__(self, sentence: str, *, advice: str) -> Exception: ...


@contextmanager
def reading_file(file: object, refused: Refused) -> Iterator[None]:
    """Raise what `refused` makes, for every OSError of the block."""
    try:
        yield
    except OSError as error:
        sentence, advice = unread(file, error)
        raise refused(sentence, advice=advice) from error
