"""Shows one page of the window alone on a fresh practice store; where nobody looks, writes its picture."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING

from svcconsole.gui.runtime import display

if TYPE_CHECKING:
    from svcconsole.app import Program
    from svcconsole.gui.shell.main_window import MainWindow
    from svcconsole.tour.destinations import Destination

COMMAND = "sh packaging/dev.sh show"
THEMES = ("light", "dark", "contrast")
NO_SCREEN = ("offscreen", "minimal")
PATIENCE = 3.0
INTERRUPTED = 130
"""What a shell calls the exit code of a program that Ctrl+C ended."""
SOMEWHERE = Path()
"""A picture is wanted, and no file named."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a page is shown; `picture` is the file to write instead of leaving the page open."""

    theme: str
    size: tuple[int, int]
    framed: bool
    picture: Path | None


def main(arguments: Sequence[str] | None = None) -> int:
    """Show the page that is named until its window is closed. 0 shown, 1 not reached, 2 no such page."""
    from svcconsole.tour.destinations import DESTINATIONS

    options = _parser([f"{each.name:<20}{each.words}" for each in DESTINATIONS]).parse_args(arguments)
    page = next((each for each in DESTINATIONS if each.name == options.page), None)
    if page is None:
        sys.stderr.write(f"There is no page “{options.page}”; {COMMAND} --help lists them.\n")
        return 2
    if (sentence := display.problem()) is not None:
        sys.stderr.write(f"{sentence} A picture is made instead.\n")
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    picture: Path | None = options.picture
    if picture is None and os.environ.get("QT_QPA_PLATFORM") in NO_SCREEN:
        picture = SOMEWHERE
    if picture == SOMEWHERE:
        picture = Path(mkdtemp(prefix="svcconsole-show-")) / f"{page.name}.png"
    return show(page, Look(options.theme, options.size, options.framed, picture))


def show(page: Destination, look: Look) -> int:
    """Go to the page, and leave it open or write its picture and its path; the exit code."""
    from svcconsole.tour.launch import enter, launch
    from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

    missing = []

    async def visit(program: Program) -> None:
        """The steps of a destination take pictures, which nobody asked for here."""
        with TemporaryDirectory(prefix="svcconsole-show-") as folder:
            stage = WindowDriver(Path(folder), PATIENCE)
            try:
                await enter(stage, program, look.size)
                if not look.framed:
                    _alone(stage.window)
                await stage.window.console.ready()
                for step in page.steps:
                    await step(stage)
            except NotAsExpected as reason:
                missing.append(str(reason))
                sys.stderr.write(f"The page {page.name} was not reached. Missing: {reason}.\n")
            if look.picture is not None:
                await stage.save(look.picture)
                sys.stdout.write(f"{look.picture}\n")
                program.end()

    try:
        return launch(visit, look.theme) or int(bool(missing))
    except KeyboardInterrupt:
        return INTERRUPTED


def _alone(window: MainWindow) -> None:
    """Only the page, without the band, the rail and the status bar around it."""
    for part in (window.band, window.rail, window.status):
        part.hide()


def _parser(pages: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=COMMAND,
        description="Show one page of the window alone, on a fresh practice store.",
        epilog="pages:\n  " + "\n  ".join(pages),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("page", metavar="PAGE", help="one of the pages listed below")
    parser.add_argument("--theme", choices=THEMES, default="light")
    parser.add_argument("--size", type=_size, default=(1440, 900), metavar="WxH", help="1440x900 else")
    parser.add_argument("--framed", action="store_true", help="with the rail, the band and the status bar")
    parser.add_argument(
        "--picture",
        type=Path,
        nargs="?",
        const=SOMEWHERE,
        metavar="FILE",
        help="write a picture instead of opening a window, to a new folder where no file is named",
    )
    return parser


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


if __name__ == "__main__":
    sys.exit(main())
