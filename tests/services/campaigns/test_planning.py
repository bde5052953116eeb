"""What the check of a campaign built is what its plan holds, however the rows were changed since."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.campaigns.views import BLANK, LONGEST, NOT_SENT, RIGHT_TO_LEFT, Country
from svcconsole.services.sends.callback_data import nonce_of
from svcconsole.tables.mapping.content import ROWS
from svcconsole.tables.mapping.mapping import Column
from svcconsole.tables.values.phones import read_phone
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.row_outcomes import bodies_of
from tests.services.campaigns.test_campaigns import campaign, listed

HEADER = ("Phone", "First name", "Callback")
OWN = ("", "7", '{"j":"x","r":2,"n":"0"}', '"“é” \\\\ \U0001f600"', '{"v":1,"j":"a","r":1,"n":"b"}')
"""Callback data of people's own, that of a message of ours among them."""


def phone(row: int) -> str:
    return f"+9198450{row:05}"


def planned(session: CampaignSession, folder: Path) -> dict[int, dict[str, Any]]:
    """The messages of a plan by the rows that their references name."""
    run_id = session.plan(warnings_seen=True).run_id
    with Workspace.open(folder) as workspace:
        found = [json.loads(body) for _, body in bodies_of(workspace, run_id, after=-1, limit=2 * ROWS)]
    for each in found:
        each["callbackData"] = read = json.loads(each["callbackData"])
        assert read["j"] == run_id and len(read["n"]) == 16
    assert len({each["callbackData"]["n"] for each in found}) == len(found)
    return {each["callbackData"]["r"]: each for each in found}


def chosen(session: CampaignSession) -> None:
    session.choose("welcome")
    session.set_source("payload.components.body.0", Column("First name"))
    session.set_source("callbackData", Column("Callback"))
    session.check()


def test_a_plan_holds_what_was_checked_and_reads_no_number_again(tmp_path: Path) -> None:
    count = 2 * ROWS
    path = listed(tmp_path, *((phone(row), f"N{row}", "") for row in range(1, count + 1)), header=HEADER)
    with campaign(tmp_path, path) as session:
        chosen(session)
        read_phone.cache_clear()
        found = planned(session, tmp_path / "workspace")
        assert read_phone.cache_info().misses <= ROWS, "its first rows say which column holds numbers"
        assert [each["contactIdentifier"] for each in found.values()] == list(map(phone, range(1, count + 1)))
        assert list(found) == list(range(1, count + 1))
        again = planned(session, tmp_path / "workspace")
        nonces = {each["callbackData"]["n"] for each in (*found.values(), *again.values())}
        assert len(nonces) == 2 * count, "two plans of one check share no reference"


def test_what_a_message_says_asks_nothing_about_the_recipients_anew(tmp_path: Path) -> None:
    """A long list is not read from its beginning for each variable that is filled."""
    people = [(phone(row), f"N{row}", "") for row in range(1, 20)]
    with campaign(tmp_path, listed(tmp_path, *people, people[0], header=HEADER)) as session:
        asked = session.rules_view()
        assert "recipient_repeated" in {rule.id for rule in asked}
        read_phone.cache_clear()
        session.choose("welcome")
        session.set_source("payload.components.body.0", Column("First name"))
        session.set_source("callbackData", Column("Callback"))
        assert session.rules_view() == asked
        assert read_phone.cache_info().misses == 0
        session.set_source("contactIdentifier", Column("First name"))
        assert session.rules_view() != asked


def test_the_look_at_the_messages_reads_no_row_again(tmp_path: Path) -> None:
    """Also after rows were put right, left out and taken back."""
    people = [(phone(row), f"N{row}", "") for row in range(1, 40)]
    with campaign(tmp_path, listed(tmp_path, *people, ("12", "", ""), header=HEADER)) as session:
        chosen(session)
        session.edit(1, "Phone", "+49 151 23456789")
        session.edit(2, "First name", "مريم الطويلة")
        session.edit(3, "First name", "")
        session.leave_out([4, 5])
        session.restore_rows([5])
        session.check()
        read_phone.cache_clear()
        found = session.outlook()
        assert read_phone.cache_info().misses == 0
        assert (found.rows, found.ready) == (40, 37)
        assert found.countries == (Country("IN", 36), Country("DE", 1))
        assert found.jumps[RIGHT_TO_LEFT] == (2,)
        assert found.jumps[BLANK] == (3, 40)
        assert found.jumps[NOT_SENT] == (3, 4, 40)
        assert found.jumps[LONGEST][0] == 2
        assert sum(one.rows for one in found.held) == 3


def test_whatever_somebody_writes_of_their_own_stays_beside_the_reference(tmp_path: Path) -> None:
    rows = [(phone(at), "Ann", own.replace('"', '""')) for at, own in enumerate(OWN, 1)]
    with campaign(tmp_path, listed(tmp_path, *rows, header=HEADER)) as session:
        chosen(session)
        run_id = session.plan(warnings_seen=True).run_id
    with Workspace.open(tmp_path / "workspace") as workspace:
        sent = [json.loads(body) for _, body in bodies_of(workspace, run_id, after=-1, limit=2 * ROWS)]
    for own, each in zip(OWN, sent, strict=True):
        data = each["callbackData"]
        assert data.endswith(f',"data":{own}}}' if own else '"}')
        assert data.startswith(f'{{"v":1,"j":"{run_id}","r":') and len(data) >= 55
    assert nonce_of(sent[0]["callbackData"])


def test_what_was_changed_since_the_check_is_planned_as_it_stands_now(tmp_path: Path) -> None:
    path = listed(tmp_path, *((phone(row), f"N{row}", "") for row in range(1, 9)), header=HEADER)
    with campaign(tmp_path, path) as session:
        chosen(session)
        session.edit(2, "First name", "Meera")
        session.edit(3, "Phone", "98450 00077")
        session.leave_out([4, 5])
        session.restore_rows([5])
        session.edit(6, "First name", "")
        session.edit(7, "Phone", phone(1))
        session.set_rule("recipient_repeated", "each")
        found = planned(session, tmp_path / "workspace")
        names = {row: each["payload"]["components"]["body"][0] for row, each in found.items()}
        assert names == {1: "N1", 2: "Meera", 3: "N3", 5: "N5", 7: "N7", 8: "N8"}
        numbers = [each["contactIdentifier"] for each in found.values()]
        assert numbers == [phone(1), phone(2), phone(77), phone(5), phone(1), phone(8)]
        session.undo()
        session.set_rule("recipient_repeated", "first")
        session.choose("greeting")
        session.set_source("payload.components.body.0", Column("First name"))
        session.set_source("payload.components.body.1", Column("Phone"))
        session.check()
        again = planned(session, tmp_path / "workspace")
        assert {each["payload"]["templateId"] for each in again.values()} == {"greeting"}
