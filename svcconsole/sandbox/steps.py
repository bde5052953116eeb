"""Which work the practice store does behind its answers: an explicit table."""

from __future__ import annotations

from svcconsole.sandbox.workers import Step

STEPS: tuple[Step, ...] = ()
