"""Remembers which of the reports that arrived were looked at from this computer."""

from __future__ import annotations

from svcconsole.gui.runtime.settings import Settings

KEY = "reports/opened"
MOST = 200
BETWEEN = ","


def opened_reports(settings: Settings) -> list[str]:
    """The ids of the reports of a store that were opened, the newest last; `settings` are the store's."""
    return [each for each in settings.get(KEY, "").split(BETWEEN) if each]


def note_opened(settings: Settings, run_id: str) -> None:
    """This one is looked at now."""
    known = [each for each in opened_reports(settings) if each != run_id]
    settings.set(KEY, BETWEEN.join([*known, run_id][-MOST:]))
