"""Lines are read in blocks; which of them hold lost characters does not depend on where a block ends."""

from __future__ import annotations

import io

import pytest

from svcconsole.tables.reading.lines import BLOCK_BYTES, Lines

FULL = "a" * (BLOCK_BYTES - 1)
"""Leaves one place in the first block."""


@pytest.mark.parametrize("lost", ["\0", "\ufffd"])
@pytest.mark.parametrize(
    "text",
    [
        FULL + "\r\nx{lost}y\nz\n",
        FULL + "\rx{lost}y\nz\n",
        FULL + "\r\r\n{lost}\r\nz",
        FULL + "a{lost}" + FULL * 3 + "\nb\nc{lost}",
        "{lost}" + FULL * 2 + "\r\nb\rc{lost}\r",
        FULL * 2 + "\nb\n" + FULL * 2 + "{lost}",
    ],
)
def test_lines_with_lost_characters_are_numbered_as_in_the_whole_text(text: str, lost: str) -> None:
    content = text.format(lost=lost)
    lines = Lines(io.BytesIO(content.encode()), "utf-8")
    whole = list(io.StringIO(content, newline=""))
    assert list(lines.seek(1)) == whole
    assert lines.suspects == {at for at, line in enumerate(whole, 1) if lost in line} != set()
