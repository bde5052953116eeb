"""The newest file of a folder, whatever happens in it meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from svcconsole.services.schedules.newest_file import newest_file
from tests.support.changing_folder import changing_folder


def test_the_file_that_was_written_last_is_found_among_those_that_match(tmp_path: Path) -> None:
    for age, name in enumerate(("new.csv", "old.csv", ".hidden.csv", "note.txt")):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1_000 - age, 1_000 - age))
    os.utime(tmp_path / ".hidden.csv", (2_000, 2_000))
    (tmp_path / "folder.csv").mkdir()
    assert newest_file(tmp_path, "*.csv") == (tmp_path / "new.csv", 1_000)
    assert newest_file(tmp_path, "*.xlsx") is None
    with pytest.raises(FileNotFoundError):
        newest_file(tmp_path / "none", "*")


def test_a_file_that_goes_while_it_is_looked_at_is_passed_over(tmp_path: Path) -> None:
    with changing_folder(tmp_path) as folder:
        os.utime(folder / "stays.csv", (9e9, 9e9))
        found = {newest_file(folder, "*") for _ in range(1_500)}
    assert found == {(tmp_path / "stays.csv", 9e9)}
