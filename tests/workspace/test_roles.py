"""Roles hold in the database itself: what an account may not do fails by SQL, too, and is said before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import insert, make_url

from svcconsole.services.today.begun import drafts_begun
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.draft_keys import stored_key
from svcconsole.workspace.engines.postgresql_rights import GRANTS, READ_ONLY
from svcconsole.workspace.errors import FenceLost, WorkspaceError
from svcconsole.workspace.local_copy import LocalCopy
from svcconsole.workspace.runs.ledger_entries import Intent
from svcconsole.workspace.runs.plans import STEP
from svcconsole.workspace.runs.records import Decision, NewRun, NewSend, PlanItem
from svcconsole.workspace.schema import ItemState, Repeat, RunState, drafts, metadata
from svcconsole.workspace.schema.team_tables import team_metadata
from svcconsole.workspace.team.operators import AccountEnd, Invitation, SqlNeeded, account_of
from svcconsole.workspace.team.roles import REFUSALS, NotAllowed, Right, Role
from tests.workspace.planning import item, plan


class Team:
    """A shared workspace, its owner, and the addresses of those who were invited."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        self.address = address
        self.owner = Workspace.open(folder / "owner" / "store", address)
        self.addresses: dict[str, str] = {}

    def invite(self, shown: str, role: Role) -> str:
        """Their account."""
        made = self.owner.operators.invite(shown, role)
        self.addresses[made.operator.name] = full(made)
        return made.operator.name

    def open(self, name: str) -> Workspace:
        return Workspace.open(self.folder / name / "store", self.addresses[name])

    def run(self, name: str, statement: str) -> int:
        """Run a statement by their account; how many rows it met."""
        with closing(psycopg.connect(self.addresses[name], autocommit=True)) as connection:
            return connection.execute(statement.encode()).rowcount

    def close(self) -> None:
        self.owner.close()
        with closing(psycopg.connect(self.address, autocommit=True)) as connection:
            for name in self.addresses:
                if connection.execute("SELECT FROM pg_roles WHERE rolname = %s", (name,)).fetchone():
                    connection.execute(f'DROP OWNED BY "{name}"; DROP ROLE "{name}"'.encode())


def full(made: Invitation) -> str:
    url = make_url(made.address).set(password=made.password or None)
    return url.render_as_string(hide_password=False)


@pytest.fixture
def team(tmp_path: Path, new_database: Callable[[], str]) -> Iterator[Team]:
    made = Team(tmp_path, new_database())
    yield made
    made.close()


def test_every_table_has_its_rights() -> None:
    named = {table for tables in GRANTS.values() for table in tables} | READ_ONLY
    assert {*metadata.tables, *team_metadata.tables} <= named


