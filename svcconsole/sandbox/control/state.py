"""Control of the store as a whole: its health, and beginning again."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any

from svcconsole.api.models.common import Request
from svcconsole.sandbox.control.routes import ControlRoute, Nothing
from svcconsole.sandbox.seed import Seed
from svcconsole.sandbox.store import Store


class Reset(Request):
    """The body of `POST /reset`."""

    seed: Seed = "empty"


async def reset(store: Store, wanted: Reset) -> Mapping[str, Any]:
    await store.reset(wanted.seed)
    return {"counts": await store.counts()}


async def health(store: Store, _: Nothing) -> Mapping[str, Any]:
    uptime = round(time.monotonic() - store.started, 3)
    return {"pid": os.getpid(), "uptime": uptime, "counts": await store.counts()}


STATE = (
    ControlRoute("POST", "/reset", reset, Reset),
    ControlRoute("GET", "/health", health),
)
