"""Private copies go into the test's own folder."""

from __future__ import annotations

from tests.support.private_files import own_cache

__all__ = ["own_cache"]
