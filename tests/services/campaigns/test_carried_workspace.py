"""A helper process asks a workspace that was carried into it, and keeps no file of it open."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import psutil
import pytest
from sqlalchemy import text

from svcconsole.services.campaigns.carried_workspace import CarriedWorkspace
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.session import Session


def one_of(space: Session) -> int:
    with space.reading() as connection:
        return int(connection.execute(text("SELECT 1")).scalar_one())


def open_files(folder: Path) -> list[str]:
    return sorted(
        each.path for each in psutil.Process(os.getpid()).open_files() if Path(each.path).parent == folder
    )


def test_in_its_own_process_it_is_the_workspace_itself(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace, CarriedWorkspace(workspace).opened() as found:
        assert found is workspace


def test_a_file_is_open_only_while_it_is_asked(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        carried: CarriedWorkspace = pickle.loads(pickle.dumps(CarriedWorkspace(workspace)))
    before = open_files(tmp_path)
    with carried.opened() as found:
        assert one_of(found) == 1
        assert open_files(tmp_path) != before
    assert open_files(tmp_path) == before


@pytest.mark.usefixtures("either_engine")
def test_it_can_be_asked_again(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        carried: CarriedWorkspace = pickle.loads(pickle.dumps(CarriedWorkspace(workspace)))
        shared = workspace.shared
    with carried.opened() as first:
        assert one_of(first) == 1
    with carried.opened() as second:
        assert one_of(second) == 1
    assert (first is second) == shared, "to connect to a database takes longer than to ask it"
