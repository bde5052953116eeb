"""The README and the page for developers: what they name is there, the pictures are those the tour makes."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from svcconsole.tour.destinations import DESTINATIONS
from svcconsole.tour.pictures import PICTURES
from svcconsole.tour.window_driver import SIZE

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "resources" / "help" / "developing.md").read_text(encoding="utf-8")
FOLDER = ROOT / "resources" / "help" / "pictures"
LARGEST = 150_000
MADE = [name for picture in PICTURES for _, name in picture.files()]


def quoted(text: str) -> list[str]:
    """What stands in backquotes and is a path of the project."""
    top = {path.name for path in ROOT.iterdir()}
    return [name for name in re.findall(r"`([\w.-]+/[\w./-]+)`", text) if name.split("/")[0] in top]


def test_the_readme_shows_the_pictures_that_the_tour_makes_and_no_others() -> None:
    shown = re.findall(r"resources/help/pictures/([\w-]+\.png)", README)
    assert sorted(shown) == sorted(MADE) == sorted(path.name for path in FOLDER.iterdir())


@pytest.mark.parametrize("name", MADE)
def test_a_picture_is_the_whole_window_and_small(name: str) -> None:
    assert QImage(str(FOLDER / name)).size().toTuple() == SIZE
    assert (FOLDER / name).stat().st_size < LARGEST


def test_the_readme_leads_to_the_page_for_developers() -> None:
    assert "](resources/help/developing.md)" in README


@pytest.mark.parametrize("text", [README, PAGE], ids=["README", "developing"])
def test_every_path_that_is_named_is_there(text: str) -> None:
    assert [name for name in quoted(text) if not (ROOT / name).exists()] == []


def test_the_map_of_the_rooms_takes_ten_lines_and_leaves_no_room_out() -> None:
    lines = [line for line in PAGE.split("## Run one page")[0].splitlines() if line.startswith("- ")]
    assert len(lines) == 10
    rooms = {path.name for path in (ROOT / "svcconsole").iterdir() if (path / "__init__.py").is_file()}
    named = set(re.findall(r"`svcconsole/(\w+)`", "\n".join(lines)))
    assert named == rooms


def test_the_commands_of_the_page_are_those_of_the_script() -> None:
    help_text = subprocess.run(
        [sys.executable, ROOT / "packaging" / "dev.py"], capture_output=True, text=True, check=False
    ).stdout
    verbs = set(re.findall(r"dev\.py (\w+)", help_text))
    named = [shlex.split(line) for line in re.findall(r"sh packaging/dev\.sh ([^`\n]+)", README + PAGE)]
    assert {words[0] for words in named} <= verbs
    pages = {words[1] for words in named if words[0] == "show"}
    assert pages <= {each.name for each in DESTINATIONS}
