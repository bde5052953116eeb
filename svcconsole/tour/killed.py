"""The part of the tour in which the program is killed: two starts on one folder, and kill -9 between them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from svcconsole.tour import damaged_import
from svcconsole.tour.console_process import ConsoleProcess, Start
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver


def run_killed(stage: WindowDriver, mode: str) -> None:
    """Go through the damaged import, killed in the middle; pictures, checks and totals go into `stage`."""
    with TemporaryDirectory(prefix="svcconsole-tour-", ignore_cleanup_errors=True) as folder:
        start = Start(Path(folder), damaged_import.__name__, stage.out, stage.patience, mode)
        story = damaged_import.Story()
        try:
            for steps, is_last in ((damaged_import.FIRST, False), (damaged_import.SECOND, True)):
                console = ConsoleProcess(stage, start)
                try:
                    for step in steps:
                        story = console.do(step.__name__, story)
                    if not is_last:
                        console.kill()
                finally:
                    console.end()
        except NotAsExpected as missing:
            stage.check(str(missing), holds=False)
