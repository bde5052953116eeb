"""Many requests over few connections, as fast as the practice store answers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

PREFIX = "/integrations/svcPlatformFunctions-"


async def posted(port: int, token: str, path: str, senders: Sequence[Iterable[bytes]]) -> int:
    """Post every body, those of one sender one after the other; how many were answered, all with 200."""
    counts = await asyncio.gather(*(_post_all(port, token, path, bodies) for bodies in senders))
    return sum(counts)


async def _post_all(port: int, token: str, path: str, bodies: Iterable[bytes]) -> int:
    head = f"POST {PREFIX}{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Basic {token}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: "
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    count = 0
    for body in bodies:
        writer.write(head.encode() + b"%d\r\n\r\n" % len(body) + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 200"):
            raise AssertionError(answer)
        length = next(line for line in answer.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        await reader.readexactly(int(length[15:]))
        count += 1
    writer.close()
    return count
