"""Messages between a window and the program: requests, store choices, and a reference to a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class WindowRequest:
    """What a window wants from the program.

    `open` another store, here or `beside` in a new window, `connect` or `edit` one, `backup` or `restore`
    this one, `remove` it from this computer, build the window `anew` in another language, `share` its
    workspace at an address (blank: keep it in the file here), `change` fields of its profile, `export` or
    `import` profiles, `close` this window, `quit` with all; `end` is a quit that asks nothing (a signal).
    `at_once`: nothing was done here yet, so nothing is asked.
    """

    kind: str
    profile_id: str = ""
    file: Path | None = None
    address: str = ""
    password: str = field(default="", repr=False)
    changes: Mapping[str, object] = field(default_factory=dict)
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class StoreChoice:
    """One line of the store menu."""

    id: str
    name: str
    practice: bool


@dataclass(frozen=True, slots=True)
class MessageStart:
    """How a message begins that somebody wants to write: to this number, about this product of a catalog."""

    number: str = ""
    product: str = ""
    catalog: str = ""


@dataclass(frozen=True, slots=True)
class PersonRef:
    """A person whose page is wanted, known here or not.

    `keys` are what the person is kept under (`id:…`, `external:…`, `phone:+…`, `email:…`), `name` what
    somebody nobody looked up yet is called.
    """

    keys: tuple[str, ...]
    name: str = ""
