"""Turns PostgreSQL's errors into sentences: what happened to the shared workspace and what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from svcconsole.words.message import mark, message, sentences
from svcconsole.workspace.errors import WorkspaceAway, WorkspaceError

OLDEST_SERVER = 140000
"""PostgreSQL 14, as the server tells its version."""
ASK = message("Ask whoever keeps the database.")


class Rule(NamedTuple):
    """What is said of an error: `code` is the beginning of its SQLSTATE, or `words` are found in its text.

    A connection that is refused has no code, only the server's or the library's words.
    """

    code: str
    words: str
    sentence: str
    advice: str
    raised: type[WorkspaceError] = WorkspaceError


RULES: Sequence[Rule] = (
    Rule(
        "",
        r"no password supplied",
        mark("The password of {user} for the shared workspace {place} is not known here."),
        message("Type it in Settings, Team; on the command line it can stand in the address."),
    ),
    Rule(
        "28P01",
        r"password authentication failed",
        mark("The shared workspace {place} does not accept the password of {user}."),
        message("Type the password again, or ask whoever invited you for a new one."),
    ),
    Rule(
        "28",
        r"role \"[^\"]*\" does not exist|no pg_hba\.conf entry|not permitted to log in",
        mark("The shared workspace {place} does not let {user} in from this computer."),
        message("Ask whoever keeps the database to invite you, or to allow this computer's address."),
    ),
    Rule(
        "3D000",
        r"database \"[^\"]*\" does not exist",
        mark("There is no database {place}."),
        message("Check the last part of its address: postgresql://name:password@host:5432/database."),
    ),
    Rule(
        "",
        r"SSL (connection has been closed|SYSCALL)",
        mark("The connection to the shared workspace {place} broke."),
        message("Check this computer's connection. Nothing is lost meanwhile."),
        WorkspaceAway,
    ),
    Rule(
        "",
        r"does not support SSL",
        mark("The shared workspace {place} does not offer an encrypted connection."),
        message(
            "Ask whoever keeps the database to switch TLS on. Nothing was sent to it, no password either."
        ),
    ),
    Rule(
        "",
        r"does not match host name",
        mark("The certificate of the shared workspace {place} is for another computer."),
        message("Check the host in its address: it is the name that the certificate has."),
    ),
    Rule(
        "",
        r"certificate|SSL|TLS",
        mark("The certificate of the shared workspace {place} cannot be trusted."),
        message(
            "Ask for the file of the authority that made it, and name it in the address: sslrootcert=FILE."
        ),
    ),
    Rule(
        "",
        r"failed to resolve|could not translate host name|Name or service not known",
        mark("The shared workspace {place} cannot be found: nobody knows that name."),
        message("Check the host in its address, and this computer's connection."),
        WorkspaceAway,
    ),
    Rule(
        "53300",
        r"too many (clients|connections)|remaining connection slots",
        mark("The shared workspace {place} has as many connections as it allows."),
        message("Close consoles that nobody uses, or ask whoever keeps the database for more."),
        WorkspaceAway,
    ),
    Rule(
        "57P",
        r"the database system is (starting up|shutting down|in recovery)",
        mark("The shared workspace {place} is being started or stopped."),
        message("Wait a moment, then try again."),
        WorkspaceAway,
    ),
    Rule(
        "",
        r"Connection refused|timeout expired|timed out|No route to host|unreachable|No such file or directory"
        r"|server closed the connection|connection is lost|the connection is closed|consuming input failed",
        mark("The shared workspace {place} was not reached."),
        message("Check this computer's connection, and whether the server is on. Nothing is lost meanwhile."),
        WorkspaceAway,
    ),
    Rule(
        "08",
        r"(?!)",
        mark("The connection to the shared workspace {place} broke."),
        message("Check this computer's connection. Nothing is lost meanwhile."),
        WorkspaceAway,
    ),
    Rule(
        "42501",
        r"(?!)",
        mark("{user} has no right to do this in the shared workspace {place}."),
        message("Ask whoever keeps the database for it."),
    ),
    Rule(
        "25006",
        r"(?!)",
        mark("The shared workspace {place} can only be read, so nothing can be noted and nothing is sent."),
        message("It may be a copy that follows another server: ask for the address of that one."),
    ),
    Rule(
        "55P03",
        r"(?!)",
        mark("Another console keeps the shared workspace {place} busy."),
        message("Try again in a moment."),
    ),
    Rule(
        "53100",
        r"(?!)",
        mark("The disk of the shared workspace {place} is full: nothing can be noted, nothing is sent."),
        message("Ask whoever keeps the database to make room: nothing is lost."),
    ),
)


def explain(error: BaseException | None, place: str, user: str) -> WorkspaceError:
    """The WorkspaceError for what the driver raised about the database at `place`, its words included."""
    code, words = str(getattr(error, "sqlstate", None) or ""), " ".join(str(error or "").split())
    said = message("The server said: {words}", words=words)
    for rule in RULES:
        if (rule.code and code.startswith(rule.code)) or (not code and re.search(rule.words, words)):
            sentence = message(rule.sentence, place=place, user=user)
            return rule.raised(sentence, sentences(rule.advice, said))
    return WorkspaceError(
        message("The shared workspace {place} cannot be used.", place=place), sentences(ASK, said)
    )


def too_old(place: str, version: int) -> WorkspaceError:
    """The refusal of a server that is too old; `version` as it tells it, 120005 for 12.5."""
    return WorkspaceError(
        message(
            "The shared workspace {place} runs on PostgreSQL {version}; version {oldest} or newer is needed.",
            place=place,
            version=str(version // 10000),
            oldest=str(OLDEST_SERVER // 10000),
        ),
        message("Ask whoever keeps the database for a newer server."),
    )
