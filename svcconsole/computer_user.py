"""Names the user of this computer, with whom decisions and runs are kept."""

from __future__ import annotations

import getpass


def who() -> str:
    """The name with which a decision is kept: that of the computer's user."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
