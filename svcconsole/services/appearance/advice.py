"""What a writer may have meant and a phone will not show: Markdown's marks, places without a value."""

from __future__ import annotations

import re
from typing import Final

from svcconsole.services.appearance.formatting import Style, lines
from svcconsole.services.appearance.variables import places

_TWICE: Final = re.compile(r"(?<![\w*_~])([*_~])\1(?=\S)[^*_~\n]{1,200}(?<=\S)\1\1(?![\w*_~])")
_LINK: Final = re.compile(r"\[[^\]\n]{1,200}\]\(https?://")
_OVER_LINES: Final = re.compile(
    r"(?<![\w*_~])([*_~])(?=\S)[^*_~\n]{1,200}\n[^*_~\n]{1,200}(?<=\S)\1(?![\w*_~])"
)
_NAMES: Final = {"*": "bold", "_": "italic", "~": "struck through"}


def advice(text: str) -> tuple[str, ...]:
    """Sentences about what will not look as it was meant; none when all is well."""
    read = lines(text)
    seen = "\n".join(line.text for line in read)
    written = "\n".join(
        "".join(span.text for span in line.spans if not span.style & (Style.CODE | Style.MONO))
        for line in read
    )
    found = [
        f"{name} is still to be filled: it would be read as it stands."
        for name in (f"{{{{{place}}}}}" for place in places(seen))
    ]
    twice = _TWICE.search(written)
    if twice:
        mark = twice[1]
        found.append(f"{mark * 2} on each side stays as it is; one {mark} on each side is {_NAMES[mark]}.")
    over = _OVER_LINES.search(written)
    if over:
        found.append(f"{over[1]} … {over[1]} over two lines stays as it is; mark each line by itself.")
    if _LINK.search(written):
        found.append("A link is shown with its whole address; [words](address) stays as it is.")
    return tuple(found)
