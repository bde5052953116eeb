"""How long until the packaged program's first window is on screen, beside the source tree's, in one run.

    bench_start.py FILE.deb|PROGRAM [--runs N]

Each start has new folders and a screen in memory; source and package take turns, the first turn does
not count. Run with the interpreter of .venv; needs Xvfb and xdotool. Exit code 1 when the ratio of the
bests is above 1.3.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNS = 9
LIMIT = 1.3
SECONDS = 60.0
SCREEN = "-screen 0 1440x900x24 -nolisten tcp -noreset"


def seconds_to_window(command: Sequence[str]) -> float:
    """Start `command` as on a first day; the time until its window is visible."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "xcb",
            "SVCCONSOLE_CONFIG_DIR": f"{folder}/config",
            "SVCCONSOLE_DATA_DIR": f"{folder}/data",
        }
        begin = time.monotonic()
        process = subprocess.Popen(command, env=environment, cwd=ROOT)
        search = ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid), "--name", "svcconsole"]
        while subprocess.run(search, capture_output=True, check=False).returncode:
            if process.poll() is not None or time.monotonic() - begin > SECONDS:
                raise SystemExit(f"{command[0]} opened no window")
        took = time.monotonic() - begin
        process.terminate()
        process.wait()
    return took


def main(arguments: Sequence[str]) -> int:
    runs = int(arguments[arguments.index("--runs") + 1]) if "--runs" in arguments else RUNS
    if "BENCH_ON_SCREEN" not in os.environ:
        os.environ["BENCH_ON_SCREEN"] = "1"
        command = ["xvfb-run", "-a", "-s", SCREEN, sys.executable, __file__, *arguments]
        return subprocess.run(command, check=False).returncode
    while subprocess.run(["xdotool", "getdisplaygeometry"], capture_output=True, check=False).returncode:
        time.sleep(0.1)  # on a busy computer Xvfb is not there yet
    with tempfile.TemporaryDirectory() as folder:
        program = Path(arguments[0])
        if program.suffix == ".deb":
            subprocess.run(["dpkg-deb", "-x", program, folder], check=True)
            program = Path(folder) / "usr" / "lib" / "svcconsole" / "svcconsole"
        commands = {"source": [sys.executable, "-m", "svcconsole"], "package": [str(program)]}
        taken: dict[str, list[float]] = {name: [] for name in commands}
        for turn in range(runs + 1):
            for name, command in commands.items():
                took = seconds_to_window(command)
                if turn:
                    taken[name].append(took)
    for name, times in taken.items():
        print(
            f"{name:10} best {min(times) * 1000:6.0f} ms   median {statistics.median(times) * 1000:6.0f} ms"
        )
    ratio = min(taken["package"]) / min(taken["source"])
    print(f"ratio of the bests {ratio:.2f}, limit {LIMIT}")
    return int(ratio > LIMIT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
