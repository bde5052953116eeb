"""How many offers one person may get in how many days: what counts, in the check of a campaign and once more
when it begins."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from svcconsole.services.campaigns.frequency_cap import MOST_DAYS, frequency_cap
from svcconsole.services.campaigns.recent_sends import leave_out_recent
from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.campaigns.terms import CampaignTerms, Limits, SendWindow
from svcconsole.services.imports.views import Defaults, ImportRefused
from svcconsole.services.messaging.templates import composed
from svcconsole.tables.records.recipients import content_hash, template_of
from svcconsole.workspace.clock import written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.old_files import remove_old
from svcconsole.workspace.runs.records import FileRow, NewRun, NewSend, PlanItem
from svcconsole.workspace.schema import Bucket, ItemState, Repeat, RunState, bodies, items, recipients, runs
from tests.services.runs.test_campaign_runs import WELCOME
from tests.support.campaign import number_of, write_recipients
from tests.support.library import write_down

OFFERS = {"greeting": True, "receipt": False, "welcome": True, "unknown": True}
"""Whether a campaign with it sends offers; the library names the category of the first two."""
TWO_IN_7 = CampaignTerms(limits=Limits(cap_messages=2, cap_days=7))


def library(folder: Path) -> None:
    write_down(folder, {"id": "receipt", "body": "Thank you, {{1}}", "category": "Utility"})


def body(number: str, template: str) -> bytes:
    said = {"contactIdentifier": number, "payload": {"templateId": template}}
    return json.dumps(said, separators=(",", ":")).encode()


@dataclass
class Sent:
    """A message that left a campaign so many days ago, or may have."""

    number: str
    template: str
    days: float = 0.0
    state: ItemState = ItemState.ACKED


def campaign(workspace: Workspace, *messages: Sent, kind: str = "templates", done: bool = False) -> str:
    """A campaign that has sent these."""
    rows = (
        PlanItem(
            one.number, (FileRow(at + 1, at + 2, ()),), frozen := body(one.number, one.template),
            content=content_hash(frozen), template=template_of(frozen),
        )
        for at, one in enumerate(messages)
    )  # fmt: skip
    new = NewRun(kind, "Offers", "/l.csv", "l.csv", "f" * 64, ("Phone",), effect=Repeat.ONCE)
    run_id = workspace.runs.create(new, rows)
    moments = [written(datetime.now(UTC) - timedelta(days=one.days)) for one in messages]
    with workspace.writing() as connection:
        for seq, (one, at) in enumerate(zip(messages, moments, strict=True)):
            own = (items.c.run_id == run_id, items.c.seq == seq)
            left = one.state is not ItemState.PLANNED
            connection.execute(update(items).where(*own).values(state=one.state, at=at if left else None))
        ended = {"state": RunState.FINISHED, "finished_at": max(moments)}
        own_run = update(runs).where(runs.c.id == run_id)
        connection.execute(own_run.values(**(ended if done else {"state": RunState.RUNNING})))
    return run_id


@pytest.mark.usefixtures("either_engine")
def test_what_campaigns_sent_in_these_days_counts_as_an_offer(tmp_path: Path) -> None:
    """Against the plain sum over thirty campaigns of chance."""
    chance = random.Random(7)
    numbers = [number_of(at) for at in range(6)]
    expected: Counter[str] = Counter()
    library(tmp_path)
    with Workspace.open(tmp_path) as workspace:
        fence = workspace.runner.acquire()
        for _ in range(30):
            done, kind = chance.random() < 0.5, chance.choice(("templates", "messages"))
            sent = [
                Sent(
                    chance.choice(numbers),
                    "" if kind == "messages" else chance.choice(list(OFFERS)),
                    chance.uniform(0, 10),
                    chance.choice(list(ItemState)),
                )
                for _ in range(chance.randrange(1, 6))
            ]
            campaign(workspace, *sent, kind=kind, done=done)
            left = (ItemState.ACKED, ItemState.UNKNOWN, ItemState.SENDING)
            for one in sent:
                offer = OFFERS.get(one.template, True)
                expected[one.number] += one.days < 7 and one.state in left and offer
        for template in ("greeting", "welcome", "receipt"):  # of these only the first is called marketing
            send = NewSend(
                "templates.send", Repeat.ONCE, composed.KIND, "One", body(numbers[0], template), template * 8
            )
            assert isinstance(workspace.sends.begin(send, fence), tuple)
        expected[numbers[0]] += 1
        cap = frequency_cap(workspace, TWO_IN_7, "IN")
        assert cap is not None
        assert {one: cap.had(one) for one in numbers} == {one: expected[one] for one in numbers}
        assert cap == frequency_cap(workspace, TWO_IN_7, "IN")
        campaign(workspace, Sent(numbers[0], "greeting"))
        assert cap != frequency_cap(workspace, TWO_IN_7, "IN")
        # What was sent by then is no longer within the days before it starts.
        later = written(datetime.now(UTC) + timedelta(days=6, hours=23))
        window = SendWindow(starts_at=later)
        cap = frequency_cap(workspace, TWO_IN_7.model_copy(update={"window": window}), "IN")
        assert cap is not None
        assert cap.had(numbers[0]) == 2, "the last one, and the one sent by itself"


def test_the_check_leaves_out_whoever_had_enough_and_says_why(tmp_path: Path) -> None:
    """The first had two, the second one, the third none and stands three times in the file."""
    numbers = [number_of(at) for at in range(3)]
    folder = tmp_path / "workspace"
    library(folder)
    path = write_recipients(
        tmp_path / "list.csv", ((numbers[at], f"N{row}") for row, at in enumerate((0, 1, 2, 2, 2)))
    )
    with Workspace.open(folder) as workspace:
        campaign(workspace, Sent(numbers[0], "welcome", 3), Sent(numbers[1], "welcome", 3))
        campaign(workspace, Sent(numbers[0], "unknown", 5), Sent(numbers[1], "receipt", 5))
        # As helper processes read it.
        again = pickle.loads(pickle.dumps(frequency_cap(workspace, TWO_IN_7, "IN")))
        assert [again.had(number) for number in numbers] == [2, 1, 0]
    session = CampaignSession(str(folder), kind="templates", path=str(path), defaults=Defaults(region="IN"))
    with closing(session):
        session.apply_settings([*WELCOME, "payload.templateId=welcome"])
        session.set_rule("recipient_repeated", "each")
        session.check()
        assert session.outlook().ready == 5
        session.set_terms(TWO_IN_7)
        session.check()
        audience = session.outlook()
        assert audience.ready == 3
        assert [(each.title, each.rows) for each in audience.held] == [("Had enough offers lately", 2)]
        sentence = "One more would give {} more than 2 offers within 7 days; this row is not sent."
        assert [session.recipient(row).sentences for row in (1, 2)] == [
            (("warning", sentence.format(numbers[0])),), (),
        ]  # fmt: skip
        session.choose("receipt")
        session.check()
        assert session.outlook().ready == 5, "a receipt is no offer"


@pytest.mark.usefixtures("either_engine")
def test_whoever_got_enough_since_it_was_planned_is_left_out_when_it_begins(tmp_path: Path) -> None:
    numbers = [number_of(at) for at in range(3)]
    library(tmp_path)
    with Workspace.open(tmp_path) as workspace:
        fence = workspace.runner.acquire()
        waiting = [Sent(number, "welcome", 0, ItemState.PLANNED) for number in (*numbers, numbers[2])]
        receipt = Sent(numbers[0], "receipt", 0, ItemState.PLANNED)
        run_id = campaign(workspace, *waiting, receipt)
        with workspace.writing() as connection:
            connection.execute(update(runs).where(runs.c.id == run_id).values(terms=TWO_IN_7.as_text()))
        campaign(workspace, *(Sent(numbers[at], "welcome", 3) for at in (0, 0, 2)))
        leave_out_recent(workspace, workspace.runs.get(run_id), fence)
        found = workspace.runs.rows(run_id, Bucket.NOT_SENT).rows
        left_out = [row.number for row in found if row.reason.startswith("One more would give")]
        assert left_out == [1, 4]


@pytest.mark.usefixtures("either_engine")
def test_what_was_sent_is_known_for_as_long_as_offers_may_be_counted_and_nobody_has_no_number(
    tmp_path: Path,
) -> None:
    older, newer, lost = (number_of(at) for at in range(3))
    whole_month = CampaignTerms(limits=Limits(cap_messages=1, cap_days=MOST_DAYS))
    with Workspace.open(tmp_path) as workspace:
        run_id = campaign(workspace, Sent(older, "welcome", 30.5), Sent(newer, "welcome", 29.5))
        emptied = campaign(workspace, Sent(lost, "welcome", 1), done=True)
        with workspace.writing() as connection:
            long_ago = written(datetime.now(UTC) - timedelta(days=40))
            connection.execute(update(runs).where(runs.c.id == run_id).values(created_at=long_ago))
            # What an index that was kept no longer leaves of a run.
            connection.execute(update(bodies).where(bodies.c.run_id == emptied).values(body=b"{}"))
            connection.execute(delete(recipients).where(recipients.c.run_id == emptied))
        while remove_old(workspace):
            pass
        cap = frequency_cap(workspace, whole_month, "IN")
        assert cap is not None
        assert [cap.had(number) for number in (older, newer, "")] == [0, 1, 0]


def test_offers_are_not_promised_to_be_counted_for_longer_than_they_are_known(tmp_path: Path) -> None:
    folder = tmp_path / "workspace"
    library(folder)
    path = write_recipients(tmp_path / "list.csv", [(number_of(0), "N0")])
    session = CampaignSession(str(folder), kind="templates", path=str(path), defaults=Defaults(region="IN"))
    with closing(session):
        session.apply_settings([*WELCOME, "payload.templateId=welcome"])
        session.set_terms(CampaignTerms(limits=Limits(cap_messages=1, cap_days=60)))
        session.check()
        with pytest.raises(ImportRefused, match="counted over 30 days at most"):
            session.plan(warnings_seen=True)
        session.set_terms(CampaignTerms(limits=Limits(cap_days=60)))
        assert session.plan(warnings_seen=True).run_id, "nothing is counted"
        session.set_terms(CampaignTerms(limits=Limits(cap_messages=1, cap_days=30)))
        assert session.plan(warnings_seen=True).run_id
