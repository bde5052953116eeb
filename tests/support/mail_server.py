"""A mail server on this computer that keeps what it is handed, and refuses what it is told to refuse."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Mailbox:
    """`refusals` are what each next MAIL command is answered, until there are none; `letters` what was taken:
    the recipients, and the message as it came."""

    port: int = 0
    refusals: list[str] = field(default_factory=list)
    refused_recipients: set[str] = field(default_factory=set)
    letters: list[tuple[list[str], bytes]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def empty(self) -> None:
        """Forget what was taken, and what is to be refused."""
        for kept in (self.refusals, self.refused_recipients, self.letters):
            kept.clear()


class _Talk(socketserver.StreamRequestHandler):
    """One connection, in the order of RFC 5321."""

    box: Mailbox

    def handle(self) -> None:
        self._say("220 mail.example ready")
        recipients: list[str] = []
        while line := self.rfile.readline():
            words = line.decode("utf-8", "replace").strip()
            command = words[:4].upper()
            if command == "MAIL" and self.box.refusals:
                self._say(self.box.refusals.pop(0))
            elif command == "RCPT":
                recipient = words.partition("<")[2].partition(">")[0]
                if recipient in self.box.refused_recipients:
                    self._say("550 nobody here")
                else:
                    recipients.append(recipient)
                    self._say("250 taken")
            elif command == "DATA":
                self._say("354 go on")
                self.box.letters.append((recipients, self._message()))
                self._say("250 kept")
            elif command == "QUIT":
                self._say("221 goodbye")
                return
            else:
                self._say(
                    "250-mail.example\r\n250-8BITMIME\r\n250 SMTPUTF8" if command == "EHLO" else "250 well"
                )

    def _say(self, text: str) -> None:
        self.wfile.write(text.encode() + b"\r\n")

    def _message(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) not in {b".\r\n", b""}:
            lines.append(line[1:] if line.startswith(b".") else line)
        return b"".join(lines)


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def mail_server(port: int = 0) -> Iterator[Mailbox]:
    """A server on loopback until the end of the block."""
    box = Mailbox()
    handler = type("Talk", (_Talk,), {"box": box})
    with _Server(("127.0.0.1", port), handler) as server:
        box.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield box
        finally:
            server.shutdown()
            thread.join()
