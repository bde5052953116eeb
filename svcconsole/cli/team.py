"""`svcconsole team`: who shares a workspace, what each may do, and who is asked a second time."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from svcconsole.cli import team_move
from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.opened_workspace import opened_workspace
from svcconsole.cli.output import help_of, say, write_line
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.words.message import mark, message, number, plural
from svcconsole.workspace.team.roles import Role

if TYPE_CHECKING:
    from svcconsole.workspace.team.operators import Operator, ShutOut

Name = Annotated[str, typer.Argument(metavar="NAME", help=mark("The person's name, or that of the account."))]
ROLE_HELP = mark(
    "look, prepare, send, approve, administer or worker; each person's includes those before it."
)
AsRole = Annotated[Role, typer.Option("--role", metavar="ROLE", help=ROLE_HELP)]
NewRole = Annotated[Role, typer.Argument(metavar="ROLE", help=ROLE_HELP)]
People = Annotated[
    int, typer.Argument(metavar="PEOPLE", min=0, help=mark("A number of people; 0 lets nobody be asked."))
]
HELP = mark("""Say who shares a workspace and what each may do.

    The database itself holds these rights. Exit codes: 0 done, 2 refused, with the reason.
    """)
INVITE = mark("""Make an account for somebody and say what to hand over: an address and a password.

    The password is shown this once. Where this account may make no others, the statements for whoever keeps
    the database are printed.
    """)
LIST = mark("""List everybody: one JSON line a person.""")
CHANGE = mark("""Give somebody another role; who was locked out is let in again with it.""")
REMOVE = mark("""Take somebody out of the team for good, as after a lost laptop.

    Their consoles lose their runs at once: what was on its way needs a decision, the rest waits for somebody
    else. Their account loses every right and goes.
    """)
LOCK = mark("""Shut somebody out until `team role` lets them in again; otherwise as remove.""")
LIMIT = mark("""Let every campaign to more people than this need a second person.""")


def register(app: typer.Typer) -> None:
    team = typer.Typer(help=help_of(HELP), no_args_is_help=True)
    team.callback()(_group)
    for name, text, command in (
        ("invite", INVITE, invite),
        ("list", LIST, list_),
        ("role", CHANGE, role_),
        ("remove", REMOVE, remove),
        ("lock", LOCK, lock),
        ("approve-above", LIMIT, approve_above),
    ):
        team.command(name, help=help_of(text))(command)
    team_move.register_in(team)
    app.add_typer(team, name="team")


def _group() -> None:
    """The options belong to the commands."""


@with_store_options
def invite(
    *,
    name: Name,
    role: AsRole = Role.SEND,
    store: StoreOptions,
) -> None:
    """Make an account for somebody."""
    with opened_workspace(store) as workspace:
        from svcconsole.workspace.team.operators import SqlNeeded

        try:
            made = workspace.operators.invite(name, role)
        except SqlNeeded as needed:
            say(needed.sentence)
            say(needed.advice)
            write_line(needed.sql.rstrip())
            made = needed.invitation
        told = {"name": made.operator.name, "role": role, "address": made.address, "password": made.password}
        write_line(json.dumps(told, ensure_ascii=False))
        if made.password:
            say(message("The password is shown this once. Send it another way than the address."))
        else:
            say(message("{name} has an account on this server already, and keeps its password.", name=name))


@with_store_options
def list_(
    *,
    store: StoreOptions,
) -> None:
    """List everybody."""
    with opened_workspace(store) as workspace:
        for operator in workspace.operators.list():
            write_line(json.dumps(_told(operator), ensure_ascii=False))
        limit = workspace.approvals.team_limit()
        if limit:
            say(message("Above {limit} people a second person has to agree.", limit=number(limit)))


@with_store_options
def role_(
    *,
    name: Name,
    role: NewRole,
    store: StoreOptions,
) -> None:
    """Give somebody another role."""
    with opened_workspace(store) as workspace:
        write_line(json.dumps(_told(workspace.operators.set_role(name, role)), ensure_ascii=False))


@with_store_options
def remove(
    *,
    name: Name,
    store: StoreOptions,
) -> None:
    """Take somebody out of the team for good."""
    with opened_workspace(store) as workspace:
        _say_shut_out(name, workspace.operators.remove(name))


@with_store_options
def lock(
    *,
    name: Name,
    store: StoreOptions,
) -> None:
    """Shut somebody out for now."""
    with opened_workspace(store) as workspace:
        _say_shut_out(name, workspace.operators.lock(name))


@with_store_options
def approve_above(
    *,
    people: People,
    store: StoreOptions,
) -> None:
    """Set above how many people a second person has to agree."""
    with opened_workspace(store) as workspace:
        workspace.approvals.set_team_limit(people)
        if people:
            say(message("Above {limit} people a second person has to agree.", limit=number(people)))
        else:
            say(message("No second person is asked any more."))


def _told(operator: Operator) -> dict[str, object]:
    return {**asdict(operator), "rights": sorted(operator.rights)}


def _say_shut_out(name: str, shut: ShutOut) -> None:
    """Say what somebody lost, and what is left to do."""
    from svcconsole.workspace.team.operators import AccountEnd

    say(message("{name} has no rights in this workspace any more.", name=name))
    if shut.consoles:
        say(
            plural(
                "{n} console of theirs was sending; what was on its way needs a decision.",
                "{n} consoles of theirs were sending; what was on its way needs a decision.",
                shut.consoles,
            )
        )
    if shut.account is AccountEnd.OPEN:
        say(message("Their account was made by somebody else: have whoever keeps the database drop it."))
        raise typer.Exit(Exit.NOTED)
