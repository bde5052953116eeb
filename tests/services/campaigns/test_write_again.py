"""Writing again to some people of a campaign leaves out all others and keeps what was decided of its file."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select, update

from svcconsole.services.campaigns.other_message import prepare
from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.campaigns.split import HELD_OUT
from svcconsole.services.campaigns.stopped_run import prepare_correction
from svcconsole.services.campaigns.terms import CampaignTerms, FirstWaveTerms, Limits, SendWindow, Split
from svcconsole.services.campaigns.write_again import prepare_again
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.row_outcomes import bodies_of
from svcconsole.workspace.schema import ItemState, items
from tests.services.campaigns.test_split import OTHER, TWO, session_of
from tests.support.campaign_results import Person, number, sent_campaign
from tests.support.library import write_down

SOURCE = SourceFile("/shop/candles.csv", "candles.csv", 1, 1, "f" * 64)
PEOPLE = [
    Person(number(0), {"sent": 1.0}),
    Person(number(1), {"sent": 1.0, "delivered": 2.0}),
    Person(number(2), {}, state=ItemState.REJECTED),
    Person(number(3), {"sent": 1.0}),
]
SORRY = {"id": "sorry", "body": "We are sorry, {{1}}: that code does not work."}
WINDOW = SendWindow(opens=9 * 60, closes=20 * 60)
HELD_TO = CampaignTerms(
    window=WINDOW,
    limits=Limits(messages_per_second=50, cap_messages=1),
    first_wave=FirstWaveTerms(people=10, most=50),
    split=Split(arms=TWO, held_out=0.2),
)


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


def stopped_with_two_texts(folder: Path, reached: int) -> tuple[str, frozenset[str], frozenset[str]]:
    """A campaign with two texts, a group that gets none, first people and a cap, stopped once so many had
    their message: its id, whom it reached, and whom it held out."""
    with closing(session_of(folder, HELD_TO.split)) as session:
        session.set_terms(HELD_TO)
        run_id = session.plan(warnings_seen=True).run_id
    write_down(folder / "workspace", OTHER, SORRY)
    with Workspace.open(folder / "workspace") as workspace, workspace.writing() as connection:
        own = select(items.c.record_id).where(items.c.run_id == run_id)
        planned = own.where(items.c.state == ItemState.PLANNED).order_by(items.c.seq).limit(reached)
        got = frozenset(connection.execute(planned).scalars())
        held_out = frozenset(connection.execute(own.where(items.c.reason == HELD_OUT)).scalars())
        connection.execute(
            update(items)
            .where(items.c.run_id == run_id, items.c.record_id.in_(got))
            .values(state=ItemState.ACKED, at="2026-11-24T09:00:00.000Z")
        )
    return run_id, got, held_out


def written_anew(folder: Path, import_id: str) -> tuple[CampaignTerms, dict[str, str]]:
    """What the prepared campaign is held to, and who gets which template once another one is chosen."""
    with closing(CampaignSession(str(folder / "workspace"), import_id=import_id)) as session:
        session.apply_settings(["payload.templateId=sorry"])
        run_id, terms = session.plan(warnings_seen=True).run_id, session.terms
    with Workspace.open(folder / "workspace") as workspace:
        bodies = [json.loads(body) for _, body in bodies_of(workspace, run_id, after=-1, limit=1_000)]
    return terms, {each["contactIdentifier"]: each["payload"]["templateId"] for each in bodies}


@pytest.mark.usefixtures("either_engine")
def test_everybody_a_stopped_campaign_reached_gets_the_correction_and_nobody_the_second_text(
    tmp_path: Path,
) -> None:
    run_id, reached, _ = stopped_with_two_texts(tmp_path, 40)
    with Workspace.open(tmp_path / "workspace") as workspace:
        made = prepare_correction(workspace, run_id)
    terms, sent = written_anew(tmp_path, made)
    assert sent == dict.fromkeys(reached, "sorry")
    assert terms == CampaignTerms(window=WINDOW, limits=Limits(messages_per_second=50))


@pytest.mark.usefixtures("either_engine")
def test_another_message_goes_to_the_rest_and_not_to_those_held_out_to_compare_with(tmp_path: Path) -> None:
    run_id, reached, held_out = stopped_with_two_texts(tmp_path, 40)
    assert held_out
    with Workspace.open(tmp_path / "workspace") as workspace:
        made = prepare(workspace, run_id)
        planned = {row.record_id for row in workspace.runs.rows(run_id, limit=500).rows}
    terms, sent = written_anew(tmp_path, made)
    assert sent == dict.fromkeys(planned - reached - held_out, "sorry")
    assert terms == HELD_TO.model_copy(update={"split": Split()})


@pytest.mark.usefixtures("either_engine")
def test_whoever_is_written_to_again_is_not_dealt_another_text_or_held_out(tmp_path: Path) -> None:
    run_id, reached, _ = stopped_with_two_texts(tmp_path, 40)
    failed = sorted(reached)[:15]
    with Workspace.open(tmp_path / "workspace") as workspace:
        made = prepare_again(workspace, run_id, failed)
        settings = workspace.imports.get(made).settings
    assert CampaignTerms.of_text(settings["terms"]) == HELD_TO.model_copy(update={"split": Split()})
