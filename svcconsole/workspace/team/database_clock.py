"""The clock of the database, which is one for every computer that shares it."""

from __future__ import annotations

import time

from sqlalchemy import Connection, Float, cast, func, select

SERVER_CLOCK = cast(func.extract("epoch", func.clock_timestamp()), Float)


def seconds(connection: Connection) -> float:
    """Seconds since 1970 by that clock; of a file it is this computer's."""
    if connection.dialect.name == "sqlite":
        return time.time()
    return float(connection.execute(select(SERVER_CLOCK)).scalar_one())
