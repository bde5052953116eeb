"""Two texts and a group that gets none: told by person and campaign alone, and checked as one text is."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.operations import SEND_TEMPLATE
from svcconsole.services.campaigns.likely_wrong.suspicions import Ground
from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.campaigns.split import HELD_OUT, arm_of
from svcconsole.services.campaigns.terms import Arm, CampaignTerms, Split
from svcconsole.services.campaigns.terms_words import terms_words
from svcconsole.services.campaigns.views import NOT_SENT, RIGHT_TO_LEFT
from svcconsole.services.imports.views import Defaults, ImportRefused, RowFilter
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.row_outcomes import bodies_of
from tests.services.runs.test_campaign_runs import WELCOME
from tests.support.campaign import number_of, write_recipients
from tests.support.library import write_down

COUNT = 10_000
OTHER = {"id": "welcome_back", "body": "Welcome back, {{1}}."}
TWO = (Arm(name="A", share=0.75), Arm(name="B", share=0.25, template="welcome_back"))


def test_people_are_spread_by_the_shares_and_another_campaign_spreads_them_otherwise() -> None:
    """Within four standard deviations of what chance would give."""
    split = Split(arms=TWO, held_out=0.1)
    found = [arm_of(split, "spring", number_of(place)) for place in range(COUNT)]
    counted = Counter(found)
    for arm, share in ((None, 0.1), (0, 0.9 * 0.75), (1, 0.9 * 0.25)):
        spread = 4 * (COUNT * share * (1 - share)) ** 0.5
        assert abs(counted[arm] - COUNT * share) < spread
    other = [arm_of(split, "autumn", number_of(place)) for place in range(COUNT)]
    alike = sum(one == two for one, two in zip(found, other, strict=True)) / COUNT
    assert alike < 0.55, "independent of each other"


def test_without_a_split_everybody_gets_the_one_text() -> None:
    assert {arm_of(Split(), "spring", number_of(place)) for place in range(100)} == {0}


@pytest.mark.parametrize(
    ("split", "said"),
    [
        (Split(), []),
        (Split(held_out=0.005), ["0.50 in 100 get nothing, to compare with."]),
        (
            Split(arms=(Arm(name="A", share=0.5), Arm(name="B", share=0.25, template="b"))),
            [
                "66.67 in 100 of those who get it get text A.",
                "33.33 in 100 of those who get it get text B, the template “b”.",
            ],
        ),
    ],
)
def test_a_sentence_says_of_each_text_who_gets_it(split: Split, said: list[str]) -> None:
    assert list(map(str, terms_words(CampaignTerms(split=split)))) == said


def session_of(folder: Path, split: Split, *more: dict[str, Any]) -> CampaignSession:
    people = ((number_of(place), f"N{place}") for place in range(200))
    path = write_recipients(folder / "list.csv", people)
    write_down(folder / "workspace", OTHER, *more)
    session = CampaignSession(
        str(folder / "workspace"), kind="templates", path=str(path), defaults=Defaults(region="IN")
    )
    session.apply_settings([*WELCOME, "payload.templateId=welcome"])
    session.set_terms(CampaignTerms(split=split))
    session.check()
    return session


def planned(session: CampaignSession, folder: Path) -> dict[str, tuple[str, int | None]]:
    run_id = session.plan(warnings_seen=True).run_id
    with Workspace.open(folder) as workspace:
        sent = [json.loads(body) for _, body in bodies_of(workspace, run_id, after=-1, limit=1_000)]
        with workspace.reading() as connection:
            query = "SELECT record_id, arm FROM items WHERE run_id = ? AND state = 'planned'"
            found = connection.exec_driver_sql(query, (run_id,)).all()
            arms: dict[str, int | None] = {row.record_id: row.arm for row in found}
        totals = workspace.runs.totals(run_id)
        assert totals.rows == 200 and totals.left_out == 200 - len(sent)
    return {each["contactIdentifier"]: (each["payload"]["templateId"], arms[each["contactIdentifier"]])
            for each in sent}  # fmt: skip


def test_each_gets_the_text_of_their_side_and_stays_there_when_it_is_planned_anew(tmp_path: Path) -> None:
    with closing(session_of(tmp_path, Split(arms=TWO, held_out=0.2))) as session:
        assert ("welcome_back", "") in session.other_texts()
        assert "offer_image" not in dict(session.other_texts())
        first = planned(session, tmp_path / "workspace")
        assert set(first.values()) == {("welcome", 0), ("welcome_back", 1)}
        with Workspace.open(tmp_path / "workspace") as workspace, workspace.reading() as connection:
            named = connection.exec_driver_sql("SELECT DISTINCT template FROM recipients").scalars()
            assert set(named) == {"welcome", "welcome_back"}, "the cap asks which offer each got"
        assert 120 < len(first) < 190
        people = session.forecast("UTC").people
        assert (people.ready, people.rows) == (len(first), 200), "When counts those who get it"
        assert people.ready + sum(each.rows for each in people.held) == people.rows
        session.leave_out([1, 2, 3])
        session.check()
        again = planned(session, tmp_path / "workspace")
    assert again.items() <= first.items() and len(first) - len(again) <= 3


@pytest.mark.parametrize(
    ("template", "why"),
    [("offer_image", "cannot be filled as the first text is"), ("gone", "not in the library")],
)
def test_a_text_that_cannot_be_filled_alike_is_refused_with_its_reason(
    tmp_path: Path, template: str, why: str
) -> None:
    arms = (Arm(name="A", share=0.5), Arm(name="B", share=0.5, template=template))
    with closing(session_of(tmp_path, Split(arms=arms))) as session:
        with pytest.raises(ImportRefused) as refused:
            session.plan(warnings_seen=True)
        assert why in refused.value.sentence


def without_reference(sent: bytes) -> bytes:
    """The bytes of a message of a plan as they are before they are told from others."""
    request = SEND_TEMPLATE.request.model_validate_json(sent, by_alias=True)
    return request.model_copy(update={"callback_data": None}).wire()


def frozen(folder: Path, run_id: str) -> dict[int, bytes]:
    """The bytes of a plan's messages by their rows."""
    with Workspace.open(folder) as workspace:
        sent = [body for _, body in bodies_of(workspace, run_id, after=-1, limit=1_000)]
    return {json.loads(json.loads(body)["callbackData"])["r"]: body for body in sent}


