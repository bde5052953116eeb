"""The tour as its users start it: a process without a screen, pictures on disk, totals on the last line."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from svcconsole.tour.tour import PARTS
from tests.support.coroutines import until
from tests.support.postgresql_proxy import DatabaseProxy

PNG = b"\x89PNG\r\n\x1a\n"


def tour(out: Path, *options: str, seconds: float = 280) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "svcconsole", "tour", "--out", str(out), *options]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=seconds
    )


@pytest.mark.deep  # the test command goes through it in another language: tests/words/test_screens.py
@pytest.mark.timeout(300)
def test_the_tour_goes_through_the_main_job_and_its_totals_add_up(tmp_path: Path) -> None:
    done = tour(tmp_path / "pictures")
    assert done.returncode == 0, done.stderr
    *pictures, last = done.stdout.splitlines()
    totals = json.loads(last)
    assert len(pictures) == totals["pictures"] >= 8
    assert all(Path(picture).read_bytes().startswith(PNG) for picture in pictures)
    assert totals["failed"] == []
    run = totals["import"]
    assert run["rows"] == run["sent"] + run["refused"] + run["not_sent"] + run["needs_decision"]
    assert run["sent"] == run["rows"] > 90


@pytest.mark.deep
@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", [part.name for part in PARTS])
def test_each_part_goes_by_itself_with_what_it_needs(tmp_path: Path, part: str) -> None:
    """As the packages are tried, and by whoever wants to see one alone."""
    done = tour(tmp_path / "pictures", "--part", part, "--patience", "2", seconds=590)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["failed"] == []


def test_a_part_that_does_not_exist_is_refused_by_name(tmp_path: Path) -> None:
    done = tour(tmp_path / "pictures", "--part", "dessert")
    assert done.returncode == 2
    assert "“dessert”" in done.stderr
    assert not (tmp_path / "pictures").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal")
async def test_a_tour_that_is_interrupted_says_so_and_where_its_pictures_are(tmp_path: Path) -> None:
    out = tmp_path / "pictures"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "svcconsole", "tour", "--out", str(out)]
    process = await asyncio.create_subprocess_exec(*command, env=environment, stderr=asyncio.subprocess.PIPE)
    await until(lambda: any(out.glob("*.png")), seconds=60)
    process.send_signal(signal.SIGINT)
    _, said = await asyncio.wait_for(process.communicate(), 60)
    *_, last = said.decode().splitlines()
    assert last == f"Stopped before its end. The pictures until then are in {out}."
    assert (process.returncode, b"Traceback" in said) == (4, False)


@pytest.mark.deep
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_damaged_file_is_asked_about_rehearsed_cut_off_resumed_and_taken_back(
    tmp_path: Path, theme: str
) -> None:
    done = tour(tmp_path / "pictures", "--long", "--theme", theme, "--patience", "3", seconds=1700)
    assert done.returncode == 0, done.stderr
    *pictures, last = done.stdout.splitlines()
    totals = json.loads(last)
    assert totals["failed"] == []
    assert totals["checks"] > 80
    assert len(pictures) == len(set(pictures)) == totals["pictures"] > 70
    killed, sent, back = totals["killed_at"], totals["damaged"], totals["taken_back"]
    assert 0 < killed["sent"] < killed["rows"] == sent["rows"] == sent["sent"]
    assert 0 < back["sent"] < back["rows"] == back["sent"] + back["not_sent"] == sent["rows"]


@pytest.mark.deep
@pytest.mark.timeout(400)
def test_the_five_tasks_are_done_with_mouse_and_keyboard_alone(tmp_path: Path) -> None:
    done = tour(tmp_path / "pictures", "--part", "first ten minutes", "--patience", "2", seconds=390)
    assert done.returncode == 0, done.stderr
    totals = json.loads(done.stdout.splitlines()[-1])
    assert totals["failed"] == []
    assert totals["tasks_done"] == 5


@pytest.mark.deep
@pytest.mark.timeout(600)
def test_a_campaign_waits_hears_of_its_first_people_is_stopped_and_corrected(tmp_path: Path) -> None:
    part = ("--part", "campaign with a brake", "--patience", "2")
    done = tour(tmp_path / "pictures", *part, seconds=590)
    assert done.returncode == 0, done.stderr
    totals = json.loads(done.stdout.splitlines()[-1])
    assert totals["failed"] == []
    braked = totals["braked"]
    assert 30 < braked["sent"] == braked["corrected"] < 120
    assert braked["sent"] + braked["not_sent"] == 120


@pytest.mark.deep
@pytest.mark.timeout(800)
def test_two_consoles_and_a_worker_share_a_day(tmp_path: Path, database_proxy: DatabaseProxy) -> None:
    options = ("--part", "team", "--team", database_proxy.address(), "--patience", "2")
    done = tour(tmp_path / "pictures", *options, seconds=390)
    assert done.returncode == 0, done.stderr
    totals = json.loads(done.stdout.splitlines()[-1])
    assert totals["failed"] == []
    assert totals["pictures"] > 10
    assert totals["team_import"]["sent"] == totals["team_import"]["rows"] > 90
    assert totals["team_campaign"]["sent"] == totals["team_campaign"]["rows"] == 8
