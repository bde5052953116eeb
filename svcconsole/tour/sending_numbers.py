"""The step that writes some sending numbers down and shows them in the settings."""

from __future__ import annotations

from svcconsole.gui.design.words import tr
from svcconsole.services.campaigns.sending_numbers import DEFAULT, SendingNumber, save
from svcconsole.tour.window_driver import WindowDriver
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace

NUMBERS = (
    SendingNumber("Main number", people=2_000, reserve=200),
    SendingNumber("متجر الرياض 🛍", ("+966112345678",), 250, ramp=(50, 100, 200), ramp_from=now()),
    SendingNumber(
        "Both shops in <b>Hamburg</b>, one of which is open on Sundays and sends its own newsletter as well",
        (DEFAULT, "+49401234567", "+49407654321"),
    ),
)


async def write_down(stage: WindowDriver) -> None:
    """Three numbers stand in the settings."""

    def keep(space: Workspace) -> None:
        for number in NUMBERS:
            save(space, number)

    await stage.window.console.db(keep)
    section = stage.window.show_settings(tr("Sending numbers")).numbers
    section.refresh()
    await stage.until("the numbers are read", lambda: len(section.lines) == len(NUMBERS))