RUN = "INSERT INTO runs (id, code, kind, title, state, sentence, path, file_name, fingerprint, header, rows,"
VALUES = (
    " products, left_out, created_at, single)"
    " VALUES ('x', '', '', '', '{}', '', '', '', '', '[]', 0, 0, 0, '', false)"
)
ENTRY = "INSERT INTO audit_log VALUES (1, '', 'owner', '', 'approved', '', 0, '', '', '', '')"
PLANNED, BEGUN = RUN + VALUES.format("planned"), RUN + VALUES.format("running")
STATEMENTS = {
    "plan": (PLANNED, Right.PREPARE),
    "begin": (BEGUN, Right.SEND),
    "start": ("UPDATE runs SET state = 'running' WHERE id = '{run}'", Right.SEND),
    "send": ("UPDATE items SET state = 'sending' WHERE run_id = '{run}'", Right.SEND),
    "arrived": ("UPDATE items SET state = 'acked' WHERE run_id = '{run}'", Right.SEND),
    "items": ("DELETE FROM items WHERE run_id = '{run}'", Right.ADMINISTER),
    "attempt": ("DELETE FROM attempts", Right.SEND),
    "watermark": ("UPDATE watermarks SET attempts = 0", Right.SEND),
    "lease": ("DELETE FROM console_leases", Right.SEND),
    "mapping": ("DELETE FROM mappings", Right.PREPARE),
    "suppression": ("DELETE FROM registry", Right.PREPARE),
    "decide": (
        "INSERT INTO decisions (run_id, seq, decision, by, at, reason, server_words, tries)"
        " VALUES ('{run}', 0, 'keep', 'owner', '', '', '', 0)",
        Right.DECIDE,
    ),
    "ask": (
        "INSERT INTO approvals (run_id, plan_sha256, people, asked_by, asked_at, words)"
        " VALUES ('{run}', '', 1, 'owner', '', '')",
        Right.PREPARE,
    ),
    "approve": ("UPDATE approvals SET answer = 'approved' WHERE asked_by <> session_user", Right.APPROVE),
    "log": (ENTRY, Right.PREPARE),
    "body": ("UPDATE bodies SET body = ''", Right.ADMINISTER),
    "history": ("DELETE FROM changes", Right.ADMINISTER),
    "limit": ("SELECT svc_approve_above(0)", Right.ADMINISTER),
    "admit": ("SELECT svc_admit('mallory', '', 'administer', NULL)", Right.ADMINISTER),
    "shut": ("SELECT svc_shut_out('postgres', true)", None),
    "role": ("UPDATE operators SET role = 'administer'", None),
    "version": ("UPDATE meta SET value = '99'", None),
    "unlog": ("DELETE FROM audit_log", None),
    "relog": ("UPDATE audit_log SET operator = 'x'", None),
    "untrigger": ("ALTER TABLE audit_log DISABLE TRIGGER ALL", None),
    "unrule": ("ALTER TABLE runs DISABLE ROW LEVEL SECURITY", None),
    "strip": ("SELECT svc_strip('postgres')", None),
    "empty": ("TRUNCATE items CASCADE", None),
    "drop": ("DROP TABLE items", None),
    "account": ("CREATE ROLE mallory", None),
}
"""Statements with the right that lets one run them; None for nobody who was invited."""


@pytest.mark.parametrize("role", list(Role))
def test_what_a_role_may_not_do_fails_by_sql(team: Team, role: Role) -> None:
    from svcconsole.workspace.team.roles import RIGHTS

    run_id = plan(team.owner, 2)
    with team.owner.writing() as connection:
        connection.exec_driver_sql(STATEMENTS["ask"][0].replace("{run}", run_id))
    name = team.invite(f"Somebody {role}", role)
    went = []
    for word, (statement, right) in STATEMENTS.items():
        allowed = right is not None and right in RIGHTS[role]
        try:
            rows = team.run(name, statement.replace("{run}", run_id))
        except psycopg.errors.InsufficientPrivilege:
            done = False
        except (psycopg.errors.UndefinedObject, psycopg.errors.UniqueViolation):
            done = True
        else:
            # A rule for rows lets a statement run that meets none of those it may not write.
            ruled = ("UPDATE runs", "UPDATE items", "DELETE FROM items")
            done = rows != 0 or not statement.startswith(ruled)
        assert done == allowed, (word, statement)
        went.append(word)
    assert went == list(STATEMENTS)
    if Right.PREPARE in RIGHTS[role]:
        assert team.owner.log.page()[0].operator == name, "nobody writes in another's name"
        assert team.owner.log.verify().whole
        assert team.owner.runs.get("x").operator == name


def test_a_stranger_sees_nothing(team: Team) -> None:
    with closing(psycopg.connect(team.address, autocommit=True)) as connection:
        connection.execute("CREATE ROLE stranger LOGIN")
    team.addresses["stranger"] = make_url(team.address).set(username="stranger").render_as_string()
    for table in (*metadata.tables, *team_metadata.tables):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            team.run("stranger", f"SELECT FROM {table}")
    with pytest.raises(WorkspaceError, match="stranger has no right to do this"):
        team.open("stranger")


