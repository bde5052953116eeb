"""A port of this computer where nobody listens, held so that nobody comes to listen there meanwhile."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def free_port() -> Iterator[int]:
    """The port: a connection to it is refused while the block lasts, whatever else the suite starts.

    A port that was only looked up and let go may be given to the next server that asks for any.
    """
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]
