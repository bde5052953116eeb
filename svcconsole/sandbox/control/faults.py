"""Control of the faults, and the log of what was asked."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from svcconsole.api.models.common import Request
from svcconsole.sandbox.control.routes import ControlRoute, Nothing
from svcconsole.sandbox.faults.kinds import KINDS
from svcconsole.sandbox.faults.spec import FaultSpec
from svcconsole.sandbox.http.answers import Refused
from svcconsole.sandbox.store.store import Store


class SwitchOff(Request):
    """The query of `DELETE /faults`; without an id all are switched off."""

    id: int | None = None


class After(Request):
    """The query of `GET /requests`: only those after this number."""

    after: int = 0


async def faults(store: Store, _: Nothing) -> Mapping[str, Any]:
    kinds = [
        {
            "name": kind.name,
            "says": kind.says,
            "places": kind.places,
            "parameters": kind.parameters,
            "executed": kind.executed,
            "either": kind.either,
        }
        for kind in KINDS.values()
    ]
    return {"faults": store.faults.to_json(), "kinds": kinds}


async def switch_on(store: Store, wanted: FaultSpec) -> Mapping[str, Any]:
    fault = store.faults.switch_on(wanted)
    store.wake()
    return {"fault": fault.to_json()}


async def switch_off(store: Store, wanted: SwitchOff) -> Mapping[str, Any]:
    if wanted.id is None:
        store.faults.off()
    elif not store.faults.switch_off(wanted.id):
        raise Refused(HTTPStatus.BAD_REQUEST, f"id {wanted.id} is not a fault that is switched on")
    store.wake()
    return {"faults": store.faults.to_json()}


async def requests(store: Store, wanted: After) -> Mapping[str, Any]:
    return {"latest": store.requests.latest, "requests": store.requests.since(wanted.after)}


FAULTS = (
    ControlRoute("GET", "/faults", faults),
    ControlRoute("POST", "/faults", switch_on, FaultSpec),
    ControlRoute("DELETE", "/faults", switch_off, SwitchOff),
    ControlRoute("GET", "/requests", requests, After),
)
