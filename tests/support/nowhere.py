"""A port of this computer where nobody listens, held so that nobody comes to listen there meanwhile."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def free_port() -> Iterator[int]:
    """The port: a connection to it is refused while the block lasts, whatever else the suite starts.

    A port that was only looked up and let go may be given to the next server that asks for any. A server that
    asks for this one by its number gets it.
    """
    with socket.socket() as bound:
        if sys.platform != "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]