def test_what_a_role_may_not_do_is_said_before_it_is_tried(team: Team) -> None:
    run_id = plan(team.owner, 1)
    for role, right, does in (
        (Role.LOOK, Right.PREPARE, lambda space: plan(space, 1)),
        (Role.LOOK, Right.SEND, lambda space: space.runner.acquire()),
        (Role.PREPARE, Right.SEND, lambda space: space.runner.acquire(run_id)),
        (Role.PREPARE, Right.DECIDE, lambda space: space.decisions.decide([(run_id, 0)], Decision.KEEP, "")),
        (Role.WORKER, Right.DECIDE, lambda space: space.decisions.undo([1])),
        (Role.APPROVE, Right.ADMINISTER, lambda space: space.operators.invite("Mallory")),
    ):
        name = account_of(f"one {role}")
        if name not in team.addresses:
            team.invite(f"One {role}", role)
        with team.open(name) as space, pytest.raises(NotAllowed) as caught:
            does(space)
        assert caught.value.sentence == REFUSALS[right]
        assert caught.value.advice


NEW = NewRun("products", "", "/shop/p.csv", "p.csv", "f" * 64, ("Handle", "Title"))


def broken_off() -> Iterator[PlanItem]:
    """More records than one step writes, and then something goes wrong."""
    yield from (item(number) for number in range(STEP + 1))
    raise KeyError


def test_everybody_looks_and_a_preparer_plans_what_a_sender_sends(team: Team) -> None:
    ana, yusuf = team.invite("Ana Moreira", Role.PREPARE), team.invite("Yusuf Demir", Role.SEND)
    with team.open(ana) as space:
        run_id = plan(space, 2, kind="messages", effect=Repeat.ONCE)
        space.drafts.save("note", {"text": "Thyme"})
        with pytest.raises(KeyError):
            space.runs.create(replace(NEW, title="Broken off"), broken_off())
        assert space.runs.get(run_id).operator == ana
    looks = team.invite("Sofie", Role.LOOK)
    with team.open(looks) as space:
        assert [info.id for info in space.runs.list()] == [run_id]
        assert space.operators.me().role is Role.LOOK
        space.people.remember([{"id": 8, "firstName": "Ada"}])
    with team.open(yusuf) as space:
        fence = space.runner.acquire(run_id)
        space.ledger.set_state(run_id, fence, RunState.RUNNING)
        space.ledger.write(run_id, fence, [Intent("messages.send", "Row 1", (0,), "0" * 64)])
        new = NewSend("tickets.create", Repeat.ONCE, "ticket", "Ticket", b"{}", "f")
        assert isinstance(space.sends.begin(new, fence), tuple)
        space.ledger.set_state(run_id, fence, RunState.STOPPED)
        space.runner.release(run_id)
        with pytest.raises(NotAllowed):  # what has begun is the administrators' to delete
            space.runs.forget(run_id)
        assert space.runs.get(run_id).state is RunState.STOPPED
    doers = [(one.action, one.operator) for one in team.owner.log.of_run(run_id)]
    assert doers == [("planned", ana), ("started", yusuf), ("stopped", yusuf)]


def test_who_is_removed_loses_runs_and_rights_at_once(team: Team) -> None:
    """A lost laptop: it is still connected, and in the middle of a campaign."""
    name = team.invite("Ana Moreira", Role.SEND)
    laptop = team.open(name)
    run_id = plan(laptop, 3, kind="messages", effect=Repeat.ONCE)
    fence = laptop.runner.acquire(run_id)
    laptop.ledger.set_state(run_id, fence, RunState.RUNNING)
    laptop.ledger.write(run_id, fence, [Intent("messages.send", "Row 1", (0,), "0" * 64)])
    shut = team.owner.operators.remove("ana moreira")
    assert (shut.consoles, shut.account) == (1, AccountEnd.GONE)
    totals = team.owner.runs.totals(run_id)
    assert (totals.needs_decision, totals.not_sent, totals.on_the_way) == (1, 2, 0)
    assert team.owner.runs.get(run_id).state is RunState.STOPPED
    with pytest.raises((WorkspaceError, FenceLost)):
        laptop.ledger.write(run_id, fence, [Intent("messages.send", "Row 2", (1,), "0" * 64)])
    laptop.close()
    with pytest.raises(WorkspaceError, match="does not let ana_moreira in"):
        team.open(name)
    assert team.owner.operators.get(name) is None
    assert [one.action for one in team.owner.log.page(limit=2)] == ["removed", "stopped"]
    again = team.invite("Ana Moreira", Role.SEND)
    with team.open(again) as space:
        assert [item.seq for item in space.ledger.waiting(run_id, -1, 9)] == [1, 2]
        assert [doubt.seq for doubt in space.decisions.open()] == [0]
        space.decisions.decide([(run_id, 0)], Decision.COUNT_AS_SENT, "somebody else")
        assert space.decisions.decided()[0].by == again
    assert ItemState.UNKNOWN not in {doubt.reason for doubt in team.owner.decisions.open()}


