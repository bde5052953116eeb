"""A compiled gettext catalog that is opened without reading its texts: each is decoded when it is said.

The file is in gettext's own format (`.mo`; GNU gettext manual, "The Format of GNU MO Files").
Python's `gettext` makes words of all its thousands of texts before the first is said, and a window waits.
"""

from __future__ import annotations

import gettext
import re
import struct
from collections.abc import Callable
from typing import Final

_MAGIC: Final = bytes.fromhex("de120495")
_CONTEXT: Final = b"\x04"
_END: Final = b"\0"
_PLURAL_RULE: Final = re.compile(r"^plural-forms:.*?\bplural=([^;]+)", re.IGNORECASE | re.MULTILINE)


class MoFile:
    """The translations in `content`, the bytes of such a file in UTF-8; ValueError where it is none."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        order = "<" if content.startswith(_MAGIC) else ">"
        try:
            magic, _, count, sources, texts = struct.unpack_from(f"{order}4s4I", content)
            source_spans = struct.unpack_from(f"{order}{2 * count}I", content, sources)
            self._spans = struct.unpack_from(f"{order}{2 * count}I", content, texts)
        except struct.error as error:
            raise ValueError("it is cut short") from error
        if magic not in {_MAGIC, _MAGIC[::-1]} or len(content) <= sum(self._spans[-2:]):
            raise ValueError("it begins otherwise, or is cut short")
        self._places = {
            content[begin : begin + size].partition(_END)[0]: place
            for place, (size, begin) in enumerate(zip(source_spans[::2], source_spans[1::2], strict=True))
        }
        self._said: dict[bytes, tuple[str, ...]] = {}
        self._form = self._plural_rule()

    def text(self, source: str, context: str = "") -> str:
        """The translation of a text; the text itself where there is none."""
        forms = self._forms(source, context)
        return forms[min(self._form(1), len(forms) - 1)] if forms else source

    def plural(self, one: str, many: str, count: int, context: str = "") -> str:
        """The form for `count`, by the plural rule in the file's head; `one` or `many` without one."""
        forms = self._forms(one, context)
        at = self._form(count) if forms else 0
        return forms[at] if at < len(forms) else (one if count == 1 else many)

    def _forms(self, source: str, context: str) -> tuple[str, ...]:
        """All forms of a translation, one where no count inflects it; none where there is no translation."""
        key = source.encode("utf-8", "surrogatepass")
        if context:
            key = context.encode() + _CONTEXT + key
        if key not in self._said and key in self._places:
            self._said[key] = self._read(self._places[key])
        return self._said.get(key, ())

    def _read(self, place: int) -> tuple[str, ...]:
        size, begin = self._spans[2 * place : 2 * place + 2]
        return tuple(self._content[begin : begin + size].decode(errors="replace").split("\0"))

    def _plural_rule(self) -> Callable[[int], int]:
        """Which of the forms a count takes, as the file's head says it."""
        head = self._read(self._places[b""])[0] if b"" in self._places else ""
        found = _PLURAL_RULE.search(head)
        return gettext.c2py(found[1] if found else "n != 1")
