"""Two texts and a group that gets none: told by person and campaign alone, and checked as one text is."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.campaigns.split import arm_of
from svcconsole.services.campaigns.terms import Arm, CampaignTerms, Split
from svcconsole.services.campaigns.terms_words import terms_words
from svcconsole.services.imports.views import Defaults, ImportRefused
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


def session_of(folder: Path, split: Split) -> CampaignSession:
    people = ((number_of(place), f"N{place}") for place in range(200))
    path = write_recipients(folder / "list.csv", people)
    write_down(folder / "workspace", OTHER)
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
