"""The checked request that a form hands to the sender."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from svcconsole.api.models.common import Request
from svcconsole.api.operations import Operation
from svcconsole.workspace.known.registries import Key


@dataclass(frozen=True, slots=True)
class SendRequest:
    """What is handed to the sender: `people` are keys of persons, `reference` is within the request."""

    operation: Operation[Any, Any]
    request: Request
    kind: str
    title: str
    about: str = ""
    people: tuple[str, ...] = ()
    reference: str = ""
    recipient: str = "contact_identifier"
    """The request's field that holds whom it is for."""
    used: tuple[Key, ...] = ()
    """What an accepted one shows to exist: it is learned by the registries."""
