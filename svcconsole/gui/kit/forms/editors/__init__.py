"""Editors of a form: one for each kind of field, and how their values become text and back."""
