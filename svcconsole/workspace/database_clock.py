"""The clock of the database, which is one for every computer that shares it."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, Float, cast, func, select

from svcconsole.workspace.clock import this_moment

SERVER_CLOCK = cast(func.extract("epoch", func.clock_timestamp()), Float)


def seconds(connection: Connection) -> float:
    """Seconds since 1970 by that clock; of a file it is this computer's."""
    if connection.dialect.name == "sqlite":
        return this_moment().timestamp()
    return float(connection.execute(select(SERVER_CLOCK)).scalar_one())


def database_moment(connection: Connection) -> datetime:
    """The same as a moment in UTC."""
    return datetime.fromtimestamp(seconds(connection), UTC)
