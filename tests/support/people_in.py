"""The customers and entries a practice store holds, as what a journey is compared by."""

from __future__ import annotations

from typing import Any

from tests.support.practice import PracticeStore

PAGE = 500
ITS_OWN = ("id", "createdAt", "updatedAt")


def customers_in(store: PracticeStore) -> dict[str, Any]:
    """All customers by partnerCustomerId, without what the store gave them: ids and times."""
    found = {}
    for customer in everything(store, "customers"):
        for part in customer.get("addresses") or ():
            part.pop("addressId", None)
        for part in customer.get("assets") or ():
            for name in (*ITS_OWN, "assetId"):
                part.pop(name, None)
        identity = customer["partnerCustomerId"]
        assert identity not in found, f"two customers are {identity}"
        found[identity] = {name: value for name, value in customer.items() if name not in ITS_OWN}
    return found


def entries_in(store: PracticeStore) -> list[dict[str, Any]]:
    """All entries of user properties, the oldest first."""
    return [record["entry"] for record in everything(store, "userProperties", "user-properties")][::-1]


def everything(store: PracticeStore, name: str, path: str = "") -> list[dict[str, Any]]:
    """All records of a list of the control, the newest first."""
    found: list[dict[str, Any]] = []
    while True:
        page = store.control("GET", f"/{path or name}?limit={PAGE}&skip={len(found)}")["data"]
        found += page[name]
        if len(found) >= page["total"]:
            return found
