"""A window that is worked in for long holds no more than at the beginning: memory, handles, tasks, timers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.connection import AT_ONCE
from tests.support.soak import WARM

ROOT = Path(__file__).parents[2]
MOST_MB = {"some": 40.0, "all": 100.0}
"""What memory may grow by after the rounds that load what is loaded once."""
HANDLES, CONNECTIONS, TIMERS = 1, AT_ONCE, 1
"""A pool may have kept none and then as many as it may; an animation or reading of the clock may wait."""

pytestmark = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="reads /proc")


@pytest.mark.parametrize(
    ("much", "arguments"),
    [
        pytest.param("some", ("--first", "100", "--products", "60"), marks=pytest.mark.timeout(400)),
        pytest.param(
            "all",
            ("--first", "25000", "--products", "250", "--seconds", "1200"),
            marks=[pytest.mark.deep, pytest.mark.timeout(3500)],
        ),
    ],
    ids=["some", "all"],
)
def test_after_many_rounds_the_window_holds_what_it_held(
    much: str, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Imports, reports that are polled, views that are exported and texts that are typed, all at once; the
    deep one begins with 100,000 rows and takes 20 minutes."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.soak", *arguments],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    said = json.loads(done.stdout.splitlines()[-1])
    with capsys.disabled():  # its figures are wanted where it passes, too
        print(done.stdout.splitlines()[-1])
    warm: dict[str, Any] = said["rounds"][WARM - 1]
    for later in said["rounds"][WARM:]:
        assert later["megabytes"] - warm["megabytes"] < MOST_MB[much], (warm, later)
        assert later["handles"] - warm["handles"] <= HANDLES, (warm, later)
        assert later["connections"] - warm["connections"] <= CONNECTIONS, (warm, later)
        assert later["timers"] - warm["timers"] <= TIMERS, (warm, later)
        assert (later["tasks"], later["threads"], later["windows"]) == (
            warm["tasks"],
            warm["threads"],
            warm["windows"],
        ), (warm, later)
