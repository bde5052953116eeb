"""The command line: one thin command per headless capability."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from svcconsole import __version__
from svcconsole.cli import output
from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.output import say
from svcconsole.words.message import mark, message
from svcconsole.words.system_reason import system_reason

COMMANDS = {
    "approvals": "svcconsole.cli.approvals",
    "approve": "svcconsole.cli.approve",
    "backup": "svcconsole.cli.backup",
    "call": "svcconsole.cli.call",
    "campaign": "svcconsole.cli.campaign",
    "catalog": "svcconsole.cli.catalog",
    "forget": "svcconsole.cli.forget",
    "handover": "svcconsole.cli.handover",
    "import": "svcconsole.cli.import_command",
    "log": "svcconsole.cli.log",
    "product": "svcconsole.cli.product",
    "proof": "svcconsole.cli.proof",
    "report": "svcconsole.cli.report",
    "restore": "svcconsole.cli.restore",
    "sandbox": "svcconsole.cli.sandbox",
    "schedule": "svcconsole.cli.schedule",
    "table": "svcconsole.cli.table",
    "team": "svcconsole.cli.team",
    "tour": "svcconsole.cli.tour",
    "verify": "svcconsole.cli.verify",
    "wipe": "svcconsole.cli.wipe",
    "worker": "svcconsole.cli.worker",
}
"""The file of each command; only the one that is run is loaded, all of them for the help page."""
NOT_TAKEN = (errno.ENOSPC, errno.EPIPE, errno.EIO)
"""What writing to a full disk or to a closed pipe or terminal ends with."""
OF_THE_DISK = (*NOT_TAKEN, errno.EDQUOT, errno.EROFS)
"""What no check before it can rule out: the disk is full, broken or was taken away."""
NO_THREAD = "can't start new thread"
"""Python's words where the system refuses a thread."""


def run(argv: Sequence[str]) -> int:
    """Run the command in `argv` (without the program's name); its exit code is one of exits.py.

    A command ends with another code than 0 by raising `typer.Exit(code)`.
    """
    app = typer.Typer(
        name="svcconsole",
        help=output.help_of(
            mark("A store's customer-engagement platform from the desktop; without a command, its window.")
        ),
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(help=app.info.help)(_program)
    named = argv[:1] if argv and argv[0] in COMMANDS else COMMANDS
    for name in named:
        import_module(COMMANDS[name]).register(app)
    try:
        command = typer.main.get_command(app)
        _say_help_in_language(command)
        command(args=list(argv), prog_name="svcconsole")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except output.OutputLost as lost:
        return _output_lost(lost)
    except RuntimeError as error:
        if str(error) != NO_THREAD:
            raise
        say(message("This computer begins no more threads: too many programs are at work."))
        say(message("Close some, then give the command again; a run goes on with --resume."))
        return Exit.NOT_REACHED
    except OSError as error:
        if error.errno not in OF_THE_DISK:
            raise
        if error.filename is None and error.errno in NOT_TAKEN:
            # The help pages are written by the library, straight to stdout, which has no name.
            return _output_lost(output.lost(error))
        say(message("{file} cannot be written: {reason}.", file=error.filename, reason=system_reason(error)))
        say(message("Make room or check the disk, then give the command again; a run goes on with --resume."))
        return Exit.NOT_REACHED
    return 0


def _say_help_in_language(command: Any) -> None:
    """Put the help of every option into the language in use; commands bring theirs in it."""
    for option in command.params:
        if getattr(option, "help", None):
            option.help = output.help_of(option.help)
    for inner in getattr(command, "commands", {}).values():
        _say_help_in_language(inner)


def _output_lost(lost: output.OutputLost) -> int:
    say(message("The output could not be written: {reason}.", reason=lost.reason))
    return Exit.UNHEARD


def _print_version(asked: bool) -> None:
    if asked:
        output.write_line(f"svcconsole {__version__}")
        raise typer.Exit


def _program(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help=mark("Show the version and exit.")
        ),
    ] = False,
) -> None:
    """The other options belong to the commands."""
