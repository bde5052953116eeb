"""What a process does about its memory, asked of the C library itself."""

from __future__ import annotations

import subprocess
import sys

import pytest

THREADS = """
import ctypes, sys, threading
from svcconsole import memory

if sys.argv[1] == "as the window":
    memory.return_freed_memory()
c = ctypes.CDLL(None)
c.malloc.restype = c.fopen.restype = ctypes.c_void_p
c.free.argtypes = [ctypes.c_void_p]
start = threading.Barrier(6)


def take():
    start.wait()
    c.malloc(10_000)
    for _ in range(3):
        c.free(c.malloc(4_000_000))
    start.wait()


threads = [threading.Thread(target=take) for _ in range(6)]
for each in threads:
    each.start()
for each in threads:
    each.join()
c.malloc_info(0, ctypes.c_void_p(c.fopen(b"/dev/stdout", b"w")))
c.fflush(None)
"""


def heaps_and_kept(mode: str) -> tuple[int, int]:
    """How many heaps six threads have that take memory at once, and how many bytes are kept in all."""
    done = subprocess.run(
        [sys.executable, "-c", THREADS, mode], capture_output=True, text=True, timeout=60, check=True
    )
    total = done.stdout[done.stdout.rindex("</heap>") :]
    kept = total.split('<system type="current" size="')[1].split('"')[0]
    return done.stdout.count("<heap nr="), int(kept)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the C library of other systems does so")
def test_what_the_threads_of_a_window_free_goes_back_to_the_system() -> None:
    heaps, kept = heaps_and_kept("as the window")
    heaps_as_usual, kept_as_usual = heaps_and_kept("as usual")
    assert heaps <= 2 < heaps_as_usual
    assert kept + 3_000_000 < kept_as_usual
