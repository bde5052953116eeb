"""The priority of the processes that work behind the window."""

from __future__ import annotations

import sys

NICENESS = 10
BELOW_NORMAL_PRIORITY_CLASS = 0x4000


def work_behind() -> None:
    """Let this process, and what it starts, go on only with what processors the window leaves: a hand at the
    window waits for a few milliseconds of work, who waits for a file waits for seconds anyway."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL_PRIORITY_CLASS)
    else:
        import os

        os.setpriority(os.PRIO_PROCESS, 0, max(NICENESS, os.getpriority(os.PRIO_PROCESS, 0)))
