"""The keys of drafts: those of a record that is there are everybody's, those of a new one its operator's."""

from __future__ import annotations

NEW = "new"
COPY = "copy of "
"""In the place of a record's id: one that is made, and before the id of the one it began as a copy of."""
TYPED_BY = " typed by "
"""In a stored key, between the draft of what is new and whoever typed it."""


def is_new(key: str) -> bool:
    """Whether a draft is of something that is not there yet."""
    identity = key.partition(":")[2]
    return identity == NEW or identity.startswith(COPY)


def stored_key(key: str, operator: str) -> str:
    """What a draft is stored under; a blank operator has the workspace alone."""
    return f"{key}{TYPED_BY}{operator}" if operator and is_new(key) else key


def split_key(stored: str) -> tuple[str, str]:
    """The key of a stored draft and its operator; blank where it is nobody's own."""
    key, there, operator = stored.rpartition(TYPED_BY)
    return (key, operator) if there else (stored, "")
