"""The refusal of a run that a second person has to agree to."""

from __future__ import annotations

from svcconsole.workspace.errors import WorkspaceError


class NotApproved(WorkspaceError):
    """No second person has agreed to exactly this plan, so nothing of it may leave."""
