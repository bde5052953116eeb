"""The drafts of products and catalogs that the workspace holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from svcconsole.workspace.drafts.draft_keys import COPY, NEW

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace


PRICES = "prices"
"""The kind of what waits in Prices and stock: one draft for all of it."""


def draft_key(kind: str, identity: str | None, copy_of: str = "") -> str:
    """Where the workspace keeps what is not saved of a record; `identity` None: of a new one."""
    new = f"{COPY}{copy_of}" if copy_of else NEW
    return f"{kind}:{identity or new}"


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """One draft: which record (`identity` None: a new one), what it is called, and when it was kept (ISO)."""

    kind: str
    identity: str | None
    name: str
    at: str


def stored_drafts(workspace: Workspace) -> list[StoredDraft]:
    """The drafts of products and catalogs, newest first."""
    found = []
    for kind in ("products", "catalogs", PRICES):
        for key in workspace.drafts.keys(f"{kind}:"):
            draft = workspace.drafts.get(key)
            if draft is not None:
                identity = key.removeprefix(f"{kind}:")
                name = str(draft.value.get("name") or identity)
                found.append(StoredDraft(kind, None if identity == NEW else identity, name, draft.at))
    return sorted(found, key=lambda draft: draft.at, reverse=True)
