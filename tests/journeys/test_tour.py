"""The tour as its users start it: a process without a screen, pictures on disk, totals on the last line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

PNG = b"\x89PNG\r\n\x1a\n"


def tour(out: Path, *options: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "svcconsole", "tour", "--out", str(out), *options]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=110)


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


def test_a_part_that_does_not_exist_is_refused_by_name(tmp_path: Path) -> None:
    done = tour(tmp_path / "pictures", "--part", "dessert")
    assert done.returncode == 2
    assert "“dessert”" in done.stderr
    assert not (tmp_path / "pictures").exists()
