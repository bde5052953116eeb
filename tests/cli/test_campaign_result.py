"""`svcconsole campaign result`: what came of a campaign in sentences, and every figure in a file."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from svcconsole.cli import run
from svcconsole.services.campaigns.terms import Arm, CampaignTerms, Split
from svcconsole.store_folders import folder_of_store
from svcconsole.workspace.database import Workspace
from tests.support.campaign_results import Person, number, sent_campaign

URL = "https://store.example"
TWO = CampaignTerms(split=Split(arms=(Arm(name="Warm", share=0.5), Arm(name="Cool", share=0.5))))


def person(place: int) -> Person:
    """Of the even places nine in ten read it, of the odd ones one in ten."""
    reads = (place // 2 % 10 != 0) if place % 2 == 0 else (place // 2 % 10 == 0)
    said = {"sent": 1.0, "delivered": 2.0} | ({"read": 3.0} if reads else {})
    return Person(number(place), said, arm=place % 2)


def test_it_tells_the_figures_and_which_text_is_ahead_and_writes_them_all(
    own_folders: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Workspace.open(folder_of_store(URL, "svc", None)) as workspace:
        sent_campaign(workspace, [person(place) for place in range(200)], terms=TWO.as_text())
    path = tmp_path / "result.csv"
    assert run(["campaign", "result", "last", "--base-url", URL, "--csv", str(path)]) == 0
    with Workspace.open(folder_of_store(URL, "svc", None)) as workspace:
        assert workspace.saved_files.paths() == (str(path),)
    said = capsys.readouterr()
    assert "People: 200. Messages accepted: 200, arrived: 200, read: 100, failed: 0." in said.out
    assert "Whether links were opened is not told by the service." in said.out
    assert "“Warm”: 90 of 100 were read" in said.out and "“Cool”: 10 of 100 were read" in said.out
    assert "“Warm” is ahead of “Cool”, by " in said.out
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert f"{len(rows)} figures are in {path}." in said.err
    assert ("campaign", "read", "100") in {(row["part"], row["figure"], row["number"]) for row in rows}
    assert run(["campaign", "result", "last", "--base-url", URL, "--csv", str(path)]) == 2
    assert f"{path} is there already." in capsys.readouterr().err
    nowhere = str(tmp_path / "none" / "result.csv")
    assert run(["campaign", "result", "last", "--base-url", URL, "--csv", nowhere]) == 2
    assert "result.csv cannot be written: there is no such file or folder." in capsys.readouterr().err


def test_with_few_people_it_says_that_it_cannot_be_told(
    own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Workspace.open(folder_of_store(URL, "svc", None)) as workspace:
        people = [Person(number(at), {"read": 2.0} if at in (0, 2, 1) else {"sent": 1.0}, arm=at % 2)
                  for at in range(12)]  # fmt: skip
        sent_campaign(workspace, people, terms=TWO.as_text())
    assert run(["campaign", "result", "last", "--base-url", URL]) == 0
    assert "Not enough to tell yet" in capsys.readouterr().out
    assert run(["campaign", "result", "nowhere", "--base-url", URL]) == 2
