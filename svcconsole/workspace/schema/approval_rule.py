"""Which runs need a second person: those that reach more people than a number the team has set."""

from __future__ import annotations

APPROVE_ABOVE = "approve_above"
"""The entry that holds the number; 0, or none, and nobody is asked."""
REACHES = ("templates", "messages", "flows")
"""The kinds of runs whose records are messages to people."""
