"""Says what a file, a check or the workspace refused, and ends the command with the code of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.output import say


@contextmanager
def sentences_said() -> Iterator[None]:
    """Say what was refused, and end with the code of "refused before sending"."""
    from svcconsole.services.imports.views import ImportRefused
    from svcconsole.tables.reading.errors import TableError
    from svcconsole.whole_file import FileNotWritten
    from svcconsole.workspace.engines.file_watch import FileGone
    from svcconsole.workspace.errors import WorkspaceError

    try:
        yield
    except (FileNotWritten, ImportRefused, TableError, WorkspaceError) as error:
        say(error.sentence)
        if error.advice:
            say(error.advice)
        # A file that is gone was there when the command began: something may have left since.
        raise typer.Exit(Exit.UNKNOWN if isinstance(error, FileGone) else Exit.REFUSED_HERE) from None
