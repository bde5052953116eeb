"""What this process does about its memory: tokens stay in it, what is freed goes back."""

from __future__ import annotations

import contextlib
import sys


def forbid_core_dumps() -> None:
    """Keep the token out of a core file: no core, and no other process of this user may read our memory."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        import ctypes

        pr_set_dumpable = 4
        ctypes.CDLL(None).prctl(pr_set_dumpable, 0, 0, 0, 0)


HEAPS = 2
LARGE = 128 * 1024
"""Bytes from which on a block is the system's, and goes back to it when it is freed."""


def return_freed_memory() -> None:
    """Have what large work needed go back to the system when it is over. Only glibc needs to be told.

    It gives each thread a heap of its own, and keeps what a thread frees there: for a dozen threads some
    10 MB that nothing uses, so they share `HEAPS`. And each large block that is freed moves its limit of
    what is large upwards, until the blocks of whole files stay, too.
    """
    if sys.platform != "linux":
        return
    import ctypes

    arena_max, mmap_threshold = -8, -3
    with contextlib.suppress(AttributeError):  # another C library
        allocator = ctypes.CDLL(None)
        allocator.mallopt(arena_max, HEAPS)
        allocator.mallopt(mmap_threshold, LARGE)
