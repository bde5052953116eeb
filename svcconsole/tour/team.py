"""The part of the tour with two consoles and a worker on one workspace, which a team shares in PostgreSQL."""

from __future__ import annotations

import csv
import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from svcconsole.api.operations import SEND_TEMPLATE, UPSERT_PRODUCTS
from svcconsole.gui.runtime.practice_control import Control
from svcconsole.gui.runtime.practice_process import command
from svcconsole.shared_workspaces import with_password
from svcconsole.tour import team_steps
from svcconsole.tour.console_process import ConsoleProcess, Start
from svcconsole.tour.launch import TODAY
from svcconsole.tour.team_steps import PEOPLE, Story
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver
from svcconsole.workspace.address import VARIABLE
from svcconsole.workspace.team.roles import Role

NO_KEYRING = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
"""What the tour types is kept by nobody: the user's own keyring is not touched."""
HANDED_OVER = "SVCCONSOLE_TOUR_TOKEN"
"""The environment variable in which commands are handed the token."""
ANA, OMAR, WORKER = PEOPLE
SLOW = {"kind": "latency", "seconds": 0.3}
LOOKED_AT = 2.0
"""Seconds that a request of the import takes, so that somebody else sees it going."""
CUT = {"kind": "reset", "count": 1, "executed": True, "operation": SEND_TEMPLATE.path}
"""One message is carried out and nobody hears of it."""
RECIPIENTS = 8
MESSAGE = (
    "--set", "contactIdentifier={Phone}", "--set", "payload.templateId=welcome",
    "--set", "payload.components.body.0={Name}",
)  # fmt: skip
SOON = timedelta(seconds=15)
ENDS_WITHIN = 60.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where commands run: their folder, the workspace, the store and its token."""

    folder: Path
    address: str
    base_url: str
    token: str

    def environment(self) -> dict[str, str]:
        """Folders of their own, the workspace by the variable that holds its password, too."""
        return {
            **os.environ,
            **NO_KEYRING,
            "SVCCONSOLE_CONFIG_DIR": str(self.folder / "config"),
            "SVCCONSOLE_DATA_DIR": str(self.folder / "data"),
            VARIABLE: self.address,
            HANDED_OVER: self.token,
        }

    def run(self, *arguments: str, sends: bool = False) -> Any:
        """The last line of what a command writes, parsed; raises NotAsExpected where it fails."""
        to_store = ("--base-url", self.base_url, *(("--token-env", HANDED_OVER) if sends else ()))
        done = subprocess.run(  # noqa: S603 - this program itself
            [*_program(), *arguments, *to_store],
            env=self.environment(), capture_output=True, text=True, timeout=ENDS_WITHIN, check=False,
        )  # fmt: skip
        if done.returncode:
            raise NotAsExpected(f"{' '.join(arguments[:2])} succeeds: {done.stderr}")
        return json.loads(done.stdout.strip().splitlines()[-1]) if done.stdout.strip() else None


def run_team(stage: WindowDriver, mode: str, address: str) -> None:
    """Go through a team's day on the empty database at `address`, whose account may make others; pictures,
    checks and totals go into `stage`. The accounts are removed at the end."""
    with (
        TemporaryDirectory(prefix="svcconsole-tour-", ignore_cleanup_errors=True) as name,
        ExitStack() as held,
    ):
        folder = Path(name)
        try:
            store = held.enter_context(_practice_store(folder / "practice"))
            keeper = Place(folder / "keeper", address, store["base_url"], store["token"])
            held.callback(_remove_accounts, stage, keeper)
            control = held.enter_context(Control(store["control_url"], store["control_token"]))
            _day(stage, mode, keeper, control, held)
        except NotAsExpected as missing:
            stage.check(str(missing), holds=False)


def _day(stage: WindowDriver, mode: str, keeper: Place, control: Control, held: ExitStack) -> None:
    ana_at, omar_at, worker_at = (
        _invited(keeper, person, Role.WORKER if person == WORKER else Role.SEND) for person in PEOPLE
    )
    story = Story(keeper.base_url, keeper.token, omar_at.address)
    ana = _console(stage, mode, ana_at, held, {VARIABLE: ana_at.address})
    omar = _console(stage, mode, omar_at, held, {})
    ana.do("connect", story)
    ana.do("is_shared", story)
    omar.do("connect", story)
    omar.do("share", story)

    slow = control.switch_on({**SLOW, "seconds": LOOKED_AT, "operation": UPSERT_PRODUCTS.path})
    story = ana.do("begin_import", story)
    omar.do("see_run", story)
    control.switch_off(slow.id)
    ana.do("end_import", story)

    ana.do("begin_edit", story)
    omar.do("save_first", story)
    ana.do("meet", story)

    with _worker(worker_at):
        control.switch_on(CUT)
        story = replace(story, run_id=_planned(ana_at, "Spring", 0, stage.patience))
        omar.do("see_schedule", story)
        ana.do("look_at_decision", story)
        omar.do("decide", story)
        ana.do("see_decided", story)

        control.switch_on({**SLOW, "operation": SEND_TEMPLATE.path})
        story = replace(story, run_id=_planned(ana_at, "Summer", RECIPIENTS, stage.patience))
        ana.kill()
        omar.do("see_run_end", story)
    omar.do("read_log", story)


def _console(
    stage: WindowDriver, mode: str, place: Place, held: ExitStack, variables: Mapping[str, str]
) -> ConsoleProcess:
    """A window on an empty folder, ended with everything else."""
    console = ConsoleProcess(
        stage,
        Start(
            place.folder, team_steps.__name__, stage.out, stage.patience, mode,
            {**NO_KEYRING, **variables}, practice=False,
        ),
    )  # fmt: skip
    held.callback(console.end)
    return console


def _invited(keeper: Place, person: str, role: Role) -> Place:
    """The place of somebody new, with the address and the password they are handed."""
    told = keeper.run("team", "invite", person, "--role", role)
    address = with_password(told["address"], told["password"])
    return replace(
        keeper, folder=keeper.folder.with_name(person.split(maxsplit=1)[0].lower()), address=address
    )


def _remove_accounts(stage: WindowDriver, keeper: Place) -> None:
    for person in PEOPLE:
        try:
            keeper.run("team", "remove", person)
        except NotAsExpected as missing:
            stage.check(str(missing), holds=False)


def _planned(place: Place, name: str, first: int, patience: float) -> str:
    """A campaign that is planned and left to a worker in a moment; its run. Its people begin with the number
    `first`."""
    path = place.folder / f"{name}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        people = range(first, first + RECIPIENTS)
        rows = [(f"{name} {number}", f"+491510000{number:04}") for number in people]
        csv.writer(file).writerows([("Name", "Phone"), *rows])
    planned = place.run("import", "templates", str(path), *MESSAGE, "--plan-only", "--yes", sends=True)
    run = str(planned["run"])
    at = datetime.now(UTC) + SOON * patience
    when = ("--at", f"{at:%Y-%m-%dT%H:%M:%S}", "--zone", "UTC")
    place.run("schedule", "add", "run", run, "--name", name, *when, "--yes")
    return run


@contextmanager
def _worker(place: Place) -> Iterator[None]:
    """A worker that has begun; stopped in order at the end."""
    options = ("worker", "--name", "hamburg", "--base-url", place.base_url, "--token-env", HANDED_OVER)
    with _process(options, place.environment()):
        yield


@contextmanager
def _practice_store(folder: Path) -> Iterator[dict[str, Any]]:
    """A practice store of its own that accepts; where it is and its secrets."""
    options = ("sandbox", "--port", "0", "--seed", "demo", "--data", str(folder))
    with _process(options, {**os.environ, "SVCCONSOLE_SANDBOX_TODAY": TODAY}) as told:
        yield told


@contextmanager
def _process(options: Sequence[str], environment: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """A process of this program that stays until it is ended; what its first line says."""
    with subprocess.Popen(  # noqa: S603 - this program itself
        [*_program(), *options], env=environment, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    ) as process:
        try:
            line = process.stdout.readline() if process.stdout is not None else ""
            if not line:
                raise NotAsExpected(f"{options[0]} begins")
            yield json.loads(line)
        finally:
            process.terminate()
            process.wait(ENDS_WITHIN)


def _program() -> list[str]:
    """This program, packaged or not."""
    executable, (*module, _) = command()
    return [executable, *module]