def test_who_is_locked_comes_back_with_a_role(team: Team) -> None:
    name = team.invite("Ana Moreira", Role.APPROVE)
    team.owner.operators.lock(name)
    locked = team.owner.operators.get(name)
    assert locked is not None
    assert locked.locked_at
    assert not locked.rights
    with pytest.raises(WorkspaceError, match="does not let ana_moreira in"):
        team.open(name)
    assert team.owner.operators.set_role("Ana Moreira", Role.LOOK).locked_at is None
    with team.open(name) as space:
        assert space.operators.me().role is Role.LOOK
        with pytest.raises(NotAllowed):
            plan(space, 1)
    team.owner.operators.set_role(name, Role.PREPARE)
    with team.open(name) as space:
        plan(space, 1)
    actions = [one.action for one in reversed(team.owner.log.page())]
    assert actions == ["invited", "locked", "role changed", "role changed", "planned"]


def test_an_administrator_who_owns_nothing_invites_and_removes(team: Team) -> None:
    boss = team.invite("Priya Nair", Role.ADMINISTER)
    with team.open(boss) as space:
        made = space.operators.invite("Tomás Ferreira", Role.LOOK)
        assert made.operator.name == "tomas_ferreira"
        assert made.password not in made.address
        with Workspace.open(team.folder / "new" / "store", full(made)) as theirs:
            assert theirs.operators.me().invited_by == boss
        with pytest.raises(WorkspaceError, match="is in the team already"):
            space.operators.invite("Tomás Ferreira")
        with pytest.raises(WorkspaceError, match="cannot shut yourself out"):
            space.operators.remove(boss)
        with pytest.raises(WorkspaceError):
            space.operators.remove("postgres")
        assert space.operators.remove("Tomás Ferreira").account is AccountEnd.GONE
        with pytest.raises(WorkspaceError, match="There is nobody named"):
            space.operators.remove("Tomás Ferreira")
    assert made.password not in repr(team.owner.log.page())


