"""Writing again to some people of a campaign leaves out all others and keeps what was decided of its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.services.campaigns.write_again import prepare_again
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.schema import ItemState
from tests.support.campaign_results import Person, number, sent_campaign

SOURCE = SourceFile("/shop/candles.csv", "candles.csv", 1, 1, "f" * 64)
PEOPLE = [
    Person(number(0), {"sent": 1.0}),
    Person(number(1), {"sent": 1.0, "delivered": 2.0}),
    Person(number(2), {}, state=ItemState.REJECTED),
    Person(number(3), {"sent": 1.0}),
]


@pytest.mark.usefixtures("either_engine")
def test_only_the_rows_of_these_people_are_left_in_and_the_decisions_stay(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        kept = workspace.imports.create("templates", SOURCE, {"columns": {"Phone": "to"}})
        workspace.imports.add_step(kept, {"cells": [[1, 0, "+49151"]]}, {"columns": {"Phone": "to"}})
        run_id = sent_campaign(workspace, PEOPLE, import_id=kept)
        made = prepare_again(workspace, run_id, [number(0), number(3), "+49999"])
        assert made != kept
        before, again = workspace.imports.get(kept), workspace.imports.get(made)
        assert (again.kind, again.source, again.settings) == (before.kind, before.source, before.settings)
        corrected, left_out = workspace.imports.steps(made)
        assert corrected == {"cells": [[1, 0, "+49151"]]}
        assert left_out == {"left_out": [2, 3]}
        assert len(workspace.imports.steps(kept)) == 1


def test_a_campaign_of_no_file_says_what_to_do(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        run_id = sent_campaign(workspace, PEOPLE)
        with pytest.raises(WorkspaceError, match="This run was not made of a file") as caught:
            prepare_again(workspace, run_id, [number(0)])
        assert "Open the list of recipients anew." in str(caught.value.advice)
