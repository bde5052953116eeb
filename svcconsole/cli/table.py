"""`svcconsole table`: what an import would see of any file, as a plain CSV file, without a store."""

from __future__ import annotations

import json
from collections.abc import Set
from pathlib import Path
from typing import Annotated

import typer

from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.output import help_of, say, write_line
from svcconsole.words.message import mark, message
from svcconsole.words.system_reason import system_reason

Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...", help=mark("Delimited files, workbooks, archives; - reads standard input.")
    ),
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE.csv", help=mark("Write the rows of one file here."))
]
OutFolder = Annotated[
    Path | None,
    typer.Option("--out-dir", metavar="DIR", help=mark("Write each file here, under its own name.")),
]
Part = Annotated[
    str,
    typer.Option("--part", metavar="NAME", help=mark("The sheet of a workbook, or the file of an archive.")),
]
Number = Annotated[
    int,
    typer.Option(
        "--table", metavar="N", min=1, help=mark("Which table, where several stand below one another.")
    ),
]
CSV_NAMES = (".csv", ".tsv", ".tab", ".txt")
TEXT = mark("""Read files as an import would, and write their rows as plain CSV.""")
ENDINGS = mark("""

    Written are exactly the rows an import would see: commas, UTF-8, LF, header first where the file has one.
    One JSON line a file on stdout says how it was read, what was repaired, and what an import would ask.
    Nothing is sent. Exit codes: 0 every file was read; 2 at least one was not, and the others were.
    """)


def register(app: typer.Typer) -> None:
    app.command("table", help=help_of(TEXT, ENDINGS), no_args_is_help=True)(table)


def table(
    files: Files, out: Out = None, out_dir: OutFolder = None, part: Part = "", number: Number = 1
) -> None:
    """Read each file, write it, and say in one line of JSON how it was read."""
    if out is not None and (out_dir is not None or len(files) > 1):
        say(message("--out takes the rows of one file."))
        say(message("For several files use --out-dir."))
        raise typer.Exit(Exit.REFUSED_HERE)
    if out_dir is not None and not _made(out_dir):
        raise typer.Exit(Exit.REFUSED_HERE)
    failed, taken = 0, {_identity(file) for file in files}
    for file in files:
        target = out_dir / _csv_name(file) if out_dir is not None else out
        failed += not _copied(file, target, part, number, taken)
        if target is not None:
            taken.add(_identity(target))
    raise typer.Exit(Exit.REFUSED_HERE if failed else Exit.ACCEPTED)


def _identity(path: Path) -> object:
    """What two paths of one file have in common, whatever they are called."""
    try:
        found = path.stat()
    except OSError:
        return path.absolute()
    return found.st_dev, found.st_ino


def _csv_name(file: Path) -> str:
    """The name of a file's copy: its own, and .csv behind it where it holds something else."""
    if file == Path("-"):
        return "standard-input.csv"
    return file.name if file.suffix.lower() in CSV_NAMES or not file.suffix else file.name + ".csv"


def _made(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        say(message("{folder} cannot be used: {reason}.", folder=folder, reason=system_reason(error)))
        say(message("Choose another --out-dir."))
        return False
    return True


def _copied(file: Path, target: Path | None, part: str, number: int, taken: Set[object]) -> bool:
    """Write one file, over none that is read or was written (`taken`); whether it could be read. A file that
    cannot never stops the others."""
    from svcconsole.cli.standard_input import as_file
    from svcconsole.tables.reading.errors import TableError
    from svcconsole.tables.results.table_copy import copy_table

    try:
        if target is not None and _identity(target) in taken:
            raise TableError(
                message("{file} was read or written here already; it is not written over.", file=target),
                message("Choose another place."),
            )
        with as_file(file) as path:
            line = copy_table(path or file, target, part, number) | {"file": str(file)}
    except (TableError, OSError) as error:
        sentence = error.sentence if isinstance(error, TableError) else str(error)
        advice = error.advice if isinstance(error, TableError) else ""
        write_line(
            json.dumps({"file": str(file), "error": str(sentence), "advice": str(advice)}, ensure_ascii=False)
        )
        return False
    write_line(json.dumps(line, ensure_ascii=False))
    return True
