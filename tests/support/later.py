"""A person who comes back after a while: the workspace's clock is put forward for what they do."""

from __future__ import annotations

import time
import types
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from svcconsole.workspace import clock
from svcconsole.workspace.runs.broken_off import REQUEST_SECONDS


@contextmanager
def later(seconds: float = REQUEST_SECONDS + 1) -> Iterator[None]:
    """What was broken off before can have reached the store no more."""
    moment = types.SimpleNamespace(time=lambda: time.time() + seconds)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "time", moment)
        yield
