"""One page alone, as `dev.sh show` opens it: reached on a practice store, without the window around it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from svcconsole.tour.destinations import DESTINATIONS

QUICK = "ticket"


def show(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "svcconsole.tour.show", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=110)


def picture_of(done: subprocess.CompletedProcess[str]) -> QImage:
    assert done.returncode == 0, done.stderr
    return QImage(done.stdout.strip())


def test_without_a_display_a_page_is_a_picture_without_the_window_around_it(tmp_path: Path) -> None:
    done = show(QUICK, "--size", "1200x800")
    assert Path(done.stdout.strip()).name == f"{QUICK}.png"
    alone = picture_of(done)
    framed = picture_of(
        show(QUICK, "--size", "1200x800", "--framed", "--picture", str(tmp_path / "framed.png"))
    )
    assert alone.size().toTuple() == framed.size().toTuple() == (1200, 800)
    on_the_rail = 40, 700
    assert alone.pixelColor(*on_the_rail) != framed.pixelColor(*on_the_rail)


def test_a_page_that_does_not_exist_is_refused_by_name() -> None:
    done = show("dessert")
    assert done.returncode == 2
    assert "“dessert”" in done.stderr


def test_the_help_lists_every_page() -> None:
    listed = show("--help").stdout
    assert [each.name for each in DESTINATIONS if f"\n  {each.name} " not in listed] == []


@pytest.mark.deep
@pytest.mark.parametrize("name", [each.name for each in DESTINATIONS])
def test_every_page_is_reached(name: str, tmp_path: Path) -> None:
    assert not picture_of(show(name, "--picture", str(tmp_path / "page.png"))).isNull()
