"""The control API for the store as a whole: health, reset, snapshots and restore."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from svcconsole.api.models.common import Request
from svcconsole.sandbox.control.routes import ControlRoute, Nothing
from svcconsole.sandbox.http.answers import Refused
from svcconsole.sandbox.rules.unknown_fields import UnknownFields
from svcconsole.sandbox.seed.sowing import Seed, seed_of
from svcconsole.sandbox.store.snapshots import NoSnapshot
from svcconsole.sandbox.store.snapshots import Snapshot as Taken
from svcconsole.sandbox.store.store import Store


class Reset(Request):
    """The body of `POST /reset`."""

    seed: Seed = "empty"


async def reset(store: Store, wanted: Reset) -> Mapping[str, Any]:
    await store.reset(wanted.seed)
    return {"counts": await store.counts()}


class Snapshot(Request):
    """The body of `POST /snapshot`; without a name it is named by the instant."""

    name: str | None = None


class Restore(Request):
    """The body of `POST /restore`; without a name the newest snapshot is meant."""

    name: str | None = None


async def snapshot(store: Store, wanted: Snapshot) -> Mapping[str, Any]:
    with _refused():
        return {"snapshot": _shown(await store.snapshot(wanted.name))}


async def restore(store: Store, wanted: Restore) -> Mapping[str, Any]:
    with _refused():
        return {"restored": await store.restore(wanted.name), "counts": await store.counts()}


async def list_snapshots(store: Store, _: Nothing) -> Mapping[str, Any]:
    return {"snapshots": [_shown(one) for one in await store.snapshots()]}


def _shown(taken: Taken) -> Mapping[str, Any]:
    return {"name": taken.name, "takenAt": taken.taken_at, "bytes": taken.size}


@contextmanager
def _refused() -> Iterator[None]:
    try:
        yield
    except NoSnapshot as error:
        raise Refused(HTTPStatus.BAD_REQUEST, str(error)) from None


async def health(store: Store, _: Nothing) -> Mapping[str, Any]:
    uptime = round(time.monotonic() - store.started, 3)
    seed = await store.consult(seed_of)
    return {"pid": os.getpid(), "uptime": uptime, "seed": seed, "counts": await store.counts()}


class Unknown(Request):
    """The body of `POST /unknown-fields`."""

    policy: UnknownFields


async def unknown_fields(store: Store, _: Nothing) -> Mapping[str, Any]:
    return {"policy": store.unknown_fields}


async def treat_unknown_fields(store: Store, wanted: Unknown) -> Mapping[str, Any]:
    store.unknown_fields = wanted.policy
    return {"policy": store.unknown_fields}


STATE = (
    ControlRoute("POST", "/reset", reset, Reset),
    ControlRoute("POST", "/snapshot", snapshot, Snapshot),
    ControlRoute("GET", "/snapshots", list_snapshots),
    ControlRoute("POST", "/restore", restore, Restore),
    ControlRoute("GET", "/health", health),
    ControlRoute("GET", "/unknown-fields", unknown_fields),
    ControlRoute("POST", "/unknown-fields", treat_unknown_fields, Unknown),
)
