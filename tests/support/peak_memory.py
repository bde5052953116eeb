"""The most memory that a process took so far."""

from __future__ import annotations

import resource
import sys
from pathlib import Path


def peak_memory(process: int | str = "self") -> int:
    """Bytes; of another process than this one on Linux only. Raises OSError for one that is gone.

    `getrusage` would begin with those of the process that started this one, so it is asked elsewhere only.
    """
    status = Path(f"/proc/{process}/status")
    if process == "self" and not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    peaks = [line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
    return int(peaks[0]) << 10 if peaks else 0
