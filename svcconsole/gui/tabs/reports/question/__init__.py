"""Asking for a report: which one, which days, who is told by e-mail."""
