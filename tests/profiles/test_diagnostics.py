"""What is said of the folder of a store, whatever happens in it meanwhile."""

from __future__ import annotations

from pathlib import Path

from svcconsole.diagnostics import kept_in
from tests.support.changing_folder import changing_folder


def test_the_size_of_a_folder_is_known_while_files_come_and_go(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "part").write_bytes(b"12345")
    with changing_folder(tmp_path) as folder:
        sizes = {kept_in(folder).size for _ in range(1_500)}
    assert sizes == {9}


def test_of_a_folder_that_is_not_there_nothing_is_known(tmp_path: Path) -> None:
    assert (kept_in(tmp_path / "none").size, kept_in(tmp_path / "none").free) == (None, None)
