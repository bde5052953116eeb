"""Writes to stdout, and handles a full disk or a closed pipe."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from io import TextIOWrapper

import typer

from svcconsole.words.catalog import render
from svcconsole.words.message import message, sentences
from svcconsole.words.system_reason import system_reason

ESCAPED = "backslashreplace"
"""What cannot be written stands as an escape, which is one of JSON, too: a sign that the terminal's encoding
lacks, a file name that is no text."""

_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
"""Signs that move a terminal's cursor, change its settings or the order of what it shows; not the ends of
lines and tabs of our own."""


class OutputLost(Exception):
    """Stdout did not take what was written to it; `reason` is the system's, as in "No space left on
    device"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def escape_what_cannot_be_written() -> None:
    """Have stdout take any text, whatever its encoding is; the errors of the system's are strict."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors=ESCAPED)


def told(text: str) -> str:
    """The words of a sentence for a terminal: what would command it, in a stranger's text, is escaped."""
    return _COMMANDS.sub(lambda found: repr(found[0])[1:-1], render(text, clean=_in_one_line))


def _in_one_line(text: str) -> str:
    """A stranger's text among ours, whose line breaks and tabs would make it another sentence of ours."""
    return text.replace("\n", "\\n").replace("\t", "\\t")


def say(text: str, *, err: bool = True) -> None:
    """Write a sentence for people to the terminal, in the language in use."""
    typer.echo(told(text), err=err)


def say_all(sentence: str, *others: str) -> None:
    """Write sentences one after the other on a line; empty ones are left out."""
    say(sentences(sentence, *others))


def help_of(*parts: str) -> str:
    """The help page's text of marked parts, in the language in use."""
    return "".join(render(message(part)) for part in parts)


def write_line(line: str | bytes) -> None:
    """Write a line to stdout, at once; raises OutputLost."""
    content = line if isinstance(line, bytes) else line.encode(errors=ESCAPED)
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(content + b"\n")
        sys.stdout.buffer.flush()
    except OSError as error:
        raise lost(error) from None


def lost(error: OSError) -> OutputLost:
    """Let go of a stdout that refuses: the interpreter would try it again at its end, and complain."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    return OutputLost(system_reason(error))
