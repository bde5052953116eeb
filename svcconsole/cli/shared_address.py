"""Refuses the address of a shared workspace on the command line where it holds a password."""

from __future__ import annotations

from typing import Final

from svcconsole.api.errors import RefusedHere
from svcconsole.words.message import message

IN_VARIABLE: Final = message("Leave it out, and put it into PGPASSWORD.")


def refuse_password(address: str, advice: str) -> None:
    """Raise RefusedHere where the address holds a password: what is typed stands in the list of processes.
    `advice` says where it goes instead."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(address)
    except ArgumentError:
        return  # whoever opens it says what is wrong with it
    if url.password or "password" in url.query:
        raise RefusedHere(
            message("The address of the workspace holds a password, which everybody here could read."),
            advice=advice,
        )
