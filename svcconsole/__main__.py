"""The program: no command opens the window, a command runs without one."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

PRACTICE_STORE = "sandbox"
"""The one command that knows no store's token: it makes up its own."""
TABLES = (".csv", ".tsv", ".txt")


class Window(NamedTuple):
    """What the arguments ask of the window: the practice store, a file to import."""

    practice: bool = False
    file: Path | None = None


def window_asked(arguments: Sequence[str]) -> Window | None:
    """The window that `arguments` ask for; None when they are a command's."""
    rest = [argument for argument in arguments if argument != "--practice"]
    practice = len(rest) != len(arguments)
    if not rest:
        return Window(practice)
    path = Path(rest[0])
    if len(rest) == 1 and path.suffix.lower() in TABLES and path.is_file():
        return Window(practice, path.resolve())
    return None


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window or run a command; the exit code."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()
    arguments = list(sys.argv[1:] if argv is None else argv)
    asked = window_asked(arguments)
    if asked is None:
        from svcconsole import cli, languages, memory
        from svcconsole.cli import output
        from svcconsole.words import catalog

        output.escape_what_cannot_be_written()
        catalog.use(languages.chosen())
        if arguments[:1] != [PRACTICE_STORE]:
            memory.forbid_core_dumps()
        return cli.run(arguments)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C ends the start without a word, until the loop runs
    from svcconsole.gui.runtime import display

    if (sentence := display.problem()) is not None:
        sys.stderr.write(sentence + "\n")
        return 1
    from svcconsole.gui.shell import single_instance

    if single_instance.hand_over(practice=asked.practice, file=asked.file):
        return 0
    from svcconsole.gui.shell.opening import open_window

    application, top, settings = open_window(practice=asked.practice)
    from svcconsole import app

    return app.run(application, top, settings, practice=asked.practice, file=asked.file)


if __name__ == "__main__":
    sys.exit(main())
