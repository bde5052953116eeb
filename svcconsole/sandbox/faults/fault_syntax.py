"""Parses a fault as the command line writes it: `status code=503 retryAfter=2 operation=products/list`."""

from __future__ import annotations

import json
import shlex

from svcconsole.sandbox.faults.spec import FaultSpec
from svcconsole.sandbox.http.answers import Refused
from svcconsole.sandbox.store.store import read


class Unreadable(Exception):
    """A fault on the command line cannot be read; the text says what is wrong."""


def from_words(text: str) -> FaultSpec:
    """`status code=503 retryAfter=2 operation=products/list count=3`; raises Unreadable."""
    try:
        kind, *words = shlex.split(text) or [""]
    except ValueError as error:
        raise Unreadable(f"--fault {text}: {error}") from None
    value: dict[str, object] = {"kind": kind}
    for word in words:
        name, sign, written = word.partition("=")
        if not sign:
            raise Unreadable(f"--fault {text}: {word} is not NAME=VALUE")
        value[name] = _value(written)
    try:
        return read(FaultSpec, json.dumps(value).encode())
    except Refused as refused:
        raise Unreadable(f"--fault {text}: {'; '.join(refused.messages)}") from None


def _value(written: str) -> object:
    try:
        return json.loads(written)
    except ValueError:
        return {"yes": True, "no": False}.get(written, written)
