"""Names the user of this computer, who does what is done in a workspace that nobody shares."""

from __future__ import annotations

import getpass


def account_name() -> str:
    """The name of the computer's user; blank where the system tells none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
