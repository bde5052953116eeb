"""Counts a text as services do: by Unicode code points, or by the units of UTF-16."""

from __future__ import annotations


def utf16_units(text: str) -> int:
    """How long the text is for a service that counts in UTF-16, where an emoji is two (decisions, row 42)."""
    return len(text) + sum(character > "\uffff" for character in text)
