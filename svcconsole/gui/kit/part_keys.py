"""The keys of the parts of a page: of tables, sheets, charts, questions and the steps of a campaign.

What can be done from anywhere is in `kit.actions`; the list of shortcuts shows both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from svcconsole.gui.design.words import mark


@dataclass(frozen=True, slots=True)
class PartKeys:
    """A part of a page by its name, and what its keys do there (as QKeySequence reads them)."""

    part: str
    keys: tuple[tuple[str, tuple[str, ...]], ...]


ACCESS_KEYS: Final = (mark("Show a letter at each control, and go there with it"), ("Alt",))
PARTS: Final = (
    PartKeys(
        mark("Every table"),
        (
            (mark("Open what is chosen"), ("Return",)),
            (mark("Choose a row, or leave it out again"), ("Space",)),
            (mark("Choose all rows"), ("Ctrl+A",)),
            (mark("Copy the cell"), ("Ctrl+C",)),
            (mark("Copy the rows with their header"), ("Ctrl+Shift+C",)),
            (mark("To the first row, to the last"), ("Home", "End")),
        ),
    ),
    PartKeys(
        mark("Sheets: user properties, prices and stock"),
        (
            (mark("Next cell, cell before"), ("Tab", "Shift+Tab")),
            (mark("The cell below"), ("Return",)),
            (mark("To the first cell of the sheet, to the last"), ("Ctrl+Home", "Ctrl+End")),
            (mark("Change the cell"), ("F2",)),
            (mark("Empty the cells"), ("Del", "Backspace")),
            (mark("Cut"), ("Ctrl+X",)),
            (mark("Paste"), ("Ctrl+V",)),
            (mark("Undo"), ("Ctrl+Z",)),
            (mark("Redo"), ("Ctrl+Y", "Ctrl+Shift+Z")),
            (mark("Duplicate the entry; in prices, fill down"), ("Ctrl+D",)),
            (mark("Add an entry"), ("Ctrl++", "Ctrl+Shift++")),
            (mark("Remove the entries"), ("Ctrl+-",)),
            (mark("In prices, back to the price the store has"), ("Esc",)),
        ),
    ),
    PartKeys(
        mark("A file or report in the viewer"),
        (
            (mark("Go to row…"), ("Ctrl+G",)),
            (mark("Choose more rows"), ("Shift+Up", "Shift+Down")),
            (mark("To the first column, to the last"), ("Ctrl+Left", "Ctrl+Right")),
            (mark("In the list of columns: keep one in sight, move it"), ("F", "Alt+Up", "Alt+Down")),
        ),
    ),
    PartKeys(
        mark("Charts"),
        (
            (mark("As a table"), ("T",)),
            (mark("From value to value"), ("Left", "Right")),
            (mark("Open the rows behind a value"), ("Return", "Space")),
            (mark("Copy the picture"), ("Ctrl+C",)),
        ),
    ),
    PartKeys(
        mark("Questions about a file, and decisions"),
        (
            (mark("Choose an answer"), ("1", "2", "3", "4", "5", "6", "7", "8", "9")),
            (mark("Give the answer"), ("Return", "Enter")),
            (mark("Ask again"), ("Ctrl+Z",)),
        ),
    ),
    PartKeys(
        mark("What changes"),
        ((mark("Fold and unfold"), ("Left", "Right")),),
    ),
    PartKeys(
        mark("A campaign: When"),
        (
            (mark("From hour to hour, from country to country"), ("Left", "Right", "Up", "Down")),
            (mark("Say what stands there"), ("Space",)),
            (mark("As a table"), ("Alt+T",)),
        ),
    ),
    PartKeys(
        mark("A campaign: Look"),
        (
            (mark("Fine, and on to the next"), ("Return",)),
            (mark("Mark it to fix"), ("F",)),
            (mark("Show it larger"), ("Space",)),
            (mark("Undo"), ("Ctrl+Z",)),
            (mark("The next message, the one before"), ("J", "K", "Right", "Left")),
        ),
    ),
    PartKeys(
        mark("The countdown of a campaign, and its run"),
        ((mark("Stop"), ("Esc",)),),
    ),
    PartKeys(
        mark("What came of a campaign"),
        (
            (mark("Save the picture"), ("Ctrl+Shift+S",)),
            (mark("As a table"), ("Alt+T",)),
        ),
    ),
    PartKeys(
        mark("The week of campaigns"),
        (
            (mark("Turn the week"), ("PgUp", "PgDown")),
            (mark("Today"), ("T",)),
            (mark("Open the campaign"), ("Return",)),
            (mark("Move it by a quarter of an hour"), ("Alt+Up", "Alt+Down")),
            (mark("Move it by hours"), ("Alt+Shift+Up", "Alt+Shift+Down")),
            (mark("Move it by days"), ("Alt+Left", "Alt+Right")),
            (mark("Undo"), ("Ctrl+Z",)),
            (mark("As a table"), ("Alt+T",)),
        ),
    ),
    PartKeys(
        mark("Schedules"),
        (
            (mark("Change the schedule"), ("F2",)),
            (mark("Pause or resume it"), ("Space",)),
        ),
    ),
    PartKeys(
        mark("Forms"),
        (
            (mark("Undo"), ("Ctrl+Z",)),
            (mark("Redo"), ("Ctrl+Y", "Ctrl+Shift+Z")),
            (mark("Open the calendar of a day"), ("Alt+Down",)),
            (mark("Open the list of a field"), ("Down",)),
            (mark("Move a choice up, down"), ("Alt+Up", "Alt+Down")),
            (mark("Take out a tag"), ("Del", "Backspace")),
            (mark("Move a photo"), ("Ctrl+Left", "Ctrl+Right")),
        ),
    ),
    PartKeys(
        mark("The phone"),
        (
            (mark("Scroll"), ("Up", "Down", "PgUp", "PgDown", "Home", "End")),
            (mark("Turn the cards"), ("Left", "Right")),
            (mark("Press the button"), ("Return", "Space")),
        ),
    ),
)
