"""A report in several parts, merged after a power cut that may have spoilt what the disk said it had."""

from __future__ import annotations

import random
from pathlib import Path

from svcconsole.services.reports import merge
from svcconsole.services.reports.merge import MergeRefused, PartFile
from svcconsole.services.reports.scan import scan

HEADER = b"id,text\n"
SPOILT_IN = 0.5


def fetch_and_merge(folder: Path, chance: random.Random) -> None:
    """Fetch parts, count and hash them as they come, merge them later; AssertionError where the merged file
    holds anything but what came."""
    folder.mkdir()
    rows, parts, number = list[bytes](), list[PartFile](), 0
    for place in range(chance.randint(1, 4)):
        path, some = folder / f"part-{place + 1}.csv", list[bytes]()
        for _ in range(chance.randint(1, 30)):
            number += 1
            some.append(b"%d,%08x\n" % (number, chance.getrandbits(32)))
        path.write_bytes(HEADER + b"".join(some))
        found = scan(path)
        parts.append(PartFile(path, found.rows, found.sha256))
        rows += some
    if is_spoilt := chance.random() < SPOILT_IN:
        _spoil(chance.choice(parts).path, chance)
    try:
        merge.merge(parts, folder / "whole.csv")
    except MergeRefused:
        assert is_spoilt, "parts as they came were refused"
        return
    whole = (folder / "whole.csv").read_bytes()
    assert whole == HEADER + b"".join(rows), "the merged report is not what came"


def _spoil(path: Path, chance: random.Random) -> None:
    """Some bytes that the disk had said it had are others."""
    content = bytearray(path.read_bytes())
    start = chance.randrange(len(content))
    for place in range(start, min(len(content), start + chance.choice((1, 8, 512)))):
        content[place] ^= chance.choice((0x01, 0xFF))
    path.write_bytes(content)
