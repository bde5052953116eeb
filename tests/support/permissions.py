"""The permissions of files as they hold for everybody, also where the tests run as the superuser."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

VERSION_3 = 0x20080522
PASSES_OVER = (1 << 1) | (1 << 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""
PR_GET_SECUREBITS, PR_SET_SECUREBITS = 27, 28
NO_SETUID_FIXUP = 1 << 2
"""With it access(2), too, goes by what is left."""

_Header = ctypes.c_uint32 * 2
_Sets = ctypes.c_uint32 * 6
"""Two words each of the effective, permitted and inheritable capabilities, low halves first."""


@contextmanager
def permissions_hold() -> Iterator[None]:
    """Files are read and written in the block, by this thread, only where their permissions say so.

    The superuser gives up the right to pass over them and takes it back afterwards.
    """
    if sys.platform == "win32":
        pytest.skip("permissions are POSIX's")
    if os.geteuid() != 0:
        yield
        return
    if sys.platform != "linux":
        pytest.skip("only Linux takes this right from the superuser for a while")
    libc = ctypes.CDLL(None, use_errno=True)
    header, before = _Header(VERSION_3, 0), _Sets()
    _check(libc.capget(header, before))
    without = _Sets(*before)
    without[0] &= ~PASSES_OVER
    bits = libc.prctl(PR_GET_SECUREBITS, 0, 0, 0, 0)
    _check(libc.prctl(PR_SET_SECUREBITS, bits | NO_SETUID_FIXUP, 0, 0, 0))
    _check(libc.capset(header, without))
    try:
        yield
    finally:
        _check(libc.capset(header, before))
        _check(libc.prctl(PR_SET_SECUREBITS, bits, 0, 0, 0))


def _check(result: int) -> None:
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