def test_each_row_is_previewed_and_tried_out_as_it_is_planned(tmp_path: Path) -> None:
    """Byte for byte but for the reference, with rows that are not sent for other reasons between them."""
    with closing(session_of(tmp_path, Split(arms=TWO, held_out=0.2))) as session:
        session.edit(5, "Phone", "12")
        session.edit(6, "Phone", number_of(8))
        session.leave_out([7])
        shown = {row: session.recipient(row) for row in range(1, 201)}
        tried: dict[int, bytes] = {}
        for row in shown:
            try:
                tried[row] = session.request_of(row)
            except ImportRefused as refused:
                assert refused.sentence == f"Row {row} is not sent."
        planned_bodies = frozen(tmp_path / "workspace", session.plan(warnings_seen=True).run_id)
    assert {row: without_reference(body) for row, body in planned_bodies.items()} == tried
    assert {row: json.loads(body) for row, body in tried.items()} == {
        row: each.body for row, each in shown.items() if each.ready
    }
    told = {row: str(each.sentences[0][1]) for row, each in shown.items() if not each.ready}
    other = {5, 7, 9}
    assert {told[row] for row in told if row not in other} == {HELD_OUT}
    assert HELD_OUT not in {told[row] for row in other if row in told}
    assert {each["payload"]["templateId"] for each in map(json.loads, tried.values())} == {
        "welcome", "welcome_back",
    }  # fmt: skip


def test_every_step_counts_those_who_get_it(tmp_path: Path) -> None:
    with closing(session_of(tmp_path, Split(arms=TWO, held_out=0.2))) as session:
        session.leave_out([1])
        checked, looked = session.check(), session.outlook()
        assert looked.terms == session.terms
        people, wall = session.forecast("UTC").people, session.likely_wrong({})
        getting = {row for row in range(1, 201) if session.recipient(row).ready}
        assert len(getting) < 199
        assert {
            checked.ready, checked.ready_products, looked.ready, people.ready, wall.messages,
            sum(each.messages for each in looked.countries),
        } == {len(getting)}  # fmt: skip
        assert checked.ready + checked.to_put_right + checked.left_out == checked.rows == looked.rows
        assert people.held == looked.held
        assert {each.title: each.rows for each in looked.held} == {
            "Held out, to compare with": 199 - len(getting), "Left out by you.": 1,
        }  # fmt: skip
        assert set(looked.jumps[NOT_SENT]) == set(range(1, 201)) - getting
        assert {tile.recipient.row for tile in wall.tiles} <= getting
        told = {row.number: str(row.sentence) for row in session.rows_page(RowFilter()).rows}
        assert {row for row, sentence in told.items() if not sentence} == getting
        assert told == {row.number: str(row.sentence) for row in session.rows(sorted(told))}
        run_id = session.plan(warnings_seen=True).run_id
    with Workspace.open(tmp_path / "workspace") as workspace:
        totals = workspace.runs.totals(run_id)
    assert totals.products.total - totals.records_left_out == len(getting)


def test_where_everybody_is_held_out_nothing_can_be_sent(tmp_path: Path) -> None:
    with closing(session_of(tmp_path, Split(held_out=1 - 1e-12))) as session:
        assert session.check().ready_products == 0
        with pytest.raises(ImportRefused) as refused:
            session.plan(warnings_seen=True)
    assert refused.value.sentence == "No template message is ready to be sent."


def test_a_text_that_cannot_be_planned_cannot_be_tried_out_either(tmp_path: Path) -> None:
    arms = (Arm(name="A", share=0.5), Arm(name="B", share=0.5, template="gone"))
    with closing(session_of(tmp_path, Split(arms=arms))) as session:
        with pytest.raises(ImportRefused) as refused:
            session.request_of(1)
        assert "not in the library" in refused.value.sentence
        assert {session.recipient(row).body["payload"]["templateId"] for row in range(1, 50)} == {
            "welcome", "gone",
        }  # fmt: skip


def test_the_last_look_reads_the_second_text_for_those_who_get_it(tmp_path: Path) -> None:
    """Its own links are opened and its own direction counts; a value is called as it is called there."""
    page = "https://shop.example/back"
    arabic = {"id": "welcome_ar", "body": "أهلا {{first_name}}، " + page}
    arms = (Arm(name="A", share=0.75), Arm(name="B", share=0.25, template="welcome_ar"))
    with closing(session_of(tmp_path, Split(arms=arms, held_out=0.2), arabic)) as session:
        wall = session.likely_wrong({})
        assert wall.links == (page,)
        wall = session.judge_links({page: "The link does not open (404)."})
        [tile] = (tile for tile in wall.tiles if tile.found.ground is Ground.LINK_FAILS)
        assert tile.recipient.body["payload"]["templateId"] == "welcome_ar"
        assert [each.label for each in tile.recipient.fillings] == ["{{first_name}}"]
        second = {
            row
            for row in range(1, 201)
            if session.recipient(row).body["payload"]["templateId"] == "welcome_ar"
        }
        assert wall.people[Ground.LINK_FAILS] == len(second)
        assert set(session.outlook().jumps[RIGHT_TO_LEFT]) == second
        left = session.leave_out_with(Ground.LINK_FAILS, {page: "The link does not open (404)."})
        assert left.ready == wall.messages - len(second)
