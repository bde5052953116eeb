"""Binds the practice store's socket: to this computer alone, or to other interfaces where that is allowed."""

from __future__ import annotations

import errno
import os
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

from svcconsole.api.connection import LOOPBACK, is_loopback

BACKLOG = 2048
TRIES = 20
"""How many random ports are tried until one is free in both families."""

NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?\Z")

Number = IPv4Address | IPv6Address


class CannotServe(Exception):
    """The store was not started; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the store is reached; `near` is its name on this computer, where control calls come from."""

    names: tuple[str, ...]
    near: str
    port: int

    @property
    def base_url(self) -> str:
        """The address by its first name."""
        return f"http://{self.names[0]}:{self.port}"

    @property
    def near_url(self) -> str:
        return f"http://{self.near}:{self.port}"

    @property
    def hosts(self) -> frozenset[bytes]:
        """The Host headers that the store takes for its own."""
        return frozenset(f"{name}:{self.port}".encode() for name in ("localhost", *self.names))


@contextmanager
def listening(
    host: str, port: int, *, allow_remote: bool, host_names: tuple[str, ...]
) -> Iterator[tuple[list[socket.socket], Address]]:
    """The sockets, which accept already, and the address; raises CannotServe."""
    for name in host_names:
        if not NAME.match(name):
            raise CannotServe(f"--host-name {name} is no host name: leave out http:// and port.")
    numbers = _numbers(host, allow_remote)
    if numbers[0].is_unspecified and not host_names:
        raise CannotServe(
            f"--host {host} is every interface of this computer: give the name that others call it by as"
            " --host-name."
        )
    reached = [_loopback(number) if number.is_unspecified else number for number in numbers]
    names = (*(name.lower() for name in host_names), *map(_bracketed, reached))
    near = next(_bracketed(number) for number in reached if number.is_loopback)
    with ExitStack() as stack:
        listeners = _bound(stack, [str(number) for number in numbers], port)
        yield listeners, Address(names, near, listeners[0].getsockname()[1])


def _numbers(host: str, allow_remote: bool) -> list[Number]:
    """What to listen on; this computer can always reach its own store."""
    if host == "localhost":
        return [ip_address(one) for one in LOOPBACK]
    try:
        number = ip_address(host)
    except ValueError:
        raise CannotServe(f"--host {host} is not an address of this computer, use 127.0.0.1.") from None
    if is_loopback(host):
        return [number]
    if not allow_remote:
        raise CannotServe(
            f"The practice store serves this computer only: --host is {host}, use 127.0.0.1, or allow others"
            " with --allow-remote."
        )
    return [number] if number.is_unspecified else [number, _loopback(number)]


def _loopback(number: Number) -> Number:
    return ip_address(LOOPBACK[0] if number.version == 4 else LOOPBACK[1])


def _bracketed(number: Number) -> str:
    return f"[{number}]" if number.version == 6 else str(number)


def _bound(stack: ExitStack, numbers: list[str], port: int) -> list[socket.socket]:
    """A listener for each number, all on one port; a computer that lacks a further one does without it."""
    for left in reversed(range(1 if port else TRIES)):
        with ExitStack() as attempt:
            chosen, listeners = port, []
            for number in numbers:
                try:
                    listeners.append(attempt.enter_context(_listener(number, chosen)))
                except OSError as error:
                    taken = error.errno == errno.EADDRINUSE
                    if listeners and not taken:
                        continue
                    if listeners and left:
                        break
                    raise CannotServe(
                        f"Port {chosen} of {number} cannot be used: {error.strerror}. Choose another --port."
                    ) from None
                chosen = listeners[0].getsockname()[1]
            else:
                stack.push(attempt.pop_all())
                return listeners
    raise AssertionError("the last try ends in listeners or a refusal")


def _listener(number: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in number else socket.AF_INET
    # asyncio turns Nagle's delay off only for sockets that say they are TCP; with it an answer takes 45 ms
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere the same option would let two programs share one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind((number, port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener
