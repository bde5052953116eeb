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
