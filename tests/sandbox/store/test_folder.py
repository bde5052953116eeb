"""The practice store's folder: one store at a time, for its owner alone, of this or an earlier version."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.sandbox.store.formats.make import sample
from tests.sandbox.wire import data
from tests.support.generate import products
from tests.support.practice import run_practice_store, start_practice_store


def test_a_folder_that_cannot_be_used_is_refused_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("")
    ended = run_practice_store("--data", str(file))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"The folder {file} cannot be used: ")


def test_two_stores_do_not_share_a_folder(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        ended = run_practice_store("--data", str(tmp_path))
        assert (ended.returncode, ended.stdout) == (2, "")
        assert ended.stderr.startswith(f"The folder {tmp_path} is in use by another practice store. ")
        store.kill()
        with start_practice_store(tmp_path) as next_one:
            assert next_one.counts()["products"] == 0


def test_a_folder_with_something_else_in_it_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "practice.sqlite").write_bytes(b"no database " * 1000)
    ended = run_practice_store("--data", str(tmp_path))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"The folder {tmp_path} holds no practice store that can be read: ")
    assert "Traceback" not in ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
def test_its_files_are_its_owners_alone_whatever_mask_it_is_started_with(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o755)
    before = os.umask(0)
    try:
        with start_practice_store(folder) as store:
            data(store, "products/createOrUpdate", {"products": products(1)})
            store.control("POST", "/snapshot", {})
            assert _open_to_others(folder) == []
            store.kill()
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o777 if path.is_dir() else 0o666)
        with start_practice_store(folder) as store:
            assert _open_to_others(folder) == []
    finally:
        os.umask(before)


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
def test_a_folder_that_others_use_too_stays_open_to_them(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "notes.txt").write_text("")
    (tmp_path / "notes.txt").chmod(0o644)
    with start_practice_store(tmp_path):
        assert sorted(path.name for path in _open_to_others(tmp_path)) == sorted([tmp_path.name, "notes.txt"])


def _open_to_others(folder: Path) -> list[Path]:
    return [path for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077]


def test_a_folder_of_the_first_version_gets_what_every_store_has(tmp_path: Path) -> None:
    sample(1, tmp_path)
    for _ in range(2):
        with start_practice_store(tmp_path) as store:
            (kept,) = data(store, "products/list", {})["products"]
            assert kept == {"id": "p1", "image": f"{store.base_url}/media/p1.png"}
            sent = {"channel": "TASKS", "taskTitle": "Call back", "labelIds": [1, 2]}
            agent = {"assignmentType": "SPECIFIC_AGENT", "agentMail": "asha@practice.example"}
            assert data(store, "createAndAssignTicket", sent | agent)["ticket"]["agentId"] == 1
            assert store.counts()["templates"] == 6
            store.stop()


def test_a_folder_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        store.stop()
    with closing(sqlite3.connect(tmp_path / "practice.sqlite")) as connection:
        connection.execute("update settings set value = '999' where name = 'format'")
        connection.execute("drop table products")
        connection.commit()
    before = (tmp_path / "practice.sqlite").read_bytes()
    ended = run_practice_store("--data", str(tmp_path))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        f"The folder {tmp_path} holds a practice store of a newer version of this program."
        " Update the program, or choose another --data.\n"
    )
    assert (tmp_path / "practice.sqlite").read_bytes() == before