def test_where_the_owner_may_make_no_accounts_the_statements_are_given(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    address = new_database()
    with closing(psycopg.connect(address, autocommit=True)) as keeper:
        keeper.execute("CREATE ROLE shopkeeper LOGIN")
        keeper.execute("GRANT ALL ON SCHEMA public TO shopkeeper")
        mine = make_url(address).set(username="shopkeeper").render_as_string(hide_password=False)
        try:
            with Workspace.open(tmp_path / "a" / "store", mine) as workspace:
                with pytest.raises(SqlNeeded) as caught:
                    workspace.operators.invite("Ana D'Arc", Role.SEND)
                assert caught.value.invitation.password not in caught.value.sql
                for statement in caught.value.sql.splitlines():
                    keeper.execute(statement.encode())
                with Workspace.open(tmp_path / "b" / "store", full(caught.value.invitation)) as theirs:
                    assert (theirs.operators.me().shown, theirs.operators.me().role) == (
                        "Ana D'Arc",
                        Role.SEND,
                    )
                shut = workspace.operators.remove("Ana D'Arc")
                assert shut.account is AccountEnd.OPEN, "somebody else has made it"
                with pytest.raises(WorkspaceError, match="no right"):
                    Workspace.open(tmp_path / "b" / "store", full(caught.value.invitation))
        finally:
            keeper.execute("DROP OWNED BY shopkeeper CASCADE")
            keeper.execute("DROP ROLE IF EXISTS ana_d_arc")
            keeper.execute("DROP ROLE shopkeeper")


def test_who_has_a_workspace_alone_may_do_everything_but_invite(tmp_path: Path) -> None:
    with Workspace.open(tmp_path, "") as workspace:
        assert [one.role for one in workspace.operators.list()] == [Role.ADMINISTER]
        assert all(workspace.operators.may(right) for right in Right)
        with pytest.raises(WorkspaceError, match="not shared"):
            workspace.operators.invite("Ana")


@pytest.mark.parametrize("shown", ["", "☘", "7up", "pg_admin", "public"])
def test_what_can_be_no_account_is_refused(shown: str) -> None:
    with pytest.raises(WorkspaceError, match="cannot be the name of an account"):
        account_of(shown)


def test_each_has_drafts_of_their_own_of_what_is_new(team: Team, tmp_path: Path) -> None:
    """Those of what is there are everybody's; what is nobody's own is theirs who opens it first."""
    team.owner.drafts.save("ticket:17", {"by": "owner"})
    with team.owner.writing() as connection:
        connection.execute(insert(drafts).values(key="flow:new", value='{"by": "before"}', at="2026-01-01"))
    names = [team.invite(f"Somebody {each}", role) for each, role in (("a", Role.SEND), ("b", Role.LOOK))]
    with team.open(names[0]) as ana, team.open(names[1]) as ben:
        new = ("ticket:new", "products:copy of P 1")
        for key in new:
            ana.drafts.save(key, {"by": "ana"})
            assert ben.drafts.get(key) is None
            ben.drafts.save(key, {"by": "ben"})
            ben.drafts.save("ticket:17", {"by": "ben"})
        shown = {"ticket:17", "flow:new", *new}
        for space, me in ((ana, "ana"), (ben, "ben")):
            assert [_by(space, key) for key in (*new, "ticket:17")] == [me, me, "ben"]
            assert set(space.drafts.keys()) == {draft.key for draft in space.drafts.all()} == shown
            assert {draft.key for draft in drafts_begun(space, None)} == shown
            assert [draft.key for draft in drafts_begun(space, None) if draft.key.endswith(":new")] != []
        assert [_by(space, "flow:new") for space in (ben, ana)] == ["before", None]
        ben.drafts.delete("ticket:new")
        assert (_by(ana, "ticket:new"), _by(ben, "ticket:new")) == ("ana", None)
        copy = LocalCopy(ben.folder)
        copy.refresh(ben)
        away = copy.open()
        assert away is not None
        with away:
            assert (_by(away, new[1]), _by(away, "ticket:new"), _by(away, "flow:new")) == (
                "ben",
                None,
                "before",
            )
            away.drafts.save("ticket:new", {"by": "ben, away"})
        assert copy.bring_back(ben) == []
        assert (_by(ana, "ticket:new"), _by(ben, "ticket:new")) == ("ana", "ben, away")


def test_of_drafts_of_a_team_none_is_lost_where_one_goes_on_alone(tmp_path: Path) -> None:
    """As after a move into a file: each comes up once the one before it is gone."""
    with Workspace.open(tmp_path / "store") as space:
        with space.writing() as connection:
            for at, who in enumerate(("ana", "ben")):
                row = {
                    "key": stored_key("ticket:new", who),
                    "value": f'{{"by": "{who}"}}',
                    "at": f"2026-0{at + 1}",
                }
                connection.execute(insert(drafts).values(**row))
        for who in ("ben", "ana"):
            assert space.drafts.keys() == [draft.key for draft in space.drafts.all()] == ["ticket:new"]
            assert _by(space, "ticket:new") == who
            space.drafts.delete("ticket:new")
        assert space.drafts.all() == ()


def _by(space: Workspace, key: str) -> str | None:
    draft = space.drafts.get(key)
    return None if draft is None else str(draft.value["by"])
