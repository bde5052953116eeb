"""A small client of the practice store's control API; frozen records out, no proxy."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import urlencode, urlsplit

from pydantic import ValidationError

from svcconsole.api.models.common import Record
from svcconsole.gui.design.words import tr
from svcconsole.gui.runtime.practice_records import Fault, Faults, Health, Log, Snapshot, Snapshots

SECONDS = 20.0
"""A reset of the demo store takes the longest."""
LONGEST_ANSWER = 64 * 1024 * 1024
LONGEST_WORDS = 400

R = TypeVar("R", bound=Record)


class ControlError(Exception):
    """A control call came to nothing: a sentence, what to do, the store's own words."""

    def __init__(self, sentence: str, advice: str, server_words: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice
        self.server_words = server_words


class Control:
    """Calls over one connection, for one thread at a time; every method raises ControlError."""

    def __init__(self, control_url: str, token: str, *, seconds: float = SECONDS) -> None:
        parts = urlsplit(control_url)
        self._path = parts.path.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._connection = HTTPConnection(parts.hostname or "", parts.port, timeout=seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def health(self) -> Health:
        """How long it has been running, and how much it holds."""
        return self._record(Health, self._ask("GET", "/health"))

    def reset(self, seed: str) -> None:
        """Replace everything in it by a seed, "demo" or "empty"; faults and log begin again, too."""
        self._ask("POST", "/reset", {"seed": seed})

    def snapshot(self) -> Snapshot:
        """Save a copy of everything, named by the instant."""
        return self._record(Snapshot, self._ask("POST", "/snapshot", {}).get("snapshot"))

    def snapshots(self) -> tuple[Snapshot, ...]:
        """The copies that are kept, the newest first."""
        return self._record(Snapshots, self._ask("GET", "/snapshots")).snapshots

    def restore(self, name: str) -> None:
        """Put a copy in the place of everything."""
        self._ask("POST", "/restore", {"name": name})

    def faults(self) -> Faults:
        """What is switched on, and what can be."""
        return self._record(Faults, self._ask("GET", "/faults"))

    def switch_on(self, wanted: Mapping[str, Any]) -> Fault:
        """Switch a fault on: its kind, where and when, its parameters."""
        return self._record(Fault, self._ask("POST", "/faults", wanted).get("fault"))

    def switch_off(self, number: int) -> None:
        """Switch one fault off; one that is off already is no trouble."""
        if any(fault.id == number for fault in self.faults().faults):
            self._ask("DELETE", f"/faults?{urlencode({'id': number})}")

    def all_off(self) -> None:
        """Switch every fault off."""
        self._ask("DELETE", "/faults")

    def templates(self) -> list[Any]:
        """Every template the practice store knows, as parsed JSON."""
        found = self._ask("GET", "/templates").get("templates")
        if not isinstance(found, list):
            raise self._unreadable("/templates: templates")
        return found

    def log(self, after: int = 0) -> Log:
        """The requests after a number; the store keeps the last 500."""
        return self._record(Log, self._ask("GET", f"/requests?{urlencode({'after': after})}"))

    def page(self, path: str, name: str, kind: type[R], asked: Mapping[str, Any]) -> tuple[int, list[R]]:
        """How many records there are at `path`, and a page of them, the newest first.

        `name` is what they are called in the answer; `asked` has `limit`, `skip`, `words`, all optional.
        """
        found = self._ask("GET", f"{path}?{urlencode(asked)}")
        records, total = found.get(name), found.get("total")
        if not isinstance(records, list) or not isinstance(total, int):
            raise self._unreadable(f"{path}: {name}, total")
        return total, [self._record(kind, record) for record in records]

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        sent = None if body is None else json.dumps(body).encode()
        try:
            self._connection.request(method, self._path + path, sent, self._headers)
            answer = self._connection.getresponse()
            raw = answer.read(LONGEST_ANSWER)
        except (OSError, HTTPException) as error:
            self._connection.close()
            raise ControlError(
                tr("The practice store does not answer."), tr("Start it, then try again."), (str(error),)
            ) from None
        words = raw.decode("utf-8", "replace")
        try:
            found = json.loads(words)
            data = found["data"] if answer.status == 200 else None
        except (ValueError, KeyError, TypeError):
            found, data = None, None
        if isinstance(data, dict):
            return data
        raise ControlError(
            tr("The practice store refused the request."),
            tr("Try again in a moment."),
            _own_words(found, words),
        )

    def _record(self, kind: type[R], found: object) -> R:
        try:
            return kind.model_validate(found)
        except ValidationError as error:
            raise self._unreadable(str(error).splitlines()[0]) from None

    def _unreadable(self, what: str) -> ControlError:
        return ControlError(
            tr("The practice store answered in a way that cannot be read."),
            tr("Stop it and start it again."),
            (what,),
        )


def _own_words(found: object, text: str) -> tuple[str, ...]:
    """The messages of the envelope where there are any, else the beginning of the answer."""
    errors = found.get("errors") if isinstance(found, dict) else None
    if isinstance(errors, list):
        return tuple(str(each["message"]) for each in errors if isinstance(each, dict) and "message" in each)
    return (text[:LONGEST_WORDS],)
