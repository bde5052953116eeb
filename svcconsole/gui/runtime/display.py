"""Checks whether Qt can open a window before QApplication would abort the program."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

XCB_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}


def problem(environment: Mapping[str, str] = os.environ) -> str | None:
    """Why no window can be opened, in one sentence; None when it can, or when QT_QPA_PLATFORM decides."""
    if not sys.platform.startswith("linux") or environment.get("QT_QPA_PLATFORM"):
        return None
    if _wayland(environment):
        return None
    if not environment.get("DISPLAY"):
        return "There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set."
    missing = [package for library, package in XCB_LIBRARIES.items() if not _loads(library)]
    if missing:
        return f"Qt needs these packages to open a window: {' '.join(missing)}."
    if not _x11_answers():
        return f"The display {environment['DISPLAY']} does not answer."
    return None


def _wayland(environment: Mapping[str, str]) -> bool:
    name = environment.get("WAYLAND_DISPLAY")
    return bool(name) and (Path(environment.get("XDG_RUNTIME_DIR", "/")) / str(name)).exists()


def _loads(library: str) -> bool:
    import ctypes

    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _x11_answers() -> bool:
    """Connect once, the way Qt will."""
    import ctypes

    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    broken = xcb.xcb_connection_has_error(connection) != 0
    xcb.xcb_disconnect(connection)
    return not broken
