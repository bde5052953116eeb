"""A template is looked at and saved in one transaction: of two that save at once one is told."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import ChangedMeanwhile, WorkspaceError

READY = {"id": "ready", "body": "Your order is ready."}


def seen(expected: Mapping[str, Any] | None) -> Any:
    return lambda held: held == expected


def test_only_what_was_looked_at_is_replaced(either_engine: None, tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        library = workspace.templates
        library.save("ready", READY, as_seen=seen(None))
        newer = {**READY, "body": "Come and fetch it."}
        library.save("ready", newer, "ready", seen(READY))
        with pytest.raises(ChangedMeanwhile, match="saved this template meanwhile"):
            library.save("ready", READY, "ready", seen(READY))
        library.save("late", {**READY, "id": "late"}, as_seen=seen(None))
        with pytest.raises(WorkspaceError, match="a template with the id late meanwhile"):
            library.save("late", READY, "ready", seen(newer))
        with pytest.raises(WorkspaceError, match="a template with the id late meanwhile"):
            library.save("late", READY, as_seen=seen(None))
        library.save("other", {**READY, "id": "other"}, "ready", seen(newer))
        assert [each["id"] for each in library.all()] == ["late", "other"]


def test_of_many_at_once_each_replaces_what_it_saw(either_engine: None, tmp_path: Path) -> None:
    """Six count up by one, again and again, and look anew where another was quicker: no step is lost."""
    people, steps = 6, 5
    with Workspace.open(tmp_path / "store") as workspace:
        workspace.templates.save("ready", {"id": "ready", "n": 0})

        def count() -> None:
            for _ in range(steps):
                while True:
                    [now] = workspace.templates.all()
                    try:
                        workspace.templates.save("ready", {**now, "n": now["n"] + 1}, "ready", seen(now))
                        break
                    except ChangedMeanwhile:
                        continue

        threads = [threading.Thread(target=count) for _ in range(people)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        [kept] = workspace.templates.all()
        assert kept["n"] == people * steps
