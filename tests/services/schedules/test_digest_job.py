"""The digest counts every message of its days, however many, and its columns add up."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from svcconsole.services.deliveries.states import written
from svcconsole.services.schedules.digest_job import FIGURES, digest_of, figures_of, write_digest
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.decisions import COUNTED
from svcconsole.workspace.runs.deliveries import MOST, Tracked
from svcconsole.workspace.schema import ItemState, items
from tests.support.campaign_results import Person, number, sent_campaign

NOW = datetime.now(UTC)
SINCE = written(NOW - timedelta(days=1))
ENDS = ("delivered", "failed", "on_the_way", "untracked", "needs_a_decision")
"""Every message is in exactly one of these."""
PEOPLE = [
    Person(number(0), {"sent": 1.0, "delivered": 2.0, "read": 3.0}, clicks=2),
    Person(number(1), {"sent": 1.0, "delivered": 2.0}),
    Person(number(2), {"sent": 1.0, "failed": 2.0}, why="131026: Message undeliverable"),
    Person(number(3), {"sent": 1.0}),
    Person(number(4), {}, state=ItemState.UNKNOWN),
    Person(number(5), {}, state=ItemState.REJECTED),
    Person(number(6), {}, state=ItemState.REJECTED),
]


def count_as_sent(workspace: Workspace, run_id: str, phone: str) -> None:
    """As a person decides of a message whose end nobody knows: it has no id to ask by."""
    own = (items.c.run_id == run_id, items.c.record_id == phone)
    with workspace.writing() as connection:
        connection.execute(update(items).where(*own).values(state=ItemState.ACKED, reason=COUNTED))


@pytest.mark.usefixtures("either_engine")
def test_every_message_of_the_days_is_counted_in_columns_that_add_up(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as workspace:
        hour_ago = NOW - timedelta(hours=1)
        run_id = sent_campaign(workspace, PEOPLE, start=hour_ago)
        count_as_sent(workspace, run_id, number(5))
        sent_campaign(workspace, PEOPLE, start=NOW - timedelta(days=2), name="Before.csv")
        at = written(NOW - timedelta(minutes=1))
        workspace.deliveries.track(
            Tracked(f"by-hand-{place}", None, "", "", number(place), at) for place in range(MOST)
        )
        lines = digest_of(workspace, SINCE, UTC)
        figures = figures_of(lines)
        assert set(figures) == set(FIGURES)
        assert figures == {
            "messages": MOST + 6, "delivered": 2, "read": 1, "clicked": 1, "failed": 1,
            "on_the_way": MOST + 1, "untracked": 1, "needs_a_decision": 1,
        }  # fmt: skip
        assert sum(figures[name] for name in ENDS) == figures["messages"]
        assert [line.totals.total for line in lines] == [MOST, 6], "the newest first"
        write_digest(tmp_path / "digest.csv", lines)
    with (tmp_path / "digest.csv").open(encoding="utf-8-sig", newline="") as file:
        by_hand, campaign = csv.DictReader(file)
    assert by_hand["What"] == "Ids added by hand"
    assert campaign["What"] == "Winter candles.csv"
    assert [campaign[name] for name in ("Messages", "Delivered", "Failed", "On the way")] == list("6211")
    assert (campaign["Sent, not trackable"], campaign["Needs a decision"]) == ("1", "1")
    assert campaign["Most frequent reason"]
