"""What a window on the practice store takes while nobody touches it, beside an empty QMainWindow.

The program as people start it, looked at from outside half a minute after its start: memory (RSS), and the
processor time of a core over half a minute. Its practice store, a process of its own, is printed, too.
`--seconds N` (default 30). Exits 1 above 140 MB or 1 % of a core.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import psutil

from tests.benchmarks.bench_start import ROOT, environment_in

MEMORY_MB, PROCESSOR_PERCENT = 140.0, 1.0
EMPTY = """
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
window.resize(1440, 900)
window.show()
app.exec()
"""


class Idle(NamedTuple):
    """`memory` in MB; `processor` in percent of one core; of the process, then of those it started."""

    memory: float
    processor: float
    memory_beside: float
    processor_beside: float


def idle(command: Sequence[str], environment: Mapping[str, str], seconds: int) -> Idle:
    """Start `command`, leave it alone, look at it, end it."""
    with subprocess.Popen(command, cwd=ROOT, env=environment) as program:
        time.sleep(seconds)
        window = psutil.Process(program.pid)
        beside = window.children(recursive=True)
        before = _taken([window]), _taken(beside)
        time.sleep(seconds)
        taken = _taken([window]) - before[0], _taken(beside) - before[1]
        memory = _memory([window]), _memory(beside)
        program.terminate()
    return Idle(memory[0], taken[0] / seconds * 100, memory[1], taken[1] / seconds * 100)


def _taken(processes: Sequence[psutil.Process]) -> float:
    times = [process.cpu_times() for process in processes]
    return float(sum(each.user + each.system for each in times))


def _memory(processes: Sequence[psutil.Process]) -> float:
    return float(sum(process.memory_info().rss for process in processes)) / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description="a window that nobody touches")
    parser.add_argument("--seconds", type=int, default=30)
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_in(Path(folder))
        empty = idle([sys.executable, "-c", EMPTY], environment, min(seconds, 5))
        ours = idle([sys.executable, "-m", "svcconsole", "--practice"], environment, seconds)
    print(f"{'nobody touches it':24}{'memory':>10}{'of a core':>12}")
    print(f"{'empty window':24}{empty.memory:7.1f} MB{empty.processor:10.2f} %")
    print(f"{'window':24}{ours.memory:7.1f} MB{ours.processor:10.2f} %")
    print(f"{'limit':24}{MEMORY_MB:7.1f} MB{PROCESSOR_PERCENT:10.2f} %")
    print(f"{'its practice store':24}{ours.memory_beside:7.1f} MB{ours.processor_beside:10.2f} %")
    return int(ours.memory > MEMORY_MB or ours.processor > PROCESSOR_PERCENT)


if __name__ == "__main__":
    sys.exit(main())
