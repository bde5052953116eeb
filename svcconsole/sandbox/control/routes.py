"""What one route of the control API is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.api.models.common import Request
from svcconsole.sandbox.store.store import Store

Answer = Callable[[Store, Any], Awaitable[Mapping[str, Any]]]
"""Takes the store and the checked body; returns the envelope's `data`, or raises Refused."""


class Nothing(Request):
    """The body of a route that takes none."""


@dataclass(frozen=True, slots=True)
class ControlRoute:
    """`path` follows the control URL; a GET or DELETE is asked with no body, which reads as `{}`."""

    method: str
    path: str
    answer: Answer
    request: type[Request] = Nothing
