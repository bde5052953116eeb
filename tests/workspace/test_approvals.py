"""A second person agrees to exactly one plan, or nothing of it leaves: by the program and in the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import insert, make_url, update

from svcconsole.words.message import message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.rehearsals import frozen_hash, leave_out_same
from svcconsole.workspace.schema import Repeat, RunState, bodies, items, runs
from svcconsole.workspace.team.approvals import Answer
from svcconsole.workspace.team.not_approved import NotApproved
from svcconsole.workspace.team.roles import NotAllowed, Role
from tests.workspace.planning import plan

LIMIT = 2
NAMES = {"ana": Role.SEND, "yusuf": Role.APPROVE, "priya": Role.ADMINISTER, "sofie": Role.PREPARE}


class Team:
    """A shared workspace as each of its operators has it open."""

    def __init__(self, folder: Path, address: str) -> None:
        self.address = address
        self.spaces = {"owner": Workspace.open(folder / "owner" / "store", address)}
        for name, role in NAMES.items():
            made = self["owner"].operators.invite(name, role)
            url = make_url(made.address).set(password=made.password)
            text = url.render_as_string(hide_password=False)
            self.spaces[name] = Workspace.open(folder / name / "store", text)
        self["owner"].approvals.set_team_limit(LIMIT)

    def __getitem__(self, name: str) -> Workspace:
        return self.spaces[name]

    def close(self) -> None:
        for space in self.spaces.values():
            space.close()
        with closing(psycopg.connect(self.address, autocommit=True)) as connection:
            for name in NAMES:
                connection.execute(f'DROP OWNED BY "{name}"; DROP ROLE "{name}"'.encode())


@pytest.fixture
def team(tmp_path: Path, new_database: Callable[[], str]) -> Iterator[Team]:
    made = Team(tmp_path, new_database())
    yield made
    made.close()


def campaign(workspace: Workspace, people: int = LIMIT + 1) -> str:
    return plan(workspace, people, kind="messages", effect=Repeat.ONCE)


def start(workspace: Workspace, run_id: str) -> None:
    """As the engine does: what would be sent is hashed anew, then the ledger lets it start."""
    fence = workspace.runner.acquire(run_id)
    try:
        workspace.approvals.refuse_unapproved(run_id)
        workspace.ledger.set_state(run_id, fence, RunState.RUNNING)
    finally:
        workspace.runner.release(run_id)


def test_a_plan_to_many_starts_once_another_person_agreed(team: Team) -> None:
    ana, yusuf = team["ana"], team["yusuf"]
    run_id = campaign(ana)
    with pytest.raises(NotApproved, match="reaches 3 people; above 2 a second person"):
        start(ana, run_id)
    asked = ana.approvals.ask(run_id)
    assert (asked.people, asked.asked_by, asked.answer) == (3, "ana", "")
    assert ana.approvals.ask(run_id) == asked, "the same plan is asked about once"
    with pytest.raises(NotApproved, match="ana asked, and nobody has answered yet"):
        start(ana, run_id)
    assert yusuf.approvals.list(open_only=True) == (asked,)
    given = yusuf.approvals.answer(run_id, Answer.APPROVED, seen=asked.plan_sha256)
    assert (given.answered_by, given.valid) == ("yusuf", True)
    assert yusuf.approvals.list(open_only=True) == ()
    start(ana, run_id)
    assert [one.action for one in ana.log.of_run(run_id)][:4] == [
        "planned", "approval asked", "approved", "started",
    ]  # fmt: skip


def test_nobody_approves_their_own_plan(team: Team) -> None:
    yusuf, priya = team["yusuf"], team["priya"]
    own = campaign(yusuf)
    yusuf.approvals.ask(own)
    with pytest.raises(WorkspaceError, match="another person has to approve"):
        yusuf.approvals.answer(own, Answer.APPROVED)
    planned, asked = campaign(priya), campaign(team["ana"])
    team["ana"].approvals.ask(planned)
    priya.approvals.ask(asked)
    for run_id in (planned, asked):
        with pytest.raises(WorkspaceError, match="another person has to approve"):
            priya.approvals.answer(run_id, Answer.APPROVED)
    for name in ("ana", "sofie"):
        with pytest.raises(NotAllowed, match="does not let you approve"):
            team[name].approvals.answer(own, Answer.APPROVED)
    assert not any(one.answer for one in priya.approvals.list())


def test_a_plan_that_was_changed_needs_a_new_approval(team: Team) -> None:
    ana, yusuf = team["ana"], team["yusuf"]
    run_id = campaign(ana, LIMIT + 2)
    first = ana.approvals.ask(run_id)
    yusuf.approvals.answer(run_id, Answer.APPROVED)
    leave_out_same(ana, run_id, [0], message("The store has it."))
    with pytest.raises(NotApproved, match="The plan was changed after it was approved"):
        start(ana, run_id)
    again = ana.approvals.ask(run_id)
    assert again.plan_sha256 != first.plan_sha256
    assert again.people == LIMIT + 1
    with pytest.raises(WorkspaceError, match="was changed after it was asked about"):
        yusuf.approvals.answer(run_id, Answer.APPROVED, seen=first.plan_sha256)
    yusuf.approvals.answer(run_id, Answer.APPROVED, seen=again.plan_sha256)
    start(ana, run_id)


@pytest.mark.parametrize("change", ["a letter", "a person more"])
def test_what_was_changed_behind_the_program_is_seen_in_the_bytes(team: Team, change: str) -> None:
    run_id = campaign(team["ana"])
    team["ana"].approvals.ask(run_id)
    team["yusuf"].approvals.answer(run_id, Answer.APPROVED)
    with team["owner"].writing() as connection:
        if change == "a letter":
            connection.execute(
                update(bodies).where(bodies.c.run_id == run_id, bodies.c.seq == 1).values(body=b"x")
            )
        else:
            more = {"run_id": run_id, "seq": 99, "record_id": "x", "state": "planned", "rows": 1}
            connection.execute(insert(items).values(**more, first_row=1, last_row=1, is_record=True))
            connection.execute(insert(bodies).values(run_id=run_id, seq=99, body=b"{}", sha256=""))
    with pytest.raises(NotApproved):
        start(team["ana"], run_id)
    assert team["ana"].runs.get(run_id).started_at is None


def test_who_was_written_to_meanwhile_is_left_out_and_the_approval_stands(team: Team) -> None:
    ana = team["ana"]
    run_id = campaign(ana, LIMIT + 2)
    ana.approvals.ask(run_id)
    team["yusuf"].approvals.answer(run_id, Answer.APPROVED)
    fence = ana.runner.acquire(run_id)
    ana.ledger.leave_out(run_id, fence, {0: "Written to meanwhile."})
    ana.runner.release(run_id)
    with ana.reading() as connection:
        assert frozen_hash(connection, run_id) == ana.runs.get(run_id).sha256
    start(ana, run_id)
    totals = ana.runs.totals(run_id)
    assert (totals.left_out, totals.rows) == (1, LIMIT + 2)


def test_the_database_itself_starts_nothing_that_one_person_alone_wants(team: Team) -> None:
    ana = team["ana"]
    run_id = campaign(ana)
    ana.approvals.ask(run_id)
    begun = update(runs).where(runs.c.id == run_id).values(state="running")
    with pytest.raises(WorkspaceError, match="no second person has agreed"), ana.writing() as connection:
        connection.execute(begun)
    with pytest.raises(WorkspaceError), ana.writing() as connection:
        connection.exec_driver_sql("UPDATE meta SET value = '0' WHERE key = 'approve_above'")
    team["yusuf"].approvals.answer(run_id, Answer.APPROVED)
    with ana.writing() as connection:
        connection.execute(begun)


def test_a_plan_is_sent_back_with_words_and_asked_about_again(team: Team) -> None:
    ana, yusuf = team["ana"], team["yusuf"]
    run_id = campaign(ana)
    ana.approvals.ask(run_id)
    with closing(psycopg.connect(team.address, autocommit=True)) as connection:
        connection.execute("UPDATE operators SET shown = 'Yusuf Aydın' WHERE name = 'yusuf'")
    back = yusuf.approvals.answer(run_id, Answer.SENT_BACK, "The price is wrong.")
    assert (back.answer, back.words, back.valid) == ("sent back", "The price is wrong.", False)
    with pytest.raises(NotApproved) as caught:
        start(ana, run_id)
    assert caught.value.advice == "Yusuf Aydın sent it back: The price is wrong."
    with pytest.raises(WorkspaceError, match="Nobody waits for an answer"):
        yusuf.approvals.answer(run_id, Answer.APPROVED)
    ana.approvals.ask(run_id)
    yusuf.approvals.answer(run_id, Answer.APPROVED)
    start(ana, run_id)
    assert [one.answer for one in ana.approvals.list()] == ["approved", "sent back"]
    other = campaign(ana)
    assert yusuf.approvals.approved_before(other, "yusuf") == ana.approvals.of_run(run_id)
    assert yusuf.approvals.approved_before(run_id, "yusuf") is None


def test_few_people_and_records_of_the_store_need_nobody(team: Team) -> None:
    ana = team["ana"]
    start(ana, campaign(ana, LIMIT))
    start(ana, plan(ana, LIMIT + 5))
    own = campaign(ana, LIMIT)
    ana.approvals.own_limit = 1
    with pytest.raises(NotApproved, match="above 1 a second person"):
        start(ana, own)
    ana.approvals.own_limit = 99
    with pytest.raises(NotApproved, match="above 2 a second person"):
        start(ana, campaign(ana))
    with pytest.raises(NotAllowed):
        ana.approvals.set_team_limit(0)
    team["priya"].approvals.set_team_limit(0)
    ana.approvals.own_limit = 0
    start(ana, campaign(ana))
    [changed] = ana.log.page(actions=["limit changed"], limit=1)
    assert (changed.operator, changed.details) == ("priya", {"from": LIMIT, "to": 0})


def test_who_has_a_workspace_alone_is_told_that_it_takes_two(tmp_path: Path) -> None:
    with Workspace.open(tmp_path, "") as workspace:
        run_id = campaign(workspace)
        workspace.approvals.own_limit = LIMIT
        with pytest.raises(NotApproved) as caught:
            start(workspace, run_id)
        assert "nobody can tell two people apart" in caught.value.advice
        with pytest.raises(WorkspaceError, match="not shared"):
            workspace.approvals.ask(run_id)
        workspace.approvals.own_limit = 0
        start(workspace, run_id)
