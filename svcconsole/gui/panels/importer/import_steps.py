"""The steps of an import and of a campaign: their order, what each is called, its name in the workspace."""

from __future__ import annotations

from collections.abc import Mapping

from svcconsole.gui.design.words import mark

FILE, COLUMNS, CHECK, WHEN, LOOK, RUN, RESULT = range(7)
PAGES = ("file", "columns", "check", "when", "look", "run", "result")
"""Where the workspace says a person was, by the step."""

OF_IMPORT: Mapping[int, str] = {
    FILE: mark("File"),
    COLUMNS: mark("Columns"),
    CHECK: mark("Check"),
    RUN: mark("Run"),
    RESULT: mark("Result"),
}
OF_CAMPAIGN: Mapping[int, str] = {
    FILE: mark("File"),
    COLUMNS: mark("Message"),
    CHECK: mark("Check"),
    WHEN: mark("When"),
    LOOK: mark("Look"),
    RUN: mark("Run"),
    RESULT: mark("Result"),
}
"""Step → what it is called, in their order."""


def step_of(page: str) -> int:
    """The step that the workspace names so; the first for a name that is not known."""
    return PAGES.index(page) if page in PAGES else FILE
