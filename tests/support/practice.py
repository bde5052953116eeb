"""The practice store as a process: one for the session, emptied before each test, or one to kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.support.warm_start import warm

Seed = Literal["demo", "empty"]
ENDS_WITHIN = 20
TODAY = "2026-07-01"
"""The demo's past ends on the day before, whenever the tests run."""
COMMAND = (sys.executable, "-m", "svcconsole")


@dataclass
class PracticeStore:
    """A running practice store; `process` is its process."""

    base_url: str
    token: str
    control_url: str
    control_token: str
    pid: int
    process: subprocess.Popen[str] = field(repr=False)

    @property
    def port(self) -> int:
        return int(self.base_url.rpartition(":")[2])

    def reset(self, seed: Seed = "empty") -> None:
        self.control("POST", "/reset", {"seed": seed})

    def counts(self) -> dict[str, int]:
        return dict(self.control("GET", "/health")["data"]["counts"])

    def add_fault(self, kind: str, **given: Any) -> int:
        """Switch a fault on, with what `POST /control/faults` takes besides its kind; the number it has."""
        return int(self.control("POST", "/faults", {"kind": kind, **given})["data"]["fault"]["id"])

    def faults(self) -> list[dict[str, Any]]:
        """The faults that are on, each with how often it struck."""
        return list(self.control("GET", "/faults")["data"]["faults"])

    def clear_faults(self) -> None:
        """Switch every fault off."""
        self.control("DELETE", "/faults")

    def control(self, method: str, path: str, body: Any = None) -> Any:
        """The parsed answer of a control call; an answer other than 200 raises."""
        request = urllib.request.Request(
            self.control_url + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.control_token}", "Content-Type": "application/json"},
            method=method,
        )
        with direct.open(request, timeout=ENDS_WITHIN) as answer:
            return json.load(answer)

    def set_unknown_fields(self, policy: str) -> None:
        """What it does with fields that are not declared: `refuse`, `drop` or `keep`."""
        self.control("POST", "/unknown-fields", {"policy": policy})

    def kill(self) -> None:
        """End it as a power cut would: no signal handler, no last write."""
        if sys.platform == "win32":
            self.process.kill()
        elif self.process.poll() is None:
            os.kill(self.pid, signal.SIGKILL)  # of a process that began warm `process` is the stand-in
        self.process.wait(ENDS_WITHIN)

    def stop(self) -> int:
        """End it in order; its exit code."""
        if sys.platform == "win32":
            self.kill()
        elif self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(ENDS_WITHIN)


direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Opens loopback around any proxy."""


@contextmanager
def start_practice_store(
    data: Path | None = None,
    port: int = 0,
    *,
    seed: Seed = "empty",
    token: str | None = None,
    options: Sequence[str] = (),
    variables: Mapping[str, str] | None = None,
    is_warm: bool = True,
) -> Iterator[PracticeStore]:
    """A practice store that accepts; stopped at the end if it still runs. Its stderr is this process's."""
    arguments = ["sandbox", "--port", str(port), "--seed", seed, *options]
    if data is not None:
        arguments += ["--data", str(data)]
    own = {name: value for name, value in os.environ.items() if not name.startswith("SVCCONSOLE_SANDBOX_")}
    environment = {**own, "SVCCONSOLE_SANDBOX_TODAY": TODAY, **(variables or {})}
    if token is not None:
        environment["SVCCONSOLE_SANDBOX_TOKEN"] = token
    with subprocess.Popen(
        [*(warm.command(environment) if is_warm else COMMAND), *arguments],
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env=environment,
        text=True,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            pytest.fail(f"the practice store ended with {process.wait(ENDS_WITHIN)} before it was ready")
        store = PracticeStore(**json.loads(line), process=process)
        try:
            yield store
        finally:
            store.stop()


def run_practice_store(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What becomes of a practice store that ends by itself, as one does that refuses its arguments."""
    return subprocess.run(
        [*warm.command(os.environ), "sandbox", *arguments],
        capture_output=True,
        text=True,
        timeout=ENDS_WITHIN,
        check=False,
    )


@pytest.fixture(scope="session")
def practice_process() -> Iterator[PracticeStore]:
    with start_practice_store() as store:
        yield store


@pytest.fixture
def practice_store(practice_process: PracticeStore) -> PracticeStore:
    """The session's practice store, emptied for this test."""
    practice_process.reset("empty")
    return practice_process
