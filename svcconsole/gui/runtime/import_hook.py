"""Keeps PySide from reading the source of every module that is imported after it."""

from __future__ import annotations

import linecache
import sys

FEATURES = "shibokensupport.feature"
ASKS = "_mod_uses_pyside"


def read_no_sources() -> None:
    """Have PySide take every module for one that asks for none of its optional names (`__feature__`).

    It looks for its own name in the source text of each module to find that out, an eighth of the time
    until the window is usable. No module here asks for them. Where a later PySide does it otherwise, nothing
    is changed. What it has read so far is forgotten, 1.6 MB.
    """
    features = sys.modules.get(FEATURES)
    if hasattr(features, ASKS):
        setattr(features, ASKS, lambda module: False)
        linecache.clearcache()
