"""The mail server that takes a report's e-mails, as the command line names it."""

from __future__ import annotations

from typing import NamedTuple


class NoMailServer(Exception):
    """The text names no mail server; it says what it must be."""


class MailServer(NamedTuple):
    """Where messages are handed over, in plain SMTP."""

    host: str
    port: int

    @classmethod
    def read(cls, text: str) -> MailServer:
        """`localhost:1025` or `[::1]:1025`; NoMailServer for anything else."""
        host, _, port = text.rpartition(":")
        host = host.removeprefix("[").removesuffix("]")
        if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 2**16:
            raise NoMailServer(f"--smtp is {text}: it must be HOST:PORT, such as localhost:1025.")
        return cls(host, int(port))
