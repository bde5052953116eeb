"""`svcconsole schedule`: what cannot be is refused in a sentence, and nothing is kept of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.cli import run
from svcconsole.store_folders import folder_of_store
from svcconsole.workspace.database import Workspace

URL = "https://store.example"
REPORT = ("report", "All Conversations Report", "--email", "ana@store.example")
WEEKLY = ("--every", "monday", "--time", "07:00")


@pytest.mark.parametrize("job", [REPORT, ("digest", "--notice")])
def test_a_zone_that_is_none_is_refused(
    own_folders: Path, job: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["schedule", "add", *job, *WEEKLY, "--zone", "Europe/Berln", "--base-url", URL]) == 2
    assert "There is no time zone Europe/Berln" in capsys.readouterr().err
    assert run(["schedule", "add", *job, *WEEKLY, "--zone", "Europe/Berlin", "--base-url", URL]) == 0
    with Workspace.open(folder_of_store(URL, "svc", None)) as workspace:
        assert [each.rule.zone for each in workspace.schedules.list()] == ["Europe/Berlin"]


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (("--set", "nofield=1"), "nofield"),
        (("--set", "quantity"), "“quantity” is not a setting."),
        (("--rule", "foo=bar"), "There is no rule “foo”."),
        (("--rule", "status"), "“status” is not an answer to a rule."),
        (("--preset", "nope"), "There is no preset “nope”. Presets: "),
    ],
)
def test_an_import_that_no_file_could_be_imported_with_is_refused(
    own_folders: Path, capsys: pytest.CaptureFixture[str], answers: tuple[str, ...], told: str
) -> None:
    what = ("add", "import", "products", "--folder", str(own_folders), "--name", "stock")
    when = (*WEEKLY, "--zone", "UTC", "--base-url", URL)
    assert run(["schedule", *what, *answers, *when]) == 2
    assert told in capsys.readouterr().err.replace("\n", " ")
    assert run(["schedule", *what, "--set", "currency=EUR", *when]) == 0
    assert run(["schedule", "change", "stock", *answers, "--base-url", URL]) == 2
    assert told in capsys.readouterr().err.replace("\n", " ")
    with Workspace.open(folder_of_store(URL, "svc", None)) as workspace:
        [kept] = workspace.schedules.list()
    assert kept.settings["prepared"]["settings"] == ["currency=EUR"]


def test_it_is_said_where_no_worker_would_carry_it_out(
    own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    none = "No worker is running: start one with svcconsole worker."
    assert run(["schedule", "list", "--base-url", URL]) == 0
    assert none not in capsys.readouterr().err, "there is nothing to carry out"
    digest = ("digest", "--notice", "--name", "sums", *WEEKLY, "--zone", "UTC", "--base-url", URL)
    for asked in (["schedule", "add", *digest], ["schedule", "list", "--base-url", URL]):
        assert run(asked) == 0
        assert none in capsys.readouterr().err
    assert run(["schedule", "run-now", "sums", "--base-url", URL]) == 0
    assert run(["schedule", "run-now", "sums", "--base-url", URL]) == 2
    assert "“sums” waits for a worker already." in capsys.readouterr().err
    with Workspace.open(folder_of_store(URL, "svc", None)) as workspace:
        workspace.workers.begin("counter", "1")
        assert run(["schedule", "list", "--base-url", URL]) == 0
        assert none not in capsys.readouterr().err
        [due] = workspace.schedules.due(workspace.schedules.moment())
        [worker] = workspace.workers.list()
        assert workspace.schedules.claim(due, worker.id, workspace.schedules.moment()) is not None
    assert run(["schedule", "run-now", "sums", "--base-url", URL]) == 2
    assert "“sums” is under way already." in capsys.readouterr().err


def test_a_kind_without_presets_says_so(own_folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    what = ("add", "import", "tickets", "--folder", str(own_folders), "--preset", "shopify")
    assert run(["schedule", *what, *WEEKLY, "--zone", "UTC", "--base-url", URL]) == 2
    assert "There are none for tickets: leave it out." in capsys.readouterr().err
