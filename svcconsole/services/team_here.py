"""Who has the shared workspace open now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace


@dataclass(frozen=True, slots=True)
class Here:
    """A person with a window open: their name as the team writes it, on which computers, and whether it is
    whoever works from here."""

    name: str
    hosts: tuple[str, ...]
    mine: bool


def people_here(space: Workspace) -> tuple[Here, ...]:
    """Everybody who is there once, whoever works from here first, the others by name; nobody where the
    workspace is not shared."""
    if not space.shared:
        return ()
    shown = space.operators.names()
    hosts: dict[str, list[str]] = {}
    mine = set()
    for window in space.presence.all():
        known = hosts.setdefault(window.actor, [])
        if window.host not in known:
            known.append(window.host)
        if window.mine:
            mine.add(window.actor)
    found = (Here(shown.get(name, name), tuple(at), name in mine) for name, at in hosts.items())
    return tuple(sorted(found, key=lambda one: (not one.mine, one.name.casefold())))
