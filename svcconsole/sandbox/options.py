"""The options of a practice store from its command line and environment."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from svcconsole.api.token import Token
from svcconsole.sandbox.faults.spec import FaultSpec
from svcconsole.sandbox.http.listening import CannotServe
from svcconsole.sandbox.reports.export_limit import MOST_ROWS
from svcconsole.sandbox.reports.mail_server import MailServer
from svcconsole.sandbox.rules.unknown_fields import UnknownFields
from svcconsole.sandbox.seed.sowing import Seed

ENVIRONMENT_NAME = "SVCCONSOLE_SANDBOX_TOKEN"
CONTROL_ENVIRONMENT_NAME = "SVCCONSOLE_SANDBOX_CONTROL_TOKEN"
SHORTEST = 16
"""A token that others of the network can try must have at least so many characters."""


@dataclass(frozen=True, slots=True)
class Options:
    """The command line. Without a `folder` nothing is kept; `rate_limit` is requests a second,
    `report_rows` the most rows of one export, `unknown_fields` what becomes of fields without a name; the
    demo's past ends on the day before `today`."""

    host: str = "localhost"
    port: int = 0
    folder: Path | None = None
    seed: Seed = "demo"
    allow_remote: bool = False
    host_names: tuple[str, ...] = ()
    rate_limit: float | None = None
    webhook_hosts: tuple[str, ...] = ()
    faults: tuple[FaultSpec, ...] = ()
    mail_server: MailServer | None = None
    report_rows: int = MOST_ROWS
    unknown_fields: UnknownFields = "refuse"
    today: date | None = None


@dataclass(frozen=True, slots=True)
class Secrets:
    """What opens the operations, and what opens the control calls."""

    token: str
    control_token: str


def secrets_of_environment(*, allow_remote: bool) -> Secrets:
    """Each as the environment has it, or a random one; CannotServe where one would not protect the store."""
    found = Secrets(_given(ENVIRONMENT_NAME), _given(CONTROL_ENVIRONMENT_NAME))
    if allow_remote and len(os.environ.get(ENVIRONMENT_NAME, "")) < SHORTEST:
        raise CannotServe(
            f"--allow-remote needs a token of your own: set {ENVIRONMENT_NAME} to a text of at least"
            f" {SHORTEST} characters."
        )
    if found.token == found.control_token:
        raise CannotServe(
            f"{ENVIRONMENT_NAME} and {CONTROL_ENVIRONMENT_NAME} are the same: set two that differ."
        )
    return found


def _given(name: str) -> str:
    given = os.environ.get(name)
    if not given:
        return secrets.token_urlsafe(16)
    token = Token(given)
    if fault := token.fault():
        raise CannotServe(f"{name} cannot be used. {fault}")
    return token.reveal()
