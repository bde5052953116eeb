"""The exit codes of every command, and how errors are printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum

import typer

from svcconsole.api.errors import ApiError, Outcome, RefusedHere
from svcconsole.cli.output import say
from svcconsole.words.message import message


class Exit(IntEnum):
    """What a command's exit code says."""

    ACCEPTED = 0  # everything accepted
    BUG = 1  # a mistake of this program
    UNHEARD = 1  # what it had to say on stdout could not be written, and nothing graver happened
    REFUSED_HERE = 2  # refused before sending
    REFUSED = 3  # refused by the server, or rows refused
    NOT_REACHED = 4  # not reached, throttled or paused
    UNKNOWN = 5  # an outcome is unknown; wins over REFUSED
    NOTED = 6  # all of it is here, and something about it has to be looked at: a report cut short, say


BY_OUTCOME = {
    Outcome.OK: Exit.ACCEPTED,
    Outcome.REJECTED: Exit.REFUSED,
    Outcome.NOT_SENT: Exit.NOT_REACHED,
    Outcome.THROTTLED: Exit.NOT_REACHED,
    Outcome.PAUSE: Exit.NOT_REACHED,
    Outcome.UNKNOWN: Exit.UNKNOWN,
}
_RANKED = (Exit.UNKNOWN, Exit.NOT_REACHED, Exit.REFUSED)


def worst(codes: Iterable[Exit]) -> Exit:
    """The exit code of several endings: unknown wins, then never got there, then refused."""
    found = set(codes)
    return next((code for code in _RANKED if code in found), Exit.ACCEPTED)


def exit_of_error(error: ApiError) -> Exit:
    """The exit code of an error; what this program refused itself was never on its way."""
    return Exit.REFUSED_HERE if isinstance(error, RefusedHere) else BY_OUTCOME[error.outcome]


def say_error(error: ApiError) -> None:
    """The error on stderr: the sentence, the server's own words quoted, what to do."""
    say(error.sentence)
    for words in error.server_words:
        say(message("  “{words}”", words=words))
    if error.advice:
        say(error.advice)


@contextmanager
def exit_on_error() -> Iterator[None]:
    """Say an ApiError raised inside and end the command with its exit code."""
    try:
        yield
    except ApiError as error:
        say_error(error)
        raise typer.Exit(exit_of_error(error)) from None
