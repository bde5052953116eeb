"""`svcconsole approve`: the answer of a second person to a plan, and the question."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.opened_workspace import opened_workspace
from svcconsole.cli.output import help_of, say, write_line
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.words.message import mark, message, plural

Run = Annotated[str, typer.Argument(metavar="RUN", help=mark("A run: its id, its plan code, or last."))]
Refuse = Annotated[
    str | None, typer.Option("--refuse", metavar="WORDS", help=mark("Send it back, and say why."))
]
Plan = Annotated[
    str,
    typer.Option("--plan", metavar="SHA256", help=mark("Only a plan of this hash, as approvals shows it.")),
]
Ask = Annotated[bool, typer.Option("--ask", help=mark("Ask for an approval of your own plan."))]
APPROVE = mark("""Agree that a plan another person made may be sent, or send it back.

    The approval counts for exactly the plan that was looked at: one letter, one person more, and it counts no
    longer. Nobody approves a plan of their own. Exit codes: 0 answered, 2 refused, with the reason.
    """)


def register(app: typer.Typer) -> None:
    app.command("approve", help=help_of(APPROVE))(approve)


@with_store_options
def approve(
    *,
    run: Run,
    refuse: Refuse = None,
    ask: Ask = False,
    plan: Plan = "",
    store: StoreOptions,
) -> None:
    """Answer the question about a plan, or ask one."""
    from svcconsole.workspace.team.approvals import Answer

    with opened_workspace(store) as workspace:
        if ask and refuse is not None:
            raise RefusedHere(message("Either --ask or --refuse."))
        info = workspace.runs.find(run)
        if ask:
            found = workspace.approvals.ask(info.id)
            told = plural(
                "Plan {code} waits for a second person: {n} person.",
                "Plan {code} waits for a second person: {n} people.",
                found.people,
                code=found.code,
            )
        elif refuse is None:
            found = workspace.approvals.answer(info.id, Answer.APPROVED, seen=plan)
            told = plural(
                "Plan {code} may be sent to {n} person.",
                "Plan {code} may be sent to {n} people.",
                found.people,
                code=found.code,
            )
        else:
            found = workspace.approvals.answer(info.id, Answer.SENT_BACK, refuse, seen=plan)
            name = workspace.operators.name_of(found.asked_by)
            told = message("Plan {code} was sent back to {name}.", code=found.code, name=name)
        say(told)
        write_line(json.dumps(asdict(found), ensure_ascii=False))
