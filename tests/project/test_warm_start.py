"""A process that begins warm is what a new Python would be: its streams, code, signals and end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.support.practice import COMMAND
from tests.support.warm_start import POSSIBLE, warm

pytestmark = pytest.mark.skipif(not POSSIBLE, reason="processes begin warm on Linux only")
ASLEEP = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"


def asleep() -> tuple[subprocess.Popen[str], psutil.Process]:
    """A warm process that sleeps: its stand-in, and itself."""
    started = subprocess.Popen([warm.python(), "-c", ASLEEP], stdout=subprocess.PIPE, text=True)
    assert started.stdout is not None
    return started, psutil.Process(int(started.stdout.readline()))


@pytest.mark.parametrize("arguments", [("--version",), ("table", "--no-such-option")])
def test_a_command_says_and_ends_as_it_does_cold(arguments: tuple[str, ...]) -> None:
    cold, hot = (
        subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
        for command in (COMMAND, warm.command(os.environ))
    )
    assert (hot.returncode, hot.stdout, hot.stderr) == (cold.returncode, cold.stdout, cold.stderr)


def test_folder_variables_files_and_arguments_are_the_starters(tmp_path: Path) -> None:
    read, write = os.pipe()
    told = f"import os, sys; os.write({write}, repr((os.getcwd(), os.environ['MINE'], sys.argv)).encode())"
    with os.fdopen(read) as said:
        subprocess.run(
            [warm.python(), "-B", "-c", told, "one"],
            cwd=tmp_path,
            env={"MINE": "here"},
            pass_fds=[write],
            check=True,
        )
        os.close(write)
        assert said.read() == repr((str(tmp_path), "here", ["-c", "one"]))


def test_what_python_reads_at_its_start_begins_cold() -> None:
    assert warm.command({**os.environ, "LC_ALL": "tr_TR.UTF-8"})[0] == sys.executable


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_signal_to_the_stand_in_ends_the_process(number: signal.Signals) -> None:
    started, process = asleep()
    with started:
        started.send_signal(number)
        assert started.wait(20) == -number
        process.wait(20)


def test_a_process_that_is_killed_is_told_as_killed() -> None:
    started, process = asleep()
    with started:
        process.kill()
        assert started.wait(20) == -signal.SIGKILL
