"""Each call of the system's keyring fails once at its n-th use, for all n, in every job that asks it: an
import, a campaign, a report, a plan that a second person signs, open work that goes to another console.

A person begins again, and all is well. Backups and older workspaces need no keyring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from svcconsole import secrets
from svcconsole.api.token import Token
from svcconsole.cli.exit_codes import Exit
from svcconsole.profiles import Profile, Profiles
from svcconsole.store_folders import folder_of_store
from svcconsole.workspace.database import Workspace
from tests.support.campaign import SETTINGS, received, recipients
from tests.support.command import Finished
from tests.support.computers import Computers, computers
from tests.support.people_in import everything
from tests.support.practice import PracticeStore
from tests.support.reports import NAME, store_of_parts
from tests.support.small_products import ANSWERS, IDS, write_small_products

PEOPLE = 3
ENDED = (Exit.ACCEPTED, Exit.NOTED)
"""A report in parts is noted: the practice store's parts are smaller than the platform's."""
SHOP = ("--profile", "Shop")
HOLDER, SECOND = "ana", "yusuf"
ALWAYS = (
    "--region", "IN", "--between", "00:00-24:00", "--on", "workday", "--on", "saturday", "--on", "sunday",
)  # fmt: skip


@dataclass
class Desk:
    """Where one try of a job is done: the keyring of `who` fails once, that of nobody else."""

    computers: Computers
    store: PracticeStore
    home: Path

    def run(self, who: str, *arguments: str) -> Finished:
        """Run a command and, where it is refused, once more as a person does: the second time it is done."""
        done = self.told(self.computers.run(who, *arguments))
        return self.told(self.computers.run(who, *arguments)) if done.code == Exit.REFUSED_HERE else done

    @staticmethod
    def told(done: Finished) -> Finished:
        """Seen that the command was carried out, or said that it is the keyring that did not answer."""
        assert "Traceback" not in done.stderr, done
        assert done.code in ENDED or (done.code == Exit.REFUSED_HERE and "keyring" in done.stderr), done
        return done


Job = Callable[[Desk], None]


def an_import(desk: Desk) -> None:
    path = write_small_products(desk.home / "products.csv")
    done = desk.run(HOLDER, "import", "products", str(path), *ANSWERS, "--yes", *SHOP)
    assert (done.code, done.json["products"]["sent"]) == (0, len(IDS)), done
    assert {each["id"] for each in everything(desk.store, "products")} == IDS


def a_campaign(desk: Desk) -> None:
    path = str(recipients(desk.home / "list.csv", PEOPLE))
    done = desk.run(HOLDER, "import", "templates", path, *SETTINGS, "--yes", *SHOP)
    assert (done.code, done.json["sent"]) == (0, PEOPLE), done
    assert set(received(desk.store).values()) == {1}


def a_report(desk: Desk) -> None:
    out, asked = desk.home / "all.csv", len(everything(desk.store, "reports"))
    what = ("--from", "2026-01-01", "--to", "2026-06-30", "--zone", "UTC", "--email", "ada@shop.example")
    done = desk.run(HOLDER, "report", NAME, *what, "--out", str(out), *SHOP)
    assert (done.code, done.json["state"]) == (Exit.NOTED, "done"), done
    assert len(everything(desk.store, "reports")) - asked == 2, "a part was asked for twice"


def a_signed_campaign(desk: Desk) -> None:
    path, plan = str(recipients(desk.home / "list.csv", PEOPLE)), desk.home / "plan.json"
    code = desk.run(SECOND, "campaign", "key").stdout.split()[-1]
    assert desk.run(SECOND, "campaign", "key").stdout.split()[-1] == code, "a second key was made"
    known_store(desk, PEOPLE - 1, {"Yusuf": code})
    planned = desk.run(HOLDER, "campaign", "plan", path, *SETTINGS, *ALWAYS, "--write", str(plan), *SHOP)
    assert planned.code == 0, planned
    agreed = planned.json["plan"]
    signed = desk.run(SECOND, "campaign", "approve", str(plan), "--agree", agreed, "--name", "Yusuf")
    assert signed.code == 0, signed
    taken = desk.run(
        HOLDER, "campaign", "approve", planned.json["run"], "--signed", signed.json["approval"], *SHOP
    )
    assert taken.code == 0, taken
    sent = desk.run(HOLDER, "campaign", "run", planned.json["run"], *SHOP)
    assert (sent.code, sent.json["sent"]) == (0, PEOPLE), sent
    assert set(received(desk.store).values()) == {1}


def a_hand_over(desk: Desk) -> None:
    desk.computers.sit_down(HOLDER)
    with Workspace.open(folder_of_store(desk.store.base_url, "svc", None)) as workspace:
        workspace.drafts.save("message:new", {"text": "Hello"})
    code = desk.run(SECOND, "handover", "code").stdout.split()[-1]
    file = desk.home / "work.handover"
    there = ("--base-url", desk.store.base_url)
    assert desk.run(HOLDER, "handover", "write", str(file), "--to", code, *there).code == 0
    assert desk.run(SECOND, "handover", "open", str(file), *there).code == 0
    with Workspace.open(folder_of_store(desk.store.base_url, "svc", None)) as workspace:
        assert workspace.drafts.keys() == ["message:new"]


JOBS: dict[str, tuple[Job, str]] = {
    "import": (an_import, HOLDER),
    "campaign": (a_campaign, HOLDER),
    "report": (a_report, HOLDER),
    "plan that somebody signs": (a_signed_campaign, HOLDER),
    "signature": (a_signed_campaign, SECOND),
    "hand-over": (a_hand_over, SECOND),
}
"""Each job, and whose keyring fails in it."""


def known_store(desk: Desk, approve_above: int = 0, approvers: dict[str, str] | None = None) -> None:
    """Have the store among those of its holder."""
    desk.computers.sit_down(HOLDER)
    profiles = Profiles.load()
    profiles.upsert(
        Profile(
            id="shop", name="Shop", base_url=desk.store.base_url, safe_level="open",
            approve_above=approve_above, approvers=approvers or {},
        )
    )  # fmt: skip
    profiles.save()


@pytest.fixture(scope="module")
def reporting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PracticeStore]:
    with store_of_parts(tmp_path_factory.mktemp("store"), 70, 40) as store:
        yield store


@pytest.mark.parametrize("job", JOBS)
def test_any_call_of_the_keyring_that_fails_once_is_told_and_loses_and_doubles_nothing(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    job: str,
) -> None:
    store: PracticeStore = request.getfixturevalue("reporting" if job == "report" else "practice_store")
    do, who = JOBS[job]

    def tried(at: int) -> int:
        """How often the keyring was asked where its call `at` failed."""
        if job != "report":
            store.reset()
        home = tmp_path / str(at)
        home.mkdir()
        with computers(home, monkeypatch, capsys) as some:
            desk = Desk(some, store, home)
            known_store(desk)
            assert isinstance(secrets.keep_token("shop", Token(store.token)), secrets.Kept)
            failing = some.keyring(who)
            failing.fail_at(at)
            do(desk)
        return len(failing.calls)

    count = tried(0)
    assert count, "the keyring was not asked"
    for at in range(1, count + 1):
        tried(at)
