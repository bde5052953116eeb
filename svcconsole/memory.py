"""Keeps this process's memory, where tokens are, to itself."""

from __future__ import annotations

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
