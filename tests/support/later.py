"""A person who comes back after a while: the workspace's clock is put forward for what they do."""

from __future__ import annotations

import types
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest

from svcconsole.workspace import clock
from svcconsole.workspace.runs.broken_off import REQUEST_SECONDS


@contextmanager
def later(seconds: float = REQUEST_SECONDS + 1) -> Iterator[None]:
    """What was broken off before can have reached the store no more."""
    moment = types.SimpleNamespace(now=lambda zone: datetime.now(zone) + timedelta(seconds=seconds))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "datetime", moment)
        yield
