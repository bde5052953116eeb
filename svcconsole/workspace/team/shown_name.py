"""What the team calls whoever has an account of its database."""

from __future__ import annotations

from sqlalchemy import Connection, select

from svcconsole.workspace.schema.team_tables import operators


def shown_name(connection: Connection, account: str) -> str:
    """The name that an account was invited with; the account itself where nobody has it."""
    if connection.dialect.name == "sqlite":
        return account  # a workspace of one's own has no team
    return str(connection.execute(select(operators.c.shown).filter_by(name=account)).scalar() or account)
