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


def blends_windows(platform: str) -> bool:
    """Whether what is transparent in a window shows what lies behind it, and not black: on X11 only a
    compositor sees to that, which owns the selection _NET_WM_CM_S0."""
    return platform != "xcb" or _has_compositor()


def _has_compositor() -> bool:
    import ctypes

    class Cookie(ctypes.Structure):
        _fields_ = (("sequence", ctypes.c_uint),)

    class Reply(ctypes.Structure):
        """Of both requests: eight bytes of head, then the atom or the window that owns the selection."""

        _fields_ = (("head", ctypes.c_uint64), ("value", ctypes.c_uint32))

    xcb, libc = ctypes.CDLL("libxcb.so.1"), ctypes.CDLL(None)
    libc.free.argtypes = [ctypes.c_void_p]
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))

    def answer(request: str, *arguments: object) -> int:
        ask, reply = getattr(xcb, f"xcb_{request}"), getattr(xcb, f"xcb_{request}_reply")
        ask.restype, reply.restype = Cookie, ctypes.POINTER(Reply)
        reply.argtypes = [ctypes.c_void_p, Cookie, ctypes.c_void_p]
        found = reply(connection, ask(connection, *arguments), None)
        value = int(found.contents.value) if found else 0
        libc.free(found)
        return value

    name = b"_NET_WM_CM_S0"
    try:
        atom = answer("intern_atom", ctypes.c_uint8(0), ctypes.c_uint16(len(name)), name)
        return answer("get_selection_owner", ctypes.c_uint32(atom)) != 0
    finally:
        xcb.xcb_disconnect(connection)


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
